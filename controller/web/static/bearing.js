// Which entries of a hand's time-line bear on a ruling: what it is about, what it moved or wants moved, and what was ruled and decided.

import { rowsOf } from "./timeline.js";

// of what was there before
const MOST = 8;
const SEAT = /^seat\/(\d+)\//;

/** Rows of the time-line, as `rowsOf` makes them, that a ruling rests on or that followed from it; in order. */
export function bearing(detail, { id, seat, about }, say) {
	const { timeline } = detail;
	const ruled = timeline.findIndex(({ told }) => told.some((story) => story.id === id));
	if (ruled < 0) return [];
	const there = (zone) => zone && (seat ? SEAT.exec(zone)?.[1] === String(seat) : !SEAT.test(zone));
	// what people entered is named or has nothing to do with it
	const touches = ({ kind, moved, seen, told }) => (seen ? there(seen.zone) : moved ? there(moved.from_zone) || there(moved.to_zone) : kind !== "command" && told.some(({ zones }) => zones?.some(there)));
	const named = ({ told }) => told.some((story) => story.id === id || story.seq === about);
	const rows = rowsOf(detail, say).flatMap((row) => row.rows ?? [row]);
	const kept = rows.filter(({ place }) => named(timeline[place]) || touches(timeline[place]));
	const before = kept.filter(({ place }) => place < ruled);
	return [...before.slice(-MOST), ...kept.filter(({ place }) => place >= ruled)];
}
