// Rulings, prompts and announcements as sentences in the page's language, and which of them wait for whom. This is data:
// banner.js and docket.js draw it.

import OWN from "./banner.words.js";
import { cardInline } from "./cards.js";
import TOLD from "./rulings.words.js";
import { speech } from "./speech.js";
import { chips, felt, grouped, placeName } from "./words.js";

const say = speech(TOLD, OWN);
const NONE = "\0"; // no row says this

/** Which of the feed's lists a body stands in, the least pressing first: what a player waits for holds up the hand. */
const SORTS = [["announcement", "announcements"], ["ruling", "rulings"], ["prompt", "prompts"]];

/** What of a body is the word for what it says. */
const WORDS_OF = { ruling: "kind", announcement: "about", prompt: "what" };

/** True for a ruling that somebody has yet to decide about: it is not done, or done and not confirmed. */
export const waits = ({ status, who }) => status === "proposed" || status === "reopened" || (status === "in_force" && who !== "nobody");

/** `h12-r3` → 3. */
export const numberOf = ({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0);

/** A word of the table's, which may have no row: `some_word` → "some word". */
export const worded = (group, word) => say(`${group}.${word}`, { or: String(word).replaceAll("_", " ") });

/** Everything open, `{sort, body}`, in the order in which it is taken up when nobody saw it come: the first first. */
export function openItems(state) {
  return SORTS.flatMap(([sort, list]) => [...(state[list] ?? [])].sort((one, other) => numberOf(one) - numberOf(other)).map((body) => ({ sort, body })));
}

/** What the dealer has to hear of: his own to decide, the floor's to wait for, and what was decided and is to be done. */
export function forDealer({ sort, body }) {
  if (sort !== "ruling") return true;
  if (body.status === "lapsed") return false;
  return body.status !== "confirmed" || body.who === "floor"; // what he confirmed himself he knows
}

/** What waits for a word of the floor's. */
export const forFloor = ({ sort, body }) => (sort === "ruling" ? waits(body) : sort === "prompt" && body.who === "floor");

/** The players' names as sentences need them, of a `state` or of a hand's record. */
export const namesOf = ({ seats }) => new Map(seats.map((seat) => [String(seat.seat), placeName(seat)]));

/** The values that the table's sentences may name. */
function valuesOf(body) {
  const values = {};
  if (typeof body.seat === "number") values.seat = body.seat;
  if (body.seats?.length) values.seats = body.seats.join(", ");
  if (typeof body.seconds === "number") values.seconds = body.seconds;
  for (const amount of ["amount", "to"]) if (typeof body[amount] === "number") values[amount] = chips(body[amount]);
  return values;
}

/** The row of `key` with its values, or its bare form where one does not apply; undefined when there is no row. */
function filled(key, values) {
  const text = say(key, { or: NONE, ...values });
  if (!/\{\w+\}/.test(text)) return text === NONE ? undefined : text;
  const bare = say(`${key}.bare`, { or: NONE });
  return bare === NONE ? undefined : bare;
}

const SEAT = new RegExp(`\\b(?:[Ss]eat|${felt("seat.number", { seat: "" }).trim()}) (\\d+)\\b(?!, \\d)`, "g");

/** One player by his name; of several their seats stay. */
const byName = (text, names) => text.replace(SEAT, (place, seat) => names.get(seat) ?? place);

/** What it says, as text. */
export function textOf({ sort, body }, names) {
  return byName(filled(`${sort}.${body[WORDS_OF[sort]]}`, valuesOf(body)) ?? grouped(body.text ?? ""), names);
}

/** What is to be done, step by step, as texts: by the remedy, or by what the floor lets happen instead. */
export function stepsOf(body, names) {
  const { remedy, steps, alternative } = body;
  const own = alternative ? [filled(`alternative.${alternative}`, valuesOf(body))] : (remedy ?? []).map((step) => filled(`remedy.${step.do}`, valuesOf(step)));
  const said = own.length && own.every((text) => text !== undefined) ? own : (steps ?? []).map(grouped);
  return said.map((text) => byName(text, names));
}

/** An alternative as what it lets happen. */
export const alternativeOf = (word, body, names) => byName(filled(`alternative.${word}`, valuesOf(body)) ?? worded("remedy", word), names);

/** A text as nodes: the cards it names drawn as cards. */
export function drawn(text, cards) {
  const named = new Set(cards);
  return text.split(/\b([2-9TJQKA][cdhs])\b/).map((part) => (named.has(part) ? cardInline(part) : part));
}

/** The cards that may be drawn in what is said of a body. */
export const cardsOf = (body) => [...(body.cards ?? []), ...(body.remedy ?? []).flatMap((step) => step.cards ?? [])];

/** Until when it can be decided otherwise: "until the next hand begins"; "" when nothing is said. */
export const untilOf = ({ may_until: word }) => (word ? worded("until", word) : "");

export { say };
