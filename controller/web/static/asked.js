// What lies folded on a page until somebody wants to know it: asked of the table when it is first opened.

import { ask } from "./ask.js";
import { element } from "./dom.js";

// path → the table's answer
const answers = new Map();

/**
 * A fold called `label` that asks for `path` when it is opened, and shows what `draw(told)` makes of the answer, or `words.asking` and
 * `words.none`.
 */
export function foldOf(className, label, path, words, draw) {
	const [fold, body] = [element("details", className), element("div", "answer")];
	const summary = element("summary", "", label);
	summary.dataset.key = path;
	fold.append(summary, body);
	const tell = () => {
		const found = answers.get(path);
		body.replaceChildren(...(found === undefined ? [element("p", "", words.asking)] : found.ok ? draw(found.told) : [element("p", "", found.message || words.none)]));
	};
	fold.addEventListener("toggle", async () => {
		if (!fold.open) return;
		tell();
		if (!answers.get(path)?.ok) answers.set(path, await ask(path));
		tell();
	});
	return fold;
}
