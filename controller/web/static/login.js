// Exchanges a token for a cookie, then shows the page that was asked for.

import words from "./login.words.js";
import { dress, speech } from "./speech.js";

const say = speech(words);
const known = new Set(Object.keys(words));

const form = document.getElementById("login");
const token = document.getElementById("token");
const enter = document.getElementById("enter");
const told = document.getElementById("told");

dress(document, say);
token.focus();

form.addEventListener("submit", async (event) => {
	event.preventDefault();
	const shown = token.value.trim();
	if (!shown) return refuse("empty");
	enter.disabled = true;
	enter.textContent = say("entering");
	try {
		const answer = await fetch("/api/v1/login", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ token: shown }),
		});
		if (answer.ok) return leave();
		refuse((await answer.json()).code);
	} catch {
		refuse("unreachable");
	} finally {
		enter.disabled = false;
		enter.textContent = say("enter");
	}
});

function refuse(code) {
	told.textContent = say(known.has(code) ? code : "refused");
	token.select();
	token.focus();
}

/** The login stands in place of the page that was asked for; under its own address it leads to the table. */
function leave() {
	if (location.pathname === "/login") location.assign("/");
	else location.reload();
}
