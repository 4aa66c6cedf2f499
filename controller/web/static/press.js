// From a touch to a command: sent once, for the state it was meant for, and never twice by a double touch.

import { learn } from "./refusals.js";
import { about } from "./stand.js";

// the second tap of a double touch comes within this time, and would hit the next player
const REST_MS = 350;
// how long the state of an answer may be behind the answer
const FOLLOW_MS = 2_000;
const RESENDS = 5;

/**
 * A calm control means the same in every state of the hand (pause, hide, call the floor): it does not wait for others.
 *
 * Return `press(control, meant, extra)`. `meant` is `{rev, about}` of the state the touch was meant for; `held()` gives the
 * present state, `send` a command, `on` hears: `busy(control, on)`, `quiet(key)` of a touch not sent, `refused(answer, control)`
 * and `done(answer, control)`.
 */
export function presser({ held, send, on }) {
	// lanes with a command on its way: the game is one, each calm control another
	const busy = new Set();
	const restsUntil = new Map([["game", 0]]);
	let seen = "";
	let waiting = [];

	/** Hear of each state as it is shown. */
	function shown(state) {
		const now = about(state);
		if (seen !== "" && now !== seen) restsUntil.set("game", performance.now() + REST_MS);
		seen = now;
		waiting = waiting.filter(({ rev, go }) => (state.rev >= rev ? (go(), false) : true));
	}

	const until = (rev) =>
		new Promise((go) => {
			if ((held()?.rev ?? -1) >= rev) return go();
			waiting.push({ rev, go });
			setTimeout(go, FOLLOW_MS);
		});

	/** Send for the state meant; when only cards moved since, that is still what was meant. */
	async function sendFor(control, fields, meant) {
		let rev = meant.rev;
		for (let turn = 0; ; turn += 1) {
			const answer = await send(control.verb, control.calm ? fields : { ...fields, expect_rev: rev });
			if (answer.code !== "state.moved_on" || turn === RESENDS) return answer;
			await until(answer.rev);
			const state = held();
			if (state === null || about(state) !== meant.about || state.rev === rev) return answer;
			rev = state.rev;
		}
	}

	async function press(control, meant, extra = {}) {
		const state = held();
		if (state === null) return;
		const lane = control.calm ? control.id : "game";
		if (busy.has(lane)) return on.quiet("quiet.busy");
		if (lane === "game" && about(state) !== meant.about) return on.quiet("quiet.moved_on");
		if (performance.now() < (restsUntil.get(lane) ?? 0)) return on.quiet("quiet.too_soon");
		busy.add(lane);
		on.busy(control, true);
		try {
			const answer = await sendFor(control, { ...control.fields, ...extra }, meant);
			if (answer.ok) {
				await until(answer.rev);
				on.done(answer, control);
			} else if (answer.code === "state.moved_on") {
				on.quiet("quiet.moved_on");
			} else {
				await learn([answer.code]);
				on.refused(answer, control);
			}
		} finally {
			busy.delete(lane);
			if (control.calm) restsUntil.set(lane, performance.now() + REST_MS);
			on.busy(control, false);
		}
	}

	return { press, shown };
}
