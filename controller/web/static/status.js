// The status page: how every part is, in words, and what to do. It looks; all it sends is to hide the cards.

import { showAntennas } from "./antennas.js";
import { setText } from "./dom.js";
import { reasonOf } from "./reasons.js";
import FELT from "./felt.words.js";
import { FEED, languageButton, showHead } from "./head.js";
import { hideButton } from "./hide.js";
import { follow } from "./link.js";
import { showMachine } from "./machine.js";
import { partsOf, showParts } from "./parts.js";
import { refusalText } from "./refusals.js";
import { dress, speech } from "./speech.js";
import WORDS from "./status.words.js";
import { verdictOf, showVerdict } from "./verdict.js";
import { showWays } from "./ways.js";
import { watch } from "./watch.js";

const ANTENNAS_MS = 1_000;
const MACHINE_MS = 5_000;
const ANSWER_MS = 8_000;

const byId = (id) => document.getElementById(id);
const say = speech(FELT, WORDS);

const showHide = hideButton(byId("hide"), say, (told) => {
	byId("answer").hidden = false;
	setText(byId("answer"), told.code === "panel.no_answer" ? say("answer.none") : say("answer.refused", { why: refusalText(told) }));
	setTimeout(() => { byId("answer").hidden = true; }, ANSWER_MS);
});

let held = { state: null, info: null, status: null, health: {}, link: "connecting" };
let antennas = null;
let machine = null;

function show() {
	const { off } = showHead(held);
	if (held.state === null) return;
	const parts = partsOf(held, antennas, machine?.counters ?? {}, say);
	showParts(byId("parts"), parts, say);
	showVerdict(verdictOf({ held, parts, machine, off }, say));
	showHide(held.state, off);
}

/** What the pages' own questions were answered; an old answer stays, and the line says that it is old. */
function took(answer, note) {
	if (answer.ok || answer.code === "panel.no_answer") {
		note.hidden = true;
		return answer.ok ? answer.told : null;
	}
	note.hidden = false;
	setText(note, reasonOf(answer.code) || answer.message);
	return null;
}

dress(document, say);
languageButton();
showWays();
follow(FEED, (now) => { held = now; show(); }, () => {});
watch("/antennas", ANTENNAS_MS, (answer) => {
	antennas = took(answer, byId("antennas-note")) ?? antennas;
	if (antennas !== null) showAntennas(byId("antennas"), antennas.antennas, say);
	show();
});
watch("/machine", MACHINE_MS, (answer) => {
	if (!answer.ok) return;
	machine = answer.told;
	showMachine(byId("machine"), machine, say);
	show();
});
