"""A card that showed and was read before those that came before it: whether it is one of the first two is not said before it is known."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from controller.events import Act, CardMoved, Tick
from controller.game.chips import Stakes
from controller.game.zones import HOLE, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.rulings import docket_of
from controller.table.waiting import waits
from tests.at_table import EVIDENCE, AtTable, cards

SECOND_NS = 1_000_000_000


class Felt:
    """A deal whose cards are read some time after they came, in any order; the last of the players has the button."""

    def __init__(self, players: int = 2, game: str = "", **options: Any) -> None:
        stakes = Stakes(5, 10, game=game)
        house = House(seats=players, stakes=stakes, book="roberts", options=replace(PRESETS["roberts"], **options))
        self.at = AtTable([500] * players, stakes, button=players, house=house).start(stakes)

    def read(self, text: str, seat: int, after_s: float, by_s: float, *, up: bool = False) -> Felt:
        (card,) = cards(text)
        self.at.do(CardMoved(card, STUB, HOLE[seat], "up" if up else "down", int(after_s * 1e9), int(by_s * 1e9), EVIDENCE))
        return self

    def wait(self) -> Felt:
        """Let the timer fire that waits for cards to be read."""
        for name in self.timers:
            self.at.do(Tick(name, 60 * SECOND_NS))
        return self

    @property
    def timers(self) -> list[str]:
        return [name for name in waits(self.at.table) if name.startswith("face/")]

    @property
    def ruled(self) -> list[tuple[str, int | None, str, str]]:
        return [(one.kind, one.seat, one.remedy[0].do, one.status) for one in docket_of(self.at.table).rulings]


MISDEAL = ("misdeal", 1, "redeal", "proposed")
REPLACED = ("exposed_card", 1, "replace_after_deal", "in_force")


def test_a_second_card_that_is_read_before_its_players_first_is_no_first_card() -> None:
    felt = Felt().read("Qs", 1, 0.0, 1.6, up=True)
    assert felt.ruled == []
    assert felt.read("Qh", 1, 0.0, 1.6).ruled == [REPLACED], "the order of the two is unknown"
    assert felt.timers == []
    felt.read("2h", 2, 0.0, 2.4).read("8s", 2, 0.1, 2.4)
    assert felt.ruled == [REPLACED]


def test_a_first_card_is_one_when_his_other_card_surely_came_behind_it() -> None:
    felt = Felt().read("Qs", 1, 0.0, 1.6, up=True)
    felt.read("2h", 2, 0.5, 2.4)
    assert felt.ruled == []
    assert felt.read("Qh", 1, 1.6, 3.0).ruled == [MISDEAL]


def test_a_dealer_who_stops_at_a_first_card_is_told_of_it_after_a_while() -> None:
    felt = Felt().read("Qs", 1, 0.0, 1.6, up=True)
    assert len(felt.timers) == 1
    assert felt.wait().ruled == [MISDEAL]
    assert felt.timers == []


def test_the_second_off_the_deck_too() -> None:
    felt = Felt().read("Qh", 1, 0.0, 1.0).read("Qs", 2, 0.0, 1.6, up=True)
    assert felt.ruled == []
    assert felt.wait().ruled == [("misdeal", 2, "redeal", "proposed")]


def test_after_a_while_nothing_is_said_of_a_card_whose_player_must_have_had_another_before() -> None:
    """The other player has both of his: one of this player's was never read."""
    felt = Felt().read("Qs", 1, 0.0, 1.6, up=True).read("2h", 2, 0.0, 2.4).read("8s", 2, 0.1, 2.4)
    assert felt.ruled == []
    assert felt.wait().ruled == [REPLACED]


def test_a_last_card_behind_one_that_is_never_read_is_no_second_card_off_the_deck() -> None:
    """Its player's first has a dead tag; the other player has both of his."""
    felt = Felt().read("Qh", 1, 0.0, 1.0).read("2h", 1, 0.5, 1.6).read("8s", 2, 0.5, 2.4, up=True)
    assert [kind for kind, *_ in felt.ruled] == ["exposed_card"]


def test_nobody_acts_before_it_is_known() -> None:
    felt = Felt().read("Qs", 1, 0.0, 1.6, up=True)
    assert felt.at.refused(Act(felt.at.head(), 2, "call")) == "act.face_unread"
    felt.wait()
    assert felt.at.refused(Act(felt.at.head(), 2, "call")) == "act.stopped"


def test_where_a_later_card_is_replaced_too_the_hand_goes_on() -> None:
    felt = Felt().read("Qs", 1, 0.0, 1.6, up=True).read("Qh", 1, 0.0, 1.6)
    felt.read("2h", 2, 0.0, 2.4).read("8s", 2, 0.1, 2.4)
    felt.at.act(2, "call")


@pytest.mark.parametrize(
    ("players", "ruled"),
    [(3, []), (4, [MISDEAL]), (9, [MISDEAL])],
    ids=["three cards may be unread at once", "four are not", "nine are not"],
)
def test_where_so_many_cards_would_have_to_be_unread_it_is_said_at_once(players: int, ruled: list[Any]) -> None:
    assert Felt(players).read("Qs", 1, 0.1, 0.5, up=True).ruled == ruled


def test_behind_an_antenna_that_was_not_asked_any_number_may_be_unread() -> None:
    felt = Felt(9).read("Qs", 1, 0.0, 6.0, up=True)
    assert felt.ruled == []
    assert felt.wait().ruled == [MISDEAL]


@pytest.mark.parametrize("game", ["omaha", "pineapple"])
def test_where_a_players_first_two_count_a_third_that_is_read_first_is_none(game: str) -> None:
    felt = Felt(2, game, early_exposed_scope="any_players_first_two", exposed_cards_for_misdeal=0)
    felt.read("Qh", 1, 0.0, 1.0).read("2h", 2, 0.0, 1.2)
    felt.read("Qs", 1, 0.0, 1.6, up=True)
    assert felt.ruled == []
    felt.read("Td", 1, 0.0, 1.6)
    assert [kind for kind, *_ in felt.ruled] == ["exposed_card"]


def test_two_that_show_are_a_misdeal_whichever_they_are() -> None:
    felt = Felt().read("Qs", 1, 0.0, 1.6, up=True)
    assert felt.ruled == []
    felt.read("Qh", 1, 0.0, 1.6, up=True)
    assert [kind for kind, *_ in felt.ruled].count("misdeal") == 1
