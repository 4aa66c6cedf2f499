// The computer and the daemon: versions, time running, how late it is, what waits, how much room is left.

import { setText } from "./dom.js";
import { language } from "./speech.js";
import { chips } from "./words.js";

const LATE_MS = 500;
const SIZE = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

export function bytes(count) {
	const [size, unit] = count >= 1e9 ? [1e9, "GB"] : count >= 1e6 ? [1e6, "MB"] : [1e3, "kB"];
	return `${SIZE.format(count / size)} ${unit}`;
}

export function duration(seconds, say) {
	const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60];
	if (days) return say("for.days", { days, hours });
	return hours ? say("for.hours", { hours, minutes }) : say("for.minutes", { minutes, seconds: seconds % 60 });
}

export function showMachine(list, told, say) {
	const { disk } = told;
	const late = told.loop_lag_ms;
	const rows = [
		["version", say("machine.version_of", { version: told.software_version, python: told.python_version }), ""],
		["system", told.system, ""],
		["uptime", duration(told.uptime_s, say), ""],
		["late", late === null ? "–" : `${chips(late)} ms`, late > LATE_MS ? "poor" : ""],
		["outbox", told.outbox === null ? "–" : chips(told.outbox), ""],
		["readings", chips(told.readings), ""],
		["events", chips(told.events), ""],
		["disk", disk ? say("machine.disk_of", { free: bytes(disk.free_bytes), total: bytes(disk.total_bytes) }) : "–", disk?.low ? "bad" : ""],
		["journal", disk?.journal_bytes == null ? "–" : bytes(disk.journal_bytes), ""],
	];
	if (list.children.length === 0) list.append(...rows.map(buildRow));
	rows.forEach(([what, text, level], place) => {
		const [term, shown] = list.children[place].children;
		setText(term, say(`machine.${what}`));
		setText(shown, text);
		shown.dataset.level = level;
	});
}

function buildRow() {
	const row = document.createElement("div");
	row.append(document.createElement("dt"), document.createElement("dd"));
	return row;
}
