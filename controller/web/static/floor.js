// The floor's panel: how the table stands, what asks for the floor, and the record of every hand. It decides nothing: every
// press is a command, and what it changed is shown when the table has told it.

import { showBar } from "./bar.js";
import { book } from "./book.js";
import { commander } from "./command.js";
import { controlRow } from "./controls.js";
import { decisions } from "./decisions.js";
import { setText } from "./dom.js";
import FELT from "./felt.words.js";
import WORDS from "./floor.words.js";
import { deckText, seatLines, showBoard, showPots } from "./glance.js";
import { FEED, languageButton } from "./head.js";
import { later } from "./later.js";
import { follow } from "./link.js";
import { noticeList, notices } from "./notices.js";
import { orders } from "./orders.js";
import { refusalText } from "./refusals.js";
import { learnFrame } from "./ruled.js";
import { sheets } from "./sheets.js";
import { situation } from "./situation.js";
import { dress, speech } from "./speech.js";
import { OVER, about } from "./stand.js";
import { showWays } from "./ways.js";
import { chips } from "./words.js";

const ANSWER_MS = 8_000;

const byId = (id) => document.getElementById(id);
const say = speech(FELT, WORDS);

let held = { state: null };
let line = { off: true, why: "" };
let showSeats = null;
let seatCount = 0;
let answerTimer = 0;
// they come after the rest of the page
let rulings = null;

const state = () => (line.off ? null : held.state);

function answer(kind, text) {
	const node = byId("answer");
	clearTimeout(answerTimer);
	node.dataset.kind = text ? kind : "none";
	setText(node, text);
	node.title = text;
	if (text) answerTimer = setTimeout(() => answer("none", ""), ANSWER_MS);
}

const quiet = (key) => answer("quiet", say(key));

/** A correction may stand in the way of a later entry: only the table's own words name it. */
function refused(told) {
	const why = refusalText(told);
	const more = told.code === "correct.later" && why !== told.message ? ` (${told.message})` : "";
	answer("refused", told.code === "panel.no_answer" ? say("answer.none") : say("answer.refused", { why: why + more }));
}

const { order, shown: heardState } = orders({
	held: () => held.state,
	send: commander("floor"),
	on: { busy: (id, is) => controls.busy(id, is), quiet, refused, done: () => answer("none", "") },
});
const sheet = sheets(byId("sheet"), say);
const decide = decisions({ sheet, say, state, order, quiet });
const hands = book(say, (entry) => decide.correct(entry));

/** A press: a decision that needs more touches, or an order at once. */
function use(control) {
	if (state() === null || control.off) return quiet("quiet.nothing");
	if (control.docket) return rulings.use(control);
	if (control.opens) return decide[control.opens](control);
	const meant = about(held.state);
	return order(control.id, control.verb, control.fields, control.calm === false ? () => about(held.state) === meant : null);
}

const controls = controlRow(byId("controls"), 6, { use, meant: () => null });
const showNotices = noticeList(byId("notices"), say, use);

/** The controls of the table, in fixed places. */
function tableControls(now) {
	const { paused, hidden, dealer, last_entry: entry } = now;
	return [
		{ id: "pause", verb: paused ? "resume" : "pause", fields: {}, label: say(paused ? "do.resume" : "do.pause"), look: paused ? "first" : "", pressed: paused },
		clockControl(now),
		{ id: "dealer", opens: "dealer", label: dealer ? say("dealer.named", { name: dealer }) : say("dealer.none") },
		{ id: "correct", opens: "correctLast", label: say("do.correct_last"), off: !entry },
		{ id: "void", opens: "voidHand", label: say("do.void"), look: "grave", off: OVER.has(now.stage) },
		{ id: "panic", verb: "panic", fields: { on: !hidden }, label: say(hidden ? "do.unhide" : "do.hide"), pressed: hidden, look: "grave" },
	];
}

function clockControl({ clock, to_act: seat, paused }) {
	if (clock) return { id: "clock", verb: "clock", fields: { seat: clock.seat, stop: true }, label: say("do.clock_off"), pressed: true, off: paused };
	return { id: "clock", verb: "clock", fields: { seat }, label: say("do.clock"), calm: false, off: seat === null || paused };
}

function showTable(now) {
	if (now.seats.length !== seatCount) {
		seatCount = now.seats.length;
		showSeats = seatLines(byId("seats").tBodies[0], seatCount);
	}
	showSeats(now);
	showBoard(byId("board"), now);
	showPots(byId("pots"), now.pots, say);
	setText(byId("pot-total"), chips(now.pot_total));
	byId("pot").classList.toggle("none", now.pot_total === 0);
	setText(byId("deck"), deckText(now.deck, say));
	const [who, what] = now.paused ? [say("paused"), ""] : situation(now);
	setText(byId("who"), who);
	setText(byId("what"), what.replace(/^: /, ""));
}

function showRulings(now) {
	const count = now.rulings.length;
	setText(byId("show-rulings"), count ? say("book.rulings_of", { count }) : say("book.rulings"));
	rulings?.show(now, line.off);
}

function openRulings() {
	hands.turn("rulings");
	rulings?.refresh();
}

function show(now) {
	held = now;
	line = showBar(now, say);
	if (now.state === null) return;
	heardState(now.state);
	decide.shown();
	showTable(now.state);
	controls.show(tableControls(now.state), line.off);
	showNotices([...(rulings?.notices(now.state) ?? []), ...notices(now, say)], line.off);
	showRulings(now.state);
	hands.follow(now);
}

languageButton();
byId("show-rulings").addEventListener("click", openRulings);
dress(document, say);
showWays();
follow(FEED, show, (stories, now, anew) => { if (!anew) decide.heard(stories); }, learnFrame);
later(() => import("./docket.js")).then(({ docket }) => {
	rulings = docket(byId("rulings"), { say, sheet, order, state, decide, open: openRulings });
	if (held.state) show(held);
});
