// What the dealer's panel asks before it sends: an amount, a seat's business, a correction, cards, a name.

import { onBoards } from "./boards.js";
import { setText } from "./dom.js";
import { mayShow } from "./may_show.js";
import { OVER, dealtIn, wagerOf, wagersOf } from "./stand.js";
import { felt, chips, action, placeName } from "./words.js";

// By number, ace low first.
const RANKS = "A23456789TJQKA";
const STACK_LIMIT = 10 ** 15;

// What the last act may have been instead.
const ACTS = ["fold", "check", "call", "all_in"];

// By what a player acted before his turn, and what of it has an amount.
const EARLY = ["done", "said", "if"];
const AMOUNTS = new Set(["bet", "raise"]);
const RAISED = /^(raise|complete) /;
/** What the dealer tells of a player, for the house to say what it means. */
const TOLD = new Set(["splash", "all_in_unsaid", "absent", "stop", "arrived", "retrieve"]);
/** … and says how many chips he put in. */
const SHORT = new Set(["misread", "unaware"]);

const KEYS = [
	["F", "act.fold"], ["C", "keys.call"], ["R", "keys.raise"], ["A", "act.all_in"], ["1–6", "keys.sizes"], ["S", "do.show"],
	["M", "do.muck"], ["N", "do.new_hand"], ["B", "do.bomb_pot"], ["P", "do.post"], ["E", "do.enter"], ["Z", "correct.title"],
	["T", "keys.report"], ["L", "do.floor"], ["Y", "keys.yes"], ["X", "keys.other"], ["?", "do.keys"],
];

