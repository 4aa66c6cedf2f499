// Exchanges a token for a cookie, then shows the page that was asked for.

import words from "./login.words.js";

const asked = new URLSearchParams(location.search).get("lang");
const language = [asked, document.documentElement.lang].find((one) => Object.hasOwn(words, one ?? "")) ?? "en";
const say = words[language];

const form = document.getElementById("login");
const token = document.getElementById("token");
const enter = document.getElementById("enter");
const told = document.getElementById("told");

document.documentElement.lang = language;
for (const id of ["label", "hint", "enter"]) document.getElementById(id).textContent = say[id];
token.focus();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const shown = token.value.trim();
  if (!shown) return refuse("empty");
  enter.disabled = true;
  enter.textContent = say.entering;
  try {
    const answer = await fetch("/api/v1/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: shown }),
    });
    if (answer.ok) return leave();
    refuse((await answer.json()).code);
  } catch {
    refuse("unreachable");
  } finally {
    enter.disabled = false;
    enter.textContent = say.enter;
  }
});

function refuse(code) {
  told.textContent = say[code] ?? say.refused;
  token.select();
  token.focus();
}

/** The login stands in place of the page that was asked for; under its own address it leads to the table. */
function leave() {
  if (location.pathname === "/login") location.assign("/");
  else location.reload();
}
