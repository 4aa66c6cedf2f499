// What follows where games are played one after another, and when.

import { language, speech } from "./speech.js";
import WORDS from "./turns.words.js";
import { felt } from "./words.js";

const say = speech(WORDS);

/** What follows in a rotation, and when: "then Omaha hi-lo, after 3 more hands"; "" = nothing does. */
export function following({ rotation }) {
	if (!rotation) return "";
	const { game: next } = rotation.games[rotation.next - 1];
	const values = { game: felt(`game.${next}`, { or: next }), hands: rotation.hands_left };
	if (rotation.changes === "lap") return say(`rotation.${{ 0: "now", 1: "hand" }[rotation.hands_left] ?? "hands"}`, values);
	if (rotation.ends_utc === null) return say("rotation.minutes", { ...values, minutes: rotation.minutes });
	if (Date.parse(rotation.ends_utc) <= Date.now()) return say("rotation.now", values);
	return say("rotation.at", { ...values, time: new Date(rotation.ends_utc).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" }) });
}
