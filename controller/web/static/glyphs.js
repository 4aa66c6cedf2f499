// Every shape on a card, as path data drawn for this project.
//
// Suits are filled, in a box of 100 × 100 around (0, 0). Ranks are strokes of width RANK_STROKE with
// round ends, in a box of 60 × 90 from (0, 0). Courts are half figures, see below.

export const SUITS = {
	h: {
		red: true,
		path: "M0 46C-9 30-48 9-48-18C-48-35-36-46-23-46C-12-46-4-39 0-28C4-39 12-46 23-46C36-46 48-35 48-18C48 9 9 30 0 46Z",
	},
	d: {
		red: true,
		path: "M0-50C9-31 23-14 38 0C23 14 9 31 0 50C-9 31-23 14-38 0C-23-14-9-31 0-50Z",
	},
	s: {
		red: false,
		path:
			"M0-49C9-32 46-7 46 18C46 33 35 41 24 41C16 41 9 36 5 28C6 37 10 44 18 49L-18 49C-10 44-6 37-5 28" +
			"C-9 36-16 41-24 41C-35 41-46 33-46 18C-46-7-9-32 0-49Z",
	},
	c: {
		red: false,
		path:
			"M0-48C13-48 23-38 23-25C23-18 20-12 15-8C18-10 21-10 25-10C38-10 47 0 47 12C47 25 38 35 25 35C16 35 9 30 5 23" +
			"C6 35 10 43 18 49L-18 49C-10 43-6 35-5 23C-9 30-16 35-25 35C-38 35-47 25-47 12C-47 0-38-10-25-10" +
			"C-21-10-18-10-15-8C-20-12-23-18-23-25C-23-38-13-48 0-48Z",
	},
};

// The joker's cap: three points with a bell each, on a band.
export const JESTER = {
	red: false,
	path:
		"M-30 24C-30 4-34-8-44-14A7 7 0 1 1-37-26C-22-22-14-12-12 0C-10-18-8-28 0-36A7 7 0 1 1 1-36C8-28 10-18 12 0C14-12 22-22 37-26" +
		"A7 7 0 1 1 44-14C34-8 30 4 30 24ZM-30 30L30 30L30 40L-30 40Z",
};

export const RANK_STROKE = 13;

export const RANKS = {
	2: { path: "M9 26C9 14 18 7 30 7C42 7 51 15 51 27C51 38 44 46 9 83L53 83" },
	3: { path: "M9 7L50 7L27 36C42 36 53 45 53 59C53 74 43 83 29 83C18 83 10 78 7 68" },
	4: { path: "M43 83L43 7L7 61L56 61" },
	5: { path: "M49 7L16 7L12 41C18 36 24 34 30 34C44 34 53 44 53 58C53 73 43 83 29 83C19 83 11 78 7 69" },
	6: { path: "M43 7C24 18 8 40 8 60C8 74 17 83 30 83C43 83 52 74 52 60C52 47 43 39 31 39C20 39 11 46 8 58" },
	7: { path: "M7 7L53 7L25 83" },
	8: {
		path:
			"M30 41C18 41 11 34 11 24C11 14 18 7 30 7C42 7 49 14 49 24C49 34 42 41 30 41C16 41 8 49 8 62C8 75 17 83 30 83" +
			"C43 83 52 75 52 62C52 49 44 41 30 41Z",
	},
	9: { path: "M17 83C36 72 52 50 52 30C52 16 43 7 30 7C17 7 8 16 8 30C8 43 17 51 29 51C40 51 49 44 52 32" },
	T: { path: "M1 19L13 7L13 83M43 7C54 7 58 20 58 45C58 70 54 83 43 83C32 83 28 70 28 45C28 20 32 7 43 7Z" },
	J: { path: "M47 7L47 58C47 75 39 83 27 83C15 83 8 75 7 64" },
	Q: { path: "M30 7C44 7 53 20 53 45C53 70 44 83 30 83C16 83 7 70 7 45C7 20 16 7 30 7ZM35 63L54 85" },
	K: { path: "M10 7L10 83M51 7L12 52M25 40L54 83" },
	A: { path: "M6 83L30 7L54 83M16 58L44 58" },
};

