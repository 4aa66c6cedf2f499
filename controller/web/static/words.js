// Numbers and short texts, the same everywhere on the page.

const NUMBER = new Intl.NumberFormat("en-US");

export const chips = (amount) => NUMBER.format(amount);

export const signed = (amount) => (amount > 0 ? `+${chips(amount)}` : amount < 0 ? `−${chips(-amount)}` : "±0");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence with its amounts grouped; the number of a hand is no amount. */
export const grouped = (text) => text.replace(/(?<!Hand )\b\d{4,}\b/g, (digits) => chips(Number(digits)));

/** "raise 12000" → "Raise to 12,000". */
export const action = (text) => capital(grouped(text.replace(/^raise (?=\d)/, "raise to ").replaceAll("_", " ")));

const GAMES = { holdem: "Texas hold'em" };

/** What is played: "No-limit Texas hold'em". */
export const game = (info) => `${capital(info.limit.replaceAll("_", "-"))} ${GAMES[info.game] ?? info.game}`;

export const STREETS = { preflop: "Pre-flop", flop: "Flop", turn: "Turn", river: "River" };

export const SEAT_STATES = {
  empty: "empty", waiting: "waiting", in_hand: "in the hand", folded: "folded", all_in: "all in", mucked: "mucked",
};

export const LINKS = { connecting: "Connecting", live: "Live", stale: "Stale" };

export function stakes(state) {
  const blinds = `${chips(state.small_blind)} / ${chips(state.big_blind)}`;
  return state.ante ? `${blinds}, ante ${chips(state.ante)}` : blinds;
}

const WAITS = {
  between: "Waiting for the next hand",
  posting: "Blinds are posted",
  betting: "Betting",
  dealing: "Dealing",
  showdown: "Showdown",
  ended: "Hand over",
  void: "Hand void: every chip goes back",
};

/** The line under the board, [who, what]: whose turn it is and what it costs, or what the table waits for. */
export function situation(state) {
  const actor = state.seats.find((seat) => seat.seat === state.to_act);
  const shower = state.seats.find((seat) => seat.seat === state.to_show);
  if (shower) return [shower.name ?? `Seat ${shower.seat}`, ": to show or muck"];
  if (!actor) return won(state) ?? ["", WAITS[state.stage] ?? ""];
  const { call = 0, can_raise: canRaise = false, min_raise_to: raiseTo = null } = state.legal ?? {};
  const words = [call ? `${chips(call)} to call` : "may check"];
  if (canRaise && raiseTo !== null) words.push(`${call ? "raise" : "bet"} from ${chips(raiseTo)}`);
  return [actor.name ?? `Seat ${actor.seat}`, `: ${words.join(", ")}`];
}

function won(state) {
  const winners = state.stage === "ended" ? state.seats.filter((seat) => seat.result > 0) : [];
  const name = (seat) => seat.name ?? `Seat ${seat.seat}`;
  if (winners.length === 0) return null;
  if (winners.length === 1) return [name(winners[0]), ` wins ${chips(winners[0].result)}`];
  return [winners.map((seat) => `${name(seat)} ${signed(seat.result)}`).join(", "), ""];
}
