// The time-line of a hand as rows: when, what, by whom, on what evidence; what a correction replaced is struck out and says by
// what. This is data; record.js draws it.

import { refusalText } from "./refusals.js";
import { sentence, zoneName } from "./told.js";
import { action, chips, felt } from "./words.js";

const DEALT = new Set(["card_dealt", "card_burned"]);
const FEWEST_TOGETHER = 3;

/** Names of those who play the hand, in the form in which sentences look for them. */
export const playersOf = (summary) => ({ seats: summary.players.map(({ seat, name }) => ({ seat, name: name || null })) });

const placeOf = (zone, say) => (zone === null ? say("zone.nowhere") : zoneName(zone));

/** Why a fact was taken for true, in words. */
export function evidenceText({ evidence, moved }, say) {
	if (evidence === null || !evidence.part) return "";
	const words = [say("evidence.part", { part: evidence.part })];
	if (evidence.seen !== undefined) {
		words.push(say("evidence.seen", { seen: evidence.seen, sweeps: evidence.sweeps, percent: chips(evidence.confidence_permille / 10) }));
	}
	if (evidence.rival_zone) {
		const zone = zoneName(evidence.rival_zone);
		words.push(evidence.rival_seen === undefined ? say("evidence.rival", { zone }) : say("evidence.rival_times", { zone, count: evidence.rival_seen }));
	}
	if (evidence.by_expectation) words.push(say("evidence.plan"));
	if (moved?.within_ms !== undefined && moved.within_ms !== null) words.push(say("evidence.within", { ms: chips(moved.within_ms) }));
	return words.join("; ");
}

/** Who gave a command: "Dora (dealer)". */
export function byWhom({ kind, role, who }, say) {
	if (kind !== "command") return say(`by.${kind}`);
	const office = say(`role.${role}`, { or: role });
	return who ? say("by.person", { who: say(`who.${who}`, { or: who }), role: office }) : office;
}

function movedText({ moved, seen, text }, say) {
	if (seen) return say(`fact.${seen.shows}`, { card: seen.card ?? say("fact.card"), zone: placeOf(seen.zone, say) });
	if (!moved) return text;
	return say("fact.moved", { card: moved.card ?? say("fact.card"), from: placeOf(moved.from_zone, say), to: placeOf(moved.to_zone, say) });
}

/** Seq that no longer holds → seq of the correction that says so. */
function replacedBy(timeline) {
	const found = new Map();
	for (const story of timeline.flatMap((entry) => entry.told)) for (const seq of story.replaces ?? []) found.set(seq, story.seq);
	return found;
}

/** The rows of a hand, in order, cards that went their plain way taken together: {together, rows} in place of a row. */
export function rowsOf({ summary, timeline }, say) {
	const players = playersOf(summary);
	const replaced = replacedBy(timeline);
	const told = new Map(timeline.flatMap((entry) => entry.told).map((story) => [story.seq, story]));
	const rows = timeline.map((entry, place) => rowOf(entry, place, { players, replaced, told, say }));
	return grouped(rows);
}

function rowOf(entry, place, { players, replaced, told, say }) {
	const sentences = entry.told.map((story) => sentence(story, players));
	const refused = entry.refused !== null && entry.refused !== undefined;
	if (refused) sentences.push([say("entry.refused", { what: entry.text, why: refusalText({ code: entry.refused, message: entry.message }) })]);
	else if (sentences.length === 0) sentences.push([movedText(entry, say)]);
	const seqs = entry.told.map((story) => story.seq);
	const later = [...new Set(seqs.map((seq) => replaced.get(seq)))];
	const instead = entry.told.flatMap((story) => story.replaces ?? []).filter((seq) => told.has(seq));
	const refunds = Object.entries(entry.told.find((story) => story.refunds)?.refunds ?? {});
	const kinds = entry.told.map((story) => story.kind);
	const notes = [evidenceText(entry, say)];
	if (instead.length) notes.push(say("entry.instead", { seqs: instead.map((seq) => `#${seq}`).join(", ") }));
	if (refunds.length) notes.push(refunds.map(([seat, amount]) => say("entry.refund", { name: nameAt(players, seat), chips: chips(amount) })).join(", "));
	const rules = [...new Set(entry.told.filter(({ topic }) => topic === "ruling").flatMap((story) => story.rules ?? []))];
	if (rules.length) notes.push(say("entry.rules", { rules: rules.join(", ") }));
	const gone = seqs.length > 0 && later.every((seq) => seq !== undefined);
	if (gone) notes.push(say("entry.replaced", { seq: later.at(-1) }));
	return {
		place,
		kind: refused ? "refused" : kinds.includes("correction") ? "correction" : kinds.includes("hand_void") ? "void" : kinds[0] === "discrepancy" ? "question" : entry.kind,
		utc: entry.utc,
		seqs,
		sentences,
		by: byWhom(entry, say),
		notes: notes.filter(Boolean),
		gone,
		instead,
		entry: entry.entry ?? null,
		standing: standing(entry, players),
		way: wayOf(entry, kinds),
		cards: Math.max(1, kinds.length),
	};
}

/** An action as it stands now, corrections done: "Ann: Call". */
function standing({ seat, entry }, players) {
	if (!entry?.do) return "";
	return `${nameAt(players, String(seat))}: ${action(entry.to ? `${entry.do} ${entry.to}` : entry.do)}`;
}

function nameAt({ seats }, seat) {
	return seats.find((one) => String(one.seat) === seat)?.name ?? felt("seat.number", { seat });
}

/** "dealt" or "moved" for a card that went without doubt; "" for all that deserves a line of its own. */
function wayOf(entry, kinds) {
	if (entry.kind !== "fact" || entry.evidence?.rival_zone || entry.evidence?.by_expectation) return "";
	if (kinds.length && kinds.every((kind) => DEALT.has(kind))) return "dealt";
	return kinds.every((kind) => kind === "card_moved") ? "moved" : "";
}

function grouped(rows) {
	const found = [];
	for (let at = 0; at < rows.length;) {
		let end = at + 1;
		while (rows[at].way && end < rows.length && rows[end].way === rows[at].way) end += 1;
		const run = rows.slice(at, end);
		if (run.length < FEWEST_TOGETHER) found.push(...run);
		else found.push({ place: run[0].place, together: run[0].way, rows: run });
		at = end;
	}
	return found;
}