// Where the pips of a number card lie: (column, row) with column -1, 0, 1 and row 0 (top) … 1 (bottom).
// A pip in the lower half stands on its head.
const CORNERS = [[-1, 0], [1, 0], [-1, 1], [1, 1]];
const MIDDLE = [[-1, 0.5], [1, 0.5]];
const INNER = [[-1, 1 / 3], [1, 1 / 3], [-1, 2 / 3], [1, 2 / 3]];

export const PIPS = {
	2: [[0, 0], [0, 1]],
	3: [[0, 0], [0, 0.5], [0, 1]],
	4: CORNERS,
	5: [...CORNERS, [0, 0.5]],
	6: [...CORNERS, ...MIDDLE],
	7: [...CORNERS, ...MIDDLE, [0, 0.25]],
	8: [...CORNERS, ...MIDDLE, [0, 0.25], [0, 0.75]],
	9: [...CORNERS, ...INNER, [0, 0.5]],
	T: [...CORNERS, ...INNER, [0, 1 / 6], [0, 5 / 6]],
};

// The upper half of each court card: (colour, path) from back to front, in a box of 110 × 145 whose
// bottom edge is the middle of the card; the lower half is the same, turned round. Colours by name:
// "suit" is the suit's own, "other" its companion.
const ROBE = [
	["suit", "M0 145L0 128C14 108 34 101 46 98L64 98C76 101 96 108 110 128L110 145Z"],
	["gold", "M38 100L55 132L72 100L80 103L60 145L50 145L30 103Z"],
	["other", "M45 98L55 118L65 98Z"],
	["skin", "M47 82L63 82L63 100L55 110L47 100Z"],
];
const FACE = [
	["skin", "M55 40C69 40 75 50 74 64C73 80 64 90 55 90C46 90 37 80 36 64C35 50 41 40 55 40Z"],
	["ink", "M45 61A3 3 0 1 0 45 67A3 3 0 1 0 45 61ZM65 61A3 3 0 1 0 65 67A3 3 0 1 0 65 61Z"],
];

export const COURTS = {
	K: [
		...ROBE,
		["hair", "M32 50L78 50C82 66 80 78 76 88L70 88L70 60L40 60L40 88L34 88C30 78 28 66 32 50Z"],
		...FACE,
		["hair", "M37 70C43 74 50 72 55 71C60 72 67 74 73 70C74 86 66 104 55 108C44 104 36 86 37 70ZM48 79L62 79L55 84Z"],
		["gold", "M29 50L22 12L40 30L55 4L70 30L88 12L81 50Z"],
		["suit", "M29 50L30 42L80 42L81 50ZM55 20L60 29L55 38L50 29Z"],
	],
	Q: [
		["hair", "M55 30C80 30 86 52 84 74C83 90 90 100 94 108L70 106L40 106L16 108C20 100 27 90 26 74C24 52 30 30 55 30Z"],
		...ROBE,
		...FACE,
		["hair", "M36 62C36 48 44 42 55 42C66 42 74 48 74 62C66 58 60 53 55 47C50 53 44 58 36 62Z"],
		["other", "M50 77C53 75 57 75 60 77C58 82 52 82 50 77Z"],
		["gold", "M31 42C46 34 64 34 79 42L86 20L70 30L66 12L55 27L44 12L40 30L24 20Z"],
		["suit", "M55 6A6 6 0 1 0 55 18A6 6 0 1 0 55 6Z"],
	],
	J: [
		["hair", "M33 40L77 40C84 58 84 76 80 88C74 92 70 90 68 84L42 84C40 90 36 92 30 88C26 76 26 58 33 40Z"],
		...ROBE,
		...FACE,
		["hair", "M36 58C38 48 46 46 55 46C64 46 72 48 74 58C66 52 44 52 36 58Z"],
		["ink", "M49 78L61 78L61 81L49 81Z"],
		["suit", "M24 44C24 22 40 12 58 12C76 12 88 24 86 44C70 36 40 36 24 44Z"],
		["gold", "M24 44C40 34 70 34 86 44L85 51C70 42 40 42 25 51Z"],
		["other", "M72 30C78 12 92 2 106 4C102 18 92 28 76 34Z"],
	],
};

// The back: a lattice of our own, in a box of 250 × 350.
const LATTICE = [];
for (let step = -350; step < 250; step += 25) {
	LATTICE.push(`M${step} 0L${step + 350} 350M${step + 350} 0L${step} 350`);
}
export const BACK = {
	lattice: LATTICE.join(""),
	medal: "M125 118L172 175L125 232L78 175Z",
};
