// The bar on top of the table and status pages: which table, how the line stands, the way to the other pages.

import { setText } from "./dom.js";
import { choose, language } from "./speech.js";
import { lineOf } from "./words.js";

const byId = (id) => document.getElementById(id);

/** Show which table it is and how the line stands; returns `{off, why}`: whether nothing can be sent, and why what is shown may be old. */
export function showHead({ info, status, link }) {
	if (info) setText(byId("table-name"), info.table_name);
	const line = lineOf({ link, status });
	const lamp = byId("link");
	setText(lamp, line.word);
	lamp.dataset.link = line.off ? "stale" : link;
	byId("stale").hidden = line.why === "";
	setText(byId("stale-why"), line.why);
	document.body.classList.toggle("stale", line.why !== "");
	return { off: link !== "live" || line.off, why: line.why };
}

/** The button that changes the language. */
export function languageButton() {
	const button = byId("language");
	setText(button, language === "en" ? "DE" : "EN");
	button.addEventListener("click", () => choose(language === "en" ? "de" : "en"));
}

/** The address of the live feed. */
export const FEED = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
