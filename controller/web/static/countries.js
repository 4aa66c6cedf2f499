// Countries by their ISO 3166 codes, with names in the page's language: the browser knows them.

import { language } from "./speech.js";

const NAMES = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
const NO_COUNTRY = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ", "AC", "CP", "CQ", "DG", "EA", "IC", "TA"]);

/** What a code is called; the code itself where the browser knows no such country. */
export function countryName(code) {
	try {
		return NAMES.of(code) ?? code;
	} catch {
		return code;
	}
}

/** Every country, `[code, name]`, by name. A code that stands for another's country today is left out. */
export function countries() {
	const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
	const codes = letters.flatMap((one) => letters.map((other) => one + other));
	return codes
		.filter((code) => !NO_COUNTRY.has(code) && new Intl.Locale(`und-${code}`).region === code && NAMES.of(code) !== undefined)
		.map((code) => [code, NAMES.of(code)])
		.sort(([, one], [, other]) => one.localeCompare(other, language));
}
