// What is said of rulings, their steps, announcements and prompts, in the page's language. In English the table speaks its sentences
// itself; every other word is fetched when the table first says it, before what it came with is shown.

import { fetched, learned } from "./refusals.js";
import { language } from "./speech.js";
import { chips, felt, gameName } from "./words.js";

const OWN = "en";
// as long a frame waits for its words; then the table's own are better than none
const PATIENCE_MS = 2_000;

/** Sort of body → which of its fields is the word for what it says. */
export const WORD_OF = { ruling: "kind", announcement: "about", prompt: "what" };
const LISTS = { rulings: "ruling", announcements: "announcement", prompts: "prompt" };

/** The values that a sentence about `body` may name; `nameOf(seat)` is who sits there. */
export function valuesOf(body, nameOf) {
	const values = {};
	const seats = body.seats?.length ? body.seats : typeof body.seat === "number" ? [body.seat] : [];
	if (seats.length) values.who = seats.map((seat) => nameOf(String(seat))).join(", ");
	if (body.cards?.length) values.cards = body.cards.join(" ");
	if (typeof body.seconds === "number") values.seconds = body.seconds;
	if (body.game) Object.assign(values, { game: gameName(body.game), limit: felt(`limit.${body.limit}`) });
	for (const amount of ["amount", "to"]) if (typeof body[amount] === "number") values[amount] = chips(body[amount]);
	return values;
}

/** `row` with its values, or `bare` where one is missing; undefined when there is no row. */
function filled(row, bare, values) {
	const text = row?.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
	return text === undefined || !/\{\w+\}/.test(text) ? text : bare;
}

/** The sentence of `key`, such as `ruling.misdeal`; undefined without one. */
export function ruledText(key, values) {
	const [row, bare] = learned(key)?.split("\n") ?? [];
	return filled(row, bare, values);
}

const sentenceOf = (sort, body) => `${sort}.${body[WORD_OF[sort]]}`;

/** What has to be said of a body: sentences, and words that the table has no sentence for. */
function keysOf(sort, body) {
	const sentences = [sentenceOf(sort, body), ...(body.remedy ?? []).map((step) => `remedy.${step.do}`)];
	const words = [...(body.alternatives ?? []), body.alternative].filter(Boolean).map((word) => `alternative.${word}`);
	if (sort === "ruling") words.push(`kind.${body.kind}`);
	if (body.may_until) words.push(`until.${body.may_until}`);
	words.push(...(body.answers ?? []).map((word) => `answer.${word}`));
	return language === OWN ? words : [...sentences, ...words];
}

function storyKeys(stories) {
	const sorted = language === OWN ? [] : (stories ?? []).map((story) => [story.topic ?? story.kind, story]);
	return sorted.filter(([sort]) => sort in WORD_OF).map(([sort, story]) => sentenceOf(sort, story));
}

/** Resolves when the sentences of `stories` are there, or do not come soon; null when there is nothing to wait for. */
export const learnStories = (stories) => coming(storyKeys(stories));

/** The same of a frame of the feed, with all that a panel says of what is ruled, announced and asked in it. */
export function learnFrame({ stories, state, set }) {
	const told = state ?? set ?? {};
	const bodies = Object.entries(LISTS).flatMap(([list, sort]) => (told[list] ?? []).flatMap((body) => keysOf(sort, body)));
	return coming([...bodies, ...storyKeys(stories)]);
}

/** The same of words by their keys. */
export const learnWords = (keys) => coming(keys);

function coming(keys) {
	const wanted = [...new Set(keys)].filter((key) => learned(key) === undefined);
	return wanted.length ? fetched(wanted, PATIENCE_MS) : null;
}
