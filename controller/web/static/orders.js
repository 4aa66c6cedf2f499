// The floor's commands: sent for the state they were meant for, and told with what they changed.

import { learn } from "./refusals.js";

// how long the state of an answer may be behind the answer
const FOLLOW_MS = 3_000;
const RESENDS = 8;

/**
 * `held()` gives the present state, `send` a command, `on` hears: `busy(id, is)`, `quiet(key)`, `refused(answer)`, `done()`.
 * Return `{order, shown}`.
 */
export function orders({ held, send, on }) {
	const busy = new Set();
	let waiting = [];

	/** Hear of each state as it is shown. */
	function shown(state) {
		waiting = waiting.filter(({ rev, go }) => (state.rev >= rev ? (go(), false) : true));
	}

	const until = (rev) =>
		new Promise((go) => {
			if ((held()?.rev ?? -1) >= rev) return go();
			waiting.push({ rev, go });
			setTimeout(go, FOLLOW_MS);
		});

	/** Send for the state that is shown; where the table moved on, once more as long as `still()` says that it means the same. */
	async function sendWhile(verb, fields, still) {
		if (still === null) return send(verb, fields);
		for (let turn = 0; ; turn += 1) {
			const { rev } = held();
			const answer = await send(verb, { ...fields, expect_rev: rev });
			if (answer.code !== "state.moved_on" || turn === RESENDS) return answer;
			await until(answer.rev);
			if (held() === null || held().rev === rev || !still()) return answer;
		}
	}

	/**
   * Give an order; resolves to `{was, now}`, the states before and after it, when it was done, else to null. `still` tells
   * whether what it was meant for still stands; null = it means the same whatever happens meanwhile.
   */
	async function order(id, verb, fields, still = null) {
		if (held() === null) return null;
		if (busy.has(id)) {
			on.quiet("quiet.busy");
			return null;
		}
		busy.add(id);
		on.busy(id, true);
		try {
			const was = held();
			const answer = await sendWhile(verb, fields, still);
			if (!answer.ok) {
				if (answer.code === "state.moved_on") {
					on.quiet("quiet.moved_on");
				} else {
					await learn([answer.code]);
					on.refused(answer);
				}
				return null;
			}
			await until(answer.rev);
			on.done();
			return { was, now: held() };
		} finally {
			busy.delete(id);
			on.busy(id, false);
		}
	}

	return { order, shown };
}
