// The rulings of the hand on the floor's panel: what waits, on which rules, options and evidence, who decided what; and the floor's
// own decisions. A decision is a command; what it changed is shown when the table has told it.

import { askHand } from "./archive.js";
import { foldOf } from "./asked.js";
import OWN from "./banner.words.js";
import { bearing } from "./bearing.js";
import WORDS from "./docket.words.js";
import { button, element } from "./dom.js";
import { forms } from "./forms.js";
import { clockTime } from "./notices.js";
import { alternativeOf, cardsOf, drawn, namesOf, numberOf, openItems, stepsOf, textOf, untilOf, waits, wordFor } from "./rulings.js";
import { speech } from "./speech.js";
import { dealtIn } from "./stand.js";
import { byWhom, evidenceText } from "./timeline.js";
import { placeName } from "./words.js";

const MOST_REASON = 120;
const CARD = /\b([2-9TJQKA])([cdhs])\b/g;
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const say = speech(OWN, WORDS);

/** Which decisions the floor may take, by how a ruling stands. */
const OPEN = new Set(["in_force", "proposed", "reopened"]);
const DECIDED = new Set(["confirmed", "overridden"]);

/**
 * Show into `list`. `floor` are the panel's own words and means: `{say, sheet, order, state, decide, open}`; `open()` shows the list.
 * Return `{show(state, off), notices(state), use(control)}`.
 */
