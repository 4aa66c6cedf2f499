// Quick sizes of a bet or raise: totals for the street, within what is legal.

import { wagerOf } from "./stand.js";

// What each size comes to. `highest` is the bet to match, `pot` all chips in play once the player has called.
const SIZES = [
	{ name: "min", of: ({ min }) => min },
	{ name: "half", of: ({ highest, pot }) => highest + pot / 2, rounded: true },
	{ name: "two_thirds", of: ({ highest, pot }) => highest + (pot * 2) / 3, rounded: true },
	{ name: "pot", of: ({ highest, pot }) => highest + pot },
	{ name: "double", of: ({ highest, big }) => (highest || big) * 2 },
	{ name: "triple", of: ({ highest, big }) => (highest || big) * 3 },
];

/**
 * The quick sizes of a state in which the player to act may raise, in a fixed order: `{name, to, capped}`. `to` is whole,
 * fractions of the pot in steps of the small blind, all in steps of the table's unit; `capped` is "min" or "max" where the size itself would not be legal.
 */
export function quickSizes(state) {
	const { call } = state.legal;
	const { min, max, step: unit } = wagerOf(state);
	const actor = state.seats.find((seat) => seat.seat === state.to_act);
	const at = { min, highest: actor.bet + call, pot: state.pot_total + call, big: state.big_blind };
	const step = Math.ceil((state.small_blind || state.big_blind || 1) / unit) * unit;
	return SIZES.map(({ name, of, rounded }) => {
		const wanted = rounded ? Math.round(of(at) / step) * step : Math.floor(of(at) / unit) * unit;
		return { name, to: Math.min(Math.max(wanted, min), max), capped: wanted < min ? "min" : wanted > max ? "max" : "" };
	});
}
