// Rulings, announcements and prompts: which wait, and for whom; what they say, in the page's language: by their kind where a sentence
// was fetched (ruled.js), else as the table worded it, players by name. This is data: banner.js and docket.js draw it.

import WORDS from "./banner.words.js";
import { cardInline } from "./cards.js";
import { learned } from "./refusals.js";
import { WORD_OF, ruledText, valuesOf } from "./ruled.js";
import { speech } from "./speech.js";
import { felt, grouped, placeName } from "./words.js";

const say = speech(WORDS);

/** Which of the feed's lists a body stands in, the least pressing first: what a player waits for holds up the hand. */
const SORTS = [["announcement", "announcements"], ["ruling", "rulings"], ["prompt", "prompts"]];

/** True for a ruling that somebody has yet to decide about: it is not done, or done and not confirmed. */
export const waits = ({ status, who }) => status === "proposed" || status === "reopened" || (status === "in_force" && who !== "nobody");

/** `h12-r3` → 3. */
export const numberOf = ({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0);

/** A word of the table's, which may have no row: `some_word` → "some word". */
export const wordFor = (group, word) => say(`${group}.${word}`, { or: learned(`${group}.${word}`) ?? String(word).replaceAll("_", " ") });

/** Everything open, `{sort, body}`, in the order in which it is taken up when nobody saw it come: the first first. */
export function openItems(state) {
	return SORTS.flatMap(([sort, list]) => [...(state[list] ?? [])].sort((one, other) => numberOf(one) - numberOf(other)).map((body) => ({ sort, body })));
}

/** What the dealer has to hear of: his own to decide, the floor's to wait for, and what was decided and is to be done. */
export function forDealer({ sort, body }) {
	// what the floor is asked about an announcement: the dealer has the announcement itself
	if (sort !== "ruling") return body.what !== "unsaid";
	if (body.status === "lapsed") return false;
	// what he confirmed himself he knows
	return body.status !== "confirmed" || body.who === "floor";
}

/** The players' names as sentences need them, of a `state` or of a hand's record. */
export const namesOf = ({ seats }) => new Map(seats.map((seat) => [String(seat.seat), placeName(seat)]));

const nameIn = (names) => (seat) => names.get(seat) ?? felt("seat.number", { seat });

const told = (key, body, names) => ruledText(key, valuesOf(body, nameIn(names)));

/** The table's own sentence: one player by his name; of several their seats stay. */
const worded = (text, names) => grouped(text ?? "").replace(/\b[Ss]eat (\d+)\b(?!, \d)/g, (place, seat) => names.get(seat) ?? place);

/** What it says, as text; `sort` is "ruling", "announcement" or "prompt". */
export const textOf = ({ sort, body }, names) => told(`${sort}.${body[WORD_OF[sort]]}`, body, names) ?? worded(body.text, names);

/** What an alternative lets happen. */
export const alternativeOf = (word, body, names) => told(`alternative.${word}`, body, names) ?? word.replaceAll("_", " ");

/** What is to be done, step by step, as texts: by the remedy, or by what the floor lets happen instead. */
export function stepsOf(body, names) {
	if (body.alternative) return [alternativeOf(body.alternative, body, names)];
	const own = (body.remedy ?? []).map((step) => told(`remedy.${step.do}`, step, names));
	return own.length && own.every((text) => text !== undefined) ? own : (body.steps ?? []).map((text) => worded(text, names));
}

/** A text as nodes: the cards it names drawn as cards. */
export function drawn(text, cards) {
	const named = new Set(cards);
	return text.split(/\b([2-9TJQKA][cdhs]|XJ)\b/).map((part) => (named.has(part) ? cardInline(part) : part));
}

/** The cards that may be drawn in what is said of a body. */
export const cardsOf = (body) => [...(body.cards ?? []), ...(body.remedy ?? []).flatMap((step) => step.cards ?? [])];

/** Until when it can be decided otherwise: "until the next hand begins"; "" when nothing is said. */
export const untilOf = ({ may_until: word }) => (word ? wordFor("until", word) : "");
