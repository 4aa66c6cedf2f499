// Why the table refused something, in the page's language. In English that is the table's own message; of another language a
// sentence is fetched when it is first needed: there are well over a hundred, and a page shows few.

import { language } from "./speech.js";

const OWN = "en";
// then the table's own words are better than none
const PATIENCE_MS = 300;
const LIMIT_MS = 4_000;
// for a panel's own codes it has texts itself
const CODE = /^(?!panel\.)\w+\.\w+$/;

// code → its sentence
const sentences = new Map();
// code → resolves when it was answered
const asked = new Map();

async function fetchSentence(code) {
	try {
		const answer = await fetch(`/words/${language}/${code}`, { signal: AbortSignal.timeout(LIMIT_MS) });
		if (answer.ok) sentences.set(code, await answer.text());
		else if (answer.status !== 404) asked.delete(code);
	} catch {
		// asked again when it is refused again
		asked.delete(code);
	}
}

function coming(code) {
	if (!asked.has(code)) asked.set(code, fetchSentence(code));
	return asked.get(code);
}

/** Resolves when the sentences of `codes` are there, or do not come soon. Without it `refusalText` has the table's own words only. */
export async function learn(codes) {
	if (language !== OWN) await fetched(codes.filter((code) => CODE.test(code)), PATIENCE_MS);
}

/** Resolves when what is said of `codes` is there, or does not come within `patienceMs`. */
export const fetched = (codes, patienceMs) => Promise.race([Promise.all(codes.map(coming)), new Promise((go) => setTimeout(go, patienceMs))]);

/** What was fetched of a code; undefined before. */
export const learned = (code) => sentences.get(code);

/** Why a command or a question was refused. */
export const refusalText = ({ code, message }) => sentences.get(code) ?? message;
