// Sheets of the panels: what needs more than one touch. Each `ask…` resolves to what was chosen, null when closed.

import { cardInline, cardName } from "./cards.js";
import { element, setText } from "./dom.js";
import { sheetIn } from "./sheet.js";
import { chips } from "./words.js";

/** What the panels ask in `dialog`, besides what `sheetIn` gives. */
export function sheets(dialog, say) {
	const sheet = sheetIn(dialog);
	const { ask, button: press } = sheet;

	const cancel = (choose, label = say("do.cancel")) => press(label, () => choose(null));

	/** `choices` are [label, what it means, look]. */
	const askChoice = (title, text, choices) =>
		ask(title, (choose) => {
			const box = element("div", "choices");
			box.append(...choices.map(([label, chosen, look]) => press(label, () => choose(chosen), look)), cancel(choose, say(choices.length ? "do.cancel" : "do.close")));
			return text ? [element("p", "", text), box] : [box];
		});

	/**
   * A whole number by touch or keys, from `min` to `max` (null = no end) in steps of `step`; `done(number)` words the button.
   * With `said` another number up to it may be given by a button of its own, for what a player has announced: the table says what it counts as.
   */
	const askNumber = (title, { min, max, step = 1, done, said = 0 }) =>
		ask(title, (choose) => {
			let digits = "";
			const shown = element("output", "");
			const bounds = element("p", "bounds", max === null ? say("pad.from", { min: chips(min) }) : say("pad.bounds", { min: chips(min), max: chips(max) }));
			const ok = press("", () => legal() && choose(amount()), "first");
			const asSaid = press("", () => choose(amount()), "grave wide");
			const amount = () => Number(digits || 0);
			const legal = () => amount() >= min && (max === null || amount() <= max) && (amount() % step === 0 || amount() === max);
			const type = (more) => {
				const next = (digits + more).replace(/^0+/, "");
				if (next.length <= 15) digits = next;
				show();
			};
			const edit = { Backspace: () => { digits = digits.slice(0, -1); show(); }, Delete: () => { digits = ""; show(); }, Enter: () => ok.click() };
			function show() {
				setText(shown, digits === "" ? " " : chips(amount()));
				ok.disabled = !legal();
				setText(ok, done(chips(amount())));
				asSaid.hidden = legal() || amount() < 1 || amount() > said;
				setText(asSaid, say("pad.said", { what: done(chips(amount())) }));
				bounds.toggleAttribute("data-wrong", digits !== "" && !legal());
			}
			shown.setAttribute("aria-live", "polite");
			shown.tabIndex = -1;
			// on a digit, Enter would type it
			shown.autofocus = true;
			const pad = element("div", "pad");
			const keys = [..."123456789", "00", "0", "000"].map((key) => press(key, () => type(key)));
			const ends = [press(`${say("size.min")} ${chips(min)}`, () => { digits = String(min); show(); }), press(say("pad.back"), edit.Backspace)];
			ends.push(max === null ? press(say("pad.clear"), edit.Delete) : press(`${say("size.max")} ${chips(max)}`, () => { digits = String(max); show(); }));
			pad.append(...keys, ...ends);
			dialog.onkeydown = (event) => {
				const onButton = event.key === "Enter" && event.target instanceof HTMLButtonElement && event.target !== ok;
				if (/^\d$/.test(event.key)) type(event.key);
				else if (event.key in edit && !onButton) edit[event.key]();
				else return;
				event.preventDefault();
			};
			const actions = element("div", "actions");
			actions.append(cancel(choose), ok, asSaid);
			show();
			return [shown, bounds, pad, actions];
		});

	/** One line of text, with what is offered besides: `others` are [label, meaning] and resolve to `{other}`. */
	const askText = (title, label, done, others = []) =>
		ask(title, (choose) => {
			const form = element("form", "");
			const field = element("label", "", label);
			const input = element("input");
			input.maxLength = 64;
			input.autocomplete = "off";
			field.append(input);
			const actions = element("div", "actions");
			const ok = element("button", "first", done);
			ok.type = "submit";
			actions.append(cancel(choose), ok, ...others.map(([text, other]) => press(text, () => choose({ other }), "wide")));
			form.append(field, actions);
			form.addEventListener("submit", (event) => {
				event.preventDefault();
				if (input.value.trim()) choose(input.value.trim());
			});
			return [form];
		});

	/**
   * `count` cards of those not in `taken`, such as `["Kd", "9s"]`; `words` are the texts of the button, `{choose, done}`. `joker` = there is
   * one in the deck.
   */
	const askCards = (title, taken, count, words, joker = false) =>
		ask(title, (choose) => {
			const chosen = new Set();
			const deck = element("div", "deck");
			const ok = press(words.choose, () => choose([...chosen]), "first");
			ok.disabled = true;
			const cards = [..."shdc"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit));
			for (const card of joker ? [...cards, "XJ"] : cards) {
				const button = press("", () => {
					if (!chosen.delete(card) && chosen.size < count) chosen.add(card);
					button.setAttribute("aria-pressed", String(chosen.has(card)));
					ok.disabled = chosen.size !== count;
					setText(ok, ok.disabled ? words.choose : words.done([...chosen].map(cardName).join(say("cards.and"))));
				});
				button.append(cardInline(card));
				button.setAttribute("aria-label", cardName(card));
				button.setAttribute("aria-pressed", "false");
				button.disabled = taken.includes(card);
				deck.append(button);
			}
			const actions = element("div", "actions");
			actions.append(cancel(choose), ok);
			return [deck, actions];
		}, { wide: true });

	return { ...sheet, askChoice, askNumber, askText, askCards };
}
