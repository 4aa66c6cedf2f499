// Buttons in fixed places: each shows the control that the plan puts there, and none moves.

import { element, setText } from "./dom.js";

/**
 * A row of `count` buttons in `box` (or the given `nodes`). `show(controls, off)` puts controls into their places, null = none;
 * `busy(id, is)` marks one whose command is on its way. `use(control, meaning)` hears of a press, with what the table was like
 * when the finger came down.
 */
export function controlRow(box, count, { use, meant, nodes = null }) {
	const slots = (nodes ?? Array.from({ length: count }, buildButton)).map((button) => slot(button));
	if (nodes === null) box.replaceChildren(...slots.map(({ button }) => button));

	function slot(button) {
		const label = element("span", "label");
		const amount = element("span", "amount");
		const key = document.createElement("kbd");
		key.setAttribute("aria-hidden", "true");
		button.replaceChildren(label, amount, key);
		const own = { button, label, amount, key, control: null, touched: null };
		button.addEventListener("pointerdown", () => { own.touched = own.control && { control: own.control, meaning: meant() }; });
		button.addEventListener("click", () => {
			const { control, meaning } = own.touched ?? { control: own.control, meaning: meant() };
			own.touched = null;
			if (control) use(control, meaning);
		});
		return own;
	}

	function showOne(own, control, off) {
		const { button } = own;
		own.control = control;
		button.classList.toggle("gone", control === null);
		button.hidden = control === null && nodes !== null;
		button.disabled = control === null || off || Boolean(control.off);
		for (const look of ["first", "grave"]) button.classList.toggle(look, control?.look === look);
		if (control === null) return;
		button.dataset.id = control.id;
		setText(own.label, control.label);
		setText(own.amount, control.amount ?? "");
		own.amount.toggleAttribute("data-long", (control.amount?.length ?? 0) > 9);
		setText(own.key, control.key ?? "");
		own.key.hidden = !control.key;
		button.setAttribute("aria-label", control.name ?? (control.amount ? `${control.label}: ${control.amount}` : control.label));
		if (control.key) button.setAttribute("aria-keyshortcuts", control.key);
		else button.removeAttribute("aria-keyshortcuts");
		if (control.pressed === undefined) button.removeAttribute("aria-pressed");
		else button.setAttribute("aria-pressed", String(control.pressed));
	}

	return {
		show: (controls, off) => slots.forEach((own, place) => showOne(own, controls[place] ?? null, off)),
		busy(id, is) {
			for (const own of slots) {
				if (is && own.control?.id === id) own.button.setAttribute("aria-busy", "true");
				else if (!is) own.button.removeAttribute("aria-busy");
			}
		},
		controls: () => slots.map((own) => own.control),
	};
}

function buildButton() {
	const button = element("button", "control");
	button.type = "button";
	return button;
}
