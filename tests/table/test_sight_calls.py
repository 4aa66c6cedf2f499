"""What the dealer calls out of boards in sight: when, for whom, and until when; no card that lies face down is ever in it."""

from __future__ import annotations

from typing import Any

import pytest

from controller.game.cards import card_text
from controller.game.hand import TO_TABLE
from controller.rules.ruling import Announcement
from controller.table.rulings import docket_of
from tests.game.test_stud import THREE, Stud, house_of


def called(table: Stud) -> list[tuple[str, int | None, str]]:
    """What waits to be said now, as (about, seat, cards)."""
    return [(one.about, one.seat, "".join(map(card_text, one.cards))) for one in docket_of(table.table).announcements]


def third(game: str = "stud7", book: str = "roberts", **answers: Any) -> Stud:
    return Stud((500, 500, 500), game, house_of(book, **answers)).first(THREE)


def fourth(game: str, book: str = "roberts", ups: str = "7h2sJd", **answers: Any) -> Stud:
    """Seats 1 to 3 hold 7d, 3d and 3c in sight; each gets one of `ups`."""
    table = third(game, book, **answers)
    opener = table.to_act or 0
    order = [opener, opener % 3 + 1, (opener + 1) % 3 + 1]
    table.acts(f"{order[0]} bring_in, {order[1]} call, {order[2]} call")
    if answers.get("bring_in_may_complete"):
        table.act(order[0], "check")
    return table.up({seat: ups[2 * seat - 2 : 2 * seat] for seat in (1, 2, 3)})


def test_whose_card_brings_it_in_is_called_and_gives_way_when_the_round_is_over() -> None:
    table = third()
    assert called(table) == [("brings_in", 3, "3c")]
    table.acts("3 bring_in, 1 call")
    assert called(table) == [("brings_in", 3, "3c")]
    table.act(2, "call")
    assert called(table) == []


@pytest.mark.parametrize(
    ("game", "ups", "expected"),
    [
        ("stud7", "7h2sJd", [("pair", 1, "7d7h"), ("high_hand", 1, "7d7h")]),
        ("stud7_hilo", "7h2sJd", [("pair", 1, "7d7h"), ("high_hand", 1, "7d7h")]),
        ("stud7", "KhKdJd", [("high_hand", 1, "7dKh")]),
        ("razz", "7h2sJd", [("pair", 1, "7d7h"), ("low_hand", 2, "3d2s")]),
        ("razz", "Kh2sJd", [("low_hand", 2, "3d2s")]),
    ],
)
def test_pairs_and_the_board_that_opens_are_called(game: str, ups: str, expected: list[tuple[str, int, str]]) -> None:
    assert called(fourth(game, ups=ups)) == expected


@pytest.mark.parametrize(
    ("game", "answers", "expected"),
    [
        ("stud7", {"announce_stud_pairs": False}, ["high_hand"]),
        ("stud7", {"announce_stud_first_actor": False}, ["pair"]),
        ("razz", {"announce_razz_pairs": "none"}, ["low_hand"]),
        ("razz", {"announce_razz_pairs": "none", "announce_stud_pairs": True}, ["low_hand"]),  # razz has a question of its own
    ],
)
def test_the_house_answers_what_is_called(game: str, answers: dict[str, Any], expected: list[str]) -> None:
    assert [about for about, _, _ in called(fourth(game, **answers))] == expected


def test_nothing_is_called_at_home() -> None:
    assert called(fourth("stud7", "home")) == []


def test_a_third_card_of_a_rank_is_called_in_stud_and_not_in_razz() -> None:
    for game, expected in (("stud7", [("trips", 1, "7d7h7s"), ("high_hand", 1, "7d7h7s")]), ("razz", [("low_hand", 2, "3d2s4s")])):
        table = fourth(game)
        first = table.to_act or 0
        for seat in (first, first % 3 + 1, (first + 1) % 3 + 1):
            table.act(seat, "check")
        table.up({1: "7s", 2: "4s", 3: "Qd"})
        assert called(table) == expected, game


def test_no_card_that_lies_face_down_is_called() -> None:
    table = fourth("stud7")
    for one in docket_of(table.table).announcements:
        assert isinstance(one, Announcement)
        assert set(one.cards) <= set(table.hand.up)
    assert len([holder for holder in table.hand.dealt_to if holder != TO_TABLE]) > len(table.hand.up)
