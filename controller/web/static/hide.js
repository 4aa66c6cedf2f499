// The button that hides every hole card from every feed at once, and shows them again.

import { commander } from "./command.js";
import { setText } from "./dom.js";
import { learn } from "./refusals.js";

// the second tap of a double touch would undo the first
const REST_MS = 350;

/** `refused(answer)` hears why it was not done. Return `show(state, off)`. */
export function hideButton(button, say, refused) {
	// whoever sees this page may speak as one
	const send = commander("dealer");
	let hidden = null;
	let busy = false;
	let restsUntil = 0;

	async function press() {
		if (hidden === null || busy || performance.now() < restsUntil) return;
		busy = true;
		button.setAttribute("aria-busy", "true");
		try {
			const answer = await send("panic", { on: !hidden });
			if (!answer.ok) {
				await learn([answer.code]);
				refused(answer);
			}
		} finally {
			busy = false;
			button.removeAttribute("aria-busy");
			restsUntil = performance.now() + REST_MS;
		}
	}

	button.addEventListener("click", press);
	return (state, off) => {
		if (state.hidden !== hidden) restsUntil = performance.now() + REST_MS;
		hidden = state.hidden;
		setText(button, say(hidden ? "do.unhide" : "do.hide"));
		button.setAttribute("aria-pressed", String(hidden));
		button.disabled = off;
	};
}
