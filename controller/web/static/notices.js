// What asks for the floor: calls, questions of the sensors, parts that are down, and what stands still, each with what to do
// and a button where there is something to press.

import { button, element, setText } from "./dom.js";
import { mayShow } from "./may_show.js";
import { questionText } from "./told.js";
import { placeName } from "./words.js";

/** The time of day of a moment in UTC, as this screen's clock has it. */
export const clockTime = (utc) => new Date(utc).toTimeString().slice(0, 8);

// Code of a question → how it may be answered by hand: `enter` the card of its place, or `name` the cards of a hand that is shown.
const ANSWERS = {
	"deal.flop_unread": "enter",
	"deal.turn_unread": "enter",
	"deal.river_unread": "enter",
	"deal.hole_unread": "name",
	"deal.up_unread": "enter",
	"entry.contradicts": "enter",
};

/** The control that answers a question; null where only looking helps, or the moment for it has not come. */
function answerTo(state, { code, zones }, say) {
	const [zone] = zones;
	if (ANSWERS[code] === "enter") return { id: `enter-${zone}`, opens: "card", zone, label: say("do.enter_card") };
	const seat = Number(/^seat\/(\d+)\/hole$/.exec(zone)?.[1] ?? 0);
	const may = ANSWERS[code] === "name" && mayShow(state).some((view) => view.seat === seat);
	return may ? { id: `name-${seat}`, opens: "cards", seat, label: say("do.name_cards") } : null;
}

/** Notices in order of haste: {key, kind, text, does: {id, label, …} or null}. */
export function notices({ state, health }, say) {
	const found = [];
	const add = (key, kind, text, does = null) => found.push({ key, kind, text, does });
	const { floor_call: call, clock, quality } = state;
	if (call) {
		const where = call.seat === null ? say("call") : say("call.seat", { name: placeName(state.seats[call.seat - 1]) });
		const text = `${where}${call.reason ? `: ${call.reason}` : ""} (${say("since", { time: clockTime(call.since_utc) })})`;
		add(`call ${call.seq}`, "call", text, { id: "ack", verb: "ack", fields: { seq: call.seq }, label: say("do.ack") });
	}
	if (clock?.expired) {
		const fields = { seat: clock.seat, stop: true };
		add("clock", "call", say("notice.clock", { name: placeName(state.seats[clock.seat - 1]) }), { id: "clock-off", verb: "clock", fields, label: say("do.clock_off") });
	}
	for (const question of quality.discrepancies) {
		add(`${question.code} ${question.zones.join(" ")}`, "question", questionText(question), answerTo(state, question, say));
	}
	for (const part of quality.parts_down) {
		const remedy = health[part]?.remedy;
		add(`part ${part}`, "part", remedy ? `${say("part.down", { part })}: ${remedy}` : say("part.down", { part }));
	}
	if (state.paused) add("paused", "calm", say("notice.paused"));
	if (state.hidden) add("hidden", "calm", say("notice.hidden"));
	return found;
}

/** Show them in `list`; one that stays keeps its place and its focus. `use(does)` hears of a press. */
export function noticeList(list, say, use) {
	const held = new Map();
	return (found, off) => {
		const wanted = found.length ? found : [{ key: "none", kind: "none", text: say("asked.none"), does: null }];
		for (const [key, node] of held) {
			if (wanted.some((one) => one.key === key)) continue;
			node.remove();
			held.delete(key);
		}
		wanted.forEach((one, place) => {
			const node = held.get(one.key) ?? build(one.key);
			setText(node.firstChild, one.text);
			node.dataset.kind = one.kind;
			const press = node.lastChild;
			press.hidden = one.does === null;
			press.disabled = off;
			press.does = one.does;
			if (one.does) {
				press.dataset.id = one.does.id;
				setText(press, one.does.label);
			}
			if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
		});
	};

	function build(key) {
		const node = element("li", "notice");
		const press = button("", () => { if (press.does) use(press.does); }, "first");
		node.append(element("span", "text"), press);
		held.set(key, node);
		return node;
	}
}
