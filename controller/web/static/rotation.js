// Games that are played one after another: which list, where in it, how long each lasts. Asked on the table page.

import { gameName } from "./words.js";

const OWN_PLACES = 8;

/** `state()` is the present state, null without a line; `setup()` what the table says of its games; `send` sends. */
export function rotations({ askForm, say, state, setup, send }) {
	const minutesField = (now) => ({ name: "minutes", kind: "number", label: say("field.minutes"), value: String((now?.changes === "time" && now.minutes) || 0), min: 0, max: 1440 });

	/** Which list, or another place in the one that is played. */
	async function change() {
		const now = state()?.rotation ?? null;
		const named = setup().rotations.map((name) => [name, say(`rotation.${name}`, { or: name })]);
		const lists = [...(now ? [["", say("rotation.same")]] : []), ...named, ["own", say("rotation.own")]];
		const first = { name: "list", kind: "choice", label: say("field.rotation"), value: now ? "" : named[0][0], options: lists, broad: true };
		const places = Array.from({ length: now ? now.games.length : OWN_PLACES }, (_, at) => [String(at + 1), now ? say("rotation.place", { number: at + 1, game: gameName(now.games[at].game) }) : String(at + 1)]);
		const position = { name: "position", kind: "choice", label: say("field.position"), value: String(now ? now.position : 1), options: places };
		const others = now ? [[say("rotation.end"), "end", "grave"]] : [];
		const chosen = await askForm(say("sheet.rotation"), [first, position, minutesField(now)], say("do.save"), others);
		if (chosen?.other) await send("rotation", { games: [] });
		else if (chosen) await set(chosen.values, now);
	}

	/** Another list than the one that is played begins with its first game. */
	async function set({ list, position, minutes }, now) {
		if (list === "own") await own(minutes);
		else await send("rotation", { ...(list && { name: list }), position: list && now ? 1 : Number(position), minutes });
	}

	/** A list of one's own: a game a line, those that stay empty are left out. Limit and stakes are those of the table now. */
	async function own(minutes) {
		const games = [["", "–"], ...setup().games.map((name) => [name, gameName(name)])];
		const fields = Array.from({ length: OWN_PLACES }, (_, at) => ({ name: `game${at}`, kind: "choice", label: say("field.game_of", { number: at + 1 }), value: "", options: games }));
		const chosen = await askForm(say("sheet.own_rotation"), fields, say("do.save"));
		if (!chosen?.values) return;
		const list = Object.values(chosen.values).filter(Boolean).map((game) => ({ game }));
		await send("rotation", { games: list, minutes });
	}

	return { change };
}
