"""What the dealer has to say by the books: each of it comes out of a hand that was played, has its rule, its seat and its deadline, and
stands on his panel in both languages, to be said with one touch.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browser import open_page, served
from msgspec.structs import replace
from playwright.async_api import expect
from scenes import ruled
from scripted_hub import ScriptedHub
from stage import Theatre, theatre
from test_ruling_panel import Desk

from controller import clock, harness
from controller.effects import Tell
from controller.feed.ruled import announcement_view, prompt_view
from controller.rules.announcing import DEFAULT_REMIND_S, Announcing
from controller.rules.ruling_words import ANNOUNCEMENTS
from controller.web.pages import LANGUAGES
from sim.port import TableSpec, TableUnderTest
from sim.scenario.run import Depth, House, run_under
from sim.scenario.scenario import read_scenario

SCENARIOS = Path(__file__).resolve().parents[1] / "scenarios"
#: Who sits at the table of the scene.
NAMES = {1: "Anna", 2: "Bela", 4: "Dolores", 5: "Emil", 7: "Goran", 8: "Hana"}
FAR_UTC = "2099-01-01T00:00:00.000Z"


class Row(NamedTuple):
    """An announcement of a book: which rule, what it is about, and in which hand it is due; `seat` = it is about a player."""

    rule: str
    about: str
    scenario: str
    seat: bool = True


ROWS = (
    Row("cooke.14.16.a", "behind", "deal/announced/playing-behind"),
    Row("cooke.14.16.b", "card_becomes_burn", "deal/announced/exposed-from-the-deck"),
    Row("cooke.14.16.b", "folded_card_exposed", "deal/announced/exposed-from-a-hand"),
    Row("cooke.14.16.c", "all_in_counts", "deal/announced/all-in-of-half-a-bet"),
    Row("cooke.14.16.c", "all_in_short", "deal/announced/all-in-of-less-than-half-a-bet"),
    Row("cooke.14.16.e", "raise", "deal/announced/raise-is-called-out"),
    Row("cooke.14.16.f", "players", "deal/announced/players-of-the-street", seat=False),
    Row("cooke.14.16.g", "brings_in", "deal/announced/stud-bring-in-and-high-hand"),
    Row("cooke.14.16.g", "high_hand", "deal/announced/stud-bring-in-and-high-hand"),
    Row("cooke.5.12.a", "brings_in", "cooke/stud/dealer-calls-low-high-and-pairs"),
    Row("cooke.5.12.a", "high_hand", "cooke/stud/dealer-calls-low-high-and-pairs"),
    Row("cooke.5.12.a", "pair", "cooke/stud/dealer-calls-low-high-and-pairs"),
    Row("cooke.5.12.b", "possible_straight", "cooke/stud/possible-hands-in-low-limits"),
    Row("cooke.5.12.b", "possible_flush", "cooke/stud/possible-hands-in-low-limits"),
    Row("cooke.14.04.a", "post_due", "deal/entitled/blind-missing-at-the-first-card"),
    Row("cooke.14.04.b", "turn", "deal/announced/player-is-prompted"),
    Row("cooke.14.04.c", "players", "deal/announced/players-of-the-street", seat=False),
    Row("cooke.14.05", "option", "deal/announced/option-of-the-live-blind"),
    Row("cooke.14.09.b", "card_exposed", "deal/player-turns-his-card-up"),
    Row("roberts.stud.12", "brings_in", "roberts/stud/what-the-dealer-calls"),
    Row("roberts.stud.12", "high_hand", "roberts/stud/what-the-dealer-calls"),
    Row("roberts.stud.12", "pair", "roberts/stud/what-the-dealer-calls"),
    Row("roberts.razz.5", "pair", "roberts/stud/razz-pair-is-called-once"),
)
#: It is a prompt itself: nobody is reminded of a reminder.
NO_DEADLINE = {"turn"}


@functools.cache
def said_in(scenario: str) -> tuple[dict[str, Any], ...]:
    """Return every announcement of a hand as the feed has it."""
    told = [tell.more.announcement for tell in told_in(scenario) if tell.kind == "announcement" and tell.more is not None]
    assert told
    return tuple(announcement_view(one, lambda _: FAR_UTC) for one in told)


def told_in(scenario: str) -> list[Tell]:
    """Play a hand at a table on which the dealer is reminded, and return what was told of it."""
    tables: list[TableUnderTest] = []

    def make_table(spec: TableSpec) -> TableUnderTest:
        tables.append(harness.on_floor(spec))
        return tables[-1]

    read = read_scenario(SCENARIOS / f"{scenario}.yaml")
    book = read.books[0] if read.books else ""
    run_under(book, replace(read, announcing=Announcing()), House(make_table, partial(clock.run, speed=None)), Depth())
    return [one for one in tables[0].stories if isinstance(one, Tell)]


def announced(row: Row) -> dict[str, Any]:
    found = [one for one in said_in(row.scenario) if one["about"] == row.about and not one["acknowledged"]]
    assert found, f"{row.scenario}: nothing about {row.about}"
    return found[0]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.rule}-{row.about}")
def test_it_is_an_obligation_with_its_rule_its_seat_and_a_deadline(row: Row) -> None:
    one = announced(row)
    assert row.rule in one["rules"]
    assert (one["seat"] is not None) is row.seat
    assert (one["until_utc"] is not None) is (row.about not in NO_DEADLINE), DEFAULT_REMIND_S


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stands_on_the_panel_in_the_dealers_language_until_he_has_said_it(stage: Theatre, language: str) -> None:
    views = {(row.about, one["id"]): one for row in ROWS for one in [announced(row)]}

    async def main() -> None:
        hub, desk = ScriptedHub(), Desk()
        ruled(hub)
        async with served(hub) as server, open_page(stage.browser, None, 1024, 768, has_touch=True, reduced_motion="reduce") as watched:
            page = watched.page
            await page.route("**/api/v1/cmd/*", desk.take)
            await page.goto(f"{server.url}dealer?lang={language}")
            await page.wait_for_selector("#link[data-link=live]")
            text = page.locator("#ruling .text")
            for number, ((about, _), view) in enumerate(views.items(), 1):
                ruled(hub, announcements=[{**view, "id": f"h7-a{number}", "hand": "h7"}])
                await expect(page.locator("#ruling")).to_be_visible()
                await expect(page.locator("#ruling .rules")).to_have_text(" · ".join(view["rules"]))
                said = await text.inner_text()
                assert said, about
                assert "{" not in said, said
                if language == "de":
                    assert said != view["text"], f"{about}: the German panel speaks English"
                if "{seat}" in ANNOUNCEMENTS[about].en:
                    assert NAMES.get(view["seat"], str(view["seat"])) in said, said
                for card in view["cards"]:
                    assert card_text_on(card) in said.replace("\u2009", ""), said
                if "{amount}" in ANNOUNCEMENTS[about].en:
                    assert str(view["amount"]) in said, said
                await page.wait_for_timeout(400)
                await page.locator("#ruling .answers button").first.click()
                await expect(page.locator("[aria-busy]")).to_have_count(0)
                await desk.until(number)
                assert desk.sent[-1] == ("ack", {"announcement": f"h7-a{number}"}), about
                ruled(hub)
                await expect(page.locator("#ruling")).to_be_hidden()
            assert watched.errors == []

    stage.run(main)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "text", "answers"),
    [
        ("en", "The last card of Dolores lies in sight: is he all-in for what he has in the pot?", ["All-in", "Plays on"]),
        ("de", "Die letzte Karte von Dolores liegt offen: Ist er All-in mit dem, was er im Pot hat?", ["All-in", "Spielt weiter"]),
    ],
)
def test_whose_last_card_lies_in_sight_is_asked_whether_he_is_all_in(stage: Theatre, language: str, text: str, answers: list[str]) -> None:
    tells = told_in("deal/stud/last-card-up-and-all-in")
    asked = next(tell.more.prompt for tell in tells if tell.more is not None and getattr(tell.more.prompt, "what", "") == "declare_all_in")
    view = {**prompt_view(asked), "id": "h7-p1", "hand": "h7", "seat": 4}
    view["text"] = view["text"].replace(f"seat {asked.seat}", "seat 4")

    async def main() -> None:
        hub, desk = ScriptedHub(), Desk()
        ruled(hub)
        async with served(hub) as server, open_page(stage.browser, None, 1024, 768, has_touch=True, reduced_motion="reduce") as watched:
            page = watched.page
            await page.route("**/api/v1/cmd/*", desk.take)
            await page.goto(f"{server.url}dealer?lang={language}")
            await page.wait_for_selector("#link[data-link=live]")
            ruled(hub, prompts=[view])
            await expect(page.locator("#ruling .text")).to_have_text(text)
            buttons = page.locator("#ruling .answers .control:not(.gone) .label")
            assert await buttons.all_inner_texts() == answers
            await page.wait_for_timeout(400)
            await page.locator("[data-id=ruling-yes]").click()
            await expect(page.locator("[aria-busy]")).to_have_count(0)
            await desk.got(("answer", {"prompt": "h7-p1", "with": asked.answers[0]}))
            assert watched.errors == []

    stage.run(main)


def card_text_on(card: str) -> str:
    """How the panel writes a rank: what stands before the drawn suit."""
    return card[0]
