// What the table says in sentences (stories, questions), in the page's language: from its kind or code and its
// fields where there is a row in told.words.js, else as the table worded it.

import { cardInline } from "./cards.js";
import { WORD_OF, ruledText, valuesOf } from "./ruled.js";
// none in English: the table itself speaks it
import ROWS from "./told.words.js";
import { action, chips, felt, gameName, grouped, placeName, signed } from "./words.js";

// Of these kinds the sentence is about what a player did; of others a seat is a place.
const BY_NAME = new Set([
	"posted", "acted", "acted_early", "drew", "declared", "openers", "unopened", "uncalled_returned", "shown", "mucked", "pot_awarded", "hand_ended", "bought_in", "prompt", "clock_started", "clock_ended", "correction",
]);

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

// seen on the felt; as sentences they drown the rest
const UNTOLD = new Set(["card_dealt", "card_burned", "card_moved"]);
// what the dealer says of what another line tells
const SAID_ANYHOW = new Set(["raise", "option", "tap", "turn", "turn_free"]);

/** True for a story that is a line of its own, among those that scroll by. */
export const isLine = ({ kind, about, reminded }) => !UNTOLD.has(kind) && !SAID_ANYHOW.has(about) && !reminded;

/** What a place is called. */
export function zoneName(zone) {
	const seat = /^seat\/(\d+)\//.exec(zone);
	return seat ? felt("seat.number", { seat: seat[1] }) : (ROWS[`zone.${zone}`] ?? zone);
}

// Kinds whose row other fields name than what was done.
const EXACT = {
	pot_awarded: ({ pot, half }) => [{ 0: "main" }[pot] ?? (pot ? "side" : undefined), half].filter(Boolean).join("_"),
	board: ({ zones }) => (zones?.[0] === "board" ? "first" : "further"),
};

/** The row of a story: the most exact one there is, as `acted.raise` before `acted`. */
function storyRow(story) {
	const { kind, do: did, amount, games } = story;
	if (games?.length === 0) return ROWS[`s.${kind}.over`];
	const exact = kind in EXACT ? EXACT[kind](story) : did ?? (typeof amount === "number" ? undefined : "bare");
	return ROWS[`s.${kind}.${exact}`] ?? ROWS[`s.${kind}`];
}

// What of a story is the amount of an action.
const AMOUNT_OF = { bet: "to", raise: "to", complete: "to", call: "amount" };

/** What an entry was about: "Raise to 600", or an amount. */
function didWhat(story) {
	if (!story.do) return story.amount === undefined ? "" : chips(story.amount);
	const amount = story[AMOUNT_OF[story.do]];
	return felt(`act.${story.do}`, { or: "" }) && action(amount ? `${story.do} ${amount}` : story.do);
}

function storyText(story, nameOf) {
	const sort = story.topic ?? story.kind;
	if (sort in WORD_OF) return ruledText(`${sort}.${story[WORD_OF[sort]]}`, valuesOf(story, nameOf)) ?? null;
	const row = storyRow(story);
	if (row === undefined) return null;
	const played = story.stakes ?? story;
	const results = Object.entries(story.payoffs ?? {}).filter(([, won]) => won).map(([seat, won]) => `${nameOf(seat)} ${signed(won)}`);
	const amounts = Object.fromEntries(["amount", "to"].filter((field) => typeof story[field] === "number").map((field) => [field, chips(story[field])]));
	return fill(row, {
		...story,
		...amounts,
		hand: (story.hand ?? "").replace(/^h/, ""),
		did: didWhat(story),
		who: story.seat ? nameOf(String(story.seat)) : "",
		cards: (story.cards ?? []).join(" "),
		zones: (story.zones ?? []).map(zoneName).join(" → "),
		results: results.join(", "),
		all_in: story.all_in ? ROWS.all_in : "",
		question: story.code ? questionText(story) : "",
		reason: story.reason ?? "",
		on_board: story.board ? fill(ROWS.on_board, story) : "",
		game: played.game ? gameName(played.game) : "",
		limit: played.limit ? felt(`limit.${played.limit}`, { or: played.limit }) : "",
		games: (story.games ?? []).map(gameName).join(", "),
	});
}

/** A ruling's sentence with what was decided about it, and why. */
function decided(text, { status, reason }) {
	const notes = [felt(`ruling.${status}`, { or: "" }), reason].filter(Boolean);
	return notes.length ? `${text} (${notes.join(": ")})` : text;
}

/** A story's sentence, as nodes and text: the cards it names drawn as cards, players by name instead of by seat. */
export function sentence(story, state) {
	const named = new Set(story.cards ?? []);
	const names = state && (story.topic || BY_NAME.has(story.kind)) ? new Map(state.seats.map((seat) => [String(seat.seat), placeName(seat)])) : new Map();
	const nameOf = (seat) => names.get(seat) ?? felt("seat.number", { seat });
	const plain = storyText(story, nameOf) ?? grouped(story.text).replace(/\b[Ss]eat (\d+)\b/g, (place, seat) => names.get(seat) ?? place);
	const text = story.topic === "ruling" ? decided(plain, story) : plain;
	return text.split(/\b([2-9TJQKA][cdhs]|XJ)\b/).map((part) => (named.has(part) ? cardInline(part) : part));
}

/** What a person is asked to look into. */
export function questionText({ code, zones, question, text }) {
	const row = ROWS[`code.${code}`];
	if (row === undefined) return question ?? text;
	return zones?.length ? `${row.replace(/\.$/, "")} (${zones.map(zoneName).join(", ")}).` : row;
}
