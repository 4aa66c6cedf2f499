// One question at a time over a page, in its `dialog`.

import { element, setText } from "./dom.js";

/** Return `{ask, button, close, isOpen}`; `close()` closes the open sheet as not chosen. Only one is open at a time. */
export function sheetIn(dialog) {
  let finish = null;
  // told late: by then the next question may be open
  dialog.addEventListener("close", () => { if (!dialog.open) finish?.(null); });

  /** Show what `fill(choose)` makes under `title`; resolves to what `choose` is called with. */
  function ask(title, fill, { wide = false } = {}) {
    close();
    return new Promise((resolve) => {
      finish = (chosen) => {
        finish = null;
        dialog.onkeydown = null;
        if (dialog.open) dialog.close();
        resolve(chosen);
      };
      const head = element("h2", "");
      head.id = "sheet-title";
      setText(head, title);
      dialog.toggleAttribute("data-wide", wide);
      dialog.replaceChildren(head, ...fill((chosen) => finish?.(chosen)));
      dialog.showModal();
    });
  }

  const close = () => finish?.(null);

  /** A button that does `act`. */
  function button(label, act, look = "") {
    const made = element("button", look);
    made.type = "button";
    setText(made, label);
    made.addEventListener("click", act);
    return made;
  }

  return { ask, button, close, isOpen: () => dialog.open };
}