export function docket(list, floor) {
	const askForm = forms(floor.sheet, (key, values) => (key.startsWith("wrong.") ? say(key, values) : floor.say(key, values)));
	// ids of rulings whose details are open
	const unfolded = new Set();
	let drawnKey = "";
	let now = null;
	let history = { key: "", of: new Map(), found: null };

	// -- the list --------------------------------------------------------------------------------------

	function show(state, off) {
		now = state;
		const rulings = [...(state.rulings ?? [])].sort((one, other) => Number(waits(other)) - Number(waits(one)) || numberOf(other) - numberOf(one));
		const key = JSON.stringify([rulings, [...namesOf(state)], off]);
		if (key === drawnKey) return;
		drawnKey = key;
		draw(rulings, state, off);
		if (!list.hidden) refreshHistory();
	}

	function draw(rulings, state, off) {
		const focused = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
		list.replaceChildren(...rulings.map((body) => rulingItem(body, namesOf(state), off)));
		if (rulings.length === 0) list.append(line("none", say("none")));
		if (focused) list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
	}

	function rulingItem(body, names, off) {
		const item = element("li", "ruling");
		item.dataset.ruling = body.id;
		item.dataset.status = waits(body) ? "waits" : body.status;
		const head = element("p", "head");
		head.append(element("b", "kind", wordFor("kind", body.kind)), element("span", "status", wordFor("status", body.status)), element("span", "who", say(`who.${body.who}`)), element("span", "id", body.id));
		const text = element("p", "text");
		const cards = cardsOf(body);
		text.append(...drawn(textOf({ sort: "ruling", body }, names), cards));
		const steps = element("ol", "steps");
		steps.append(...stepsOf(body, names).map((step) => { const row = element("li"); row.append(...drawn(step, cards)); return row; }));
		item.append(head, text, steps);
		if (body.reason) item.append(element("p", "reason", say("note.reason", { reason: body.reason })));
		if (waits(body) && untilOf(body)) item.append(element("p", "until", say("note.until", { until: untilOf(body) })));
		item.append(buttons(body, off), details(body));
		return item;
	}

	function buttons(body, off) {
		const box = element("div", "decide");
		const offer = (what, look, act) => {
			const made = button(say(`do.${what}`), act, look);
			made.disabled = off;
			made.dataset.key = `${what} ${body.id}`;
			made.dataset.id = `${what}-${body.id}`;
			made.setAttribute("aria-label", `${say(`do.${what}`)} ${body.id}`);
			box.append(made);
		};
		if (OPEN.has(body.status)) {
			offer("confirm", waits(body) ? "first" : "", () => decide(body, "confirm"));
			if (body.alternatives?.length) offer("override", "", () => override(body));
			if (body.kind === "fouled_deck") offer("knew", "", () => knew(body));
		}
		if (DECIDED.has(body.status)) offer("reopen", "", () => decide(body, "reopen"));
		return box;
	}

	function details(body) {
		const fold = element("details");
		const summary = element("summary", "", say("details"));
		summary.dataset.key = `details ${body.id}`;
		fold.open = unfolded.has(body.id);
		fold.addEventListener("toggle", () => {
			if (fold.open === unfolded.has(body.id)) return;
			unfolded[fold.open ? "add" : "delete"](body.id);
			if (fold.open) refreshHistory();
		});
		const facts = element("dl");
		const fact = (name, ...nodes) => {
			const shown = element("dd");
			shown.append(...nodes);
			facts.append(element("dt", "", say(name)), shown);
		};
		if (body.rules?.length) fact("rules", ...body.rules.map((id) => ruleFold(id)));
		const options = Object.entries(body.options ?? {});
		if (options.length) fact("options", ...options.map(([name, answer]) => optionFold(name, answer)));
		if (body.evidence) fact("evidence", evidenceText({ evidence: body.evidence }, floor.say) || JSON.stringify(body.evidence));
		if (body.about) fact("about", `#${body.about}`);
		if (body.until_utc) fact("deadline", clockTime(body.until_utc));
		fact("line", lineOf(body));
		fact("record", historyOf(body));
		fold.append(summary, facts);
		return fold;
	}

	// -- the rules it rests on, and what other books say ------------------------------------------------

	const words = { asking: say("asking"), none: say("no_rule") };

	const ruleFold = (id) => foldOf("rule", id, `/rules/${id}`, words, (told) => [spoken("p", say("rule", told))]);

	/** An answer of the house, and the three books' to the same question. */
	function optionFold(name, answer) {
		const label = `${plain(name)}: ${plain(answer)}`;
		return foldOf("option", label, `/options/${name}`, words, ({ question, answers }) => {
			const list = element("ul", "books");
			list.append(...answers.map((one) => {
				const item = spoken("li", one.words);
				item.prepend(element("b", "", say(one.silent ? "book.silent" : "book", { book: say(`book.${one.book}`) })), " ");
				item.toggleAttribute("data-own", one.answer === answer);
				return item;
			}));
			return [spoken("p", question), list];
		});
	}

	// -- who decided what ---------------------------------------------------------------------------------

	async function refreshHistory() {
		const key = JSON.stringify([now?.hand, now?.rulings]);
		if (!now?.hand || history.key === key) return;
		history.key = key;
		const { found } = await askHand(Number(now.hand.slice(1)));
		if (!found || history.key !== key) return;
		const of = new Map();
		for (const entry of found.timeline) {
			for (const story of entry.told.filter(({ topic }) => topic === "ruling")) {
				of.set(story.id, [...(of.get(story.id) ?? []), { entry, story }]);
			}
		}
		history = { key, of, found };
		for (const item of list.children) {
			const body = now.rulings.find(({ id }) => id === item.dataset.ruling);
			if (!body) continue;
			item.querySelector(".history")?.replaceWith(historyOf(body));
			item.querySelector(".line")?.replaceWith(lineOf(body));
		}
	}

	/** What the table saw and was told that bears on it, each with its time and evidence. */
	function lineOf(body) {
		const rows = element("ol", "line");
		for (const row of history.found ? bearing(history.found, body, floor.say) : []) {
			const item = element("li");
			const tenths = Math.floor(new Date(row.utc).getMilliseconds() / 100);
			item.append(element("time", "", `${clockTime(row.utc)}.${tenths}`), " ", ...row.sentences.flatMap((nodes) => [...nodes, " "]));
			const notes = row.kind === "command" ? [row.by, ...row.notes] : row.notes;
			if (notes.length) item.append(element("span", "notes", notes.join("; ")));
			rows.append(item);
		}
		if (!rows.children.length) rows.append(line("", say("record.none")));
		return rows;
	}

	function historyOf({ id }) {
		const rows = element("ol", "history");
		for (const { entry, story } of history.of.get(id) ?? []) {
			const reason = story.reason ? `: ${story.reason}` : "";
			rows.append(line("", `${clockTime(entry.utc)} · ${wordFor("status", story.status)}${reason} · ${byWhom(entry, floor.say)} · #${story.seq}`));
		}
		if (!rows.children.length) rows.append(line("", say("record.none")));
		return rows;
	}

	// -- decisions ------------------------------------------------------------------------------------------

	const standing = (body) => () => (floor.state()?.rulings ?? []).some((one) => one.id === body.id && one.status === body.status);

	async function decide(body, decision, more = {}) {
		const changed = await floor.order(`${decision}-${body.id}`, "floor_rule", { ruling: body.id, decision, ...more }, standing(body));
		if (decision !== "reopen") floor.decide.tellChange(say("changed"), changed);
	}

	async function override(body) {
		const names = namesOf(now);
		const answer = await floor.decide.asking(standing(body), () =>
			askForm(
				say("override.title"),
				[
					{ name: "alternative", kind: "choice", label: say("override.what"), options: body.alternatives.map((word) => [word, alternativeOf(word, body, names)]), value: body.alternatives[0] },
					{ name: "reason", kind: "text", label: say("override.reason"), most: MOST_REASON, needed: true, value: "" },
				],
				say("override.do"),
			),
		);
		if (answer) await decide(body, "override", { ...answer.values, reason: answer.values.reason.replace(/\s+/g, " ") });
	}

	/** What a player knew of a fouled deck only the floor can find. */
	async function knew(body) {
		const players = now.seats.filter(dealtIn).map((view) => [placeName(view), view.seat]);
		const seat = await floor.decide.asking(standing(body), () => floor.sheet.askChoice(say("knew.title"), "", players));
		if (seat !== null) await floor.order(`knew-${body.id}`, "report", { what: "knew", seat }, standing(body));
	}

	/** The floor answers a question of the table's. */
	async function answer(body) {
		const still = () => (floor.state()?.prompts ?? []).some(({ id }) => id === body.id);
		const choices = body.answers.map((word) => [wordFor("answer", word), word, "first"]);
		const word = await floor.decide.asking(still, () => floor.sheet.askChoice(textOf({ sort: "prompt", body }, namesOf(now)), "", choices));
		if (word !== null) await floor.order(`answer-${body.id}`, "answer", { prompt: body.id, with: word }, still);
	}

	// -- what asks for the floor ------------------------------------------------------------------------------

	/** What waits for the floor, as notices. */
	function notices(state) {
		const names = namesOf(state);
		return openItems(state)
			.filter(forFloor)
			.filter(({ sort, body }) => sort === "prompt" || body.who === "floor" || body.status === "reopened")
			.map((item) => ({
				key: `${item.sort} ${item.body.id}`,
				kind: "question",
				text: textOf(item, names).replace(CARD, (card, rank, suit) => (cardsOf(item.body).includes(card) ? rank + SUITS[suit] : card)),
				does: { id: `look-${item.body.id}`, docket: item, label: say(item.sort === "prompt" ? "do.answer" : "do.look") },
			}));
	}

	function use({ docket: { sort, body } }) {
		if (sort === "prompt") return answer(body);
		unfolded.add(body.id);
		floor.open();
		draw([...list.children].map((item) => now.rulings.find(({ id }) => id === item.dataset.ruling)).filter(Boolean), now, floor.state() === null);
		const item = list.querySelector(`[data-ruling="${body.id}"]`);
		item?.scrollIntoView({ block: "nearest" });
		item?.querySelector("button")?.focus();
		return refreshHistory();
	}

	return { show, notices, use, refresh: refreshHistory };
}

const line = (className, text) => element("li", className, text);

const plain = (word) => String(word).replaceAll("_", " ");

/** The rule books' own words, which are English. */
function spoken(name, text) {
	const made = element(name, "", text);
	made.lang = "en";
	return made;
}

/** What waits for a word of the floor's. */
const forFloor = ({ sort, body }) => (sort === "ruling" ? waits(body) : sort === "prompt" && body.who === "floor");
