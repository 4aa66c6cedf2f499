// The overlay without a table: a test pattern with every place at its fullest, and a recorded game.

import { applyDelta } from "./link.js";

const NAMES = ["Maximiliane Freifrau von Hohenstein-Wolkenburg", 'Bartholomew "The Ledger" Featherstonehaugh III', "Οδυσσέας Παπαδόπουλος-Κωνσταντινίδης"];
const POSITIONS = ["SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN"];
const COUNTRIES = ["DE", "GB", "GR", "US", "BR", "CA", "FR", "JP", "SE", "ES"];
const HOLES = [["Ah", "Kh"], ["Qs", "Qd"], ["Td", "9d"], ["7c", "7s"], ["As", "Jc"], ["Kd", "Kc"], ["8h", "8d"], ["6c", "5c"], ["4s", "4d"], ["3h", "2h"]];
const BIG = 98_765_432;

/** A state of `count` seats with everything as long as it can be. */
export function testState(count) {
	const seats = Array.from({ length: count }, (_, at) => ({
		seat: at + 1, name: NAMES[at % 3], short_name: null, country: COUNTRIES[at], picture: null, stack: BIG - at, stack_bb: "494", bet: 12_345_678,
		state: at === 2 ? "folded" : at === 5 ? "all_in" : "in_hand", position: POSITIONS[(at + 10 - count) % 10], to_act: at === 3, last_action: "raise 12345678",
		cards: at === 2 ? 0 : 2, hole: at % 2 ? [] : HOLES[at], result: null, equity: at % 2 ? null : "100.0 %", hand_name: at === 4 ? "Full house, queens over sevens" : null,
	}));
	return {
		rev: 1, hand: "h123456", stage: "betting", street: "river", board: ["Th", "Jh", "Qh", "Kc", "Ac"], button: count,
		pots: [99_999_999, 88_888_888, 77_777_777, 66_666_666].map((amount) => ({ amount, seats: [] })), pot_total: 456_789_012, pot_bb: "2284",
		small_blind: 12_500_000, big_blind: 25_000_000, ante: 12_500_000, to_act: 4, to_call: 12_345_678, clock: { seat: 4, ends_table_ms: 30_000 }, hidden: false, seats,
	};
}

export const TEST_INFO = {
	title: "The Grand Championship of the Northern Archipelago", sponsor: "Presented by the Association of Card Rooms and Their Friends",
	game: "holdem", limit: "no_limit", look: "broadcast", stale: "flag", files: [], seats: 10,
};

/** Play the recorded game for ever: `show(info, state)` with each state at its time, and no wait longer than `most_ms`. */
export async function replay(show, mostMs = 2_500) {
	const recorded = await (await fetch("/static/overlay.replay.json")).json();
	for (;;) {
		let state = recorded.state;
		show(recorded.info, state);
		for (const [afterMs, delta] of recorded.deltas) {
			await new Promise((resolve) => setTimeout(resolve, Math.min(afterMs, mostMs)));
			state = applyDelta(state, delta);
			show(recorded.info, state);
		}
		await new Promise((resolve) => setTimeout(resolve, 2 * mostMs));
	}
}
