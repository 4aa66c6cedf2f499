// The cards of the board with the places that wait for one: five a board, and of several boards one row after the other.

import { setCards } from "./dom.js";

const PLACES = 5;
// before a card that lies for an earlier board too
const SHARED = "=";

/** Every board of a state as it counts. */
export const boardsOf = ({ board, boards }) => (boards?.length ? boards : [board]);

/** Every card that lies on a board. */
export const onBoards = (state) => boardsOf(state).flat();

/** Show the boards of a state in `box`; `draw` draws a card, `place` a free place. */
export function showBoards(box, state, draw, place) {
	const rows = boardsOf(state);
	const many = rows.length > 1 ? String(rows.length) : "";
	if ((box.dataset.boards ?? "") !== many) {
		box.replaceChildren();
		if (many) box.dataset.boards = many;
		else delete box.dataset.boards;
	}
	const keyOf = (card, at) => (card && at && rows[0].includes(card) ? SHARED + card : card);
	const keys = rows.flatMap((row, at) => Array.from({ length: PLACES }, (_, nth) => keyOf(row[nth] ?? "", at)));
	setCards(box, keys, (key) => {
		const card = key.replace(SHARED, "");
		const drawn = card ? draw(card) : place();
		drawn.classList.toggle("shared", card !== key);
		return drawn;
	});
}
