// Every part of the table: readers, broker, MQTT, page, journal, and what is made of them: sensing and the game.

import { element, setText } from "./dom.js";
import { explain, reasonOf } from "./reasons.js";
import { language } from "./speech.js";
import { chips } from "./words.js";

const LEVELS = { ok: "good", off: "poor", starting: "poor", degraded: "poor", failed: "bad" };
const KNOWN = ["broker", "mqtt", "page", "journal"];

const TIME = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DAY = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });

/** When it began to be so, as a person says it: the time, and the day unless it is today. */
function since(utc) {
	const at = new Date(utc);
	return DAY.format(at) === DAY.format(new Date()) ? TIME.format(at) : `${DAY.format(at)} ${TIME.format(at)}`;
}

/**
 * The parts in order: readers, what is made of them, then the rest, each `{id, name, kind, state, level, since, code, remedy, counters}`.
 * `counted` are fresher counters than those that came with the health; `follows` marks what is well when the others are.
 */
export function partsOf({ info, state, health }, antennas, counted, say) {
	const drivers = info?.drivers ?? {};
	const told = Object.values(health).map((part) => ({
		id: part.part,
		name: part.part in drivers ? say("part.reader", { name: part.part }) : say(`part.${part.part}`, { or: part.part }),
		kind: drivers[part.part] ?? say(`kind.${part.part}`, { or: "" }),
		state: part.state,
		since: since(part.since_utc),
		code: part.reason,
		remedy: part.remedy,
		counters: counted[part.part] ?? part.counters,
	}));
	const readers = told.filter(({ id }) => id in drivers);
	const others = told.filter(({ id }) => !(id in drivers)).sort((one, other) => KNOWN.indexOf(one.id) - KNOWN.indexOf(other.id));
	const made = [sensing(antennas, readers, counted, say), core(state, say)].filter((one) => one !== null);
	return [...readers, ...made, ...others].map((part) => ({ ...part, level: LEVELS[part.state] ?? "poor" }));
}

/** Sensing works as well as its antennas are asked. */
function sensing(told, readers, counted, say) {
	if (told === null) return null;
	const all = told.antennas.length;
	const asked = told.antennas.filter(({ sweeps_per_s: perS }) => perS > 0).length;
	const state = all === 0 ? "off" : asked === all ? "ok" : asked === 0 ? "failed" : "degraded";
	const kind = all === 0 ? say("sensing.none") : say("sensing.asked", { asked, all });
	return { id: "sensing", name: say("part.sensing"), kind, state, since: "", code: "", remedy: "", counters: counted.sensing ?? {}, follows: readers.length > 0 };
}

/** The core is the state that is shown: it answers, or the line says that it is old. */
function core(state, say) {
	const kind = state.hand === null ? say("core.no_hand") : say("core.hand", { hand: state.hand.slice(1) });
	return { id: "core", name: say("part.core"), kind, state: "ok", since: "", code: "", remedy: "", counters: {} };
}

export function showParts(list, parts, say) {
	while (list.children.length > parts.length) list.lastChild.remove();
	while (list.children.length < parts.length) list.append(row());
	parts.forEach((part, place) => showOne(list.children[place], part, say));
}

function row() {
	const item = document.createElement("li");
	const line = element("div", "row");
	line.append(...["name", "kind", "since", "lamp"].map((name) => element("span", name)));
	const details = document.createElement("details");
	details.append(document.createElement("summary"), element("p", "counters"));
	item.append(line, element("p", "why"), details);
	return item;
}

function showOne(item, part, say) {
	const [line, why, details] = item.children;
	const [name, kind, begun, lamp] = line.children;
	item.dataset.part = part.id;
	setText(name, part.name);
	setText(kind, part.kind);
	kind.title = part.kind;
	setText(begun, part.since ? say("since", { time: part.since }) : "");
	setText(lamp, say(`state.${part.state}`));
	lamp.dataset.level = part.level;
	setText(why, whyOf(part, () => showOne(item, part, say)));
	why.dataset.level = part.level;
	const counters = Object.entries(part.counters).filter(([, count]) => count);
	details.hidden = counters.length === 0;
	setText(details.firstChild, say("counters"));
	setText(details.lastChild, counters.map(([what, count]) => `${say(`count.${what}`, { or: what.replaceAll("_", " ") })} ${chips(count)}`).join(" · "));
}

/** Why a part is not well: in the page's language where there is a row, else what the catalogue says, with the table's own remedy behind it. */
export function whyOf({ code, remedy }, then) {
	if (!code) return remedy;
	const own = reasonOf(code);
	if (own) return own;
	const cause = explain(code, then)?.cause;
	return [cause, remedy].filter(Boolean).join(" ") || code;
}
