// Who may show his hand now.

/** Seats that may table their hand: at a showdown, who opened before the draw is over, or when all betting is over and the board is still dealt. */
export function mayShow(state) {
	const live = state.seats.filter((seat) => ["in_hand", "all_in"].includes(seat.state));
	const runOut = state.stage === "dealing" && live.some((seat) => seat.state === "all_in") && live.filter((seat) => seat.state === "in_hand").length < 2;
	if (state.stage === "showdown" || runOut) return live.filter((seat) => seat.cards.shown.length === 0);
	// what he opened with, before the draw is over
	const early = state.stage === "drawing" || state.street === "predraw";
	return early ? live.filter((seat) => seat.seat === state.shows_openers) : [];
}
