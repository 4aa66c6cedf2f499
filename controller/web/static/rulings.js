// Rulings, prompts and announcements as sentences in the page's language, and which of them wait for whom. This is data:
// banner.js and docket.js draw it.

import { cardInline } from "./cards.js";
import { language, speech } from "./speech.js";
import RULED from "./ruled.words.js";
import WORDS from "./rulings.words.js";
import { chips, grouped, placeName } from "./words.js";

const ROWS = RULED[language] ?? {}; // in English the table itself speaks
const say = speech(WORDS);

/** Which of the feed's lists a body stands in, the least pressing first: what a player waits for holds up the hand. */
const SORTS = [["announcement", "announcements"], ["ruling", "rulings"], ["prompt", "prompts"]];

// A ruling with one of these waits for somebody's word.
export const UNDECIDED = new Set(["proposed", "reopened"]);

/** `h12-r3` → 3. */
export const numberOf = ({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0);

/** A word of the table's that may have no row: `some_word` → "some word". */
export const worded = (key, word) => say(`${key}.${word}`, { or: String(word).replaceAll("_", " ") });

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
export function forFloor({ sort, body }) {
  if (sort === "ruling") return UNDECIDED.has(body.status);
  return sort === "prompt" && body.who === "floor";
}

/** The players' names as sentences need them, of a `state` or of a hand's record. */
export const namesOf = ({ seats }) => new Map(seats.map((seat) => [String(seat.seat), placeName(seat)]));

/** The values that a row of the table of sentences may name. */
function valuesOf(body, names) {
  const at = (seat) => names.get(String(seat)) ?? placeName({ name: null, seat });
  const values = {};
  const seats = body.seats?.length ? body.seats : [body.seat].filter((seat) => typeof seat === "number");
  if (seats.length) values.who = seats.map(at).join(", ");
  if (body.cards?.length) values.cards = body.cards.join(" ");
  for (const amount of ["amount", "to"]) if (typeof body[amount] === "number") values[amount] = chips(body[amount]);
  return values;
}

/** The first of the rows of `key` whose every value is there, filled in; undefined when there is none. */
function filled(key, values) {
  for (const row of [ROWS[key], ROWS[`${key}.bare`]]) {
    if (row !== undefined && [...row.matchAll(/\{(\w+)\}/g)].every(([, name]) => name in values)) return row.replace(/\{(\w+)\}/g, (place, name) => values[name]);
  }
  return undefined;
}

/** The table's own sentence with its amounts grouped and players by name. */
const told = (text, names) => grouped(text ?? "").replace(/\b[Ss]eat (\d+)\b/g, (place, seat) => names.get(seat) ?? place);

const KEYS = { ruling: "kind", announcement: "about", prompt: "what" };

/** What it says, as text. */
export function textOf({ sort, body }, names) {
  return filled(`${sort}.${body[KEYS[sort]]}`, valuesOf(body, names)) ?? told(body.text, names);
}

/** What is to be done, step by step, as texts. */
export function stepsOf({ remedy = [], steps = [] }, names) {
  const own = (remedy ?? []).map((step) => filled(`remedy.${step.do}`, valuesOf(step, names)));
  return own.length && own.every((text) => text !== undefined) ? own : (steps ?? []).map((text) => told(text, names));
}

/** A text as nodes: the cards it names drawn as cards. */
export function drawn(text, cards = []) {
  const named = new Set(cards ?? []);
  return text.split(/\b([2-9TJQKA][cdhs])\b/).map((part) => (named.has(part) ? cardInline(part) : part));
}

/** The cards that may be drawn in what is said of a body. */
export const cardsOf = (body) => [...(body.cards ?? []), ...(body.remedy ?? []).flatMap((step) => step.cards ?? [])];

/** Until when it may be done otherwise: "until substantial action"; "" when nothing is said. */
export const untilOf = ({ may_until: word }) => (word ? say("until", { what: worded("until", word) }) : "");
