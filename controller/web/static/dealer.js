// The dealer's panel: the table as the feed tells it, and controls that speak to it. It decides nothing: what it offers is in
// plan.js, when a touch becomes a command in press.js, what needs more than one touch in asks.js.

import { asker } from "./asks.js";
import { showBoards } from "./boards.js";
import { cardFace } from "./cards.js";
import { commander } from "./command.js";
import { controlRow } from "./controls.js";
import WORDS from "./dealer.words.js";
import { element, setText } from "./dom.js";
import FELT from "./felt.words.js";
import { later } from "./later.js";
import { follow } from "./link.js";
import { bigControls, clockControl, headline, smallControls, tableControls } from "./plan.js";
import { presser } from "./press.js";
import { refusalText } from "./refusals.js";
import { learnFrame } from "./ruled.js";
import { sheets } from "./sheets.js";
import { choose, dress, language, speech } from "./speech.js";
import { about } from "./stand.js";
import { seatTiles } from "./tiles.js";
import { isLine, questionText, sentence } from "./told.js";
import { showWays } from "./ways.js";
import { chips, lineOf, placeName, playing, streetName } from "./words.js";

const TICKER_LINES = 12;
const ANSWER_MS = 6_000;
const TICK_MS = 250;

const byId = (id) => document.getElementById(id);
const say = speech(FELT, WORDS);
const sheet = sheets(byId("sheet"), say);

let held = { state: null };
let line = { off: true, why: "" };
let showSeats = null;
let seatCount = 0;
// how far this screen's clock is ahead of the table's
let skewMs = 0;
let answerTimer = 0;
// they come after the rest of the page
let ruling = null;
let reporting = null;

const state = () => (line.off ? null : held.state);
const meant = () => ({ rev: held.state?.rev, about: held.state ? about(held.state) : "" });

// -- what is sent, and what comes back -------------------------------------------------------------

function answer(kind, text) {
	const node = byId("answer");
	clearTimeout(answerTimer);
	node.dataset.kind = text ? kind : "none";
	setText(node, text);
	node.title = text;
	if (text) answerTimer = setTimeout(() => answer("none", ""), ANSWER_MS);
}

const on = {
	busy: (control, is) => { for (const row of rows) row.busy(control.id, is); },
	quiet: (key) => answer("quiet", say(key)),
	refused(told, control) {
		if (told.code === "show.cards_unread") ask.cards(control);
		else answer("refused", told.code === "panel.no_answer" ? say("answer.none") : say("answer.refused", { why: refusalText(told) }));
	},
	done: () => { if (byId("answer").dataset.kind === "refused") answer("none", ""); },
};
const { press, shown } = presser({ held: state, send: commander("dealer"), on });
const ask = asker({ sheet, say, state, meant, press, quiet: on.quiet });

/** A touch or a key on a control: sent, or asked for more. */
function use(control, meaning) {
	if (control.off) on.quiet("quiet.nothing");
	else if (control.opens === "report") tellOfCards();
	else if (control.opens) ask[control.opens](control);
	else press(control, meaning);
}

/** What happened to cards is true whatever happens meanwhile, as long as the hand is the same. */
function tellOfCards() {
	const { hand } = held.state;
	const send = (verb, fields) => {
		if (held.state?.hand !== hand) return on.quiet("quiet.moved_on");
		return press({ id: `sheet-${verb}`, verb, fields, calm: true }, meant());
	};
	return reporting?.({ sheet, state, send, words: say });
}

const rows = ["big", "small", "controls"].map((id) => controlRow(byId(id), { big: 4, small: 6, controls: 5 }[id], { use, meant }));
const [big, small, controls] = rows;
const clock = controlRow(null, 1, { use, meant, nodes: [byId("clock")] });
rows.push(clock);

// -- what is shown -----------------------------------------------------------------------------------

function showBar({ info, state: now, status, link }) {
	if (info) setText(byId("table-name"), info.table_name);
	setText(byId("hand"), now?.hand ?? "–");
	setText(byId("street"), now?.street ? streetName(now.street) : "–");
	setText(byId("stakes"), now ? playing(now) : "–");
	byId("hand").closest("dl").toggleAttribute("data-long", byId("stakes").textContent.length > 20 || byId("stakes").textContent.length + byId("street").textContent.length > 30);
	const told = lineOf({ link, status });
	const lamp = byId("link");
	setText(lamp, told.word);
	lamp.dataset.link = told.off ? "stale" : link;
	byId("stale").hidden = told.why === "";
	setText(byId("stale-why"), told.why);
	document.body.classList.toggle("stale", told.why !== "");
	line = { off: link !== "live" || told.off, why: told.why };
	const down = now?.quality.parts_down ?? [];
	const level = now?.quality.capability ?? "by_hand";
	const lost = down.length === 1 ? say("capability.down_one", { part: down[0] }) : say("capability.down", { count: down.length });
	setText(byId("capability"), down.length ? lost : say(`capability.${level}`));
	byId("capability").dataset.level = down.length ? "bad" : level === "by_hand" ? "poor" : "good";
}

function showFelt(now) {
	if (now.seats.length !== seatCount) {
		seatCount = now.seats.length;
		showSeats = seatTiles(byId("seats"), byId("felt"), seatCount, (seat) => ask.seat(seat));
	}
	showSeats(now, line.off);
	showBoards(byId("board"), now, cardFace, () => element("span", "card place"));
	byId("board").setAttribute("aria-label", say(now.board.length ? "board" : "board.none"));
	byId("pot").classList.toggle("none", now.pot_total === 0);
	setText(byId("pot-total"), chips(now.pot_total));
	byId("board").toggleAttribute("data-none", now.board_cards === 0 && now.board.length === 0);
	const pots = now.pots.length > 1 ? now.pots.slice(0, 6) : [];
	byId("pots").replaceChildren(
		...pots.map((pot, place) => {
			const [item, name] = [document.createElement("li"), document.createElement("span")];
			setText(name, place ? say("pot.side", { number: place }) : say("pot.main"));
			item.append(name, chips(pot.amount));
			return item;
		}),
	);
	const dealer = byId("dealer");
	setText(dealer, now.dealer ? say("dealer.named", { name: now.dealer }) : say("dealer.none"));
	dealer.disabled = line.off;
}

