// Plain tables of a panel.

import { element } from "./dom.js";

/** A table of that class: `head` are the texts of its columns; of `rows` a cell is a text, or nodes and texts in a list. */
export function grid(className, head, rows) {
	const table = element("table", className);
	const line = (tag, texts) => {
		const row = element("tr");
		row.append(...texts.map((text) => { const cell = element(tag); cell.append(...[text].flat()); return cell; }));
		return row;
	};
	const [top, body] = [element("thead"), element("tbody")];
	top.append(line("th", head));
	body.append(...rows.map((texts) => line("td", texts)));
	table.append(top, body);
	return table;
}
