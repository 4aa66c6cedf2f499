// Players from a list: a file or pasted text, checked by the table line by line, and seated only when every line is right.

import { ask } from "./ask.js";
import { element, setText } from "./dom.js";
import { learn, refusalText } from "./refusals.js";
import { chips } from "./words.js";

const REST_MS = 300;
const MOST_BYTES = 100_000;

/** Return `bringIn()`, which asks for a list and seats who is in it. `send(verb, body)` resolves to the table's answer. */
export function bringer({ sheet, say, send }) {
	return () =>
		sheet.ask(say("import.title"), (choose) => {
			const form = element("form", "");
			const [fileLabel, file] = field("input", "import.file");
			const [textLabel, text] = field("textarea", "import.text");
			fileLabel.className = "button file";
			file.type = "file";
			file.accept = ".csv,text/csv,text/plain";
			text.spellcheck = false;
			text.placeholder = "seat,name,short_name,country,picture,stack\n1,Ann Example,ANN,DE,ann.png,10000";
			const head = element("p", "broad");
			head.setAttribute("role", "status");
			const found = document.createElement("ol");
			found.id = "found";
			found.tabIndex = 0;
			const actions = element("div", "actions");
			const ok = element("button", "first");
			ok.type = "submit";
			const cancel = sheet.button(say("do.cancel"), () => choose(null));
			actions.append(cancel, ok);
			form.append(fileLabel, textLabel, head, found, actions);

			let steps = [];
			let asked = 0;
			let timer = 0;

			const offer = () => {
				const todo = steps.filter(({ verb }) => verb !== null);
				ok.disabled = todo.length === 0;
				setText(ok, say(["import.do_none", "import.do_one"][todo.length] ?? "import.do", { count: todo.length }));
			};

			const report = (key, values, wrong = false) => {
				setText(head, key ? say(key, values) : "");
				head.className = wrong ? "broad wrong" : "broad";
			};

			async function check() {
				const mine = ++asked;
				steps = [];
				offer();
				if (text.value.trim() === "") {
					found.replaceChildren();
					return report("import.columns");
				}
				const answer = await ask("/seats/check", { csv: text.value });
				if (!answer.ok) await learn([answer.code]);
				// typed on meanwhile
				if (mine !== asked) return;
				if (!answer.ok) {
					found.replaceChildren();
					return report("import.failed", { why: answer.code === "panel.no_answer" ? say("answer.none") : refusalText(answer) }, true);
				}
				const { problems, steps: planned } = answer.told;
				steps = problems.length ? [] : planned;
				found.replaceChildren(...problems.map((one) => line(one.line, "problem", problemText(one))), ...planned.map((step) => stepLine(step)));
				offer();
				// a line may be wrong in several ways
				const wrong = new Set(problems.map((one) => one.line)).size;
				if (wrong) report(wrong === 1 ? "import.problem" : "import.problems", { count: wrong }, true);
				else report("import.good", { count: planned.length });
			}

			function line(number, kind, what) {
				const item = document.createElement("li");
				item.dataset.kind = kind;
				const [place, words, mark] = ["line", "words", "mark"].map((name) => element("span", name));
				setText(place, number ? say("import.line", { number }) : say("import.whole"));
				setText(words, what);
				item.append(place, words, mark);
				return item;
			}

			function stepLine(step) {
				const item = line(step.line, step.verb === null ? "none" : "step", stepText(step));
				item.dataset.seat = String(step.seat);
				return item;
			}

			function stepText({ seat, verb, body }) {
				if (verb === null) return say("step.none", { seat });
				if (verb === "sit") return say("step.sit", { seat, name: body.name, chips: chips(body.stack) });
				const changed = ["short_name", "country", "picture"].filter((name) => name in body);
				return say("step.player", { seat, fields: changed.map((name) => `${say(`field.${name}`)} ${body[name] || "–"}`).join(", ") });
			}

			const problemText = ({ code, column, given, text: own }) =>
				say(`bad.${code}`, { column, given, allowed: say(`allowed.${column}`, { or: "" }), or: own });

			/** One after the other, each under the id that the table gave it: sent again it is done once. */
			async function seatThem() {
				ok.disabled = true;
				for (const one of [text, file]) one.disabled = true;
				let done = 0;
				for (const step of steps.filter(({ verb }) => verb !== null)) {
					const item = found.querySelector(`[data-seat="${step.seat}"]`);
					const answer = await send(step.verb, step.body);
					if (!answer.ok) await learn([answer.code]);
					item.dataset.kind = answer.ok ? "done" : "refused";
					setText(item.lastChild, answer.ok ? "✓" : "");
					if (!answer.ok) {
						item.children[1].append(` – ${answer.code === "panel.no_answer" ? say("answer.none") : refusalText(answer)}`);
						report("import.stopped", { count: done }, true);
						for (const one of [text, file]) one.disabled = false;
						return;
					}
					done += 1;
				}
				report("import.done", { count: done });
				setText(cancel, say("do.close"));
				steps = [];
				ok.hidden = true;
				cancel.focus();
			}

			function field(kind, key) {
				const label = element("label", "broad");
				const input = document.createElement(kind);
				label.append(say(key), input);
				return [label, input];
			}

			file.addEventListener("change", async () => {
				const [chosen] = file.files;
				if (!chosen) return;
				if (chosen.size > MOST_BYTES) return report("import.too_long", {}, true);
				text.value = decoded(await chosen.arrayBuffer()) ?? "";
				if (text.value === "") report("import.not_text", {}, true);
				else check();
			});
			text.addEventListener("input", () => {
				clearTimeout(timer);
				timer = setTimeout(check, REST_MS);
			});
			form.addEventListener("submit", (event) => {
				event.preventDefault();
				if (!ok.disabled) seatThem();
			});
			check();
			return [form];
		}, { wide: true });
}

/** UTF-8 text; null when it is none. */
function decoded(buffer) {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(buffer);
	} catch {
		return null;
	}
}
