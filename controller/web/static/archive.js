// What the table's journal holds, asked for by hand or by search. Addresses and answers are described in docs/openapi.yaml.

import { ask } from "./ask.js";
import { learn } from "./refusals.js";
import { learnStories } from "./ruled.js";

// a large journal on a small computer takes a while
const LIMIT_MS = 15_000;
export const PAGE_HANDS = 25;

/** One answer: `{found}`, or `{why}` with the table's code and message. */
async function find(path) {
	const { ok, told, ...why } = await ask(path, null, LIMIT_MS);
	if (!ok) await learn([why.code]);
	return ok ? { found: told } : { why };
}

/** One hand with its time-line; what was refused in it can be told by then. */
export async function askHand(number) {
	const answer = await find(`/hands/${number}`);
	const timeline = answer.found?.timeline ?? [];
	const codes = new Set(timeline.map(({ refused }) => refused ?? ""));
	await Promise.all([learn([...codes]), learnStories(timeline.flatMap(({ told }) => told))]);
	return answer;
}

/** "17" and "h17" are the number of a hand; anything else is part of a player's name. */
export function sought(text) {
	const number = /^[hH]?(\d{1,15})$/.exec(text.trim());
	return number ? { number: Number(number[1]) } : { player: text.trim() };
}

/** Hands, newest first, older than `before` where that is given: `only` and `player` choose among them, a `number` names one. */
export function askHands({ number, player = "", only = "", before = null }) {
	if (number === 0) return Promise.resolve({ found: { hands: [], next_before: null } });
	const asked = new URLSearchParams({ limit: String(number === undefined ? PAGE_HANDS : 1) });
	if (number !== undefined) asked.set("before", String(number + 1));
	else if (before !== null) asked.set("before", String(before));
	if (player) asked.set("player", player);
	if (only && number === undefined) asked.set("only", only);
	return find(`/hands?${asked}`).then((answer) => {
		if (number === undefined || !answer.found) return answer;
		return { found: { ...answer.found, hands: answer.found.hands.filter((hand) => hand.number === number), next_before: null } };
	});
}
