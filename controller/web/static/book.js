// The table's hands: the present one as it goes, and those before it, searched.

import { askHand, askHands, sought } from "./archive.js";
import { cardInline } from "./cards.js";
import { button, element, setText } from "./dom.js";
import { later } from "./later.js";
import { refusalText } from "./refusals.js";
import { chips, signed } from "./words.js";

// between two questions about the present hand
const REST_MS = 800;
// after an answer that may be another one then
const AGAIN_MS = 2_000;
const AGAIN = new Set(["panel.no_answer", "web.busy", "web.starting"]);
const AT_END_PX = 48;
const ONLY = ["", "corrected", "void", "asked"];

const byId = (id) => document.getElementById(id);

/** `correct(entry)` hears of an entry to be corrected. Return `{follow, turn}`: `follow` hears of each state that is shown, `turn` shows a chapter. */
export function book(say, correct) {
	// the record's view, which comes after the page
	let show = null;
	// the number of the hand that it shows, or will
	let opened = null;
	const pages = byId("pages");
	// or "rulings", "hands", or the number of a hand
	let chapter = "present";
	// the number of the table's present hand
	let present = null;
	let table = "";
	// answers that are overtaken are not shown
	let asked = 0;
	// what the present hand's record has to be of
	let wanted = "";
	let resting = 0;
	let detail = null;

	later(() => import("./record.js")).then(({ recordView }) => {
		show = recordView(byId("record"), say, (entry) => correct(entry));
		if (opened !== null) open(opened);
	});

	function note(text) {
		byId("book-note").hidden = text === "";
		setText(byId("book-note"), text);
	}

	const why = (told) => (told.code === "panel.no_answer" ? say("answer.none_yet") : refusalText(told));

	function turn(to) {
		chapter = to;
		asked += 1;
		opened = null;
		note("");
		byId("search").hidden = to !== "hands";
		byId("hands").hidden = to !== "hands";
		byId("rulings").hidden = to !== "rulings";
		byId("record").hidden = true;
		byId("show-present").setAttribute("aria-pressed", String(to === "present"));
		byId("show-rulings").setAttribute("aria-pressed", String(to === "rulings"));
		byId("show-hands").setAttribute("aria-pressed", String(!["present", "rulings"].includes(to)));
		byId("entries-only").hidden = ["hands", "rulings"].includes(to);
		byId("print").disabled = true;
		pages.scrollTop = 0;
	}

	function open(number) {
		opened = number;
		if (show === null) return;
		const atEnd = pages.scrollHeight - pages.scrollTop - pages.clientHeight < AT_END_PX;
		const fresh = byId("record").hidden;
		show(detail, { own: number === present, table });
		byId("record").hidden = false;
		byId("print").disabled = false;
		if (chapter === "present" && (fresh || atEnd)) pages.scrollTop = pages.scrollHeight;
	}

	async function load(number) {
		const mine = (asked += 1);
		const { found, why: refused } = await askHand(number);
		if (mine !== asked) return;
		note(refused ? why(refused) : "");
		if (refused && AGAIN.has(refused.code)) setTimeout(() => { if (mine === asked) load(number); }, AGAIN_MS);
		if (!found) return;
		detail = found;
		open(number);
	}

	// -- the present hand ------------------------------------------------------------------------

	function refresh() {
		if (chapter !== "present" || resting) return;
		if (present === null) {
			byId("record").hidden = true;
			note(say("book.no_hand"));
			return;
		}
		resting = setTimeout(() => {
			resting = 0;
			if (wanted !== done) refresh();
		}, REST_MS);
		const done = wanted;
		load(present);
	}

	function follow({ state, info }) {
		table = info?.table_name ?? table;
		const number = state.hand === null ? null : Number(state.hand.slice(1));
		const now = JSON.stringify([state.boot_id, number, state.rev, state.as_of_seq]);
		if (now === wanted) return;
		// it is past now
		if (number !== present && detail && chapter === present) setTimeout(() => load(chapter));
		wanted = now;
		present = number;
		refresh();
	}

	// -- the hands before --------------------------------------------------------------------------

	async function search(before = null) {
		const mine = (asked += 1);
		const question = { ...sought(byId("sought").value), only: byId("only").value, before };
		const { found, why: refused } = await askHands(question);
		if (mine !== asked) return;
		if (refused) return note(why(refused));
		const list = byId("hands");
		if (before === null) list.replaceChildren();
		else list.lastChild?.remove();
		list.append(...found.hands.map((hand) => handLine(hand)));
		note(list.children.length || found.next_before !== null ? "" : say("search.none"));
		if (found.next_before !== null) list.append(moreLine(found.next_before));
	}

	function handLine(hand) {
		const item = element("li");
		const line = button("", () => {
			turn(hand.number);
			byId("show-hands").focus();
			load(hand.number);
		}, "line");
		line.dataset.hand = String(hand.number);
		const parts = Object.fromEntries(["number", "when", "players", "laid", "pot", "marks", "low"].map((name) => [name, element("span", name)]));
		setText(parts.number, String(hand.number));
		setText(parts.when, new Date(hand.began_utc).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" }));
		const won = hand.players.filter(({ seat }) => hand.winners.includes(seat)).map(({ name, result }) => `${name} ${signed(result)}`);
		setText(parts.players, won.length ? won.join(", ") : hand.players.map(({ name }) => name).join(", "));
		parts.laid.append(...hand.board.map(cardInline));
		setText(parts.pot, chips(hand.pot));
		const marks = [hand.stage === "ended" ? "" : say(`record.${hand.stage}`)];
		if (hand.corrections) marks.push(say("record.corrections", { count: hand.corrections }));
		if (hand.questions) marks.push(say("record.questions", { count: hand.questions }));
		setText(parts.marks, marks.filter(Boolean).join(" · "));
		parts.low.append(parts.when, parts.marks);
		line.append(parts.number, parts.players, parts.laid, parts.pot, parts.low);
		item.append(line);
		return item;
	}

	function moreLine(before) {
		const item = element("li", "more");
		item.append(button(say("search.more", { number: before }), () => search(before)));
		return item;
	}

	const list = () => {
		turn("hands");
		search();
	};

	byId("show-present").addEventListener("click", () => {
		turn("present");
		refresh();
	});
	byId("show-hands").addEventListener("click", list);
	byId("search").addEventListener("submit", (event) => {
		event.preventDefault();
		search();
	});
	byId("only").addEventListener("change", () => search());
	byId("print").addEventListener("click", () => print());
	byId("entries-only").addEventListener("click", () => {
		const on = byId("record").toggleAttribute("data-entries");
		byId("entries-only").setAttribute("aria-pressed", String(on));
	});
	byId("only").append(...ONLY.map((only) => new Option(say(`only.${only || "all"}`), only)));
	byId("sought").placeholder = say("search.hint");
	turn("present");
	note(say("book.loading"));
	return { follow, turn };
}
