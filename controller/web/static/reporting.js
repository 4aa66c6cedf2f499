// What the dealer tells of the cards: what somebody saw happen to them, and the steps of the shuffle. Each kind of report is a row that
// says what has to be told with it; nothing here knows what follows from one.

import { ask } from "./ask.js";
import { cardInline, cardName } from "./cards.js";
import { element, setText } from "./dom.js";
import WORDS from "./reporting.words.js";
import { speech } from "./speech.js";
import { OVER, dealtIn } from "./stand.js";
import { zoneName } from "./told.js";
import { placeName } from "./words.js";

const say = speech(WORDS);
const MOST_IN_STUB = 60;
const CARDS = [..."shdc"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit));

/**
 * Kind → what is told with it: `seat` "must" or "may", `by` whose doing ("" = not said at first), `card` which one, `zone` where, `number`
 * how many.
 */
const OF_PLAYERS = {
	exposed: { seat: "must", by: "dealer", card: true },
	flashed: { seat: "may", by: "dealer", card: true, zone: ["stub", "muck"] },
	suspected: { seat: "must", card: true },
	flipped: { seat: "must", card: true },
	off_table: { seat: "must", by: "", card: true },
	looked: { seat: "must" },
	skipped: { seat: "must" },
	no_card: { seat: "must" },
	joker: { seat: "must" },
	out_of_sight: { seat: "must" },
	last_mixed: { seat: "must" },
};
const OF_DECK = {
	boxed: { seat: "may", card: true },
	dropped_deck: {},
	stub_mixed: {},
	stub_restored: {},
	stub_counted: { number: true },
	wrong_back: { seat: "may", card: true },
	card_missing: { card: true },
	marred: { seat: "may", card: true },
};
const OF_DEAL = {
	dealt_out: { seat: "must" },
	absent_dealt_out: { seat: "must" },
	unposted: { seat: "must" },
	button_wrong: { seat: "may" },
	not_shuffled: {},
	not_cut: {},
	stop: { seat: "must" },
};
/** It may come between hands too. */
const ANY_TIME = { objection: { seat: "may" } };
/** What a player wants of the deck, at any time. */
const WISHES = { deck: { seat: "must" }, set_up: { seat: "must" } };
const REPORTS = { ...OF_PLAYERS, ...OF_DECK, ...OF_DEAL, ...ANY_TIME };
/** Steps of the shuffle, the whole of it first. */
const STEPS = ["shuffle", "scramble", "riffle", "box", "cut", "spread", "to_shuffler", "from_shuffler", "placed", "checked"];
/** Those of them that a hand may want: the stub is shuffled and cut. */
const IN_HAND = ["shuffle", "riffle", "box", "cut"];

/** What is done with the deck in play, between hands → what is told with it: `name` which one it is now, `number` how many cards. */
const DECKS = { change: { name: true }, set_up: {}, check: {}, checked: { number: true } };

const noCardsYet = (state) => state.board.length === 0 && state.seats.every(({ cards, up }) => cards.count === 0 && up.length === 0);

/** Whether a ruling of the hand wants cards shuffled. */
const toShuffle = ({ rulings }) => rulings.some(({ status, remedy }) => status !== "lapsed" && remedy.some((step) => step.do.includes("shuffle")));

/** Which groups of buttons there are in a state: what happened to cards that are dealt; the shuffle before the first is, and where it is due. */
function groupsOf(state) {
	const [over, none] = [OVER.has(state.stage), noCardsYet(state)];
	const groups = !over && !none && toShuffle(state) ? [["report.of_shuffle", "shuffle", IN_HAND]] : [];
	groups.push(over || none ? ["report.of_shuffle", "shuffle", STEPS] : ["report.of_players", "report", Object.keys(OF_PLAYERS)]);
	groups.push(["report.of_deck", "report", Object.keys(OF_DECK)]);
	groups.push(["report.of_deal", "report", Object.keys(over ? ANY_TIME : { ...OF_DEAL, ...ANY_TIME })]);
	groups.push(["report.of_wishes", "request", Object.keys(WISHES)]);
	if (over) groups.push(["report.of_decks", "deck", Object.keys(DECKS)], ["report.of_button", "button", ["draw"]]);
	return groups;
}

/**
 * Ask in `sheet` what happened, and `send(verb, fields)` it: a report once, steps of the shuffle as long as the sheet stays open. `state()`
 * is the present state, null without a line; `words` are those of the panel's own sheets.
 */
