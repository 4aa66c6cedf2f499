// Questions with several fields, in a sheet.

import { element, setText } from "./dom.js";
import { chips } from "./words.js";

const DIGITS = /^\d{1,15}$/;

/** Whole numbers are typed as people write them: "12 000", "12,000", "12.000". */
const digitsOf = (text) => text.replace(/[\s.,'’]/g, "");

/**
 * Return `askForm(title, fields, done, others)`, which resolves to `{values}`, to `{other}`, or null. A field is
 * `{name, label, value, kind, …}`; kinds: "text" (`most` characters, `needed`), "number" (`min`, `max`), "choice" (`options` as
 * [value, text]). `others` are [label, meaning, look]: what is offered besides. `lead` are nodes before it all, `look` is that of `done`.
 */
export function forms(sheet, say) {
	return (title, fields, done, others = [], { lead = [], look: doneLook = "first" } = {}) =>
		sheet.ask(title, (choose) => {
			const form = element("form", "");
			form.noValidate = true;
			form.append(...lead);
			const rows = fields.map((field) => build(field));
			const actions = element("div", "actions");
			const ok = element("button", doneLook, done);
			ok.type = "submit";
			actions.append(sheet.button(say("do.cancel"), () => choose(null)), ok);
			if (others.length) {
				const box = element("div", "others");
				box.append(...others.map(([label, other, look]) => sheet.button(label, () => choose({ other }), look ?? "")));
				form.append(box);
			}
			form.append(...rows.map(({ label }) => label), actions);
			form.addEventListener("submit", (event) => {
				event.preventDefault();
				const wrong = rows.filter(({ check }) => !check());
				if (wrong.length) wrong[0].input.focus();
				else choose({ values: Object.fromEntries(rows.map(({ field, read }) => [field.name, read()])) });
			});
			return [form];
		});

	function build(field) {
		const label = element("label", field.broad ? "broad" : "");
		const input = document.createElement(field.kind === "choice" ? "select" : "input");
		const wrong = element("p", "wrong");
		input.name = field.name;
		wrong.id = `wrong-${field.name}`;
		input.setAttribute("aria-describedby", wrong.id);
		if (field.kind === "choice") {
			input.append(...field.options.map(([value, text]) => new Option(text, value)));
		} else {
			input.autocomplete = "off";
			if (field.kind === "number") input.inputMode = "numeric";
			else input.maxLength = field.most;
		}
		input.value = field.value;
		label.append(field.label, input, wrong);
		const read = () => (field.kind === "number" ? Number(digitsOf(input.value)) : input.value.trim());
		const check = () => {
			const why = whyNot(field, input.value, read());
			setText(wrong, why);
			input.setAttribute("aria-invalid", String(why !== ""));
			return why === "";
		};
		input.addEventListener("change", check);
		return { field, label, input, read, check };
	}

	function whyNot(field, text, value) {
		if (field.kind === "number") {
			const { min, max = 10 ** 15 } = field;
			return DIGITS.test(digitsOf(text)) && value >= min && value <= max ? "" : say("wrong.number", { min: chips(min), max: chips(max) });
		}
		return field.needed && value === "" ? say("wrong.needed") : "";
	}
}
