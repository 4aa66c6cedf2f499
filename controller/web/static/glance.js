// The table at a glance: one line a seat. Built once a table, then only what changed is changed, so nothing jumps.

import { showBoards } from "./boards.js";
import { cardFace, cardInline, inSight } from "./cards.js";
import { element, setText } from "./dom.js";
import { chips, felt, signed } from "./words.js";

const COLUMNS = ["place", "name", "stack", "bet", "act", "cards"];

/** Build `count` lines into `body`; returns `show(state)`. */
export function seatLines(body, count) {
	const lines = Array.from({ length: count }, (_, index) => buildLine(index + 1));
	body.replaceChildren(...lines.map((line) => line.root));
	return (state) => {
		roomFor(body.closest("table"), state.hand_cards);
		for (const view of state.seats) showLine(lines[view.seat - 1], view, state);
	};
}

/** The columns of a game keep their places for as long as it is played. */
function roomFor(table, cards) {
	if (cards > 3) table.dataset.cards = cards > 5 ? "long" : "many";
	else delete table.dataset.cards;
}

function buildLine(number) {
	const root = document.createElement("tr");
	root.dataset.seat = String(number);
	const cells = Object.fromEntries(COLUMNS.map((name) => [name, element(name === "name" ? "th" : "td", name)]));
	cells.name.scope = "row";
	root.append(...COLUMNS.map((name) => cells[name]));
	const position = element("span", "position");
	cells.place.append(element("span", "number", String(number)), position);
	return { root, position, ...cells };
}

function showLine(line, view, state) {
	const button = state.button === view.seat;
	line.root.className = [`is-${view.state}`, view.to_act || state.to_show === view.seat ? "to-act" : "", (view.result ?? 0) > 0 ? "won" : ""].join(" ").trim();
	if (view.to_act) line.root.setAttribute("aria-current", "true");
	else line.root.removeAttribute("aria-current");
	setText(line.position, button ? "BTN" : (view.position ?? ""));
	line.position.toggleAttribute("data-button", button);
	setText(line.name, view.name ?? felt("seat.open"));
	line.name.title = view.name ?? "";
	setAmount(line.stack, view.name === null ? "" : chips(view.stack));
	setAmount(line.bet, view.bet ? chips(view.bet) : "");
	const [text, kind] = actOf(view, state);
	setAmount(line.act, text);
	line.act.dataset.kind = kind;
	const faces = inSight(view);
	const key = `${faces.join(" ")}/${view.cards.count}`;
	if (line.cards.dataset.key === key) return;
	line.cards.dataset.key = key;
	const hidden = Math.max(0, view.cards.count - faces.length);
	const backs = element("span", "backs");
	backs.append(...Array.from({ length: hidden }, () => document.createElement("i")));
	backs.setAttribute("role", "img");
	backs.setAttribute("aria-label", Array.from({ length: hidden }, () => felt("card.back")).join(", "));
	line.cards.replaceChildren(...faces.map(cardInline), ...(hidden ? [backs] : []));
}

function setAmount(cell, text) {
	setText(cell, text);
	cell.toggleAttribute("data-long", text.length > 6);
}

/** What he did last or won; how much he bet stands beside it. */
function actOf(view, state) {
	if (view.result) return [signed(view.result), view.result > 0 ? "plus" : "minus"];
	if (view.to_act) return [felt("act.to_act"), "now"];
	if (view.state === "folded") return [felt("act.fold"), "quiet"];
	if (view.state === "mucked") return [felt("act.muck"), "quiet"];
	if (view.state === "all_in") return [felt("act.all_in"), "all_in"];
	return view.last_action && state.stage !== "between" ? [felt(`act.${view.last_action.split(" ")[0]}`), "did"] : ["", "none"];
}

export function showBoard(box, state) {
	showBoards(box, state, cardFace, () => element("span", "card place"));
	box.toggleAttribute("data-none", state.board_cards === 0 && state.board.length === 0);
}

/** How much of the deck is read, in numbers; and of the decks that passed the shuffler. */
export function deckText(deck, say) {
	if (!deck) return "";
	const named = (name) => (name ? ` ${name}` : "");
	const parts = [say("deck.read", { ...deck, name: named(deck.name) })];
	for (const { name, seen, strange } of deck.shuffler) parts.push(say(strange ? "deck.strange" : "deck.shuffler", { name: named(name), seen, strange }));
	if (deck.due) parts.push(say(`deck.due_${deck.due}`));
	return parts.join(" · ");
}

/** The pots as a list of their own, where there are several. */
export function showPots(list, pots, say) {
	const key = JSON.stringify(pots);
	if (list.dataset.key === key) return;
	list.dataset.key = key;
	list.replaceChildren(
		...(pots.length > 1 ? pots : []).map((pot, place) => {
			const item = element("li");
			item.append(element("span", "", place ? say("pot.side", { number: place }) : say("pot.main")), chips(pot.amount));
			return item;
		}),
	);
}
