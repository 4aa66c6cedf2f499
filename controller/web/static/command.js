// Commands to the table: one POST each, with an id of its own, repeated under the same id until it is answered.

const FIRST_REPEAT_MS = 250;
const LAST_REPEAT_MS = 2_000;
// of one attempt: a line that is gone may take minutes to say so
const ANSWER_LIMIT_MS = 4_000;
const GIVE_UP_MS = 20_000;

function freshId() {
	// randomUUID is not there without TLS
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return `panel-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** An answer of the table; null when it is none. */
function read(text) {
	try {
		const told = JSON.parse(text);
		return typeof told?.ok === "boolean" ? told : null;
	} catch {
		return null;
	}
}

/** One attempt: the answer, or null when there was none. */
async function attempt(verb, body, role) {
	try {
		const answer = await fetch(`/api/v1/cmd/${verb}`, {
			method: "POST",
			headers: { "content-type": "application/json", "x-smarttable-role": role },
			body,
			signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
		});
		const text = await answer.text();
		return read(text) ?? (answer.status >= 400 && answer.status < 500 ? { ok: false, code: text.split(":")[0], message: text.trim() } : null);
	} catch {
		// no line, no daemon, or an answer cut short
		return null;
	}
}

/**
 * Return `send(verb, fields)`, which resolves to the table's answer `{ok, code, message, rev, …}`. Without one within
 * 20 s it gives up with the code `panel.no_answer`: whether it was done, the state tells.
 */
export function commander(role) {
	return async function send(verb, fields) {
		const body = JSON.stringify({ id: freshId(), ...fields });
		const begun = performance.now();
		let waitMs = FIRST_REPEAT_MS;
		for (;;) {
			const answer = await attempt(verb, body, role);
			if (answer !== null && answer.code !== "journal.not_kept") return answer;
			if (performance.now() - begun + waitMs > GIVE_UP_MS) return answer ?? { ok: false, code: "panel.no_answer", message: "" };
			await pause(waitMs);
			waitMs = Math.min(waitMs * 2, LAST_REPEAT_MS);
		}
	};
}
