// The table page: who sits where, what is played, with which cards. Everything it changes it asks of the table.

import { ask } from "./ask.js";
import { bringer } from "./bring_in.js";
import { business } from "./business.js";
import { commander } from "./command.js";
import { element, setText } from "./dom.js";
import FELT from "./felt.words.js";
import { forms } from "./forms.js";
import { game as gameName } from "./game_title.js";
import { FEED, languageButton, showHead } from "./head.js";
import { hideButton } from "./hide.js";
import { seatLines } from "./lines.js";
import { follow } from "./link.js";
import { mistakes } from "./mistakes.js";
import { learn, refusalText } from "./refusals.js";
import { OVER } from "./stand.js";
import { rotations } from "./rotation.js";
import { sheetIn } from "./sheet.js";
import { dress, speech } from "./speech.js";
import WORDS from "./table.words.js";
import { following } from "./turns.js";
import { showWays } from "./ways.js";
import { chips, stakes as blinds } from "./words.js";

const ANSWER_MS = 8_000;
const DECKS_MS = 10_000;

const byId = (id) => document.getElementById(id);
const say = speech(FELT, WORDS);
const sheet = sheetIn(byId("sheet"));

let held = { state: null };
let off = true;
let setup = { pictures: [], stakes: null };
let showSeats = null;
let seatCount = 0;
// what the setup was asked for
let asked = "";
let answerTimer = 0;

function answer(kind, text) {
	clearTimeout(answerTimer);
	byId("answer").dataset.kind = text ? kind : "none";
	setText(byId("answer"), text);
	if (text) answerTimer = setTimeout(() => answer("none", ""), ANSWER_MS);
}

const command = commander("floor");

const refused = (told) => answer("refused", told.code === "panel.no_answer" ? say("answer.none") : say("answer.refused", { why: refusalText(told) }));

/** Send a command and say what became of it. */
async function send(verb, fields) {
	answer("busy", say("answer.sending"));
	const told = await command(verb, fields);
	if (told.ok) answer("done", say("answer.done"));
	else {
		await learn([told.code]);
		refused(told);
	}
	return told;
}

const showHide = hideButton(byId("hide"), say, refused);

const asking = { askForm: forms(sheet, say), say, state: () => (off ? null : held.state), setup: () => setup, send };
const inTurn = rotations(asking);
const showMistakes = mistakes(byId("dealers"), say);
const own = business({ ...asking, moved: () => answer("refused", say("answer.moved")) });
const bringIn = bringer({ sheet, say, send: command });

function showGame({ info, state }) {
	const rows = [
		["game.name", gameName(state)],
		["game.blinds", blinds(state)],
		...(state.rotation ? [["game.rotation", say("rotation.now_of", { position: state.rotation.position, games: state.rotation.games.length, then: following(state) })]] : []),
		...(state.ante && setup.stakes ? [["field.ante_from", say(`ante.${setup.stakes.ante_from}`)]] : []),
		["game.unit", info?.unit ?? "–"],
		["game.hand", state.hand?.slice(1) ?? "–"],
	];
	const list = byId("game");
	const key = JSON.stringify(rows);
	if (list.dataset.key !== key) {
		list.dataset.key = key;
		list.replaceChildren(
			...rows.flatMap(([label, text]) => {
				const [term, shown] = [document.createElement("dt"), document.createElement("dd")];
				setText(term, say(label));
				setText(shown, text);
				return [term, shown];
			}),
		);
	}
	const closed = off || setup.stakes === null || !OVER.has(state.stage);
	byId("stakes").disabled = closed || state.rotation !== null;
	byId("rotation").disabled = closed;
}

/** The stakes in full are asked for when those that everyone sees changed, and at each hand. */
async function askSetup(state) {
	const key = JSON.stringify([state.small_blind, state.big_blind, state.ante, state.game, state.limit, state.hand, state.as_of_seq * Number(OVER.has(state.stage))]);
	if (key === asked) return;
	asked = key;
	const told = await ask("/setup");
	if (told.ok) {
		setup = told.told;
		showMistakes(setup.mistakes);
	} else if (asked === key) asked = "";
	if (held.state) showGame(held);
}

async function askDecks() {
	const told = await ask("/decks");
	const note = byId("decks-note");
	note.dataset.level = told.ok || told.code === "panel.no_answer" ? "" : "bad";
	if (told.ok) showDecks(told.told);
	else if (told.code !== "panel.no_answer") setText(note, told.message);
}

function showDecks({ decks, known }) {
	byId("decks").replaceChildren(
		...decks.map((deck) => {
			const item = document.createElement("li");
			const [name, count, use] = ["name", "count", "use"].map((part) => element("span", part));
			setText(name, deck.name);
			setText(count, say("deck.cards", { count: deck.cards }));
			setText(use, say(deck.in_play ? "deck.in_play" : "deck.not_in_play"));
			item.toggleAttribute("data-in-play", deck.in_play);
			item.append(name, count, use);
			return item;
		}),
	);
	const inPlay = decks.find((deck) => deck.in_play);
	const key = decks.length === 0 ? "deck.none" : !inPlay ? "deck.no_play" : inPlay.cards !== known ? "deck.restart" : "deck.note";
	setText(byId("decks-note"), say(key, { known: chips(known) }));
}

function show(now) {
	held = now;
	({ off } = showHead(now));
	if (now.state === null) return;
	showHide(now.state, off);
	if (now.state.seats.length !== seatCount) {
		seatCount = now.state.seats.length;
		showSeats = seatLines(byId("seats"), seatCount, say, (seat) => own.seat(seat));
	}
	showSeats(now.state, off);
	const taken = now.state.seats.filter(({ name }) => name !== null);
	setText(byId("count"), say("players.count", { taken: taken.length, seats: seatCount, chips: chips(taken.reduce((sum, one) => sum + one.stack + one.bet, 0)) }));
	byId("import").disabled = off;
	showGame(now);
	askSetup(now.state);
}

dress(document, say);
languageButton();
showWays();
byId("import").addEventListener("click", () => bringIn());
byId("stakes").addEventListener("click", () => own.stakes());
byId("rotation").addEventListener("click", () => inTurn.change());
follow(FEED, show, () => {});
askDecks();
setInterval(askDecks, DECKS_MS);