export async function report({ sheet, state, send, words }) {
	const now = state();
	if (now === null) return;
	const chosen = await askKind(sheet, now, send, words);
	if (chosen === null) return;
	const [verb, kind] = chosen;
	if (verb === "button") return send(verb, { [kind]: true });
	const fields = verb === "deck" ? await askOfDeck(sheet, kind) : await askMore(sheet, state() ?? now, verb, kind, words);
	if (fields !== null) send(verb, { [verb === "deck" ? "do" : "what"]: kind, ...fields });
}

function askKind(sheet, now, send, words) {
	return sheet.ask(
		say(OVER.has(now.stage) ? "shuffle.title" : "report.title"),
		(choose) => [
			...groupsOf(now).map(([title, verb, names]) => {
				const press = (name) => (verb === "shuffle" ? () => send("shuffle", { step: name }) : () => choose([verb, name]));
				return row(say(title), names.map((name) => named(sheet.button(say(`${verb}.${name}`), press(name)), verb === "deck" || verb === "request" ? `${verb}.${name}` : name)));
			}),
			sheet.button(words("do.close"), () => choose(null)),
		],
		{ wide: true },
	);
}

async function askNumber(sheet, title) {
	const number = await sheet.askNumber(say(title), { min: 0, max: MOST_IN_STUB, done: (chips) => say("report.counted", { chips }) });
	return number === null ? null : { number };
}

/** What has to be told of the deck in play; of another one its name, where it is enrolled. */
async function askOfDeck(sheet, kind) {
	if (DECKS[kind].number) return askNumber(sheet, "deck.number");
	if (!DECKS[kind].name) return {};
	const { ok, told } = await ask("/decks");
	const others = ok ? told.decks.filter((one) => !one.in_play).map(({ name }) => [name, { deck: name }]) : [];
	return sheet.askChoice(say("deck.which"), "", [...others, [say("deck.other"), {}]]);
}

/** What else has to be told of a kind; at once where nothing has. */
async function askMore(sheet, now, verb, kind, words) {
	const wants = verb === "request" ? WISHES[kind] : REPORTS[kind];
	if (Object.keys(wants).length === 0) return {};
	if (wants.number) return askNumber(sheet, "report.number");
	const told = wants.by ? { by: wants.by } : {};
	return sheet.ask(
		say(`${verb}.${kind}`),
		(choose) => {
			const tell = sheet.button(say("report.tell"), () => choose(told), "first");
			const ready = () => { tell.disabled = wants.seat === "must" && told.seat === undefined; };
			const one = (field, title, choices) => row(title, oneOf(sheet, choices, told[field], (value) => {
				if (value === undefined) delete told[field];
				else told[field] = value;
				ready();
			}));
			const parts = [];
			if (wants.seat) parts.push(one("seat", say(wants.seat === "must" ? "report.seat" : "report.seat_may"), seatChoices(now, verb === "request" ? (one) => one.name !== null : dealtIn)));
			if (wants.by !== undefined) parts.push(one("by", say("report.by"), ["dealer", "player"].map((who) => [say(`report.by_${who}`), who])));
			if (wants.zone) parts.push(one("zone", say("report.zone"), wants.zone.map((zone) => [zoneName(zone), zone])));
			if (wants.card) parts.push(deckOf(one("card", say("report.card"), (now.joker ? [...CARDS, "XJ"] : CARDS).map((card) => [card, card]))));
			const actions = element("div", "actions");
			actions.append(sheet.button(words("do.cancel"), () => choose(null)), tell);
			ready();
			return [...parts, actions];
		},
		{ wide: true },
	);
}

const seatChoices = (now, who) => now.seats.filter(who).map((view) => [placeName(view), view.seat]);

/** Buttons of which one is pressed; a second touch lets go, where nothing stood pressed at first. */
function oneOf(sheet, choices, first, chosen) {
	let at = first;
	const buttons = choices.map(([label, value]) => {
		const made = sheet.button(label, () => {
			at = at === value ? first : value;
			buttons.forEach((other, place) => other.setAttribute("aria-pressed", String(choices[place][1] === at)));
			chosen(at);
		});
		made.setAttribute("aria-pressed", String(value === at));
		return named(made, value);
	});
	return buttons;
}

/** A row of cards: drawn as cards, and called by their names. */
function deckOf(box) {
	box.classList.add("deck");
	for (const made of box.querySelectorAll("button")) {
		const card = made.dataset.value;
		setText(made, "");
		made.append(cardInline(card));
		made.setAttribute("aria-label", cardName(card));
	}
	return box;
}

function named(made, value) {
	made.dataset.value = value;
	return made;
}

function row(title, buttons) {
	const box = element("div", "told");
	const head = element("h3", "", title);
	const choices = element("div", "choose");
	choices.append(...buttons);
	choices.setAttribute("role", "group");
	choices.setAttribute("aria-label", title);
	box.append(head, choices);
	return box;
}
