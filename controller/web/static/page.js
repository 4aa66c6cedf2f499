// The live table: what the feed says, drawn. Nothing is decided here.

import { showBoards } from "./boards.js";
import { cardFace } from "./cards.js";
import { element, setText } from "./dom.js";
import { game } from "./game_title.js";
import { follow } from "./link.js";
import { learnStories } from "./ruled.js";
import { seatRing } from "./seats.js";
import FELT from "./felt.words.js";
import WORDS from "./page.words.js";
import { situation } from "./situation.js";
import { dress, speech } from "./speech.js";
import { isLine, questionText, sentence } from "./told.js";
import { following } from "./turns.js";
import { showWays } from "./ways.js";
import { chips, lineOf, stakes, streetName } from "./words.js";

const TICKER_LINES = 8;
const POT_PLACES = 5;

const byId = (id) => document.getElementById(id);
const say = speech(FELT, WORDS);
let showSeats = null;
let seatCount = 0;

function showHeader({ info, status, health, state, link }) {
	if (info) {
		setText(byId("table-name"), info.table_name);
		setText(byId("game"), [game(state ?? info), state ? following(state) : ""].filter(Boolean).join(" · "));
	}
	setText(byId("stakes"), state ? stakes(state) : "–");
	setText(byId("hand"), state?.hand ?? "–");
	setText(byId("street"), state?.street ? streetName(state.street) : "–");
	const { word, off, why } = lineOf({ link, status });
	const flag = byId("link");
	setText(flag, word);
	flag.dataset.link = off ? "stale" : link;
	document.body.classList.toggle("stale", why !== "");
	byId("stale").hidden = why === "";
	setText(byId("stale-why"), why);
	const down = state?.quality.parts_down ?? [];
	const open = state?.quality.discrepancies ?? [];
	const remedies = down.map((part) => health[part]).filter((part) => part?.remedy).map((part) => `${part.part}: ${part.remedy}`);
	showNotice([...down.map((part) => say("part.down", { part })), ...open.map(questionText)], remedies.join("\n"));
}

function showNotice(words, title) {
	const notice = byId("notice");
	notice.hidden = words.length === 0;
	notice.title = title;
	setText(notice, words.join(" · "));
}

function showFelt(state) {
	if (state.seats.length !== seatCount) {
		seatCount = state.seats.length;
		showSeats = seatRing(byId("seats"), seatCount);
	}
	showSeats(state);
	showBoards(byId("board"), state, cardFace, () => element("span", "card place"));
	byId("board").setAttribute("aria-label", say(state.board.length ? "board" : "board.none"));
	setText(byId("pot-total"), chips(state.pot_total));
	byId("board").toggleAttribute("data-none", state.board_cards === 0 && state.board.length === 0);
	showPots(state.pots);
	byId("pot").classList.toggle("none", state.pot_total === 0);
	const [actor, options] = situation(state);
	byId("situation").dataset.stage = state.stage;
	setText(byId("actor"), actor);
	setText(byId("options"), options);
}

function showPots(pots) {
	const list = byId("pots");
	const words = pots.length > 1 ? pots.map((pot, place) => [place ? say("pot.side", { number: place }) : say("pot.main"), chips(pot.amount)]) : [];
	if (words.length > POT_PLACES) {
		const rest = pots.slice(POT_PLACES - 1);
		words.splice(POT_PLACES - 1, rest.length, [say("pot.more", { count: rest.length }), chips(rest.reduce((sum, pot) => sum + pot.amount, 0))]);
	}
	list.toggleAttribute("data-many", words.length > 3);
	const key = JSON.stringify(words);
	if (list.dataset.key === key) return;
	list.dataset.key = key;
	list.replaceChildren(
		...words.map(([name, amount]) => {
			const item = element("li", "pot");
			const label = element("span", "pot-name");
			setText(label, name);
			item.append(label, amount);
			return item;
		}),
	);
}

function show(held) {
	showHeader(held);
	if (held.state) showFelt(held.state);
}

function tell(stories, state, anew) {
	const ticker = byId("ticker");
	if (anew) ticker.replaceChildren();
	for (const story of stories) {
		if (!isLine(story)) continue;
		const line = element("li", "line");
		line.dataset.kind = story.kind;
		line.append(...sentence(story, state));
		ticker.append(line);
	}
	while (ticker.children.length > TICKER_LINES) ticker.firstChild.remove();
}

dress(document, say);
showWays();
const scheme = location.protocol === "https:" ? "wss" : "ws";
follow(`${scheme}://${location.host}/ws`, show, tell, ({ stories }) => learnStories(stories));
