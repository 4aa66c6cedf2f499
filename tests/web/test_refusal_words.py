"""Why something was refused, one sentence a request: what is served, and what a page in another language than the table's says."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser import Watched, open_page
from panel_people import REACTION_MS, Room, panel_page
from playwright.async_api import Page, Route, expect
from scripted_hub import ScriptedHub
from stage import PATIENCE_MS, Theatre, theatre
from words import REFUSALS, RULED, read_words

from controller.clock import run
from controller.game.chips import Stakes
from controller.web.app import make_app
from controller.web.pages import LANGUAGES
from controller.web.refusal_words import load_refusals, load_ruled

#: The texts of the dealer's panel, the late ones too.
DEALERS = [f"{name}.de.words.js" for name in ("felt", "dealer", "told", "banner", "reporting", "seat_sentence")]

GERMAN = "Abgelehnt: Weniger als zwei Spieler haben Chips."

#: A sentence is waited for as long as it takes: how quick this machine is decides nothing.
PATIENT = "(() => { const real = setTimeout; window.setTimeout = (go, ms, ...rest) => (ms === 300 ? 0 : real(go, ms, ...rest)); })()"

#: Everything that the short answer ever says.
LISTEN = """() => {
    window.said = [];
    const node = document.getElementById("answer");
    new MutationObserver(() => { if (node.textContent) window.said.push(node.textContent); })
        .observe(node, { childList: true, characterData: true, subtree: true });
}"""


RULED_MISDEAL = read_words(RULED)["de"]["ruling.misdeal"]


def ask(path: str, **headers: str) -> httpx.Response:
    async def main() -> httpx.Response:
        app: Any = make_app(ScriptedHub(), title="Table 1")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()})

    return run(main, speed=None)


def test_every_sentence_is_served_as_it_is_written() -> None:
    sentences = {code: asset.body.decode() for (language, code), asset in load_refusals().items() if language == "de"}
    assert {f"code.{code}": text for code, text in sentences.items()} == read_words(REFUSALS)["de"]
    assert len(sentences) > 100


def test_what_is_said_of_rulings_is_served_with_what_is_said_where_a_value_is_missing() -> None:
    rows = read_words(RULED)["de"]
    served = {key: asset.body.decode() for (language, key), asset in load_ruled().items() if language == "de"}
    assert served == {
        key: "\n".join([text, *([rows[f"{key}.bare"]] if f"{key}.bare" in rows else [])])
        for key, text in rows.items()
        if not key.endswith(".bare")
    }
    assert served.keys() & {code for _, code in load_refusals()} == set(), "one address, one sentence"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/words/de/ruling.misdeal", RULED_MISDEAL),
        ("/words/de/new_hand.players", "Weniger als zwei Spieler haben Chips."),
        ("/words/de/buy_in.empty_seat", "Dort sitzt niemand."),  # one for every verb
        ("/words/de/show.not_in_hand", "Der Platz ist nicht in dieser Hand."),
    ],
)
def test_a_code_has_its_sentence_or_that_of_every_verb(path: str, text: str) -> None:
    answer = ask(path)
    assert (answer.status_code, answer.text) == (200, text)
    again = ask(path, if_none_match=answer.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    ["/words/de/act.nothing", "/words/de/nothing", "/words/de/", "/words/en/new_hand.players", "/words/xx/new_hand.players", "/words"],
)
def test_where_there_is_no_sentence_nothing_is_served(path: str) -> None:
    assert ask(path).status_code == 404


def test_the_table_speaks_for_itself_in_its_own_language() -> None:
    assert {language for language, _ in load_refusals()} == set(LANGUAGES[1:])


# -- in a browser -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def at_dealers(stage: Theatre, go: Callable[[Watched], Awaitable[None]], language: str = "de") -> None:
    """A dealer at a table where nobody sits: it begins no hand."""

    async def main() -> None:
        async with (
            Room(Stakes(50, 100), 6).open() as server,
            panel_page(stage.browser, server, language=language, noting_requests=True) as watched,
        ):
            await go(watched)
            assert [error for error in watched.errors if "409" not in error] == []

    stage.run(main)


async def begin_a_hand(page: Page) -> None:
    button = page.locator("[data-id='new_hand']").first
    await expect(button).to_be_enabled()
    await page.wait_for_timeout(REACTION_MS)
    await button.click()


def fetched(watched: Watched) -> list[str]:
    return [url.partition("/words/")[2] for url in watched.requests if "/words/" in url]


@pytest.mark.slow
def test_a_refusal_is_said_in_the_language_of_the_page_and_in_no_other(stage: Theatre) -> None:
    async def go(watched: Watched) -> None:
        page = watched.page
        await page.evaluate(PATIENT)
        await page.evaluate(LISTEN)
        assert fetched(watched) == []
        await begin_a_hand(page)
        await expect(page.locator("#answer")).to_have_text(GERMAN)
        await expect(page.locator("#answer")).to_have_text("", timeout=60_000)  # it goes by itself
        await begin_a_hand(page)
        await expect(page.locator("#answer")).to_have_text(GERMAN)
        assert set(await page.evaluate("window.said")) == {GERMAN}
        assert fetched(watched) == ["de/new_hand.players"], "once"

    at_dealers(stage, go)


@pytest.mark.slow
def test_in_the_tables_language_nothing_is_fetched(stage: Theatre) -> None:
    async def go(watched: Watched) -> None:
        await begin_a_hand(watched.page)
        await expect(watched.page.locator("#answer")).to_contain_text("Refused: ")
        assert fetched(watched) == []

    at_dealers(stage, go, "en")


@pytest.mark.slow
def test_a_sentence_that_does_not_come_is_replaced_by_the_tables_own(stage: Theatre) -> None:
    async def go(watched: Watched) -> None:
        page, there = watched.page, asyncio.Event()

        async def hold(route: Route) -> None:
            await there.wait()
            await route.continue_()

        await page.route("**/words/**", hold)
        async with page.expect_response("**/cmd/new_hand") as refused:
            await begin_a_hand(page)
        message = json.loads(await (await refused.value).body())["message"]
        await expect(page.locator("#answer")).to_have_text(f"Abgelehnt: {message}")
        there.set()
        await page.evaluate(PATIENT)
        await begin_a_hand(page)
        await expect(page.locator("#answer")).to_have_text(GERMAN)

    at_dealers(stage, go)


@pytest.mark.slow
def test_a_code_without_a_sentence_is_told_in_the_tables_own_words(stage: Theatre) -> None:
    async def go(watched: Watched) -> None:
        page = watched.page
        refusal = {"id": "x", "ok": False, "code": "new_hand.newly_made", "message": "It is a new reason.", "rev": 0, "rules": []}
        await page.route("**/api/v1/cmd/new_hand", lambda route: route.fulfill(status=409, json=refusal))
        await begin_a_hand(page)
        await expect(page.locator("#answer")).to_have_text("Abgelehnt: It is a new reason.")
        watched.errors[:] = [error for error in watched.errors if "404" not in error]

    at_dealers(stage, go)


@pytest.mark.slow
def test_texts_that_do_not_come_at_once_are_asked_for_again(stage: Theatre) -> None:
    async def main() -> None:
        asked: list[str] = []

        async def fail_once(route: Route) -> None:
            asked.append(Path(route.request.url).name)
            await (route.abort() if asked.count(asked[-1]) == 1 else route.continue_())

        async with Room(Stakes(50, 100), 6).open() as server, open_page(stage.browser, None, 1024, 768) as watched:
            page = watched.page
            await page.route("**/static/*.de.words.js", fail_once)
            await page.goto(f"{server.url}dealer?lang=de")
            await page.wait_for_selector("#link[data-link=live]")
            await expect(page.locator("#dealer")).to_have_text("Dealer: anmelden")
            await expect(page.locator("[data-id='new_hand']").first).to_contain_text("Neue Hand")
            await expect(page.locator("#link")).to_have_text("Live")
            async with asyncio.timeout(PATIENCE_MS / 1000):
                while Counter(asked) != dict.fromkeys(DEALERS, 2):  # each failed once
                    await page.wait_for_timeout(50)
            assert [error for error in watched.errors if "ERR_FAILED" not in error] == []

    stage.run(main)
