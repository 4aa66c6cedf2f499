// The overlay's middle and its head: event, game, pots, board.

import { boardsOf, showBoards } from "./boards.js";
import { game } from "./game_title.js";
import { element, setText } from "./dom.js";
import { face, lowFace, place } from "./overlay.cards.js";
import { chips, stakes } from "./words.js";

// of a card 84 wide …
const BOARD_HEIGHT = 147;
// … and where several boards share the room
const LOW_HEIGHTS = { 2: 76, 3: 50 };
const POT_LINES = 3;

const byId = (id) => document.getElementById(id);

/** Show what is on air besides the table. */
export function showEvent(info) {
	setText(byId("event"), info.title);
	byId("event").toggleAttribute("data-long", info.title.length > 36);
	setText(byId("sponsor"), info.sponsor);
	setText(byId("played"), game(info));
	const logo = byId("logo");
	const has = info.files?.includes("logo") ?? false;
	if (has && !logo.src) logo.src = "/overlay/logo";
	logo.hidden = !has;
}

/** Show hand, stakes, pots and board of a state. */
export function showMiddle(state, say, felt, bbText) {
	setText(byId("hand"), state.hand ? say("hand.number", { number: state.hand.replace(/^h/, "") }) : "");
	if (state.game) setText(byId("played"), game(state));
	const blinds = stakes(state);
	setText(byId("stakes"), blinds);
	byId("stakes").toggleAttribute("data-long", blinds.length > 30);
	const total = byId("pot-total");
	byId("pots").classList.toggle("none", state.pot_total === 0);
	// fades out as it was
	if (state.pot_total) setText(total, chips(state.pot_total));
	total.toggleAttribute("data-long", total.textContent.length > 9);
	if (state.pot_total) setText(byId("pot-bb"), bbText(state.pot_bb));
	showPots(state.pots, felt);
	setText(byId("street"), state.street && state.stage !== "ended" && state.stage !== "void" ? felt(`street.${state.street}`) : "");
	setText(byId("situation"), situation(state, say, felt));
	byId("board").toggleAttribute("data-none", state.board_cards === 0 && state.board.length === 0);
	const low = LOW_HEIGHTS[boardsOf(state).length];
	showBoards(byId("cards"), state, (card) => (low ? lowFace(card, low) : face(card, BOARD_HEIGHT)), place);
}

function situation(state, say, felt) {
	if (state.to_call) return say("to_call", { chips: chips(state.to_call) });
	return state.stage === "betting" ? "" : felt(`waits.${state.stage}`);
}

function showPots(pots, felt) {
	const list = byId("side-pots");
	const lines = pots.length > 1 ? pots.map((pot, at) => [at ? felt("pot.side", { number: at }) : felt("pot.main"), pot.amount]) : [];
	if (lines.length > POT_LINES) {
		const rest = lines.splice(POT_LINES - 1);
		lines.push([felt("pot.more", { count: rest.length }), rest.reduce((sum, [, amount]) => sum + amount, 0)]);
	}
	const key = JSON.stringify(lines);
	if (list.dataset.key === key) return;
	list.dataset.key = key;
	list.replaceChildren(
		...lines.map(([name, amount]) => {
			const line = element("li", "side");
			const [label, sum] = [document.createElement("span"), document.createElement("b")];
			label.append(name);
			sum.append(chips(amount));
			line.append(label, sum);
			return line;
		}),
	);
}
