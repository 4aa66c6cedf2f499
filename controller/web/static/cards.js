// Card faces and backs as SVG, built from the path data of glyphs.js. No font, no picture file.

import { BACK, COURTS, PIPS, RANKS, RANK_STROKE, SUITS } from "./glyphs.js";

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

function rankPath(rank, x, y, scale) {
  return node("path", { d: RANKS[rank].path, class: "rank", "stroke-width": RANK_STROKE, transform: `translate(${x} ${y}) scale(${scale})` });
}

function index(rank, suit) {
  return [rankPath(rank, 15, 18, 0.92), suitPath(suit, 42, 136, 50)];
}

const turned = (...children) => node("g", { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, ...children);

function numberArt(rank, suit) {
  const top = 56;
  const bottom = HEIGHT - top;
  return PIPS[rank].map(([column, row]) => suitPath(suit, WIDTH / 2 + column * 33, top + row * (bottom - top), 42, row > 0.5));
}

function courtArt(rank, suit) {
  const half = () =>
    node(
      "g",
      { transform: `translate(${WIDTH / 2 - 55} 30)` },
      ...COURTS[rank].map(([colour, d]) => node("path", { d, class: `court-${colour}`, "fill-rule": "evenodd" })),
    );
  return [
    node("rect", { x: 68, y: 24, width: WIDTH - 136, height: HEIGHT - 48, rx: 6, class: "panel" }),
    half(),
    turned(half()),
  ];
}

function art(rank, suit) {
  if (rank === "A") return [suitPath(suit, WIDTH / 2, HEIGHT / 2, 130)];
  return rank in COURTS ? courtArt(rank, suit) : numberArt(rank, suit);
}

export function cardName(card) {
  const rank = RANKS[card[0]];
  const suit = SUITS[card[1]];
  return rank && suit ? `${rank.name} of ${suit.name}` : "unknown card";
}

/** The face of a card named as on the feed, such as `Kd`; an unreadable name gives a back. */
export function cardFace(card) {
  const [rank, suit] = card;
  if (!RANKS[rank] || !SUITS[suit]) return cardBack();
  return frame(
    cardName(card),
    SUITS[suit].red ? "face red" : "face black",
    paper(),
    ...art(rank, suit),
    ...index(rank, suit),
    turned(...index(rank, suit)),
  );
}

export function cardBack() {
  return frame(
    "face-down card",
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
  span.className = `inline-card ${SUITS[suit].red ? "red" : "black"}`;
  span.setAttribute("role", "img");
  span.setAttribute("aria-label", cardName(card));
  span.append(rank === "T" ? "10" : rank, node("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, node("path", { d: SUITS[suit].path })));
  return span;
}
