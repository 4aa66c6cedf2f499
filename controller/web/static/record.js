// A hand's record on the page, on the screen and on paper: what was played, who with, and its time-line. Rows that stay as they
// are keep their nodes, so that a record that grows does not jump and keeps its focus.

import { boardsOf } from "./boards.js";
import { cardInline } from "./cards.js";
import { button, element } from "./dom.js";
import { grid } from "./grid.js";
import { rowsOf } from "./timeline.js";
import { chips, felt, signed } from "./words.js";

const two = (number) => String(number).padStart(2, "0");

/** The time of day, with tenths of a second. */
function timeText(utc) {
	const at = new Date(utc);
	return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${Math.floor(at.getMilliseconds() / 100)}`;
}

const dayText = (utc) => new Date(utc).toLocaleDateString(document.documentElement.lang, { year: "numeric", month: "long", day: "numeric" });

/** Draw records into `article`; `correct(row)` hears of a press on an entry's button. */
export function recordView(article, say, correct) {
	const head = element("header", "sum");
	const list = element("ol", "timeline");
	list.setAttribute("aria-label", say("record.timeline"));
	article.replaceChildren(head, list);
	// [key, node] of the rows there are
	let drawn = [];
	let shownHand = 0;

	/** `own` = it is the table's present hand, whose entries can be corrected; `table` is what the table is called. */
	return function show(detail, { own, table }) {
		if (detail.summary.number !== shownHand) {
			shownHand = detail.summary.number;
			drawn = [];
			list.replaceChildren();
		}
		article.toggleAttribute("data-own", own);
		showHead(head, detail.summary, table, say);
		const rows = rowsOf(detail, say);
		rows.forEach((row, place) => {
			const key = JSON.stringify([own, row]);
			if (drawn[place]?.[0] === key) return;
			const open = drawn[place]?.[1].querySelector("details")?.open ?? false;
			const node = row.together ? buildGroup(row, say, open) : buildRow(row, say, own ? correct : null);
			if (drawn[place]) drawn[place][1].replaceWith(node);
			else list.append(node);
			drawn[place] = [key, node];
		});
		while (drawn.length > rows.length) drawn.pop()[1].remove();
	};
}

function showHead(head, summary, table, say) {
	const key = JSON.stringify([summary, table]);
	if (head.dataset.key === key) return;
	head.dataset.key = key;
	const title = element("h2", "", say("record.title", { number: summary.number }));
	const times = `${timeText(summary.began_utc)} – ${summary.ended_utc ? timeText(summary.ended_utc) : "…"}`;
	const where = element("p", "where", [table, dayText(summary.began_utc), times].join(" · "));
	const blinds = `${chips(summary.small_blind)} / ${chips(summary.big_blind)}${summary.ante ? ` + ${chips(summary.ante)}` : ""}`;
	const words = [blinds, say(`record.${summary.stage}`), `${felt("seat.button")} ${summary.button}`, `${say("pot")} ${chips(summary.pot)}`];
	if (summary.corrections) words.push(say("record.corrections", { count: summary.corrections }));
	if (summary.questions) words.push(say("record.questions", { count: summary.questions }));
	const facts = element("p", "facts", words.join(" · "));
	const board = element("p", "laid");
	for (const cards of boardsOf(summary)) if (cards.length) board.append(`${say("board")}: `, ...cards.map(cardInline), " ");
	head.replaceChildren(title, where, facts, board, playersTable(summary, say));
}

function playersTable(summary, say) {
	const rows = summary.players.map(({ seat, name, stack, result, shown }) =>
		[String(seat), name, chips(stack), result === null ? "–" : signed(result), shown.length ? shown.map(cardInline) : "–"]);
	return grid("players", [say("seats.seat"), say("seats.player"), say("record.began"), say("diff.result"), say("record.shown")], rows);
}

function buildGroup({ together, rows }, say, open) {
	const node = element("li", "group");
	const [fold, line, inner] = [element("details"), element("summary"), element("ol")];
	fold.open = open;
	const text = say(`group.${together}`, { count: rows.length, until: timeText(rows.at(-1).utc) });
	line.append(element("time", "", timeText(rows[0].utc)), element("span", "text", text));
	inner.append(...rows.map((row) => buildRow(row, say, null)));
	fold.append(line, inner);
	node.append(fold);
	return node;
}

function buildRow(row, say, correct) {
	const node = element("li", "entry");
	node.dataset.kind = row.kind;
	if (row.seqs.length) node.dataset.seqs = row.seqs.join(" ");
	node.toggleAttribute("data-gone", row.gone);
	const time = element("time", "", timeText(row.utc));
	time.dateTime = row.utc;
	const text = element(row.gone ? "del" : "span", "text");
	row.sentences.forEach((parts, place) => text.append(...(place ? [" "] : []), ...parts));
	const by = element("span", "by", [row.by, row.seqs.length ? `#${row.seqs.join(" #")}` : ""].filter(Boolean).join(" · "));
	const body = element("div", "body");
	body.append(text, ...row.notes.map((note) => element("span", "note", note)), by);
	node.append(time, body);
	if (correct && row.entry) {
		const press = button(say("do.correct"), () => correct({ ...row.entry, text: row.standing || text.textContent }));
		press.dataset.correct = String(row.entry.seq);
		press.setAttribute("aria-label", say("do.correct_entry", { what: text.textContent }));
		node.append(press);
	}
	return node;
}
