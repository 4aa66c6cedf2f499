// What was ruled about each dealer's dealing, where the house counts it.

import { ask } from "./ask.js";
import { element } from "./dom.js";
import { learned } from "./refusals.js";
import { learnWords } from "./ruled.js";

const AGAIN_MS = 20_000;

const kindOf = (kind) => learned(`kind.${kind}`) ?? kind.replaceAll("_", " ");

/** Show it in `box`, again and again, from when `counts` of the table's setup says that it is counted. */
export function mistakes(box, say) {
	const list = box.querySelector("ul");

	async function refresh() {
		const { ok, told } = await ask("/mistakes");
		if (ok) {
			await learnWords(told.dealers.flatMap(({ mistakes: counted }) => counted.map(({ kind }) => `kind.${kind}`)));
			list.replaceChildren(...told.dealers.map((dealer) => element("li", "", lineOf(dealer))));
			if (told.dealers.length === 0) list.append(element("li", "", say("mistakes.none")));
		}
		setTimeout(refresh, AGAIN_MS);
	}

	function lineOf({ name, hours, mistakes: counted }) {
		const kinds = counted.map(({ kind, count, per_hour: rate }) => say("mistakes.kind", { kind: kindOf(kind), count, rate: rate ?? "–" }));
		return say("mistakes.dealer", { name, hours, kinds: kinds.join(", ") || say("mistakes.none") });
	}

	return function show(counts) {
		if (!counts || !box.hidden) return;
		box.hidden = false;
		refresh();
	};
}