/** `state()` is the present state, null without a line; `meant()` what a touch now means; `press` sends. */
export function asker({ sheet, say, state, meant, press, quiet }) {
	// what the open sheet is about
	let tied = null;

	/** Ask about the table as it is now: the sheet closes when that changes. `then(chosen, send)` goes on. */
	async function asking(question, then) {
		const now = state();
		if (now === null) return;
		const meaning = meant();
		tied = meaning.about;
		const chosen = await question(now);
		if (chosen === null) return;
		await then(chosen, (verb, fields, calm = false) => press({ id: `sheet-${verb}`, verb, fields, calm }, meaning), now);
	}

	/** Hear of each state as it is shown. */
	function shown(now, off) {
		if (tied === null) return;
		if (!sheet.isOpen()) tied = null;
		else if (off || meant().about !== tied) {
			tied = null;
			sheet.close();
			quiet("quiet.sheet");
		}
	}

	const wagerDone = (wager) => (amount) => felt(`act.${wager}_of`, { chips: amount });

	/** All that the player to act has, as a total for the street. */
	const allInTo = ({ seats, to_act: seat }) => seats[seat - 1].bet + seats[seat - 1].stack;

	const amount = (control) =>
		asking(
			(now) => sheet.askNumber(say(`pad.${control.wager}`), { ...wagerOf(now), said: allInTo(now), done: wagerDone(control.wager) }),
			(to, send, { to_act: seat }) => send("act", { seat, do: control.wager, to }),
		);

	const cards = (control) => {
		const { seat } = control.fields;
		return asking(
			(now) => sheet.askCards(say("cards.title", { name: placeName(now.seats[seat - 1]) }), faceUp(now, seat), now.hand_cards, cardWords("cards", { count: now.hand_cards }), now.joker),
			(named, send) => send("show", { seat, cards: named }),
		);
	};

	/** A card of the board, or one that lies face up before a player, that no antenna read. */
	const board = ({ zone }) =>
		asking(
			(now) => sheet.askCards(say(zone === undefined ? "board.title" : "up.title"), faceUp(now), 1, cardWords("board")),
			([card], send, now) => send("enter_card", { zone: zone ?? boardAskedFor(now), card }),
		);

	/** The place that waits: where boards have antennas of their own, the one that the table asks about. */
	const boardAskedFor = (now) => now.quality.discrepancies.find(({ code }) => code === "deal.board_unread")?.zones[0] ?? "board";

	/** A bomb pot: what everybody pays, and how many boards. */
	const bombPot = () =>
		asking(
			() => sheet.askNumber(say("bomb.ante"), { min: 1, max: null, done: (ante) => say("bomb.of", { chips: ante }) }),
			(ante) =>
				asking(
					() => sheet.askChoice(say("do.bomb_pot"), say("bomb.of", { chips: chips(ante) }), [1, 2].map((count) => [say(`bomb.boards_${count}`), count])),
					(boards, send) => send("new_hand", { bomb_pot: { ante, boards } }),
				),
		);

	// What lies face up; of the seat that names its own hand nothing: its cards in sight are part of it.
	const faceUp = (now, but) => [...onBoards(now), ...now.seats.flatMap((one) => (one.seat === but ? [] : [...one.cards.shown, ...one.up]))];
	const cardWords = (what, counts = {}) => ({ choose: say(`${what}.choose`, counts), done: (named) => say(`${what}.done`, { cards: named }) });

	/** The business of a seat: what can be done for it now. */
	function seat(number) {
		return asking(
			(now) => {
				const view = now.seats[number - 1];
				const choices = seatChoices(now, view).map((verb) => [say(`do.${verb}`), verb, verb === "stand" ? "grave" : ""]);
				const title = view.name === null ? say("sheet.seat_open", { seat: number }) : say("seat.label", { seat: number, name: view.name });
				return sheet.askChoice(title, choices.length ? "" : say("sheet.nothing"), choices);
			},
			async (verb, send, now) => {
				if (verb === "sit") await sit(number);
				else if (verb === "buy_in" || verb === "on_way") await buyIn(now.seats[number - 1], verb === "on_way");
				else if (verb === "count") await count(now.seats[number - 1], "stack", "count.who");
				else if (verb === "drew") await count(now.seats[number - 1], "drew", "drew.who");
				else if (verb === "open") await send("act", { seat: number, do: "open" });
				else if (TOLD.has(verb)) await send("request", { seat: number, what: verb });
				else if (SHORT.has(verb)) await short(now.seats[number - 1], verb);
				else if (verb === "declare") await calls(now.seats[number - 1]);
				else if (verb === "no_hand") await send("act", { seat: number, do: "fold" });
				else if (verb === "early") await early(now.seats[number - 1]);
				else await send(verb === "post_seat" ? "post" : verb, { seat: number });
			},
		);
	}

	const beforeCards = (now) =>
		now.stage === "betting" && now.street === "preflop" && now.seats.every((one) => one.cards.count === 0 && !/^(?!straddle)./.test(one.last_action ?? ""));

	function seatChoices(now, view) {
		if (now.paused) return [];
		const over = OVER.has(now.stage);
		const outside = over || !dealtIn(view);
		const choices = [];
		if (view.name === null) choices.push("sit");
		if (view.name !== null && outside) choices.push("buy_in", "stand");
		if (over && view.stack > 0) choices.push("on_way", "button");
		if (view.behind) choices.push("arrived");
		if (!over && (view.state === "folded" || view.state === "mucked")) choices.push("retrieve");
		if (!over && dealtIn(view)) choices.push("count");
		if (!over && view.drew.length && view.state !== "folded") choices.push("drew");
		if (now.stage === "betting" && now.street === "predraw" && view.state === "all_in" && now.seats.every((one) => one.bet === 0)) choices.push("open");
		if (!over && view.state === "in_hand") choices.push("splash");
		if (!over && view.state === "all_in") choices.push("splash", "all_in_unsaid");
		if ((now.stage === "dealing" || now.stage === "drawing") && view.state === "in_hand") choices.push("stop");
		if (now.to_act === view.seat) choices.push("absent");
		if (now.to_act === view.seat && now.legal.call > 1) {
			choices.push("misread");
			if (now.seats.some((one) => one !== view && RAISED.test(one.last_action ?? ""))) choices.push("unaware");
		}
		if (now.to_act !== null && now.to_act !== view.seat && view.state === "in_hand") choices.push("early");
		if (now.stage === "posting" && dealtIn(view)) choices.push("post_seat");
		if (now.stage === "posting" && view.state === "in_hand" && now.small_blind === 0 && now.ante > 0) choices.push("no_hand");
		if (beforeCards(now) && dealtIn(view) && view.bet === 0) choices.push("straddle");
		if (now.calls?.length && mayShow(now).includes(view)) choices.push("declare");
		if (mayShow(now).includes(view)) choices.push("show", ...(now.stage === "showdown" ? ["muck"] : []));
		return choices;
	}

	/** What a player calls before he shows: the highest card of his low, or a pair. */
	function calls(view) {
		const name = (number) => (number ? felt(`rank.${RANKS[number - 1]}`) : say("calls.pair"));
		return asking(
			(now) => sheet.askChoice(say("calls.title", { name: placeName(view) }), "", now.calls.map((number) => [name(number), number])),
			(number, send) => send("act", { seat: view.seat, do: "declare", number }),
		);
	}

	/** How much a player put in for a call of more, and who has acted behind him if he did not notice a raise. */
	function short(view, what) {
		const title = placeName(view);
		const asked = { seat: view.seat, what };
		return asking(
			(now) => sheet.askNumber(say("pad.short", { name: title }), { min: 1, max: now.legal.call - 1, done: (chips) => say("pad.in", { chips }) }),
			(amount, send) => {
				if (what === "misread") return send("request", { ...asked, amount });
				return asking(
					(now) => {
						const others = now.seats.filter((one) => dealtIn(one) && one.seat !== view.seat);
						return sheet.askChoice(say("behind.title", { name: title }), "", [[say("behind.none"), 0], ...others.map((one) => [placeName(one), one.seat])]);
					},
					(of, tell) => tell("request", { ...asked, amount, ...(of && { of }) }),
				);
			},
		);
	}

	/** What a player did before his turn: what, how much where it is a wager, and by what. */
	function early(view) {
		const title = say("early.title", { name: placeName(view) });
		const by = (did, fields = {}) =>
			asking(
				() => sheet.askChoice(title, action(fields.to ? `${did} ${fields.to}` : did), EARLY.map((how) => [say(`early.${how}`), how])),
				(how, send) => send("act", { seat: view.seat, do: did, early: how, ...fields }),
			);
		return asking(
			(now) => {
				const bet = Math.max(...now.seats.map((one) => one.bet ?? 0));
				const acts = [bet > view.bet ? "call" : "check", "fold", bet ? "raise" : "bet"];
				return sheet.askChoice(title, "", acts.map((did) => [felt(`act.${did}`) + (AMOUNTS.has(did) ? " …" : ""), did]));
			},
			(did) => {
				if (!AMOUNTS.has(did)) return by(did);
				return asking(
					() => sheet.askNumber(say(`pad.${did}`), { min: 1, max: null, done: wagerDone(did) }),
					(to) => by(did, { to }),
				);
			},
		);
	}

	/** A player may know what another has, or how many cards he changed: asked for by the one to act, or by whom the dealer names. */
	function count(view, what, title) {
		const fields = (seat) => ({ seat, what, of: view.seat });
		return asking(
			(now) => {
				if (now.to_act !== null && now.to_act !== view.seat) return now.to_act;
				const others = now.seats.filter((one) => dealtIn(one) && one.seat !== view.seat);
				return sheet.askChoice(say(title, { name: placeName(view) }), "", others.map((one) => [placeName(one), one.seat]));
			},
			(seat, send) => send("request", fields(seat), true),
		);
	}

	const sit = (number) =>
		asking(
			() => sheet.askText(say("sheet.seat_open", { seat: number }), say("sit.name"), say("sit.next")),
			(name) =>
				asking(
					() => sheet.askNumber(say("pad.stack", { name }), { min: 1, max: null, done: (count) => say("pad.sit", { chips: count }) }),
					(stack, send) => send("sit", { seat: number, name, stack: Math.min(stack, STACK_LIMIT) }),
				),
		);

	const buyIn = (view, behind) =>
		asking(
			() => sheet.askNumber(say("pad.buy_in", { name: view.name }), { min: 1, max: null, done: (count) => say("pad.add", { chips: count }) }),
			(count, send) => send("buy_in", { seat: view.seat, amount: Math.min(count, STACK_LIMIT), ...(behind && { behind }) }),
		);

	/** The last entry in short: "Hana: Raise to 12,000". */
	function entryText({ verb, seat: number, do: did, to, text }) {
		const view = state()?.seats[number - 1];
		const name = view ? placeName(view) : "";
		if (verb === "act" && view) return `${name}: ${action(typeof to === "number" ? `${did} ${to}` : did)}`;
		return say(view ? `entry.${verb}` : `entry.${verb}_all`, { name, to: typeof to === "number" ? chips(to) : "", or: text });
	}

	function correct() {
		return asking(
			(now) => {
				const { last_entry: entry } = now;
				const wagers = wagersOf(now);
				const others = entry.verb === "act" ? [...ACTS, ...wagers].filter((did) => did !== entry.do || wagers.includes(did)) : [];
				const choices = others.map((did) => [felt(`act.${did}`) + (wagers.includes(did) ? " …" : ""), did]);
				return sheet.askChoice(say("correct.title"), entryText(entry), [...choices, [say("correct.remove"), "remove", "grave wide"]]);
			},
			async (did, send, { last_entry: entry }) => {
				const { seq } = entry;
				if (did === "remove") await send("correct", { seq, change: { remove: true } });
				else if (ACTS.includes(did)) await send("correct", { seq, change: { do: did } });
				else {
					await asking(
						() => sheet.askNumber(say("correct.amount"), { min: 1, max: null, done: wagerDone(did) }),
						(to, again) => again("correct", { seq, change: { do: did, to } }),
					);
				}
			},
		);
	}

	const dealer = () =>
		asking(
			({ dealer: name }) =>
				sheet.askText(say("dealer.title"), say("dealer.name"), say("dealer.in"), name ? [[say("dealer.out", { name }), "out"]] : []),
			(name, send) => send("dealer", { name: name.other ? "" : name }, true),
		);

	/** What the keys do. */
	const keys = () =>
		sheet.ask(say("do.keys"), (choose) => {
			const list = document.createElement("dl");
			for (const [key, meaning] of KEYS) {
				const [term, text, cap] = ["dt", "dd", "kbd"].map((name) => document.createElement(name));
				setText(cap, key);
				setText(text, say(meaning));
				term.append(cap);
				list.append(term, text);
			}
			return [list, sheet.button(say("do.close"), () => choose(null))];
		});

	return { amount, cards, board, bombPot, seat, correct, dealer, keys, shown, entryText };
}
