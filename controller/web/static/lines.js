// One line a seat: who sits there, from where, what he does, with how much.

import { countryName } from "./countries.js";
import { element, setText } from "./dom.js";
import SEATS from "./seat_sentence.words.js";
import { speech } from "./speech.js";
import { chips, felt } from "./words.js";

const seat = speech(SEATS);

const initials = (name) => name.split(/\s+/).map((word) => [...word][0]).filter((letter) => /\p{L}/u.test(letter ?? "")).slice(0, 2).join("");

/** Return `show(state, off)`; `use(seat)` hears of a touch. */
export function seatLines(list, count, say, use) {
	const lines = Array.from({ length: count }, (_, place) => build(place + 1, use));
	list.replaceChildren(...lines.map(({ root }) => root));
	return (state, off) => lines.forEach((line, place) => showLine(line, state.seats[place], state, off, say));
}

function build(number, use) {
	const root = document.createElement("li");
	const button = document.createElement("button");
	button.type = "button";
	button.dataset.seat = String(number);
	const parts = Object.fromEntries(["number", "face", "who", "country", "doing", "stack"].map((name) => [name, element("span", name)]));
	parts.name = element("span", "name");
	parts.short = element("span", "short");
	parts.who.append(parts.name, parts.short);
	button.append(parts.number, parts.face, parts.who, parts.country, parts.doing, parts.stack);
	button.addEventListener("click", () => use(number));
	setText(parts.number, String(number));
	root.append(button);
	return { root, button, ...parts };
}

function showLine(line, view, state, off, say) {
	const open = view.name === null;
	line.button.disabled = off;
	line.button.classList.toggle("open", open);
	showFace(line.face, view);
	setText(line.name, view.name ?? say("line.open"));
	line.name.title = view.name ?? "";
	setText(line.short, view.short_name ?? "");
	line.short.hidden = !view.short_name;
	setText(line.country, view.country ? countryName(view.country) : "");
	line.country.title = line.country.textContent;
	const button = state.button === view.seat;
	line.doing.toggleAttribute("data-button", button);
	setText(line.doing, open ? "" : seat(`seat.${view.state}`));
	setText(line.stack, open ? "" : chips(view.stack));
	const parts = [open ? felt("seat.label_open", { seat: view.seat }) : felt("seat.label", { seat: view.seat, name: view.name })];
	if (!open) parts.push(felt("seat.chips", { chips: chips(view.stack) }), line.doing.textContent);
	if (view.country) parts.push(countryName(view.country));
	if (button) parts.push(felt("seat.button"));
	line.button.setAttribute("aria-label", parts.join(", "));
}

/** A picture where there is one that can be shown, else what a name begins with. */
function showFace(face, { name, picture }) {
	const key = JSON.stringify([name, picture]);
	if (face.dataset.key === key) return;
	face.dataset.key = key;
	face.replaceChildren(initials(name ?? ""));
	if (!picture) return;
	const image = new Image();
	image.alt = "";
	image.addEventListener("load", () => { if (face.dataset.key === key) face.replaceChildren(image); });
	image.src = `/pictures/${picture}`;
}
