// What the floor decides in more than one touch: a correction, a void hand, who deals, cards named by hand. Whatever an order
// changed is shown when the table has answered, never before.

import { askHand } from "./archive.js";
import { onBoards } from "./boards.js";
import { element } from "./dom.js";
import { forms } from "./forms.js";
import { grid } from "./grid.js";
import { later } from "./later.js";
import { about, wagersOf } from "./stand.js";
import { zoneName } from "./told.js";
import { action, chips, felt, placeName } from "./words.js";

const ACTS = ["fold", "check", "call", "all_in"];

/** `state()` is the present state, null without a line; `order` gives an order; `quiet(key)` says why nothing was done. */
export function decisions({ sheet, say, state, order, quiet }) {
	const askForm = forms(sheet, say);
	// tells whether what the open sheet is about still stands
	let tied = null;
	// seq of an entry → how often it was corrected
	const corrections = new Map();

	/** Ask as long as `still` holds; resolves to null when it does not any more. */
	async function asking(still, question) {
		tied = still;
		return question();
	}

	function shown() {
		if (tied === null) return;
		if (!sheet.isOpen()) tied = null;
		else if (state() === null || !tied()) {
			tied = null;
			sheet.close();
			quiet("quiet.sheet");
		}
	}

	/** Hear of every story, for entries that somebody else corrects meanwhile. */
	function heard(stories) {
		for (const seq of stories.flatMap((story) => story.replaces ?? [])) corrections.set(seq, (corrections.get(seq) ?? 0) + 1);
		shown();
	}

	async function tellChange(title, changed) {
		if (changed === null || changed.now === null) return;
		const { difference } = await later(() => import("./difference.js"));
		const rows = difference(changed.was, changed.now, say);
		tied = null;
		sheet.ask(title, (choose) => [changeTable(rows, say), sheet.button(say("do.close"), () => choose(null), "first")]);
	}

	/** Correct one entry of the present hand: `{seq, takes, do, to, text}` as it stands. */
	async function correct(entry) {
		const now = state();
		if (now === null) return;
		const { hand } = now;
		const was = corrections.get(entry.seq);
		const still = () => state()?.hand === hand && corrections.get(entry.seq) === was;
		const wagers = wagersOf(now);
		const kinds = {
			action: [...ACTS, ...wagers].filter((did) => did !== entry.do || wagers.includes(did)).map((did) => [felt(`act.${did}`) + (wagers.includes(did) ? " …" : ""), did]),
			amount: [[say("correct.other_amount"), "amount"]],
			nothing: [],
		};
		const choices = [...kinds[entry.takes], [say("correct.remove"), "remove", "grave wide"]];
		const did = await asking(still, () => sheet.askChoice(say("correct.title"), entry.text, choices));
		if (did === null) return;
		const change = did === "remove" ? { remove: true } : await changeTo(did, still);
		if (change === null) return;
		tellChange(say("diff.corrected"), await order("correct", "correct", { seq: entry.seq, change }, still));
	}

	async function changeTo(did, still) {
		if (ACTS.includes(did)) return { do: did };
		const done = (amount) => (did === "amount" ? say("correct.to", { chips: amount }) : felt(`act.${did}_of`, { chips: amount }));
		const to = await asking(still, () => sheet.askNumber(say("correct.amount"), { min: 1, max: null, done }));
		if (to === null) return null;
		return did === "amount" ? { to } : { do: did, to };
	}

	/** Correct what was entered last, as the table names it. */
	function correctLast() {
		const { last_entry: entry } = state();
		const takes = { act: "action", buy_in: "amount", sit: "amount" }[entry.verb] ?? "nothing";
		const text = entry.verb === "act" ? `${placeName(state().seats[entry.seat - 1])}: ${action(entry.to === null ? entry.do : `${entry.do} ${entry.to}`)}` : entry.text;
		return correct({ ...entry, takes, text });
	}

	/** Void the hand: first who gets what back, then the reason and the word. */
	async function voidHand() {
		const now = state();
		const meant = about(now);
		const still = () => state() !== null && about(state()) === meant;
		const { found } = await askHand(Number(now.hand.slice(1)));
		if (!still()) return quiet("quiet.moved_on");
		const refunds = found ? refundsOf(found.summary, now) : null;
		const reason = await asking(still, () => askVoid(now, refunds));
		if (reason === null) return;
		tellChange(say("diff.void"), await order("void", "void_hand", { reason }, still));
	}

	/** Resolves to the reason, "" without one; null when nothing is to be void. */
	async function askVoid(now, refunds) {
		const [what, list] = [element("p", "", say("void.what")), element("ul", "refunds")];
		const lines = refunds === null ? [say("void.unknown")] : refunds.map(([name, amount]) => say("entry.refund", { name, chips: chips(amount) }));
		list.append(...lines.map((text) => element("li", "", text)));
		const reason = { name: "reason", kind: "text", label: say("void.reason"), most: 200, value: "" };
		const title = say("void.title", { number: now.hand.slice(1) });
		const answer = await askForm(title, [reason], say("void.confirm", { chips: chips(now.pot_total) }), [], { lead: [what, list], look: "grave first" });
		return answer && answer.values.reason.replace(/\s+/g, " ");
	}

	async function dealer() {
		const { dealer: name } = state();
		const still = () => state()?.dealer === name;
		const others = name ? [[say("dealer.out", { name }), "out"]] : [];
		const chosen = await asking(still, () => sheet.askText(say("dealer.title"), say("dealer.name"), say("dealer.in"), others));
		if (chosen !== null) await order("dealer", "dealer", { name: chosen.other ? "" : chosen });
	}

	/** Name by hand the cards that a player shows and no antenna reads. */
	async function cards({ seat }) {
		const now = state();
		const view = now.seats[seat - 1];
		const still = () => state() !== null && about(state()) === about(now);
		const words = { choose: say("cards.choose", { count: now.hand_cards }), done: (named) => say("cards.show", { cards: named }) };
		const named = await asking(still, () => sheet.askCards(say("cards.title", { name: placeName(view) }), faceUp(now, seat), now.hand_cards, words, now.joker));
		if (named !== null) await order(`name-${seat}`, "show", { seat, cards: named }, still);
	}

	/** Enter by hand the card that lies at a place and is not read there. */
	async function card({ zone }) {
		const now = state();
		const { hand } = now;
		const still = () => state()?.hand === hand && state().quality.discrepancies.some((question) => question.zones.includes(zone));
		const words = { choose: say("card.choose"), done: (named) => say("card.enter", { card: named }) };
		const named = await asking(still, () => sheet.askCards(say("card.title", { place: zoneName(zone) }), faceUp(now), 1, words));
		if (named !== null) await order(`enter-${zone}`, "enter_card", { zone, card: named[0] }, still);
	}

	return { asking, tellChange, card, correct, correctLast, voidHand, dealer, cards, shown, heard };
}

// What lies face up; of the seat that names its own hand nothing: its cards in sight are part of it.
const faceUp = (state, but) => [
	...onBoards(state),
	...state.seats.flatMap((one) => (one.seat === but ? [] : [...one.cards.shown, ...(one.up ?? [])])),
];

/** What a void hand gives back: what each began it with, less what he has now. */
export function refundsOf(summary, state) {
	return summary.players
		.map(({ seat, stack }) => [placeName(state.seats[seat - 1]), stack - state.seats[seat - 1].stack])
		.filter(([, amount]) => amount > 0);
}

function changeTable(rows, say) {
	return rows.length ? grid("difference", ["", say("diff.was"), say("diff.now")], rows) : element("p", "", say("diff.none"));
}
