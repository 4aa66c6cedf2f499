// What the table wants said, answered or confirmed, on the dealer's panel: one thing at a time, the newest; the others wait in
// order below it. It stands beside the felt and moves nothing.

import RULED from "./banner.words.js";
import { cardInline } from "./cards.js";
import { controlRow } from "./controls.js";
import WORDS from "./dealer.words.js";
import { element, setText } from "./dom.js";
import { cardsOf, drawn, forDealer, namesOf, openItems, stepsOf, textOf, untilOf, waits, wordFor } from "./rulings.js";
import { speech } from "./speech.js";
import { zoneName } from "./told.js";

const say = speech(RULED, WORDS);

// a touch that comes this soon after the sentence changed was meant for the one before
const REST_MS = 350;
const MOST_WAITING = 3;
// so long a check-list stays when its last move was made
const LINGER_MS = 2_500;
const KEYS = ["Y", "X"];
// survives a reload of the page, not the evening
const SEEN = "smarttable.seen";

/**
 * Show into `box`. `use(control, meaning)` sends, `quiet(key)` says why nothing was sent, `now()` is the table's time of day.
 * Return `{show(state, off), tick(), row}`.
 */
export function banner(box, { use, meant, quiet, now }) {
	const parts = Object.fromEntries(["sort", "left", "text", "steps", "moves", "note", "answers", "rules", "queue"].map((name) => [name, box.querySelector(`.${name}`)]));
	// key of an item → when it came, as a number in order
	const came = new Map();
	const seen = new Set(seenBefore());
	// id of a ruling whose moves were all made → when
	const doneAt = new Map();
	let order = 0;
	let top = null;
	let changedAt = -REST_MS;
	let drawnKey = "";
	const row = controlRow(parts.answers, 2, { use: press, meant });

	const keyOf = ({ body }) => [body.id, body.status ?? ""].join(" ");

	function press(control, meaning) {
		if (top === null || control.item !== keyOf(top)) return quiet("quiet.moved_on");
		if (performance.now() - changedAt < REST_MS) return quiet("quiet.too_soon");
		if (!control.seen) return use(control, meaning);
		seen.add(control.item);
		keep([...seen]);
		return show(last.state, last.off);
	}

	let last = { state: null, off: true };

	/** What waits for the dealer, the newest first. */
	function waiting(state) {
		const items = openItems(state).filter((item) => forDealer(item) && (isDue(item, state) ?? !seen.has(keyOf(item))));
		const keys = new Set(items.map(keyOf));
		for (const key of came.keys()) if (!keys.has(key)) came.delete(key);
		for (const key of keys) if (!came.has(key)) came.set(key, (order += 1));
		return items.sort((one, other) => came.get(keyOf(other)) - came.get(keyOf(one)));
	}

	/** Whether a ruling's moves have yet to be made, or were made just now; null where there are none, or somebody has yet to decide. */
	function isDue({ sort, body }, state) {
		const moves = sort === "ruling" && !waits(body) ? movesOf(body, state) : [];
		if (moves.length === 0) return null;
		if (moves.some(({ made }) => !made)) {
			doneAt.delete(body.id);
			return true;
		}
		if (!doneAt.has(body.id)) doneAt.set(body.id, top?.body.id === body.id ? performance.now() : -LINGER_MS);
		return performance.now() - doneAt.get(body.id) < LINGER_MS;
	}

	function show(state, off) {
		last = { state, off };
		const items = waiting(state);
		const before = top && keyOf(top);
		top = items[0] ?? null;
		if (top && before !== null && before !== keyOf(top)) changedAt = performance.now();
		box.hidden = top === null;
		row.show(top ? controlsOf(top, state) : [], off);
		if (top === null) {
			drawnKey = "";
			return;
		}
		draw(items, state);
		tick();
	}

	function draw(items, state) {
		const names = namesOf(state);
		const key = JSON.stringify([items.map(({ body }) => body), [...names], Boolean(state.floor_call), state.moves, state.stopped]);
		if (key === drawnKey) return;
		drawnKey = key;
		const { sort, body } = top;
		box.dataset.sort = sort;
		box.dataset.status = body.status ?? "";
		box.toggleAttribute("data-stopped", state.stopped === body.id);
		setText(parts.sort, state.stopped === body.id ? say("sort.stopped") : headOf(top));
		box.toggleAttribute("data-reminded", Boolean(body.reminded));
		const cards = cardsOf(body);
		const text = textOf(top, names);
		if (parts.text.dataset.told !== text) {
			// told again only when it says something else
			parts.text.dataset.told = text;
			parts.text.replaceChildren(...shownText(top, text));
		}
		parts.text.toggleAttribute("data-long", text.length > 90);
		parts.steps.replaceChildren(...stepsOf(body, names).map((step) => item(drawn(step, cards))));
		parts.moves.replaceChildren(...movesOf(body, state).map((move) => moveItem(move, names)));
		setText(parts.note, noteOf(top, state));
		setText(parts.rules, (body.rules ?? []).join(" · "));
		const rest = items.slice(1).map((one) => shownText(one, textOf(one, names)));
		const more = rest.length - MOST_WAITING;
		parts.queue.replaceChildren(...rest.slice(0, MOST_WAITING).map(item), ...(more > 0 ? [item([say("ruling.more", { count: more })])] : []));
	}

	/** What else the dealer has to know: who decides, why it was decided so, until when. */
	function noteOf({ sort, body }, state) {
		const words = [];
		if (sort === "ruling" && body.status === "reopened") words.push(say("note.reopened"));
		else if (isFloors({ sort, body })) words.push(say(state.floor_call ? "note.floor_comes" : body.status === "in_force" ? "note.confirms" : "note.floor"));
		if (body.reason) words.push(say("note.reason", { reason: body.reason }));
		if (untilOf(body) && waits(body)) words.push(say("note.until", { until: untilOf(body) }));
		return words.join(" ");
	}

	function controlsOf(shown, state) {
		const { sort, body } = shown;
		const own = { item: keyOf(shown), calm: true };
		const call = { ...own, id: "ruling-floor", verb: "floor_call", fields: callFields(shown), label: say(state.floor_call ? "floor.called" : "do.floor"), key: "L", off: Boolean(state.floor_call) };
		if (sort === "announcement") return [{ ...own, id: "ruling-yes", verb: "ack", fields: { announcement: body.id }, label: say("ruling.said"), key: KEYS[0], look: "first" }];
		if (sort === "prompt" && body.who === "floor") return [call];
		if (sort === "prompt") {
			return body.answers.slice(0, 2).map((word, place) => ({
				...own, id: `ruling-${place ? "no" : "yes"}`, verb: "answer", fields: { prompt: body.id, with: word }, label: wordFor("answer", word), key: KEYS[place], look: "first",
			}));
		}
		if (waits(body) && body.who === "dealer" && body.status !== "reopened") {
			return [{ ...own, id: "ruling-yes", verb: "floor_rule", fields: { ruling: body.id, decision: "confirm" }, label: say("do.confirm"), key: KEYS[0], look: "first" }, call];
		}
		if (body.status === "proposed" || body.status === "reopened" || movesOf(body, state).length) return [call];
		return [{ ...own, id: "ruling-seen", seen: true, label: say("ruling.done"), key: KEYS[0], look: "first" }, call];
	}

	/** The seconds that are left, which run. */
	function tick() {
		if (top && doneAt.has(top.body.id) && isDue(top, last.state) === false) return show(last.state, last.off);
		const until = top?.body.until_utc;
		setText(parts.left, until ? say("ruling.left", { seconds: Math.max(0, Math.ceil((Date.parse(until) - now()) / 1000)) }) : "");
	}

	return { show, tick, row };
}

