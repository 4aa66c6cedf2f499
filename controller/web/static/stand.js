// How a hand stands: what a touch is about, and who may show. Nothing is drawn or sent here.

export const OVER = new Set(["between", "ended", "void"]);

/** Whether a seat was dealt into the hand that is played, or was played last. */
export const dealtIn = (view) => view.state !== "empty" && view.state !== "waiting";

const WAGERS = ["bet", "raise", "complete"];
const LIMITED = new Set(["fixed_limit", "spread_limit"]);

/** What may have been bet or raised at this limit: `complete` fills up an all-in that is no whole bet. */
export const wagersOf = (state) => (LIMITED.has(state.limit) ? WAGERS : WAGERS.slice(0, 2));

/** The action of that name while it is legal, null otherwise. */
export const may = ({ legal }, did) => legal?.actions.find((one) => one.do === did && one.legal) ?? null;

/** The bet, raise or completion that is legal now: `{do, min, max, step}`; null when there is none. */
export const wagerOf = (state) => WAGERS.map((did) => may(state, did)).find(Boolean) ?? null;

/** What a touch is about: as long as it stays the same, a touch means what it meant. Cards on their way do not change it. */
export function about(state) {
	const seats = state.seats.map((seat) => [seat.name, seat.stack, seat.bet, seat.state, seat.cards.shown.length]);
	return JSON.stringify([state.hand, state.stage, state.street, state.to_act, state.to_show, state.legal, state.paused, seats]);
}
