// Questions to the table that change nothing: what the feed does not say.

const LIMIT_MS = 4_000;
const ROOT = "/api/v1";

/** What a path below /api/v1 answers: `{ok: true, told}`, or `{ok: false, code, message}`. Never rejects. */
export async function ask(path, body = null, limitMs = LIMIT_MS) {
	try {
		const sent = body === null ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
		const answer = await fetch(ROOT + path, { ...sent, signal: AbortSignal.timeout(limitMs) });
		const told = await answer.json();
		return answer.ok ? { ok: true, told } : { ok: false, code: told.code ?? "", message: told.message ?? "" };
	} catch {
		return { ok: false, code: "panel.no_answer", message: "" };
	}
}
