"""The table page at a real table: players seated, changed, moved; stakes; lists with bad lines; and that a dealer may not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import open_page, started
from gates import TOKENS, Keys
from playwright.async_api import Page, expect
from stage import Theatre, theatre
from watched_room import WatchedRoom, room_page

from sim.table import SimTable

GOOD = "seat;name;short_name;country;picture;stack\n2;Bela;BELA;HU;;5000\n1;Ann;;DE;;700\n4;Dee;;;;9000\n"


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def seats(room: WatchedRoom) -> dict[int, tuple[Any, ...]]:
    state = next(json.loads(message.body) for message in room.hub.snapshot() if message.name == "state")
    fields = ("name", "short_name", "country", "picture", "stack")
    return {view["seat"]: tuple(view[field] for field in fields) for view in state["seats"] if view["name"]}


async def fill(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        field = page.locator(f"#sheet [name={name}]")
        if await field.evaluate("(node) => node.tagName") == "SELECT":
            await field.select_option(value)
        else:
            await field.fill(value)


async def press(page: Page, name: str) -> None:
    await page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.slow
def test_a_player_is_seated_changed_and_stands_up(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            seat = page.locator("[data-seat='3']")
            await seat.click()
            await fill(page, name="Ann Example", short_name="ANN", country="DE", picture="ann.png", stack="12,500")
            await press(page, "Take the seat")
            await expect(page.locator("#answer")).to_have_text("Done.")
            assert seats(room) == {3: ("Ann Example", "ANN", "DE", "ann.png", 12_500)}
            await expect(seat.locator(".country")).to_have_text("Germany")
            await expect(seat.locator(".face img")).to_have_attribute("src", "/pictures/ann.png")
            await seat.click()
            await fill(page, name="Ann Another", country="AT", picture="")
            await press(page, "Save")
            await expect(seat).to_have_accessible_name("Seat 3: Ann Another, 12,500 chips, waiting, Austria")
            assert seats(room) == {3: ("Ann Another", "ANN", "AT", None, 12_500)}
            await seat.click()
            await press(page, "Add chips …")
            await fill(page, amount="500")
            await press(page, "Add")
            await expect(seat.locator(".stack")).to_have_text("13,000")
            await seat.click()
            await press(page, "Button here")
            await expect(seat.locator(".doing[data-button]")).to_be_visible()
            await seat.click()
            await press(page, "Leave the seat")
            await expect(seat.locator(".name")).to_have_text("Open seat")
            assert seats(room) == {}
            assert watched.errors == []

    stage.run(main)


@pytest.mark.slow
def test_a_wrong_field_is_named_and_nothing_is_sent(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            await page.locator("[data-seat='1']").click()
            await fill(page, stack="12k")
            await press(page, "Take the seat")
            await expect(page.locator("#wrong-name")).to_have_text("This is needed.")
            await expect(page.locator("#wrong-stack")).to_contain_text("A whole number from 1")
            await expect(page.locator("#sheet [name=name]")).to_be_focused()
            assert not [url for url in watched.requests if "/cmd/" in url]

    stage.run(main)


@pytest.mark.slow
def test_what_the_table_refuses_is_said(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            await page.locator("#stakes").click()
            await fill(page, small_blind="300", big_blind="200")
            await press(page, "Save")
            await expect(page.locator("#answer")).to_contain_text("Not done.")
            await expect(page.locator("#answer")).to_contain_text("small_blind must be at most big_blind")
            assert room.table.table.stakes.big_blind == 100

    stage.run(main)


@pytest.mark.slow
def test_what_was_meant_for_one_player_never_befalls_another(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        room.do("sit", seat=1, name="Ann", stack=700)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            for button in ("Save", "Leave the seat", "Take the seat"):
                view = seats(room).get(1)
                seat = page.locator("[data-seat='1']")
                await expect(seat.locator(".name")).to_have_text("Open seat" if view is None else view[0])
                await seat.click()
                if button != "Leave the seat":
                    await fill(page, name="Another name", **({"stack": "5"} if view is None else {}))
                if view is not None:
                    room.do("stand", seat=1)
                room.do("sit", seat=1, name=f"Newcomer {button}", stack=5)
                await expect(seat.locator(".name")).to_have_text(f"Newcomer {button}")
                await press(page, button)
                await expect(page.locator("#answer")).to_have_text("Not done: somebody else sits there by now.")
                assert seats(room)[1][0] == f"Newcomer {button}"
                if button == "Leave the seat":
                    room.do("stand", seat=1)
            assert not [url for url in watched.requests if "/cmd/" in url]

    stage.run(main)


@pytest.mark.slow
def test_a_list_outlives_a_lost_line(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            await page.locator("#import").click()
            await page.locator("#sheet textarea").fill("seat,name,stack\n2,Bela,5000\n")
            await expect(page.locator("#found li[data-kind=step]")).to_have_count(1)
            port = int(server.url.rstrip("/").rpartition(":")[2])
            await room.close_pages()
            await expect(page.locator("#link")).to_have_attribute("data-link", "stale")
            await press(page, "Do it for one seat")
            await room.serve(port)
            await expect(page.locator("#found li[data-kind=done]")).to_have_count(1)
            assert seats(room) == {2: ("Bela", None, None, None, 5_000)}

    stage.run(main)


@pytest.mark.slow
def test_stakes_are_changed_in_full_between_hands_and_not_within(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            for turn, ante_from in enumerate(("big_blind", "button"), 1):
                await page.locator("#stakes").click()
                if turn == 2:  # what nobody but the table knows is kept
                    await expect(page.locator("#sheet [name=ante_from]")).to_have_value("big_blind")
                await fill(page, small_blind="100", big_blind="200", ante=str(200 * turn), ante_from=ante_from)
                await press(page, "Save")
                await expect(page.locator("#game")).to_contain_text(f"100 / 200, ante {200 * turn}")
                assert room.table.table.stakes.ante_from == ante_from
            room.begin([5_000, 5_000, 5_000])
            await expect(page.locator("#stakes")).to_be_disabled()

    stage.run(main)


@pytest.mark.slow
def test_a_list_with_bad_lines_names_each_and_does_nothing(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        room.do("sit", seat=1, name="Ann", stack=700)
        bad = "seat,name,country,stack\n11,Bela,HU,5\n2,,HU,5\n3,Cy,hungary,5\n4,Dee,HU,5k\n5,Emil,HU\n6,Fay,,5\n6,Gus,,5\n"
        for language, named in (
            (
                "en",
                ("seat: “11” is not possible. Allowed: a whole number, 1 to 10.", "country: “hungary”", "stack: “5k”", "number of fields"),
            ),
            ("de", ("seat: „11“ geht nicht. Erlaubt: eine ganze Zahl, 1 bis 10.", "country: „hungary“", "stack: „5k“", "Zahl Felder")),
        ):
            async with room.open() as server, room_page(stage.browser, server, f"/table?lang={language}") as watched:
                page = watched.page
                await page.locator("#import").click()
                await page.locator("#sheet textarea").fill(bad)
                problems = page.locator("#found li[data-kind=problem]")
                await expect(problems).to_have_count(6)
                lines = [text.split()[1] for text in await problems.locator(".line").all_text_contents()]
                assert lines == ["2", "3", "4", "5", "6", "8"]
                for text in named:
                    await expect(page.locator("#found")).to_contain_text(text)
                head = {"en": "6 lines cannot be done.", "de": "6 Zeilen gehen nicht."}[language]
                await expect(page.locator("#sheet [role=status]")).to_contain_text(head)
                await expect(page.locator("#sheet button[type=submit]")).to_be_disabled()
                await page.locator("#sheet textarea").fill("seat,name,stack\n1,Somebody else,5\n10,Kim,5\n")
                await expect(problems).to_have_count(2)
                await expect(page.locator("#found")).to_contain_text({"en": "Somebody else sits", "de": "sitzt schon jemand"}[language])
                assert not [url for url in watched.requests if "/cmd/" in url]
        assert set(seats(room)) == {1}

    stage.run(main)


@pytest.mark.slow
def test_a_list_from_a_file_is_shown_first_and_done_once(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        room.do("sit", seat=1, name="Ann", stack=900)
        file = tmp_path / "players.csv"
        file.write_text(GOOD, "utf-8-sig")
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            for done_before in (False, True):
                await page.locator("#import").click()
                await page.locator("#sheet input[type=file]").set_input_files(file)
                await expect(page.locator("#found li")).to_have_count(3)
                if done_before:
                    await expect(page.locator("#found li[data-kind=none]")).to_have_count(3)
                    await expect(page.locator("#sheet button[type=submit]")).to_be_disabled()
                    break
                await expect(page.locator("#found")).to_contain_text("Seat 2: Bela sits down with 5,000")
                await expect(page.locator("#found")).to_contain_text("Seat 1: Country DE")
                assert set(seats(room)) == {1}, "nothing is done before it is asked for"
                await press(page, "Do it for 3 seats")
                await expect(page.locator("#found li[data-kind=done]")).to_have_count(3)
                assert seats(room)[2] == ("Bela", "BELA", "HU", None, 5_000)
                assert seats(room)[1] == ("Ann", None, "DE", None, 900)
                await press(page, "Close")
            assert watched.errors == []

    stage.run(main)


@pytest.mark.slow
def test_a_list_that_the_table_stops_taking_says_where(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            await page.locator("#import").click()
            await page.locator("#sheet textarea").fill(GOOD)
            await expect(page.locator("#found li[data-kind=step]")).to_have_count(3)
            room.do("sit", seat=1, name="Quick", stack=5)
            await press(page, "Do it for 3 seats")
            await expect(page.locator("#found li[data-kind=done]")).to_have_count(1)
            await expect(page.locator("#found li[data-kind=refused]")).to_contain_text("Seat 1")
            await expect(page.locator("#sheet [role=status]")).to_contain_text("Stopped after 1 seats.")
            assert {seat: row[0] for seat, row in seats(room).items()} == {1: "Quick", 2: "Bela"}

    stage.run(main)


@pytest.mark.slow
def test_a_file_that_is_no_text_is_said(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        file = tmp_path / "players.csv"
        file.write_bytes(b"seat,name,stack\n1,J\xfcrgen,5\n")
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            await watched.page.locator("#import").click()
            await watched.page.locator("#sheet input[type=file]").set_input_files(file)
            await expect(watched.page.locator("#sheet [role=status]")).to_contain_text("UTF-8")

    stage.run(main)


@pytest.mark.slow
def test_the_decks_are_told_by_name_and_count(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path, floor=SimTable(1))
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            decks = watched.page.locator("#decks li")
            await expect(decks).to_have_count(2)
            await expect(decks.first).to_have_text("blue52 cardsin play")
            await expect(watched.page.locator("#decks-note")).to_contain_text("smarttable deck enrol")
            (tmp_path / "decks.json").chmod(0o644)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            await expect(watched.page.locator("#decks-note")).to_contain_text("chmod 600")

    stage.run(main)


@pytest.mark.parametrize(("role", "path", "may"), [
    ("dealer", "/table", False), ("floor", "/table", True), ("admin", "/table", True), ("broadcast", "/table", False),
    ("dealer", "/status", True), ("floor", "/status", True), ("broadcast", "/status", False),
    ("dealer", "/dealer", True), ("floor", "/dealer", True), ("dealer", "/floor", False), ("admin", "/floor", True),
    ("dealer", "/", True), ("admin", "/", True),
])  # fmt: skip
@pytest.mark.slow
def test_each_page_is_for_its_roles(stage: Theatre, tmp_path: Path, role: Any, path: str, may: bool) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        server = await started(room.hub, desk=room.table.desk, gate=Keys().gate(trust_loopback=False))
        headers = {"authorization": f"Bearer {TOKENS[role]}"}
        try:
            async with open_page(stage.browser, f"{server.url.rstrip('/')}{path}", extra_http_headers=headers) as watched:
                shown = watched.page.locator("#link" if may else "#login")
                await expect(shown).to_be_visible()
                if may:
                    if path in ("/", "/dealer", "/floor"):
                        await watched.page.locator("#ways-button").click()
                    ways = {"/dealer", "/status"} if role == "dealer" else {"/dealer", "/floor", "/table", "/status"}
                    await expect(watched.page.locator("nav a:visible")).to_have_count(len(ways))
                    links = await watched.page.locator("nav a:visible").evaluate_all("(all) => all.map((one) => one.pathname)")
                    assert set(links) == ways
        finally:
            await server.stop()

    stage.run(main)


@pytest.mark.slow
@pytest.mark.parametrize("counts", [False, True])
def test_what_was_ruled_about_dealers_is_told_where_the_house_counts_it(stage: Theatre, tmp_path: Path, *, counts: bool) -> None:
    counted = [{"kind": "misdeal", "count": 1, "per_hour": 0.4}, {"kind": "exposed_card", "count": 3, "per_hour": None}]
    told = {"dealers": [{"name": "Dora", "hours": 2.5, "mistakes": counted}, {"name": "Emil", "hours": 1.0, "mistakes": []}]}

    async def main() -> None:
        room = WatchedRoom(tmp_path)
        room.setting = room.setting._replace(mistakes=counts)
        async with room.open() as server, open_page(stage.browser, noting_requests=True) as watched:
            if counts:
                await watched.page.route("**/api/v1/mistakes", lambda route: route.fulfill(json=told))
            await watched.page.goto(f"{server.url}table?lang=en")
            await expect(watched.page.locator("#game dd").first).not_to_be_empty()
            if counts:
                lines = ["Dora, 2.5 h: Misdeal 1 (0.4 an hour), Exposed card 3 (– an hour)", "Emil, 1 h: none"]
                await expect(watched.page.locator("#dealers li")).to_have_text(lines)
            else:
                await expect(watched.page.locator("#dealers")).to_be_hidden()
            assert len([url for url in watched.requests if url.endswith("/mistakes")]) == int(counts), (
                "what is not counted is not asked for"
            )
            assert watched.errors == []

    stage.run(main)
