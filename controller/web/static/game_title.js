// What is played, as a title says it.

import { felt as say, gameName } from "./words.js";

/** What is played: "No-limit Texas hold'em". */
export function game(info) {
	return say("game.name", { limit: say(`limit.${info.limit}`, { or: info.limit }), game: gameName(info.game) });
}
