// What a page loads once it shows the table: it is not waited for, and asked for again until it comes.

const AGAIN_MS = 2_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Resolves to the module that `load` imports. */
export async function later(load) {
	for (;;) {
		try {
			return await load();
		} catch {
			// no line to the table: the page says so
			await pause(AGAIN_MS);
		}
	}
}
