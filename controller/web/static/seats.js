// The seats: built once a table, then only their texts, classes and cards change, so nothing jumps.

import { cardBack, cardFace, inSight } from "./cards.js";
import { element, setCards, setText } from "./dom.js";
import { ring } from "./ring.js";
import { seatSentence } from "./seat_sentence.js";
import { action, chips, felt, signed } from "./words.js";

/** Build `count` seats into `list`; returns a function that shows the seats of a state. */
export function seatRing(list, count) {
	const seats = ring(count).map((place, index) => buildSeat(place, index + 1));
	list.replaceChildren(...seats.map((seat) => seat.root));
	return (state) => {
		for (const view of state.seats) showSeat(seats[view.seat - 1], view, state);
	};
}

function buildSeat(place, number) {
	const parts = {
		cards: element("div", "hole"),
		number: element("span", "number"),
		name: element("span", "name"),
		position: element("span", "position"),
		stack: element("span", "stack"),
		act: element("span", "act"),
		puck: element("span", "puck"),
		bet: element("span", "bet"),
	};
	setText(parts.number, String(number));
	setText(parts.puck, "D");
	const plate = element("div", "plate");
	const top = element("div", "row");
	top.append(parts.number, parts.name, parts.position);
	plate.append(top, parts.stack, parts.act);
	const body = element("div", "body");
	body.append(parts.cards, plate, parts.puck);
	// the label says all of it in one sentence
	body.setAttribute("aria-hidden", "true");
	parts.bet.setAttribute("aria-hidden", "true");
	const root = element("li", "seat");
	root.dataset.seat = String(number);
	root.append(body, parts.bet);
	for (const [name, percent] of Object.entries(place)) root.style.setProperty(`--${name}`, `${percent}%`);
	return { root, ...parts };
}

function showSeat(seat, view, state) {
	const between = state.stage === "between";
	// it may lie at an empty seat
	const button = state.button === view.seat;
	seat.root.className = ["seat", `is-${view.state}`, view.to_act ? "to-act" : "", (view.result ?? 0) > 0 ? "won" : ""].join(" ").trim();
	setText(seat.name, view.name ?? felt("seat.open"));
	seat.name.title = view.name ?? "";
	setText(seat.stack, view.name === null ? "" : chips(view.stack));
	const position = button && view.position === "BTN" ? "" : (view.position ?? "");
	setText(seat.position, state.opener === view.seat ? `${position} ${felt("seat.opened")}`.trim() : position);
	seat.puck.hidden = !button;
	setText(seat.bet, view.bet ? chips(view.bet) : "");
	seat.bet.hidden = !view.bet;
	seat.bet.toggleAttribute("data-long", view.bet >= 1_000_000);
	showAct(seat.act, view, between);
	const faces = inSight(view);
	const backs = Math.max(0, view.cards.count - faces.length);
	setCards(seat.cards, [...faces, ...Array(backs).fill("")], (card) => (card ? cardFace(card) : cardBack()));
	seat.root.setAttribute("aria-label", seatSentence(view, button));
}

function showAct(node, view, between) {
	let [text, kind] = ["", "none"];
	if (view.result !== null && view.result !== 0) {
		[text, kind] = [signed(view.result), view.result > 0 ? "plus" : "minus"];
	} else if (view.state === "folded" || view.state === "mucked") {
		[text, kind] = [felt(view.state === "folded" ? "act.fold" : "act.muck"), "quiet"];
	} else if (view.state === "all_in") {
		[text, kind] = [felt("act.all_in"), "all-in"];
	} else if (view.to_act) {
		[text, kind] = [view.last_action ? action(view.last_action) : felt("act.to_act"), "now"];
	} else if (view.last_action && !between) {
		[text, kind] = [action(view.last_action), view.last_action.split(" ")[0]];
	}
	setText(node, text);
	node.dataset.kind = kind;
	node.toggleAttribute("data-long", text.length > 16);
}
