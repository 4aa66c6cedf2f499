// Numbers and short texts of the felt, the same on every page, in the page's language.

import FELT from "./felt.words.js";
import { language, speech } from "./speech.js";

const NUMBER = new Intl.NumberFormat({ en: "en-US" }[language] ?? language);

const say = speech(FELT);

/** The words of the felt, for a page that says them itself. */
export const felt = say;

export const chips = (amount) => NUMBER.format(amount);

export const signed = (amount) => (amount > 0 ? `+${chips(amount)}` : amount < 0 ? `−${chips(-amount)}` : "±0");

/** A sentence with its amounts grouped; the number of a hand is no amount. */
export const grouped = (text) => text.replace(/(?<!Hand )\b\d{4,}\b/g, (digits) => chips(Number(digits)));

/** "raise 12000" → "Raise to 12,000". */
export function action(text) {
	const [did, amount] = text.split(" ");
	return amount === undefined ? say(`act.${did}`) : say(`act.${did}_of`, { chips: chips(Number(amount)) });
}

/** What a game is called: "Omaha", "Omaha bomb pot". */
export function gameName(name) {
	const [game, bomb] = name.split(/_(?=bomb2?$)/);
	return bomb ? say(`game.${bomb}`, { game: gameName(game) }) : say(`game.${game}`, { or: game });
}

/** The stakes, and where games are played one after another which of them: "10–20 razz". */
export function playing(state) {
	return state.rotation ? say("stakes.of", { game: say(`game.${state.game}`, { or: state.game }), stakes: stakes(state) }) : stakes(state);
}

export const streetName = (street) => say(`street.${street}`);

export const placeName = (seat) => seat.name ?? say("seat.number", { seat: seat.seat });

/** "5 / 10", or the bets of a game without blinds: "10–20". */
export function stakes(state) {
	const blinds = !state.small_blind && state.big_bet ? `${chips(state.small_bet)}–${chips(state.big_bet)}` : `${chips(state.small_blind)} / ${chips(state.big_blind)}`;
	return state.ante ? say("stakes.ante", { blinds, ante: chips(state.ante) }) : blinds;
}

/** How the line to the table stands: `{word, off, why}`; `why` is empty while what is shown is up to date. */
export function lineOf({ link, status }) {
	const off = link === "live" && Boolean(status) && status.state !== "online";
	if (off) return { word: say(`status.${status.state}`), off, why: say("stale.off", { state: say(`status.${status.state}`).toLowerCase() }) };
	return { word: say(`link.${link}`), off, why: link === "stale" ? say("stale.line") : "" };
}
