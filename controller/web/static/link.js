// The line to the table: a WebSocket that reconnects by itself and says when what it holds is old.
// The frames are described in docs/websocket.md.

// something arrives every 5 s, even from a quiet table
const STALE_MS = 12_000;
// only a line that held this long resets the back-off
const STABLE_MS = 10_000;
const FIRST_RETRY_MS = 250;
// a daemon that was killed and started again is on the page within three seconds
const LAST_RETRY_MS = 1_000;

/** Apply a delta of the feed to a state; null when it does not start from this state. */
export function applyDelta(state, delta) {
	if (state === null || state.rev !== delta.rev_from) return null;
	const after = { ...state, ...delta.set, rev: delta.rev_to };
	for (const field of delta.gone ?? []) delete after[field];
	const changed = new Map(delta.seats.map((seat) => [seat.seat, seat]));
	after.seats = after.seats.map((seat) => changed.get(seat.seat) ?? seat);
	return after;
}

/**
 * Follow the table at `url` for ever. `show(held)` is called after each change with
 * `{state, info, status, health, link}`; `tell(stories, state, anew)` with stories
 * in order, `anew` when they replace all that was told before. `link` is "connecting", "live" or "stale". `learn(frame)` resolves when
 * what the frame says can be said, null = at once.
 */
export function follow(url, show, tell, learn = () => null) {
	const held = { state: null, info: null, status: null, health: {}, link: "connecting" };
	let socket = null;
	let retryMs = FIRST_RETRY_MS;
	let retryTimer = 0;
	let staleTimer = 0;
	let openedAt = 0;
	let behind = null;

	const on = {
		snapshot(frame) {
			held.state = frame.state;
			held.info = frame.info;
			held.status = frame.status;
			held.health = frame.health;
		},
		delta(frame) {
			const after = applyDelta(held.state, frame);
			if (after === null) return false;
			held.state = after;
			return true;
		},
		info(frame) { held.info = frame.info; },
		status(frame) { held.status = frame.status; },
		health(frame) { held.health[frame.part] = frame.health; },
		beat() {},
	};

	/** Show what is held, and leave on the page which state that is and whether the line holds: for whoever drives or watches it. */
	function showHeld() {
		show(held);
		const { dataset } = document.documentElement;
		dataset.line = held.link;
		if (held.state) dataset.rev = held.state.rev;
	}

	function setLink(link) {
		if (held.link === link) return;
		held.link = link;
		showHeld();
	}

	function alive() {
		clearTimeout(staleTimer);
		staleTimer = setTimeout(() => reconnect(), STALE_MS);
	}

	/** Take a frame once it can be said, in order: those behind one that waits do too. */
	function receive(frame, take) {
		const words = learn(frame);
		if (behind === null && words === null) return take(frame);
		const mine = Promise.all([behind, words]).then(() => {
			if (behind === mine) behind = null;
			take(frame);
		});
		behind = mine;
		return mine;
	}

	function connect() {
		clearTimeout(retryTimer);
		behind = null;
		const mine = new WebSocket(url);
		socket = mine;
		openedAt = performance.now();
		alive();
		mine.onmessage = (message) => receive(JSON.parse(message.data), (frame) => {
			if (mine !== socket) return;
			if (on[frame.type]?.(frame) === false) {
				// a gap: what we hold cannot be led on, a new snapshot can
				reconnect();
				return;
			}
			alive();
			held.link = "live";
			if (performance.now() - openedAt > STABLE_MS) retryMs = FIRST_RETRY_MS;
			if (frame.stories) tell(frame.stories, held.state, frame.type === "snapshot");
			showHeld();
		});
		mine.onclose = () => { if (mine === socket) reconnect(); };
	}

	function reconnect() {
		const old = socket;
		socket = null;
		clearTimeout(staleTimer);
		old?.close();
		setLink(held.state === null ? "connecting" : "stale");
		clearTimeout(retryTimer);
		retryTimer = setTimeout(connect, retryMs * (0.75 + Math.random() / 2));
		retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
	}

	addEventListener("online", () => { if (socket === null) connect(); });
	connect();
}
