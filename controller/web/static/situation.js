// Whose turn it is and what it costs, in one line.

import { wagerOf } from "./stand.js";
import { chips, felt as say, placeName, signed } from "./words.js";

/** The line under the board, [who, what]: whose turn it is and what it costs, or what the table waits for. */
export function situation(state) {
	const actor = state.seats.find((seat) => seat.seat === state.to_act);
	const shower = state.seats.find((seat) => seat.seat === state.to_show);
	if (shower) return [placeName(shower), say("turn.show")];
	if (!actor) return won(state) ?? ["", say(`waits.${state.stage}`)];
	const { call = 0 } = state.legal ?? {};
	const wager = wagerOf(state);
	const words = [call ? say("turn.call", { chips: chips(call) }) : say("turn.check")];
	if (wager) words.push(say(`turn.${wager.do}${wager.min === wager.max ? "_to" : ""}`, { chips: chips(wager.min) }));
	return [placeName(actor), `: ${words.join(", ")}`];
}

function won(state) {
	const winners = state.stage === "ended" ? state.seats.filter((seat) => seat.result > 0) : [];
	if (winners.length === 0) return null;
	if (winners.length === 1) return [placeName(winners[0]), say("turn.wins", { chips: chips(winners[0].result) })];
	return [winners.map((seat) => `${placeName(seat)} ${signed(seat.result)}`).join(", "), ""];
}