function showTurn(now) {
	const { who, what } = headline(now, say);
	setText(byId("who"), who);
	setText(byId("what"), what);
	byId("what").toggleAttribute("data-short", what.length < 45);
	byId("what").title = what;
	byId("headline").toggleAttribute("data-long", what.length + who.length > 45);
	const actor = now.seats.find((seat) => seat.seat === now.to_act);
	const stack = byId("stack");
	const key = actor ? String(actor.stack) : "";
	if (stack.dataset.key !== key) {
		stack.dataset.key = key;
		const amount = document.createElement("b");
		setText(amount, actor ? chips(actor.stack) : "");
		stack.replaceChildren(...(actor ? [amount, ` ${say("stack")}`] : []));
	}
	const wanted = bigControls(now, say);
	byId("big").dataset.mode = now.to_act !== null && !now.paused ? "four" : wanted[1] ? "two" : "one";
	big.show(wanted, line.off);
	small.show(smallControls(now, say), line.off);
	controls.show(tableControls(now, say), line.off);
	showClock();
}

/** Seconds left of the clock that was called, null without one; it stands still with the game. */
function secondsLeft({ clock: called }) {
	if (!called) return null;
	const leftMs = called.ends_utc === null ? called.left_ms : Date.parse(called.ends_utc) - (Date.now() - skewMs);
	return called.expired ? 0 : Math.max(0, Math.ceil(leftMs / 1000));
}

function showClock() {
	const now = held.state;
	const control = clockControl(now, say);
	const seconds = secondsLeft(now);
	const label = seconds === null ? say("clock.start") : seconds ? say("clock.stop", { seconds }) : say("clock.over");
	clock.show([control && { ...control, label }], line.off);
	byId("clock").toggleAttribute("data-running", seconds !== null);
	byId("clock").toggleAttribute("data-over", seconds === 0);
}

function showSide({ state: now, health }) {
	const notices = [];
	for (const part of now.quality.parts_down) {
		const remedy = health[part]?.remedy;
		notices.push([remedy ? `${say("part.down", { part })}: ${remedy}` : say("part.down", { part }), ""]);
	}
	for (const question of now.quality.discrepancies) notices.push([questionText(question), ""]);
	if (now.clock?.expired) notices.push([say("notice.clock", { name: placeName(now.seats[now.clock.seat - 1]) }), ""]);
	if (now.floor_call) notices.push([now.floor_call.reason ? say("notice.floor_for", { reason: now.floor_call.reason }) : say("notice.floor"), "calm"]);
	if (now.paused) notices.push([say("notice.paused"), "calm"]);
	if (now.hidden) notices.push([say("notice.hidden"), "calm"]);
	const list = byId("notices");
	const key = JSON.stringify(notices);
	if (list.dataset.key !== key) {
		list.dataset.key = key;
		list.replaceChildren(
			...notices.map(([text, kind]) => {
				const item = element("li", "notice");
				item.dataset.kind = kind;
				setText(item, text);
				return item;
			}),
		);
	}
	setText(byId("last-text"), now.last_entry ? ask.entryText(now.last_entry) : say("last.none"));
}

function show(now) {
	held = now;
	showBar(now);
	if (now.state === null) return;
	shown(now.state);
	ask.shown(now.state, line.off);
	showFelt(now.state);
	showTurn(now.state);
	showSide(now);
	ruling?.show(now.state, line.off);
}

function tell(stories, now, anew) {
	const ticker = byId("ticker");
	if (anew) ticker.replaceChildren();
	else if (now) skewMs = Date.now() - Date.parse(now.utc);
	for (const story of stories.filter(isLine)) {
		const item = document.createElement("li");
		item.dataset.kind = story.kind;
		item.append(...sentence(story, now));
		ticker.append(item);
	}
	while (ticker.children.length > TICKER_LINES) ticker.firstChild.remove();
}

// -- keys and the rest -------------------------------------------------------------------------------

addEventListener("keydown", (event) => {
	if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || sheet.isOpen() || event.target instanceof HTMLInputElement) return;
	if (event.key === "?") ask.keys();
	else {
		const key = event.key.toUpperCase();
		const control = rows.flatMap((row) => row.controls()).find((one) => one?.key === key && !one.off);
		if (control === undefined) return;
		if (!line.off) use(control, meant());
	}
	event.preventDefault();
});

byId("keys").addEventListener("click", () => ask.keys());
byId("dealer").addEventListener("click", () => ask.dealer());
byId("language").addEventListener("click", () => choose(language === "en" ? "de" : "en"));
setText(byId("language"), language === "en" ? "DE" : "EN");
setInterval(() => {
	if (held.state?.clock) showClock();
	ruling?.tick();
}, TICK_MS);

dress(document, say);
showWays();
const scheme = location.protocol === "https:" ? "wss" : "ws";
follow(`${scheme}://${location.host}/ws`, show, tell, learnFrame);
later(() => import("./banner.js")).then(({ banner }) => {
	ruling = banner(byId("ruling"), { use: press, meant, quiet: on.quiet, now: () => Date.now() - skewMs });
	rows.unshift(ruling.row);
	if (held.state) ruling.show(held.state, line.off);
});
later(() => import("./reporting.js")).then(({ report }) => { reporting = report; });
