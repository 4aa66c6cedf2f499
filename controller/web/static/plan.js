// What the dealer may do in a state, as data: the controls of the panel, in fixed places. Nothing is drawn or sent here.
//
// A control: {id, verb, fields, label, amount, key, look, off, opens, name}. `opens` names a sheet that asks for more before it is sent, `name` is what
// a screen reader calls it where label and amount do not say it.

import { boardsOf } from "./boards.js";
import { mayShow } from "./may_show.js";
import { OVER, may, wagerOf } from "./stand.js";
import { quickSizes } from "./sizes.js";
import { chips, placeName, signed } from "./words.js";

const WHOLE_BOARD = 5;
const BOMB = /_bomb2?$/;

const UP = /^seat\/(\d+)\/up$/;

/** The lines over the controls: `{who, what}`; the player to act and what it costs him, or what the table waits for. */
export function headline(state, say) {
	if (state.paused) return { who: say("paused"), what: say("paused.what") };
	if (state.stopped) return { who: say("stopped"), what: say("stopped.what") };
	const actor = state.seats.find((seat) => seat.seat === (state.to_act ?? state.to_show ?? state.draw?.seat));
	if (actor === undefined) return { who: say(`waits.${state.stage}`), what: waits(state, say) };
	const who = placeName(actor);
	if (state.to_act === null) return { who, what: say(state.to_show === null ? "to_draw" : "to_show") };
	const call = state.legal?.call ?? 0;
	const forced = may(state, "bring_in");
	const words = [forced ? say("turn.bring_in", { chips: chips(forced.min) }) : call ? say("turn.call", { chips: chips(call) }) : say("turn.check")];
	const wager = wagerOf(state);
	if (wager) words.push(say(`turn.${wager.do}${wager.min === wager.max ? "_to" : ""}`, { chips: chips(wager.min) }));
	return { who, what: words.join(", ") };
}

function waits(state, say) {
	const winners = state.seats.filter((seat) => seat.result > 0).map((seat) => `${placeName(seat)} ${signed(seat.result)}`);
	if (state.stage === "ended") return winners.join(", ");
	if (state.stage !== "dealing") return say(`hint.${state.stage}`, { or: "" });
	return state.board_cards ? boardHint(state, say) : say("hint.cards");
}

/** Which cards of which board come next: of several boards the one that lags behind, of several runs the first that is not whole. */
function boardHint(state, say) {
	const boards = boardsOf(state);
	const lie = boards.map((board) => board.length);
	const wanting = (state.run_it?.times ?? 1) > 1 ? (count) => count < WHOLE_BOARD : (count) => count < Math.max(...lie);
	const at = Math.max(lie.findIndex(wanting), 0);
	const street = say(`next.${lie[at]}`, { or: "" });
	return at ? say("hint.board_of", { street, number: at + 1 }) : say("hint.board", { street });
}

/** The big controls, four places, null where there is none; while a ruling holds up the hand they stand there and do nothing. */
export const bigControls = (state, say) => held(state, bigOnes(state, say));

const held = ({ stopped }, controls) => (stopped ? controls.map((one) => one && { ...one, off: true }) : controls);

function bigOnes(state, say) {
	if (state.paused) return [null, null, null, null];
	if (state.to_act !== null && state.legal) return bettingControls(state, say);
	if (state.stage === "posting") return [{ id: "post", verb: "post", fields: {}, label: say("do.post"), key: "P", look: "first" }, null, null, null];
	if (state.to_show !== null) {
		const seat = state.seats.find((one) => one.seat === state.to_show);
		return [showOf(seat, say, "first", "S"), muckOf(seat, say, "M"), null, null];
	}
	if (OVER.has(state.stage)) return [{ id: "new_hand", verb: "new_hand", fields: {}, label: say("do.new_hand"), key: "N", look: "first" }, null, null, null];
	if (state.draw?.split) {
		const seat = state.seats[state.draw.split - 1];
		return [{ id: "split", verb: "act", fields: { seat: seat.seat, do: "split" }, label: say("do.split"), amount: placeName(seat), key: "S" }, null, null, null];
	}
	if (state.stage === "dealing") return [awaited(state, say), null, null, null];
	return [null, null, null, null];
}

/** A card that is entered by hand: of the board, or where cards lie before players the up-card that is asked for. */
function awaited(state, say) {
	const asked = state.quality.discrepancies.filter(({ code }) => code.startsWith("deal."));
	const up = asked.map(({ zones: [zone] }) => zone).find((zone) => UP.test(zone));
	if (up) return { id: "enter", label: say("do.enter_up", { name: placeName(state.seats[Number(UP.exec(up)[1]) - 1]) }), key: "E", opens: "board", zone: up };
	const board = state.board_cards > 0 || asked.some(({ zones: [zone] }) => zone?.startsWith("board"));
	return board ? { id: "enter", label: say("do.enter"), key: "E", opens: "board" } : null;
}

function bettingControls(state, say) {
	const { to_act: seat, legal } = state;
	const { stack } = state.seats.find((one) => one.seat === seat);
	const act = (id, fields, more) => ({ id, verb: "act", fields: { seat, do: id, ...fields }, label: say(`act.${id}`), ...more });
	return [
		may(state, "fold") ? act("fold", {}, { key: "F" }) : null,
		may(state, "bring_in") ? act("bring_in", {}, { key: "C", amount: chips(may(state, "bring_in").min), look: "first" })
			: legal.call ? act("call", {}, { key: "C", amount: chips(legal.call), look: "first" }) : act("check", {}, { key: "C", look: "first" }),
		wagerControl(state, say),
		may(state, "all_in") ? act("all_in", {}, { key: "A", amount: chips(stack) }) : null,
	];
}

