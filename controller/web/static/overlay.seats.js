// The seats of the overlay: built once a table, then only texts, classes and cards change.

import { element, setCards, setText } from "./dom.js";
import { back, face, place } from "./overlay.cards.js";
import { chips, signed } from "./words.js";

// of a box 84 wide …
const CARD_HEIGHT = 113;
// … and in a long hand, whose cards are narrow
const LONG_HEIGHT = 200;

/**
 * Where seat `number` of `count` lies: seen from above, with the dealer at the far side, seat 1 at his left hand and on
 * clockwise, so the first half goes down the right side of the picture and the second up the left. `up` counts from the bottom.
 */
export function placeOf(number, count) {
	const right = Math.ceil(count / 2);
	return number <= right ? { side: "right", up: right - number } : { side: "left", up: number - right - 1 };
}

/** Build `count` seats into `list`; returns a function that shows the seats of a state with the texts of `say` and `felt`. */
export function seatStrips(list, count, say, felt, bbText) {
	const seats = Array.from({ length: count }, (_, index) => buildSeat(index + 1, count));
	list.replaceChildren(...seats.map((seat) => seat.root));
	return (state, leftText) => {
		for (const view of state.seats) showSeat(seats[view.seat - 1], view, state, { say, felt, bbText, leftText });
	};
}

function buildSeat(number, count) {
	const parts = {};
	for (const name of ["face", "monogram", "country", "top", "name", "position", "sum", "stack", "bb", "band", "did", "amount", "equity", "hole"]) {
		parts[name] = element(["face", "top", "sum", "band", "hole"].includes(name) ? "div" : "span", name);
	}
	const picture = document.createElement("img");
	picture.alt = "";
	picture.hidden = true;
	picture.onerror = () => { picture.hidden = true; };
	parts.face.append(parts.monogram, picture, parts.country);
	parts.top.append(parts.name, parts.position);
	parts.sum.append(parts.stack, parts.bb);
	parts.band.append(parts.did, parts.amount, parts.equity);
	const strip = element("div", "strip");
	strip.append(parts.face, parts.top, parts.sum, parts.hole, parts.band);
	const root = element("li", "seat is-empty");
	const { side, up } = placeOf(number, count);
	root.dataset.side = side;
	root.dataset.part = `seat${number}`;
	root.style.setProperty("--up", up);
	root.append(strip);
	return { root, strip, picture, ...parts };
}

function showSeat(seat, view, state, { say, felt, bbText, leftText }) {
	const won = (view.result ?? 0) > 0;
	seat.root.className = ["seat", seat.root.dataset.side, `is-${view.state}`, view.to_act ? "to-act" : "", won ? "won" : ""].join(" ").trim();
	// fades out as it was
	if (view.name === null) return;
	setText(seat.name, view.short_name ?? view.name);
	setText(seat.monogram, initials(view.name));
	setText(seat.country, view.country ?? "");
	showPicture(seat.picture, view.picture ?? null);
	const button = state.button === view.seat;
	seat.position.classList.toggle("button", button);
	setText(seat.position, button ? "D" : (view.position ?? ""));
	setText(seat.stack, chips(view.stack));
	seat.stack.toggleAttribute("data-long", view.stack >= 10_000_000);
	setText(seat.bb, view.stack ? bbText(view.stack_bb) : "");
	const [did, amount] = doing(view, state, say, felt);
	setText(seat.did, view.hand_name ?? did);
	seat.did.toggleAttribute("data-name", view.hand_name !== null);
	setText(seat.amount, view.to_act && leftText ? leftText : view.hand_name !== null && view.result === null ? "" : amount);
	setText(seat.equity, view.equity ?? "");
	const out = view.state === "folded" || view.state === "mucked";
	const backs = out ? 0 : Math.max(0, view.cards - view.hole.length);
	const cards = [...view.hole, ...Array(backs).fill("back")];
	seat.hole.toggleAttribute("data-many", cards.length > 2);
	seat.strip.toggleAttribute("data-wide", cards.length > 4);
	const height = cards.length > 4 ? LONG_HEIGHT : CARD_HEIGHT;
	while (cards.length < 2) cards.push("");
	setCards(seat.hole, cards, (card) => (card === "" ? hollow() : card === "back" ? back() : face(card, height)));
}

/** A place for a card where none is: it keeps the room, and nothing is seen. */
function hollow() {
	const made = place();
	made.classList.add("none");
	return made;
}

/** What the band under a player says: [what he does, chips]. */
function doing(view, state, say, felt) {
	if (view.result !== null && view.result !== 0) return [view.result > 0 ? say("seat.wins") : lastAct(view, felt), signed(view.result)];
	const bet = view.bet ? chips(view.bet) : "";
	if (view.state === "waiting") return [state.hand === null || state.stage === "ended" ? "" : say("seat.waiting"), ""];
	if (view.state === "folded") return [felt("act.fold"), ""];
	if (view.state === "mucked") return [felt("act.muck"), ""];
	if (view.to_act) return [say("seat.to_act"), bet];
	if (view.state === "all_in") return [felt("act.all_in"), bet];
	return [lastAct(view, felt), bet];
}

function lastAct(view, felt) {
	const did = (view.last_action ?? "").split(" ")[0];
	if (view.state === "folded" || view.state === "mucked") return felt(view.state === "folded" ? "act.fold" : "act.muck");
	return did ? felt(`act.${did}`) : "";
}

function initials(name) {
	const words = name.split(/[\s\-]+/).filter((word) => /^\p{L}/u.test(word));
	const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
	return ([...first][0] ?? "") + ([...last][0] ?? "");
}

function showPicture(picture, name) {
	if (picture.dataset.name === (name ?? "")) return;
	picture.dataset.name = name ?? "";
	picture.hidden = name === null;
	if (name !== null) picture.src = `/pictures/${encodeURIComponent(name)}`;
}
