// The seats of a panel: one button each, laid as the dealer sees them, seat 1 at his left hand and then clockwise.

import { cardInline, inSight } from "./cards.js";
import { element, setText } from "./dom.js";
import { seatSentence } from "./seat_sentence.js";
import { chips, felt, signed } from "./words.js";

/** Where the seats lie: `{columns, places: [{row, column}], dealer}`, in half seats; the dealer's place is between the nearest. */
export function places(count) {
	// seats at the dealer's left, and as many at his right
	const side = count >= 8 ? 2 : count >= 3 ? 1 : 0;
	const far = count - 2 * side;
	const wide = Math.max(4, far, 2 * side + 2);
	const places = Array.from({ length: count }, (_, index) => {
		if (index < side) return { row: 3, column: 2 * (side - 1 - index) + 1 };
		if (index >= count - side) return { row: 3, column: 2 * (wide - 1 - (index - (count - side))) + 1 };
		return { row: 1, column: wide - far + 2 * (index - side) + 1 };
	});
	return { columns: 2 * wide, places, dealer: `${2 * side + 1} / span ${2 * (wide - 2 * side)}` };
}

/** Build `count` seats into `list`, on the grid of `felt`; returns `show(state, off)`. `chosen(seat)` hears of a touch. */
export function seatTiles(list, grid, count, chosen) {
	const layout = places(count);
	grid.style.setProperty("--columns", String(layout.columns));
	grid.style.setProperty("--dealer", layout.dealer);
	const tiles = layout.places.map((place, index) => buildTile(place, index + 1, chosen));
	list.replaceChildren(...tiles.map((tile) => tile.root));
	return (state, off) => {
		for (const view of state.seats) showTile(tiles[view.seat - 1], view, state, off);
	};
}

function buildTile({ row, column }, number, chosen) {
	const root = document.createElement("li");
	root.style.setProperty("--row", String(row));
	root.style.setProperty("--column", String(column));
	const button = element("button", "seat");
	button.type = "button";
	button.dataset.seat = String(number);
	button.addEventListener("click", () => chosen(number));
	const parts = Object.fromEntries(["number", "name", "position", "chips", "puck", "backs", "act"].map((name) => [name, element("span", name)]));
	setText(parts.number, String(number));
	setText(parts.puck, "D");
	const rows = [["number", "name"], ["chips"], ["act"], ["puck", "position", "backs"]].map((names) => {
		const line = element("span", "row");
		// the label says all of it
		line.setAttribute("aria-hidden", "true");
		line.append(...names.map((name) => parts[name]));
		return line;
	});
	button.append(...rows);
	root.append(button);
	return { root, button, ...parts };
}

function showTile(tile, view, state, off) {
	const button = state.button === view.seat;
	tile.button.className = ["seat", `is-${view.state}`, view.to_act ? "to-act" : "", (view.result ?? 0) > 0 ? "won" : ""].join(" ").trim();
	tile.button.disabled = off;
	setText(tile.name, view.short_name || view.name || felt("seat.open"));
	setText(tile.position, button && view.position === "BTN" ? "" : (view.position ?? ""));
	const stack = view.name === null ? "" : chips(view.stack);
	setText(tile.chips, stack);
	tile.chips.toggleAttribute("data-long", stack.length > 8);
	tile.puck.hidden = !button;
	showCards(tile.backs, { count: view.cards.count, shown: inSight(view) });
	const [text, kind] = actOf(view, state);
	setText(tile.act, text);
	tile.act.dataset.kind = kind;
	tile.button.setAttribute("aria-label", seatSentence(view, button));
}

function showCards(box, { count, shown }) {
	const key = `${shown.join(" ")}/${count}`;
	if (box.dataset.key === key) return;
	box.dataset.key = key;
	const backs = Array.from({ length: Math.max(0, count - shown.length) }, () => document.createElement("i"));
	box.replaceChildren(...shown.map(cardInline), ...backs);
}

/** "raise 12000" → "Raise 12,000": seats are narrow. */
function inShort(act) {
	const [did, amount] = act.split(" ");
	return amount === undefined ? felt(`act.${did}`) : `${felt(`act.${did}`)} ${chips(Number(amount))}`;
}

/** The line of a seat: what it won, what it bet, what it did. */
function actOf(view, state) {
	if (view.result !== null && view.result !== 0) return [signed(view.result), view.result > 0 ? "plus" : "minus"];
	if (view.state === "folded") return [felt("act.fold"), "quiet"];
	if (view.state === "mucked") return [felt("act.muck"), "quiet"];
	if (view.state === "all_in") return [view.bet ? `${felt("act.all_in")} ${chips(view.bet)}` : felt("act.all_in"), "all_in"];
	if (view.last_action && state.stage !== "between" && !view.to_act) return [inShort(view.last_action), view.last_action.split(" ")[0]];
	if (view.bet) return [felt("seat.in_front", { chips: chips(view.bet) }), "bet"];
	if (view.to_act) return [felt("act.to_act"), "now"];
	if (view.behind) return [felt("seat.behind", { chips: chips(view.behind) }), "bet"];
	return ["", "none"];
}
