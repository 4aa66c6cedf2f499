// What an order changed: the table before it and after it, compared. Nothing here is worked out, both were told by the table.

import { situation } from "./situation.js";
import { chips, placeName, signed } from "./words.js";

const TURN = (state) => situation(state).join("");

// What is compared of the whole table: [key of its name, how it is said].
const WHOLE = [
	["diff.stage", (state, say) => say(`stage.${state.stage}`, { or: say(`waits.${state.stage}`) })],
	["diff.turn", TURN],
	["pot", (state) => chips(state.pot_total)],
];

const result = (seat) => (seat.result === null ? "–" : signed(seat.result));

// What is compared of each seat.
const OF_SEAT = [
	["seats.stack", (seat) => chips(seat.stack)],
	["seats.bet", (seat) => chips(seat.bet)],
	["diff.state", (seat, say) => say(`seat.${seat.state}`)],
	["diff.result", result],
];

/** Rows [what, before, after] of all that differs. */
export function difference(was, now, say) {
	const rows = [];
	const compare = (name, before, after) => { if (before !== after) rows.push([name, before, after]); };
	for (const [key, tell] of WHOLE) compare(say(key), tell(was, say), tell(now, say));
	now.seats.forEach((seat, place) => {
		const before = was.seats[place];
		for (const [key, tell] of OF_SEAT) compare(`${placeName(seat)}: ${say(key).toLowerCase()}`, tell(before, say), tell(seat, say));
	});
	return rows;
}
