"""A hand played at our table, written down, is the hand that was played."""

from __future__ import annotations

from pathlib import Path

import pytest
from core_table import CoreTable
from hand_texts import holdem_files
from msgspec.structs import replace
from pokerkit import HandHistory

from controller.effects import Tell
from controller.game.hand import Hand
from controller.histories.handfile import Action, HandFile
from controller.histories.phh import parse
from controller.histories.phh_text import write
from controller.histories.record import recorded
from sim.port import TableSpec
from sim.replay import replay_facts


def played(file: Path) -> tuple[HandFile, Hand, list[Tell]]:
    """The file's hand, and what our table made of it."""
    tables: list[CoreTable] = []

    def make(spec: TableSpec) -> CoreTable:
        tables.append(CoreTable(spec))
        return tables[-1]

    hand = parse(file.read_text("utf-8"))
    replay_facts(file.name, hand, make)
    ours = tables[0].table.hand
    assert ours is not None
    return hand, ours, [one for one in tables[0].stories if isinstance(one, Tell) and one.hand == ours.number]


def acts(actions: tuple[Action, ...]) -> list[tuple[str, int, int]]:
    """What was done up to the showdown: there a file may leave out whoever mucks."""
    return [(one.kind, one.player, one.to_chips) for one in actions if one.kind not in ("show", "muck")]


@pytest.mark.slow
def test_every_recorded_hand_is_written_down_as_it_was_played() -> None:
    finished = 0
    fuller: list[str] = []  # a file may leave an act out, which our table had to be told
    for file in holdem_files():
        theirs, hand, told = played(file)
        if hand.stage != "ended":
            with pytest.raises(ValueError, match="not paid out"):
                recorded(hand, told)
            continue
        finished += 1
        ours = recorded(hand, told, theirs.names, scale=theirs.scale)
        if acts(ours.actions) != acts(theirs.actions):
            fuller.append(file.stem)
            rest = iter(acts(ours.actions))
            assert all(act in rest for act in acts(theirs.actions)), f"{file}: in another order"
        assert (ours.stacks, ours.stakes, ours.names) == (theirs.stacks, theirs.stakes, theirs.names), file
        shown = {one.player: set(one.cards) for one in ours.actions if one.kind == "show"}
        for one in theirs.actions:
            if one.kind == "show" and None not in one.cards:
                assert shown[one.player] == set(one.cards), file
        for mine, named in zip((*ours.holes, ours.board), (*theirs.holes, theirs.board), strict=True):
            assert {card for card in named if card is not None} <= set(mine), file
        text = write(ours)
        assert replace(parse(text), entries=()) == ours, file
        assert write(parse(text)) == text, file
        assert ours.finishing is not None
        assert sum(ours.finishing) * ours.scale == sum(ours.stacks), file
    assert finished > 700
    assert len(fuller) <= 3


def test_another_reader_plays_what_we_wrote_down_to_our_result() -> None:
    for file in holdem_files()[:80]:
        _, hand, told = played(file)
        if hand.stage != "ended":
            continue
        ours = recorded(hand, told)
        *_, state = HandHistory.loads(write(ours))
        assert [abs(a - b) <= 1 for a, b in zip(state.stacks, ours.finishing or (), strict=True)] == [True] * len(ours.stacks), file
        assert sum(state.stacks) == sum(ours.stacks)
