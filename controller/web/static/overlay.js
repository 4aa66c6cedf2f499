// The overlay: what its feed says, drawn for the air. Nothing is decided here; what may not be shown never comes.

import { setText } from "./dom.js";
import { follow } from "./link.js";
import { TEST_INFO, replay, testState } from "./overlay.demo.js";
import { showEvent, showMiddle } from "./overlay.middle.js";
import { seatStrips } from "./overlay.seats.js";
import WORDS from "./overlay.words.js";
import { dress, language, speech } from "./speech.js";
import { felt } from "./words.js";

const LOOKS = ["broadcast", "club"];
const SIZES = { title: [880, 96], game: [640, 96], pots: [244, 218], board: [480, 218], seat: [512, 124] };

const wish = new URLSearchParams(location.search);
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const say = speech(WORDS);
const decimal = new Intl.NumberFormat(language).format(1.5).charAt(1);
const bbText = (bb) => (bb ? say("bb", { bb: bb.replace(".", decimal) }) : "");

let showSeats = null;
let seatCount = 0;
let shown = null;
// table time on air when the page's own clock was 0, in ms
let airAtZero = 0;

// --- what the address asks for

const wanted = (wish.get("show") ?? "").split(",").filter(Boolean);

function showParts() {
	for (const part of document.querySelectorAll("[data-part]")) {
		const name = part.dataset.part;
		const asked = name === "seats" ? wanted.some((one) => one.startsWith("seat")) : wanted.includes(name);
		part.hidden = wanted.length > 0 && !asked && !(name.startsWith("seat") && wanted.includes("seats"));
	}
}

function fit() {
	const size = SIZES[wanted[0]?.replace(/\d+$/, "")];
	if (wish.get("fit") !== "1" || wanted.length !== 1 || !size) return;
	root.dataset.fit = wanted[0];
	root.style.setProperty("--fit-w", size[0]);
	root.style.setProperty("--fit-h", size[1]);
}

function look(info) {
	const name = [wish.get("look"), info.look].find((one) => LOOKS.includes(one)) ?? LOOKS[0];
	root.dataset.look = name;
	const accent = wish.get("accent");
	if (/^[0-9a-f]{6}$/i.test(accent ?? "")) root.style.setProperty("--accent", `#${accent}`);
	if (info.files?.includes("style.css") && !byId("own-style")) {
		const link = document.createElement("link");
		link.id = "own-style";
		link.rel = "stylesheet";
		link.href = "/overlay/style.css";
		document.head.append(link);
	}
}

// --- what is on air

/** Put a state on air, and what is on air besides the table; either may be null. */
export function show(info, state) {
	if (info) {
		look(info);
		showEvent(info);
	}
	if (!state) return;
	if (state.seats.length !== seatCount) {
		seatCount = state.seats.length;
		root.style.setProperty("--rows", Math.ceil(seatCount / 2));
		showSeats = seatStrips(byId("seats"), seatCount, say, felt, bbText);
		showParts();
	}
	shown = state;
	showMiddle(state, say, felt, bbText);
	showSeats(state, clockText(state));
}

function clockText(state) {
	const ends = state.clock?.ends_table_ms ?? null;
	if (ends === null) return "";
	const left = Math.max(0, Math.ceil((ends - airAtZero - performance.now()) / 1000));
	return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

// a page that has just been opened is no fault yet
const QUIET_MS = 3_000;

function showLine(link, info) {
	const stale = link === "stale" || (link === "connecting" && performance.now() > QUIET_MS);
	setText(byId("stale"), say("stale"));
	byId("stale").hidden = !stale;
	document.body.classList.toggle("stale-hide", stale && info?.stale === "hide");
}

let producer = null;
let producerAt = 0;

function showProducer() {
	const box = byId("producer");
	box.hidden = producer === null;
	if (producer === null) return;
	const leftMs = Math.max(0, producer.behind_ms - (performance.now() - producerAt));
	const left = `${Math.floor(leftMs / 60_000)}:${String(Math.ceil(leftMs / 1000) % 60).padStart(2, "0")}`;
	const line = producer.delay_s === 0 ? say("producer.live") : leftMs > 0 ? say("producer.behind", { delay: producer.delay_s, left }) : say("producer.all", { delay: producer.delay_s });
	const words = [producer.hidden ? say("producer.hidden") : "", line, say(`reveal.${producer.reveal}`)];
	setText(box, words.filter(Boolean).join(" · "));
	box.toggleAttribute("data-hidden", producer.hidden);
}

function live() {
	const scheme = location.protocol === "https:" ? "wss" : "ws";
	const asProducer = wish.get("producer") === "1";
	let [status, link, info] = [null, "connecting", null];
	follow(
		`${scheme}://${location.host}/ws/overlay${asProducer ? "?producer=1" : ""}`,
		(held) => {
			if (held.status && held.status !== status) {
				status = held.status;
				airAtZero = status.air_ms - performance.now();
				if (asProducer) [producer, producerAt] = [status, performance.now()];
			}
			[link, info] = [held.link, held.info];
			show(info, held.state);
			showLine(link, info);
			showProducer();
		},
		() => {},
	);
	setInterval(() => {
		showLine(link, info);
		if (shown?.clock) showSeats(shown, clockText(shown));
		showProducer();
	}, 250);
}

dress(document, say);
showParts();
fit();
if (wish.get("test") === "1") {
	byId("guides").hidden = wanted.length > 0;
	const count = Math.min(10, Math.max(2, Number(wish.get("seats")) || 10));
	airAtZero = -performance.now();
	show(TEST_INFO, testState(count));
} else if (wish.get("replay") === "1") {
	replay(show);
} else {
	live();
}
