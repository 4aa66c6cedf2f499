// Where the seats lie around the felt, seen from above with the dealer at the top: seat 1 at the
// dealer's left hand, then clockwise.

// For a table of ten: centre of the seat (x, y) and of its bet (bx, by), in percent of the felt.
const TEN = [
  { x: 68, y: 11, bx: 62.5, by: 27.5 },
  { x: 89, y: 29.5, bx: 74.5, by: 33.5 },
  { x: 91, y: 60.5, bx: 76, by: 59.5 },
  { x: 80, y: 88.5, bx: 74.5, by: 72 },
  { x: 60, y: 89, bx: 58.5, by: 72 },
  { x: 40, y: 89, bx: 41.5, by: 72 },
  { x: 20, y: 88.5, bx: 25.5, by: 72 },
  { x: 9, y: 60.5, bx: 24, by: 59.5 },
  { x: 11, y: 29.5, bx: 25.5, by: 33.5 },
  { x: 32, y: 11, bx: 37.5, by: 27.5 },
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
