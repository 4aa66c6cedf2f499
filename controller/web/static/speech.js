// Which language a page speaks, and its texts. Texts are data: a file `*.words.js` holds them in every language, and a page that
// imports it loads those of its own, `{key: text}` with the places of values as `{name}`.

import { later } from "./later.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };

const KEPT = "smarttable.language";

function kept() {
	try {
		return localStorage.getItem(KEPT);
	} catch {
		// a browser that keeps nothing
		return null;
	}
}

function chosen() {
	const wishes = [new URLSearchParams(location.search).get("lang"), kept(), document.documentElement.lang];
	return wishes.find((wish) => Object.hasOwn(LANGUAGES, wish ?? "")) ?? "en";
}

/** By the address's `?lang=`, else the viewer's choice, else the table's. */
export const language = chosen();
document.documentElement.lang = language;

/** Resolves to the texts of `name`.words.js in the page's language. */
export const column = async (name) => (await later(() => import(`./${name}.${language}.words.js`))).default;

/** Keep `code` as the viewer's choice and show the page in it. */
export function choose(code) {
	try {
		localStorage.setItem(KEPT, code);
	} catch {
		// it holds for this page alone, by its address
	}
	const address = new URL(location.href);
	address.searchParams.set("lang", code);
	location.replace(address);
}

/**
 * Return `say(key, values)`: the text of `key` with its values put in; without such a text `values.or`, else the key.
 * A later table of `tables` comes before an earlier one.
 */
export function speech(...tables) {
	const texts = Object.assign({}, ...tables);
	return (key, values = {}) => (texts[key] ?? values.or ?? key).replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** Put the texts into a page: `data-say` = the text of an element, `data-say-label` = what a screen reader calls it. */
export function dress(root, say) {
	for (const node of root.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
	for (const node of root.querySelectorAll("[data-say-label]")) node.setAttribute("aria-label", say(node.dataset.sayLabel));
}
