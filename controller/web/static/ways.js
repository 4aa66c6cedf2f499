// The way to the table's other pages: links in the bar, or behind its button ☰ where there is no room for them.

import { ask } from "./ask.js";

/** Of the pages that the bar leads to, show those that the viewer has a role for; without any the button has nothing to open. */
export async function showWays() {
	const { ok, told } = await ask("/whoami");
	if (!ok) return;
	const ways = [...document.querySelectorAll("nav [data-roles]")];
	for (const way of ways) way.hidden = !way.dataset.roles.split(" ").some((role) => told.roles.includes(role));
	const button = document.getElementById("ways-button");
	if (button) button.hidden = ways.every((way) => way.hidden);
}
