// One question at a time over a page, in its `dialog`.

import { button, element } from "./dom.js";

/** Return `{ask, button, close, isOpen}`; `close()` closes the open sheet as not chosen. Only one is open at a time. */
export function sheetIn(dialog) {
	let finish = null;
	// told late: by then the next question may be open
	dialog.addEventListener("close", () => { if (!dialog.open) finish?.(null); });

	/** Show what `fill(choose)` makes under `title`; resolves to what `choose` is called with. */
	function ask(title, fill, { wide = false } = {}) {
		close();
		return new Promise((resolve) => {
			finish = (chosen) => {
				finish = null;
				dialog.onkeydown = null;
				if (dialog.open) dialog.close();
				resolve(chosen);
			};
			const head = element("h2", "", title);
			head.id = "sheet-title";
			dialog.toggleAttribute("data-wide", wide);
			dialog.replaceChildren(head, ...fill((chosen) => finish?.(chosen)));
			dialog.showModal();
		});
	}

	const close = () => finish?.(null);

	return { ask, button, close, isOpen: () => dialog.open };
}
