// The antennas as the felt sees them: how often each is asked, and how many cards the table has accepted over it.

import { element, setText } from "./dom.js";
import { language } from "./speech.js";
import { chips, felt } from "./words.js";

const RATE = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const SEAT = /^seat\/(\d+)\/(hole|up)$/;

export function zoneName(zone, say) {
	const seat = SEAT.exec(zone);
	if (seat?.[2] === "up") return say("zone.up", { seat: seat[1] });
	return seat ? felt("seat.number", { seat: seat[1] }) : say(`zone.${zone}`, { or: zone });
}

// The board and the piles first, then the seats in order.
const ORDER = ["board", "burn", "stub", "muck"];
const rank = ({ zone, antenna }) => (ORDER.includes(zone) ? ORDER.indexOf(zone) : 100 + Number(SEAT.exec(zone)?.[1] ?? 99)) * 1000 + antenna;

export function showAntennas(list, antennas, say) {
	const wanted = [...antennas].sort((one, other) => rank(one) - rank(other));
	while (list.children.length > wanted.length) list.lastChild.remove();
	while (list.children.length < wanted.length) list.append(tile());
	wanted.forEach((view, place) => showOne(list.children[place], view, say));
}

function tile() {
	const item = document.createElement("li");
	item.append(...["zone", "rate", "cards", "from"].map((name) => element("span", name)));
	return item;
}

function showOne(item, { part, antenna, zone, sweeps, sweeps_per_s: perS, silent_ms: silentMs, cards }, say) {
	const [name, rate, count, from] = item.children;
	const silent = perS === 0;
	item.dataset.state = sweeps === 0 ? "never" : silent ? "silent" : "asked";
	item.dataset.antenna = `${part}-${antenna}`;
	setText(name, zoneName(zone, say));
	const seconds = silentMs === null ? 0 : Math.round(silentMs / 1000);
	setText(rate, sweeps === 0 ? say("antenna.never") : silent ? say("antenna.silent", { seconds: chips(seconds) }) : say("antenna.rate", { rate: RATE.format(perS) }));
	setText(count, cards === null ? "" : cards === 1 ? say("antenna.card") : say("antenna.cards", { count: chips(cards) }));
	const on = say("antenna.on", { part, output: antenna });
	setText(from, on);
	item.title = on;
}
