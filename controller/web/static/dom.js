// Changing the page only where something changed.

export function element(name, className = "", text = "") {
	const made = document.createElement(name);
	made.className = className;
	made.textContent = text;
	return made;
}

/** A button that does `act`. */
export function button(label, act, look = "") {
	const made = element("button", look, label);
	made.type = "button";
	made.addEventListener("click", act);
	return made;
}

export function setText(node, text) {
	if (node.textContent !== text) node.textContent = text;
}

/** Show `cards` in `box`: cards that stay are left alone, so that only new ones appear. */
export function setCards(box, cards, draw) {
	cards.forEach((card, place) => {
		const there = box.children[place];
		if (there?.dataset.card === card) return;
		const drawn = draw(card);
		drawn.dataset.card = card;
		if (there) there.replaceWith(drawn);
		else box.append(drawn);
	});
	while (box.children.length > cards.length) box.lastChild.remove();
}
