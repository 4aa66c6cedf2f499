"""The shuffle and the cut as they are told, and where a hand ends and the next begins by them."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, cards
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import BuyIn, NewHand, Report, Role, Shuffle, Stand
from controller.game.chips import Stakes
from controller.game.zones import HOLE, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.dealing.shuffling import MOST_STEPS
from controller.table.rulings import docket_of

STAKES = Stakes(5, 10)
STEP: dict[str, Any] = {
    "S": "scramble", "R": "riffle", "B": "box", "C": "cut", "A": "shuffle", "I": "to_shuffler", "O": "from_shuffler", "D": "placed",
}  # fmt: skip


def table(book: Any = "cooke", **answers: Any) -> AtTable:
    """Three players between two hands."""
    house = House(seats=3, stakes=STAKES, book=book, options=replace(PRESETS[book], **answers))
    felt = AtTable([500, 500, 500], STAKES, button=1, house=house)
    return felt.start().acts("1 fold, 2 fold")


def tell(felt: AtTable, steps: str, role: Role = "dealer") -> list[str]:
    """Tell the panel of steps; return the codes of those that were refused."""
    answers = [felt.ask(Shuffle(replace(felt.head(), role=role), STEP[step])) for step in steps]
    return [answer.code for answer in answers if not answer.ok]


@pytest.mark.parametrize(
    ("steps", "book", "refused"),
    [
        ("RRBRC", "cooke", []),
        ("RBRRC", "cooke", []),
        ("RRRBRC", "cooke", []),
        ("AC", "cooke", []),
        ("ODC", "cooke", []),
        ("C", "cooke", []),  # a house that tells of nothing but the cut
        ("RRRC", "cooke", ["shuffle.boxes"]),
        ("RBRC", "cooke", ["shuffle.riffles"]),
        ("RRRBC", "cooke", ["shuffle.ends_with_box"]),
        ("BRRRC", "cooke", ["shuffle.begins_with_box"]),
        ("RRBBRC", "cooke", ["shuffle.two_boxes"]),
        ("RRBBRSRRBRC", "cooke", []),  # begun anew
        ("RRRC", "home", []),
    ],
)
def test_the_cut_comes_after_the_houses_shuffle(steps: str, book: str, refused: list[str]) -> None:
    assert tell(table(book), steps) == refused


def test_the_floors_word_is_taken_for_a_cut() -> None:
    felt = table()
    assert tell(felt, "RRR") == []
    assert tell(felt, "C", "floor") == []


@pytest.mark.parametrize(
    ("steps", "misdeal"),
    [
        ("", False),
        ("S", False),
        ("I", False),
        ("RRBR", True),
        ("RRBRC", False),
        ("RRBRCRB", True),
        ("A", False),
        ("OD", True),
        ("ODC", False),
    ],
)
def test_a_deck_whose_shuffle_is_told_is_cut_before_the_first_card(steps: str, misdeal: bool) -> None:
    felt = table()
    assert tell(felt, steps) == []
    felt.ok(NewHand(felt.head()))
    felt.post()
    felt.move(cards("As")[0], HOLE[3], STUB)
    felt.move(cards("Ks")[0], HOLE[1], STUB)
    assert [one.kind for one in docket_of(felt.table).rulings] == (["misdeal"] if misdeal else [])


def test_what_was_told_for_one_hand_counts_for_no_other() -> None:
    felt = table()
    assert tell(felt, "RRBRC") == []
    felt.start().acts("2 fold, 3 fold")
    assert tell(felt, "RRR") == []
    assert tell(felt, "C") == ["shuffle.boxes"]


def test_cards_that_lie_about_are_gathered_first() -> None:
    felt = AtTable([500, 500, 500], STAKES, button=1, house=House(seats=3, stakes=STAKES)).start()
    (card,) = cards("5h")
    felt.move(card, HOLE[3], STUB)
    felt.acts("1 fold, 2 fold")
    answer = felt.ask(Shuffle(felt.head(), "riffle"))
    assert answer.code == "shuffle.cards_out"
    assert "seat/3/hole" in answer.message
    assert "5" not in answer.message
    felt.move(card, STUB, HOLE[3])
    assert tell(felt, "R") == []


@pytest.mark.parametrize(
    ("steps", "answers", "late"),
    [
        ("", {}, False),
        ("S", {}, False),
        ("SR", {}, True),
        ("A", {}, True),
        ("S", {"objection_cutoff": "scramble"}, True),
        ("SRRBRC", {"objection_cutoff": "next_deal"}, False),
        ("I", {}, False),
        ("IO", {}, False),
        ("IOD", {}, True),
        ("OD", {}, False),  # the used deck is not in yet
        ("IO", {"hand_start_with_shuffler": "deck_removed_from_shuffler"}, True),
        ("I", {"objection_cutoff_with_shuffler": "old_deck_in"}, True),
    ],
)
def test_until_when_a_hand_can_be_objected_to(steps: str, answers: dict[str, Any], late: bool) -> None:
    felt = table(**answers)
    assert tell(felt, steps) == []
    answer = felt.ask(Report(felt.head(), "objection", 2))
    assert answer.code == ("report.objection_late" if late else "")
    assert (felt.table.floor_call is None) == late


def test_a_hand_that_is_played_can_be_objected_to() -> None:
    felt = table()
    felt.start()
    assert felt.ask(Report(felt.head(), "objection", 2)).ok


def test_the_first_riffle_opens_the_hand_until_it_is_over() -> None:
    felt = table()
    assert tell(felt, "S") == []
    felt.buy_in(3, 10)
    assert tell(felt, "R") == []
    assert felt.refused(BuyIn(felt.head(), 3, 10)) == "buy_in.in_hand"
    assert felt.refused(Stand(felt.head(), 3)) == "stand.in_hand"
    felt.ok(Stand(replace(felt.head(), role="floor"), 3))
    felt.start().acts("2 fold")
    felt.buy_in(2, 10)


@given(steps=st.lists(st.sampled_from("SRBCAIOD"), max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_steps_are_too_many_and_the_floors_are_all_taken(steps: list[str]) -> None:
    felt = table()
    assert tell(felt, "".join(steps), "floor") == []
    assert len(felt.table.around.shuffled.steps) <= MOST_STEPS
