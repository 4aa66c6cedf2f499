// Reason codes of parts in the page's language: rows of reasons.words.js; in English the table itself speaks.

import { ask } from "./ask.js";
import ROWS from "./reasons.words.js";

const explained = new Map();

/** What a code means and what to do, in the page's language; empty where only the table knows it. */
export const reasonOf = (code) => ROWS[`code.${code}`] ?? "";

/**
 * The catalogue's row of a code, `{cause, remedy}`, null until it came; the table is asked once, and `then` called when it
 * has answered.
 */
export function explain(code, then) {
	if (!explained.has(code)) {
		explained.set(code, null);
		ask(`/codes/${code}`).then((answer) => {
			if (answer.ok) {
				explained.set(code, answer.told);
				then();
			} else if (answer.code === "panel.no_answer") {
				// asked again when it is shown again
				explained.delete(code);
			}
		});
	}
	return explained.get(code) ?? null;
}
