"""Recorded hands of stud, stud hi-lo and razz: played as facts and by people over the readers' wire, written down and read again."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from core_table import CoreTable
from hand_texts import DATA
from wire_table import virtually, wire_table

from controller.effects import Tell
from controller.events import Act, CardMoved
from controller.game.zones import HOLE_SEAT, UP_SEAT
from controller.histories.handfile import HistoryError
from controller.histories.phh import parse
from controller.histories.phh_text import write
from controller.histories.record import recorded
from sim.facts import events_of
from sim.port import TableSpec
from sim.replay import ReplayOptions, load, replay_facts, replay_one
from sim.script import script_of

STUD = sorted(file for file in DATA.rglob("*.phh") if re.search(r"^variant = '(F7S|F7S/8|FR)'", file.read_text("utf-8"), re.MULTILINE))
#: A raise of less than a whole one that puts the opponent all-in; two ties; a hand with cards nobody saw.
WIRED = ("03-50-24", "02-09-20", "02-14-32", "00-35-59")


@pytest.mark.parametrize("file", STUD, ids=lambda file: file.stem)
def test_every_recorded_hand_comes_out_as_its_file_says(file: Path) -> None:
    result = replay_one(load(file), ReplayOptions(), CoreTable, virtually)
    assert (result.error, result.discrepancies, result.ok) == (None, [], True)
    assert result.payoffs == result.expected
    blind = re.sub(r"^(finishing_stacks|winnings) = .*$", "", file.read_text("utf-8"), flags=re.MULTILINE)
    assert replay_facts("blind.phh", parse(blind), CoreTable).payoffs == result.payoffs


def test_all_of_them_are_there() -> None:
    assert Counter(parse(file.read_text("utf-8")).variant for file in STUD) == {"F7S": 9, "F7S/8": 5, "FR": 7}


@pytest.mark.parametrize("name", WIRED)
def test_the_wire_comes_to_what_the_facts_come_to(name: str) -> None:
    file = next(file for file in STUD if file.stem == name)
    facts, wire = (replay_one(load(file), options, wire_table, virtually) for options in (ReplayOptions(), ReplayOptions(wire=True)))
    assert wire.ok
    assert wire == facts


@pytest.mark.parametrize("file", STUD, ids=lambda file: file.stem)
def test_text_that_was_read_and_written_once_stays_as_it_is(file: Path) -> None:
    once = write(parse(file.read_text("utf-8")))
    assert write(parse(once)) == once
    assert replay_facts("written.phh", parse(once), CoreTable).ok


@pytest.mark.parametrize("file", STUD, ids=lambda file: file.stem)
def test_a_hand_that_was_played_is_recorded_as_its_file_has_it(file: Path) -> None:
    told = parse(file.read_text("utf-8"))
    made: list[CoreTable] = []

    def kept(spec: TableSpec) -> CoreTable:
        made.append(CoreTable(spec))
        return made[-1]

    assert replay_facts("played.phh", told, kept).ok
    hand = made[0].table.hand
    assert hand is not None
    again = recorded(
        hand, [one for one in made[0].stories if isinstance(one, Tell) and one.hand == hand.number], told.names, scale=told.scale
    )
    assert (again.variant, again.stakes.bring_in, again.finishing) == (told.variant, told.stakes.bring_in, told.finishing)
    assert replay_facts("again.phh", parse(write(again)), CoreTable).ok


def test_two_cards_and_the_last_come_down_the_others_up() -> None:
    file = next(file for file in STUD if file.stem == "03-14-40")
    moves = [event for event in events_of(script_of(parse(file.read_text("utf-8")))) if isinstance(event, CardMoved)]
    zones = [move.to_zone for move in moves if move.to_zone in (*HOLE_SEAT, *UP_SEAT) and (HOLE_SEAT | UP_SEAT)[move.to_zone] == 3]
    assert zones == ["seat/3/hole"] * 2 + ["seat/3/up"] * 4 + ["seat/3/hole"]
    assert all((move.side == "up") == (move.to_zone in UP_SEAT) for move in moves)


def test_an_unknown_up_card_leaves_the_bring_in_where_the_file_has_it() -> None:
    file = next(file for file in STUD if file.stem == "02-14-32")  # p4's cards are unknown, and p3 brings it in with the three of hearts
    acts = [event for event in events_of(script_of(parse(file.read_text("utf-8")))) if isinstance(event, Act)]
    assert (acts[0].seat, acts[0].do) == (3, "bring_in")


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("bring_in = 75000\n", "", "bring_in is missing"),
        ("bring_in = 75000", "bring_in = 0", "is no bring-in"),
        ("bring_in = 75000", "bring_in = 300000", "is no bring-in"),
        ("'d dh p1 3s'", "'d dh p1 7d'", "7d is there twice"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(was: str, now: str, said: str) -> None:
    text = (DATA / "wsop2023_43_5/02-28-14.phh").read_text("utf-8")
    assert was in text
    with pytest.raises(HistoryError, match=re.escape(said)):
        parse(text.replace(was, now))
