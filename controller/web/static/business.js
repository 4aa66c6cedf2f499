// What can be done for a seat: taking it, its player's details, more chips, the button, standing up. And the stakes.

import { gameName } from "./words.js";
import { countries } from "./countries.js";
import { OVER, dealtIn } from "./stand.js";

const DETAILS = ["name", "short_name", "country", "picture"];

/**
 * `state()` is the present state, null without a line; `setup()` what the table says of its game and pictures; `send` sends;
 * `moved()` hears that somebody else sits there by now, so that nothing was sent.
 */
export function business({ askForm, say, state, setup, send, moved }) {
	const details = (view) => [
		{ name: "name", kind: "text", label: say("field.name"), value: view.name ?? "", most: 64, needed: true, broad: true },
		{ name: "short_name", kind: "text", label: say("field.short_name"), value: view.short_name ?? "", most: 16 },
		{ name: "country", kind: "choice", label: say("field.country"), value: view.country ?? "", options: [["", "–"], ...withOwn(countries(), view.country)] },
		{ name: "picture", kind: "choice", label: say("field.picture"), value: view.picture ?? "", options: [["", "–"], ...withOwn(setup().pictures.map((name) => [name, name]), view.picture)] },
	];

	/** What a player has may be chosen although nobody offers it any more. */
	const withOwn = (options, own) => (own && !options.some(([value]) => value === own) ? [...options, [own, own]] : options);

	/** Send for the player who was asked about: while a sheet is open somebody else may take his seat. */
	function sendFor(view, verb, fields = {}) {
		const now = state()?.seats[view.seat - 1];
		return now && now.name !== view.name ? moved() : send(verb, { seat: view.seat, ...fields });
	}

	async function seat(number) {
		const view = state()?.seats[number - 1];
		if (!view) return;
		await (view.name === null ? sit(view) : taken(view));
	}

	async function sit(view) {
		const fields = [...details(view), { name: "stack", kind: "number", label: say("field.stack"), value: "", min: 1 }];
		const over = OVER.has(state().stage);
		const others = over && state().button !== view.seat ? [[say("do.button"), "button"]] : [];
		const chosen = await askForm(say("sheet.sit", { seat: view.seat }), fields, say("do.sit"), others);
		if (chosen?.other) await sendFor(view, "button");
		else if (chosen) await sendFor(view, "sit", chosen.values);
	}

	async function taken(view) {
		const outside = OVER.has(state().stage) || !dealtIn(view);
		const others = [
			[say("do.chips"), "chips", "", outside],
			[say("do.button"), "button", "", OVER.has(state().stage) && state().button !== view.seat],
			[say("do.stand"), "stand", "grave", outside],
		].filter(([, , , can]) => can);
		const chosen = await askForm(say("sheet.player", { seat: view.seat, name: view.name }), details(view), say("do.save"), others);
		if (chosen === null) return;
		if (chosen.other === "chips") await addChips(view);
		else if (chosen.other) await sendFor(view, chosen.other);
		else {
			const changed = DETAILS.filter((field) => chosen.values[field] !== (view[field] ?? ""));
			if (changed.length) await sendFor(view, "player", Object.fromEntries(changed.map((field) => [field, chosen.values[field]])));
		}
	}

	async function addChips(view) {
		const fields = [{ name: "amount", kind: "number", label: say("field.amount"), value: "", min: 1, broad: true }];
		const chosen = await askForm(say("sheet.chips", { name: view.name }), fields, say("do.add"));
		if (chosen) await sendFor(view, "buy_in", chosen.values);
	}

	/** What is played for from the next hand on. */
	async function stakes() {
		const { stakes: now, game, games } = setup();
		const limits = [...new Set(["no_limit", "pot_limit", "fixed_limit", now.limit])];
		const number = (name, min) => ({ name, kind: "number", label: say(`field.${name}`), value: String(now[name]), min });
		const fields = [
			{ name: "game", kind: "choice", label: say("field.game"), value: game, options: games.map((one) => [one, gameName(one)]) },
			{ name: "limit", kind: "choice", label: say("field.limit"), value: now.limit, options: limits.map((one) => [one, say(`limit.${one}`)]) },
			number("small_blind", 0),
			number("big_blind", 1),
			number("ante", 0),
			{ name: "ante_from", kind: "choice", label: say("field.ante_from"), value: now.ante_from, options: ["all", "big_blind", "button"].map((who) => [who, say(`ante.${who}`)]) },
			number("min_bet", 0),
		];
		const chosen = await askForm(say("sheet.stakes"), fields, say("do.save"));
		if (chosen) await send("stakes", chosen.values);
	}

	return { seat, stakes };
}
