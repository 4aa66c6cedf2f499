// A seat in one sentence, for those who hear the page.

import { cardName } from "./cards.js";
import WORDS from "./seat_sentence.words.js";
import { speech } from "./speech.js";
import { action, chips, felt, signed } from "./words.js";

const say = speech(WORDS);

export function seatSentence(view, button) {
	if (view.name === null) return felt("seat.label_open", { seat: view.seat });
	const parts = [felt("seat.label", { seat: view.seat, name: view.name }), felt("seat.chips", { chips: chips(view.stack) }), say(`seat.${view.state}`)];
	if (button) parts.push(felt("seat.button"));
	if (view.position && view.position !== "BTN") parts.push(view.position);
	if (view.bet) parts.push(felt("seat.in_front", { chips: chips(view.bet) }));
	if (view.last_action) parts.push(action(view.last_action));
	if (view.cards.shown.length) parts.push(say("seat.shows", { cards: view.cards.shown.map(cardName).join(felt("cards.and")) }));
	if (view.result !== null) parts.push(say("seat.result", { result: signed(view.result) }));
	if (view.to_act) parts.push(say("seat.to_act"));
	return parts.join(", ");
}