/** The sentence, and the cards that it is about. */
function shownText({ body }, text) {
	const cards = (body.cards ?? []).filter((card) => !text.includes(card));
	return [...drawn(text, cardsOf(body)), ...cards.flatMap((card) => [" ", cardInline(card)])];
}

const isFloors = ({ sort, body }) => body.who === "floor" && (sort === "prompt" || waits(body));

/** What kind of thing it is, of a ruling how it stands, and of an announcement that it was not made in time. */
const headOf = ({ sort, body }) => say(`sort.${body.reminded ? "reminded" : sort === "ruling" && !waits(body) ? body.status : sort}`);

/** The floor is called to the seat in question, and told what for. */
function callFields({ sort, body }) {
	const reason = sort === "ruling" ? wordFor("kind", body.kind) : textOf({ sort, body }, new Map());
	return typeof body.seat === "number" ? { seat: body.seat, reason } : { reason };
}

/** The cards that a ruling wants moved. */
const movesOf = ({ id }, { moves }) => (moves ?? []).filter(({ ruling }) => ruling === id);

/** One line of the check-list: the table ticks it when it has seen the card move. */
function moveItem({ from_zone: from, to_zone: to, when, made }, names) {
	const place = (zone) => { const seat = /^seat\/(\d+)\//.exec(zone); return seat ? names.get(seat[1]) ?? zoneName(zone) : zoneName(zone); };
	const [shown, text] = [element("li"), element("span")];
	const what = say(from === null ? "move.anywhere" : from === "stub" ? "move.top" : "move", { from: from && place(from), to: place(to) });
	text.append(element("span", "unseen", say(made ? "move.made" : "move.to_do")), element("span", "what", what));
	if (when === "after_deal" && !made) text.append(" ", element("span", "when", say("move.after_deal")));
	shown.dataset.made = made;
	shown.append(text);
	return shown;
}

function item(nodes) {
	const made = element("li", "");
	made.append(...nodes);
	return made;
}

function seenBefore() {
	try {
		return JSON.parse(sessionStorage.getItem(SEEN) ?? "[]");
	} catch {
		// a browser that keeps nothing
		return [];
	}
}

function keep(keys) {
	try {
		sessionStorage.setItem(SEEN, JSON.stringify(keys.slice(-20)));
	} catch {
		// they are shown again after a reload
	}
}
