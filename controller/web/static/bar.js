// The bar on top of a panel: which table, which hand, how the line and the sensors stand.

import { setText } from "./dom.js";
import { showHead } from "./head.js";
import { playing, streetName } from "./words.js";

const byId = (id) => document.getElementById(id);

/** Show it; returns `{off, why}`: whether nothing can be sent, and why what is shown may be old. */
export function showBar({ info, state, status, link }, say) {
	const standing = showHead({ info, status, link });
	setText(byId("hand"), state?.hand?.slice(1) ?? "–");
	setText(byId("street"), state?.street ? streetName(state.street) : "–");
	setText(byId("stakes"), state ? playing(state) : "–");
	setText(byId("dealer"), state?.dealer ?? "–");
	const down = state?.quality.parts_down ?? [];
	const level = state?.quality.capability ?? "by_hand";
	const lost = down.length === 1 ? say("capability.down_one", { part: down[0] }) : say("capability.down", { count: down.length });
	setText(byId("capability"), down.length ? lost : say(`capability.${level}`));
	byId("capability").dataset.level = down.length ? "bad" : level === "by_hand" ? "poor" : "good";
	return standing;
}
