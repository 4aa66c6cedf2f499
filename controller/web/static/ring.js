// Where the seats lie around the felt, seen from above with the dealer at the top: seat 1 at the
// dealer's left hand, then clockwise.

// For a table of ten: centre of the seat (x, y) and of its bet (bx, by), in percent of the felt.
const TEN = [
	{ x: 68, y: 11, bx: 64.5, by: 25 },
	{ x: 88.5, y: 27.5, bx: 72, by: 31.8 },
	{ x: 90, y: 64, bx: 73.3, by: 69 },
	{ x: 80, y: 88.5, bx: 73.5, by: 74.4 },
	{ x: 60, y: 89, bx: 59.5, by: 74.4 },
	{ x: 40, y: 89, bx: 40.5, by: 74.4 },
	{ x: 20, y: 88.5, bx: 26.5, by: 74.4 },
	{ x: 10, y: 64, bx: 26.7, by: 69 },
	{ x: 11.5, y: 27.5, bx: 28, by: 31.8 },
	{ x: 32, y: 11, bx: 35.5, by: 25 },
];

/** Places of a table of `count` seats: the ten of a full ring, evenly thinned out. */
export function ring(count) {
	return Array.from({ length: count }, (_, seat) => {
		const at = ((seat + 0.5) / count) * TEN.length - 0.5;
		const low = Math.floor(at);
		const part = at - low;
		const [a, b] = [TEN[(low + TEN.length) % TEN.length], TEN[(low + 1) % TEN.length]];
		return Object.fromEntries(Object.keys(a).map((key) => [key, a[key] + (b[key] - a[key]) * part]));
	});
}
