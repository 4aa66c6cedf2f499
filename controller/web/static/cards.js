// Card faces and backs as SVG, built from the path data of glyphs.js. No font, no picture file.

import { BACK, COURTS, JESTER, PIPS, RANKS, RANK_STROKE, SUITS } from "./glyphs.js";
import { felt } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 250;
const HEIGHT = 350;

function node(name, attributes, ...children) {
	const made = document.createElementNS(SVG, name);
	for (const [key, text] of Object.entries(attributes)) made.setAttribute(key, text);
	made.append(...children);
	return made;
}

function frame(label, className, ...children) {
	return node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: `card ${className}`, role: "img", "aria-label": label }, ...children);
}

const paper = () => node("rect", { x: 2, y: 2, width: WIDTH - 4, height: HEIGHT - 4, rx: 20, class: "paper" });

function suitPath(suit, x, y, size, turned = false) {
	const turn = turned ? " rotate(180)" : "";
	return node("path", { d: SUITS[suit].path, class: "pip", transform: `translate(${x} ${y})${turn} scale(${size / 100})` });
}

function jester(x, y, size) {
	return node("path", { d: JESTER.path, class: "pip", transform: `translate(${x} ${y}) scale(${size / 100})` });
}

function rankPath(rank, x, y, scaleX, scaleY) {
	const transform = `translate(${x} ${y}) scale(${scaleX} ${scaleY})`;
	return node("path", { d: RANKS[rank].path, class: "rank", "stroke-width": RANK_STROKE, transform });
}

// A screen is read from one side: one large index, and all the rest of the card for the pips.
const ART = { x: 93, y: 18, width: 143, height: HEIGHT - 36, middle: 164.5 };

function index(rank, suit) {
	return [rank === "T" ? rankPath(rank, 20, 20, 0.98, 1.12) : rankPath(rank, 15, 20, 1.12, 1.12), suitPath(suit, 49, 166, 62)];
}

function numberArt(rank, suit) {
	const top = 56;
	const bottom = HEIGHT - top;
	return PIPS[rank].map(([column, row]) => suitPath(suit, ART.middle + column * 46, top + row * (bottom - top), 47, row > 0.5));
}

function courtArt(rank) {
	const half = () =>
		node(
			"g",
			{ transform: `translate(${ART.middle - 55 * 1.08} ${HEIGHT / 2 - 145 * 1.06}) scale(1.08 1.06)` },
			...COURTS[rank].map(([colour, d]) => node("path", { d, class: `court-${colour}` })),
		);
	return [
		node("rect", { x: ART.x, y: ART.y, width: ART.width, height: ART.height, rx: 10, class: "panel" }),
		half(),
		node("g", { transform: `rotate(180 ${ART.middle} ${HEIGHT / 2})` }, half()),
		node("path", { d: `M${ART.x} ${HEIGHT / 2}h${ART.width}`, class: "waist" }),
	];
}

function art(rank, suit) {
	if (rank === "A") return [suitPath(suit, ART.middle, HEIGHT / 2, 140)];
	return rank in COURTS ? courtArt(rank) : numberArt(rank, suit);
}

const JOKER = "XJ";

export function cardName(card) {
	if (card === JOKER) return felt("card.joker");
	const [rank, suit] = card;
	return RANKS[rank] && SUITS[suit] ? felt("card.name", { rank: felt(`rank.${rank}`), suit: felt(`suit.${suit}`) }) : felt("card.unknown");
}

/** What everybody sees of a seat's cards: the hand once it is tabled, else its up-cards. */
export function inSight(view) {
	return view.cards.shown.length ? view.cards.shown : view.up;
}

/** The face of a card named as on the feed, such as `Kd`; an unreadable name gives a back. */
export function cardFace(card) {
	const [rank, suit] = card;
	if (card === JOKER) return frame(cardName(card), "face black", paper(), jester(WIDTH / 2, HEIGHT / 2, 200), jester(49, 62, 70));
	if (!RANKS[rank] || !SUITS[suit]) return cardBack();
	return frame(
		cardName(card),
		SUITS[suit].red ? "face red" : "face black",
		paper(),
		...art(rank, suit),
		...index(rank, suit),
	);
}

export function cardBack() {
	return frame(
		felt("card.back"),
		"back",
		paper(),
		node("svg", { x: 14, y: 14, width: WIDTH - 28, height: HEIGHT - 28, viewBox: "14 14 222 322" },
			node("rect", { x: 14, y: 14, width: WIDTH - 28, height: HEIGHT - 28, class: "weave" }),
			node("path", { d: BACK.lattice, class: "lattice" }),
			node("path", { d: BACK.medal, class: "medal" }),
			node("path", { d: SUITS.s.path, class: "medal-pip", transform: "translate(125 173) scale(0.5)" }),
		),
	);
}

/** A card inside a sentence: its rank as text, its suit as a small drawing. */
export function cardInline(card) {
	const [rank, suit] = card;
	const span = document.createElement("span");
	const drawn = card === JOKER ? JESTER : SUITS[suit];
	span.className = `inline-card ${drawn.red ? "red" : "black"}`;
	span.setAttribute("role", "img");
	span.setAttribute("aria-label", cardName(card));
	const index = card === JOKER ? "" : rank === "T" ? "10" : rank;
	span.append(index, node("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, node("path", { d: drawn.path })));
	return span;
}