/** A bet or raise: the only size there is, or a sheet that asks for one. */
function wagerControl(state, say) {
	const wager = wagerOf(state);
	if (wager === null) return null;
	const control = { id: "other", label: say(`do.${wager.do}_other`), key: "R" };
	if (wager.min < wager.max) return { ...control, amount: "…", opens: "amount", wager: wager.do };
	return { ...control, verb: "act", fields: { seat: state.to_act, do: wager.do, to: wager.min }, amount: chips(wager.min) };
}

/** The small controls, six places: quick sizes while betting, other seats that may show at a showdown. */
export const smallControls = (state, say) => held(state, smallOnes(state, say));

function smallOnes(state, say) {
	const none = Array(6).fill(null);
	if (state.paused) return none;
	if (state.draw) return [...drawControls(state, say), ...none].slice(0, 6);
	if (state.run_it?.most) return [...runControls(state, say), ...none].slice(0, 6);
	if (OVER.has(state.stage) && state.board_cards && !BOMB.test(state.game)) return [{ id: "bomb_pot", label: say("do.bomb_pot"), key: "B", opens: "bombPot" }, ...none].slice(0, 6);
	const sized = state.to_act === null ? null : wagerOf(state);
	if (sized !== null && sized.min === sized.max) return none;
	if (sized !== null) {
		const { do: wager } = sized;
		return quickSizes(state).map(({ name, to, capped }, place) => ({
			id: `size-${name}`,
			verb: "act",
			fields: { seat: state.to_act, do: wager, to },
			label: say(`size.${name}`) + (capped ? ` (${say(`size.${capped}`).toLowerCase()})` : ""),
			amount: chips(to),
			name: `${say(`act.${wager}_of`, { chips: chips(to) })}, ${say(`size.${name}`)}`,
			key: String(place + 1),
		}));
	}
	const shows = mayShow(state).filter((seat) => seat.seat !== state.to_show).map((seat) => showOf(seat, say, "", ""));
	return [...shows.slice(0, 6), ...none].slice(0, 6);
}

/** How often an all-in may be run: as often as the players agree on. */
function runControls({ run_it: { times, most } }, say) {
	return Array.from({ length: most }, (_, at) => {
		const number = at + 1;
		return { id: `run-${number}`, verb: "run_it", fields: { times: number }, label: say(`do.run_${number}`), key: String(number), pressed: number === times };
	});
}

/** How many cards a player changes, each in one touch; or the seats that have yet to give some up. */
function drawControls(state, say) {
	const { seat, least, most, discard, waiting } = state.draw;
	const act = (id, fields, more) => ({ id, verb: "act", fields, ...more });
	if (discard) {
		return waiting.map((one) => act(`discard-${one}`, { seat: one, do: "discard" }, { label: say("act.discard"), amount: placeName(state.seats[one - 1]), key: "" }));
	}
	if (seat === null) return [];
	return Array.from({ length: most + 1 }, (_, number) => {
		if (number < least) return null;
		const fields = number ? { seat, do: "draw", number } : { seat, do: "stand_pat" };
		return act(`draw-${number}`, fields, { label: number ? say("do.draw", { count: number }) : say("do.stand_pat"), key: String(number) });
	});
}

const showOf = (seat, say, look, key) => ({
	id: `show-${seat.seat}`, verb: "show", fields: { seat: seat.seat }, label: say("do.show"), amount: placeName(seat), look, key,
});

const muckOf = (seat, say, key) => ({
	id: `muck-${seat.seat}`, verb: "muck", fields: { seat: seat.seat }, label: say("do.muck"), amount: placeName(seat), key,
});

/** The controls of the whole table, in fixed places. */
export function tableControls(state, say) {
	const { paused, hidden, floor_call: called, last_entry: entry } = state;
	const calm = { calm: true };
	return [
		{ id: "correct", label: say("do.correct"), key: "Z", opens: "correct", off: !entry || paused },
		{ id: "report", label: say(OVER.has(state.stage) ? "do.shuffle" : "do.report"), key: "T", opens: "report", off: paused },
		{ id: "floor", verb: "floor_call", fields: {}, label: say(called ? "floor.called" : "do.floor"), key: "L", pressed: Boolean(called), off: Boolean(called), ...calm },
		{ id: "pause", verb: "pause", fields: {}, label: say(paused ? "paused" : "do.pause"), pressed: paused, off: paused, ...calm },
		{ id: "panic", verb: "panic", fields: { on: !hidden }, label: say(hidden ? "do.unhide" : "do.hide"), pressed: hidden, look: "grave", ...calm },
	];
}

/** The clock on the player to act: called, or taken back; null where there is nobody to call it on. */
export function clockControl(state, say) {
	const { clock, to_act: seat, paused } = state;
	if (clock) return { id: "clock", verb: "clock", fields: { seat: clock.seat, stop: true }, label: say("clock.start"), calm: true, off: paused };
	return seat === null ? null : { id: "clock", verb: "clock", fields: { seat }, label: say("clock.start"), off: paused };
}
