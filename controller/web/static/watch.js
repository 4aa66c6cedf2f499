// A question to the table that is asked again and again.

import { ask } from "./ask.js";

/** Ask for `path` every `everyMs`, one question at a time, while the page can be seen; `take` gets each answer. */
export function watch(path, everyMs, take) {
	async function turn() {
		if (!document.hidden) take(await ask(path));
		setTimeout(turn, everyMs);
	}
	turn();
}
