"""What the floor's panel reads of a hand: entries as they stand, stories as they were told, where cards went; and which hands it finds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from floor_room import FloorRoom

from controller.web.archive import Only


def hand(room: FloorRoom, number: int | None = None) -> dict[str, Any]:
    found = asyncio.run(room.archive.hand(room.number() if number is None else number))
    assert found is not None
    body: dict[str, Any] = json.loads(found.model_dump_json())
    return body


def entries(room: FloorRoom) -> dict[str, Any]:
    """What was told first of a command → its entry as it stands."""
    return {one["told"][0]["text"]: one["entry"] for one in hand(room)["timeline"] if one["kind"] == "command" and one["told"]}


def test_entries_stand_as_they_were_corrected(tmp_path: Path) -> None:
    room = FloorRoom(tmp_path)
    room.seat()
    room.begin()
    room.felt.act("raise 300", "call", "fold")
    before = entries(room)
    raised, called = before["Seat 4 raises to 300."], before["Seat 5 calls 300."]
    assert (raised["takes"], raised["do"], raised["to"]) == ("action", "raise", 300)
    assert (called["takes"], called["do"], called["to"]) == ("action", "call", None)
    assert before["Hand 1 begins."] is None, "the beginning of a hand is not corrected"
    room.felt.do("correct", seq=raised["seq"], change={"to": 450, "do": "raise"})
    room.felt.do("correct", seq=before["Seat 6 folds."]["seq"], change={"remove": True})
    after = entries(room)
    assert after["Seat 4 raises to 300."] == {**raised, "to": 450}
    assert after["Seat 6 folds."] is None, "what was taken back is no entry any more"
    # by what it is called it can be corrected
    room.felt.do("correct", seq=after["Seat 4 raises to 300."]["seq"], change={"do": "call"})
    assert entries(room)["Seat 4 raises to 300."] == {"seq": raised["seq"], "takes": "action", "do": "call", "to": None}


def test_what_takes_an_amount_and_what_can_only_be_taken_back(tmp_path: Path) -> None:
    room = FloorRoom(tmp_path)
    room.seat()
    room.begin()
    room.felt.act("fold", "fold", "fold", "fold", "fold")
    room.felt.do("buy_in", seat=2, amount=700)
    found = entries(room)
    bought = next(entry for text, entry in found.items() if "700" in text)
    assert (bought["takes"], bought["do"], bought["to"]) == ("amount", None, 700)
    posted = next(entry for text, entry in found.items() if "small blind" in text)
    assert (posted["takes"], posted["to"]) == ("nothing", None)


def test_a_time_line_holds_the_stories_as_they_were_told(tmp_path: Path) -> None:
    room = FloorRoom(tmp_path)
    room.seat()
    room.play(["raise 300", "call"])
    body = hand(room)
    stories = [story for one in body["timeline"] for story in one["told"]]
    first = stories[0]["seq"]
    assert stories == [story for story in room.felt.bodies("event") if story["seq"] >= first]


def test_facts_say_where_a_card_went_and_name_it_only_where_everybody_saw_it(tmp_path: Path) -> None:
    room = FloorRoom(tmp_path)
    room.seat()
    deck = room.begin()
    room.felt.act("call", "call", "call", "call", "call", "check")
    room.street(deck, 3)
    moved = [one["moved"] for one in hand(room)["timeline"] if one["kind"] == "fact"]
    board = room.felt.state()["board"]
    assert [one["card"] for one in moved if one["to_zone"] == "board"] == board
    assert {one["card"] for one in moved if one["to_zone"] != "board"} == {None}
    assert moved[0] == {"from_zone": "stub", "to_zone": moved[0]["to_zone"], "side": "down", "card": None, "within_ms": None}


@pytest.mark.parametrize(("only", "found"), [(None, [4, 3, 2, 1]), ("corrected", [2]), ("void", [3]), ("asked", [4])])
def test_hands_by_what_happened_to_them(tmp_path: Path, only: Only | None, found: list[int]) -> None:
    room = FloorRoom(tmp_path)
    felt = room.felt
    room.seat()
    room.play(["fold"] * 5)
    room.begin()
    felt.act("raise 300")
    felt.do("correct", seq=felt.state()["last_entry"]["seq"], change={"do": "call"})
    felt.act("fold", "fold", "fold", "raise 500", "fold", "fold")
    room.begin()
    felt.do("void_hand")
    room.begin()
    felt.contradict("rfid.two_places", "seat/5/hole", "muck")
    page = asyncio.run(room.archive.hands(None, 20, "", only))
    assert [line.number for line in page.hands] == found
    lines = {line.number: line for line in asyncio.run(room.archive.hands(None, 20, "")).hands}
    assert [(lines[n].corrections, lines[n].questions) for n in (1, 2, 3, 4)] == [(0, 0), (1, 0), (0, 0), (0, 1)]


def test_while_hole_cards_are_hidden_the_record_names_none(tmp_path: Path) -> None:
    room = FloorRoom(tmp_path)
    room.seat()
    room.play(["raise 300", "fold", "fold", "fold", "fold", "call"])
    shown = [card for player in hand(room)["summary"]["players"] for card in player["shown"]]
    assert len(shown) == 4
    room.felt.do("panic", on=True)
    text = json.dumps(hand(room))
    assert not any(card in text for card in shown)
