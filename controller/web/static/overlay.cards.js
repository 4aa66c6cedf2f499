// Cards for a screen across the room: one large rank over one large suit. Shapes from glyphs.js.

import { JESTER, RANKS, RANK_STROKE, SUITS } from "./glyphs.js";

const SVG = "http://www.w3.org/2000/svg";
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const WIDTH = 84;

function node(name, attributes, ...children) {
	const made = document.createElementNS(SVG, name);
	for (const [key, text] of Object.entries(attributes)) made.setAttribute(key, text);
	made.append(...children);
	return made;
}

function box(className, label) {
	const made = document.createElement("span");
	made.className = `tv-card ${className}`;
	if (label) {
		made.setAttribute("role", "img");
		made.setAttribute("aria-label", label);
	}
	return made;
}

/** The face of a card named as on the feed, such as `Kd`, drawn to fill a box of `height` to 84 wide. */
export function face(card, height) {
	const [rank, suit] = card;
	if (card === "XJ") return joker(height);
	if (!RANKS[rank] || !SUITS[suit]) return back();
	const made = box(`paper ${SUITS[suit].red ? "red" : "black"} ${SUIT_NAMES[suit]}`, card);
	// above, between and below
	const room = height - 22;
	const [high, wide] = [room * 0.52, room * 0.45];
	const scale = high / 90;
	made.append(
		node(
			"svg",
			{ viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" },
			node("path", {
				d: RANKS[rank].path,
				class: "rank",
				"stroke-width": RANK_STROKE,
				transform: `translate(${WIDTH / 2 - 30 * Math.min(1, scale * 1.2)} 9) scale(${Math.min(1, scale * 1.2)} ${scale})`,
			}),
			node("path", { d: SUITS[suit].path, class: "pip", transform: `translate(${WIDTH / 2} ${height - 8 - wide / 2}) scale(${Math.min(wide, 62) / 100})` }),
		),
	);
	return made;
}

/** The same where there is less height than width: the suit beside the rank. */
export function lowFace(card, height) {
	const [rank, suit] = card;
	if (!RANKS[rank] || !SUITS[suit]) return back();
	const made = box(`paper ${SUITS[suit].red ? "red" : "black"} ${SUIT_NAMES[suit]}`, card);
	const high = Math.min(height - 20, 44);
	const scale = high / 90;
	made.append(
		node(
			"svg",
			{ viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" },
			node("path", {
				d: RANKS[rank].path,
				class: "rank",
				"stroke-width": RANK_STROKE,
				transform: `translate(${WIDTH * 0.28 - 30 * scale} ${(height - high) / 2}) scale(${scale})`,
			}),
			node("path", { d: SUITS[suit].path, class: "pip", transform: `translate(${WIDTH * 0.71} ${height / 2}) scale(${Math.min(high, 38) / 100})` }),
		),
	);
	return made;
}

function joker(height) {
	const made = box("paper black", "XJ");
	const cap = node("path", { d: JESTER.path, class: "pip", transform: `translate(${WIDTH / 2} ${height / 2}) scale(0.72)` });
	made.append(node("svg", { viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" }, cap));
	return made;
}

export const back = () => box("back", "");

export const place = () => box("place", "");
