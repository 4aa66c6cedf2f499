// The whole in one sentence, and what a person has to do, worst first.

import { setText } from "./dom.js";
import { whyOf } from "./parts.js";
import { language } from "./speech.js";
import { questionText } from "./told.js";

const byId = (id) => document.getElementById(id);
// people notice a panel that is later than this
const LATE_MS = 500;
const BACKLOG = 50;

/** `{level, text, means, todo: [{level, what, why, english}]}`. */
export function verdictOf({ held, parts, machine, off }, say) {
	const { state, health } = held;
	const todo = [];
	for (const part of parts.filter(({ level, follows }) => level !== "good" && !follows)) {
		if (part.state === "off" && part.code === "") continue;
		const why = whyOf(part, () => {});
		todo.push({ level: part.level, what: say(`todo.${part.state}`, { name: part.name }), why, english: language === "en" || part.remedy === why ? "" : part.remedy });
	}
	for (const question of state.quality.discrepancies) todo.push({ level: "poor", what: say("todo.question"), why: questionText(question), english: "" });
	if (state.floor_call) todo.push({ level: "poor", what: say("todo.floor"), why: state.floor_call.reason, english: "" });
	if (machine?.disk?.low) todo.push({ level: "bad", what: say("todo.disk"), why: say("todo.disk_do"), english: "" });
	if ((machine?.loop_lag_ms ?? 0) > LATE_MS) todo.push({ level: "poor", what: say("todo.late"), why: say("todo.late_do"), english: "" });
	if ((machine?.outbox ?? 0) > BACKLOG && health.mqtt?.state === "ok") todo.push({ level: "poor", what: say("todo.outbox"), why: say("todo.outbox_do"), english: "" });
	todo.sort((one, other) => (one.level === "bad" ? 0 : 1) - (other.level === "bad" ? 0 : 1));
	const bad = todo.some(({ level }) => level === "bad");
	const text = off ? say("verdict.off") : todo.length === 0 ? say("verdict.good") : todo.length === 1 ? say("verdict.one") : say("verdict.some", { count: todo.length });
	const means = say(`means.${state.quality.capability}`, { or: "" });
	return { level: off || bad ? "bad" : todo.length ? "poor" : "good", text, means, todo };
}

export function showVerdict({ level, text, means, todo }) {
	byId("verdict").dataset.level = level;
	setText(byId("verdict-text"), text);
	setText(byId("verdict-means"), means);
	const list = byId("todo");
	const key = JSON.stringify(todo);
	// a screen reader hears of changes only
	if (list.dataset.key === key) return;
	list.dataset.key = key;
	list.replaceChildren(
		...todo.map((one) => {
			const item = document.createElement("li");
			item.dataset.level = one.level;
			const what = document.createElement("b");
			setText(what, one.what);
			item.append(what, ` ${one.why}`);
			if (one.english) {
				const said = document.createElement("span");
				said.className = "english";
				said.lang = "en";
				setText(said, one.english);
				item.append(said);
			}
			return item;
		}),
	);
}
