"""What each reveal policy lets through, at each moment of a hand."""

from __future__ import annotations

import itertools

import pytest
from broadcast_felt import BroadcastFelt
from hypothesis import given
from hypothesis import strategies as st

from controller.feed.broadcast_views import big_blinds
from controller.feed.reveal import POLICIES, Broadcast, Reveal, needs_token, revealed
from controller.game.zones import MUCK

HOLES = {1: ("As", "Kd"), 3: ("7h", "2c"), 5: ("Jc", "Jd")}
ALL = {seat: list(cards) for seat, cards in HOLES.items()}

#: Policy → whose hole cards are on air: once everybody was dealt in, after one folded, after one showed, at the end.
ON_AIR = {
    "never": ("nobody", "nobody", "nobody", "nobody"),
    "showdown": ("nobody", "nobody", "who tabled", "who tabled"),
    "after_hand": ("nobody", "nobody", "who tabled", "everybody"),
    "always": ("everybody", "everybody", "everybody", "everybody"),
}


@pytest.mark.parametrize("reveal", POLICIES)
def test_who_is_seen_when(reveal: Reveal) -> None:
    felt = BroadcastFelt(Broadcast(reveal))
    felt.seat(1, 3, 5)
    felt.deal(HOLES)
    seen = [felt.holes()]
    felt.act("call", "fold", "check")
    for card in HOLES[felt.folded()]:
        felt.card(card, MUCK, None)
    seen.append(felt.holes())
    felt.board("2h", "Ah", "Td", "9c")
    felt.act("check", "check")
    felt.board("2s", "3c")
    felt.act("check", "check")
    felt.board("3s", "4c")
    felt.act("check", "check")
    first, second = felt.still_in()
    felt.do("show", seat=first)
    seen.append(felt.holes())
    felt.do("muck", seat=second)
    assert felt.state()["stage"] == "ended"
    seen.append(felt.holes())
    who = {"nobody": {}, "who tabled": {first: ALL[first]}, "everybody": ALL}
    assert seen == [who[name] for name in ON_AIR[reveal]]
    felt.do("new_hand")
    assert felt.holes() == {}


def test_a_voided_hand_shows_no_more_than_was_tabled() -> None:
    felt = BroadcastFelt(Broadcast("after_hand"))
    felt.seat(1, 3, 5)
    felt.deal(HOLES)
    felt.do("void_hand")
    assert felt.holes() == {}


def test_a_newcomer_is_not_shown_with_the_cards_of_who_sat_there() -> None:
    felt = BroadcastFelt(Broadcast("always"))
    felt.seat(1, 3)
    felt.deal({1: ("As", "Kd"), 3: ("7h", "2c")})
    felt.act("fold")
    felt.do("stand", seat=3)
    felt.do("sit", seat=3, name="Newcomer", stack=500)
    assert felt.holes() == {1: ["As", "Kd"]}


@given(st.lists(st.integers(0, 9_999), min_size=10, max_size=60))
def test_each_policy_shows_at_least_what_the_one_before_it_shows(picks: list[int]) -> None:
    felt = BroadcastFelt(Broadcast("always"))
    felt.seat(1, 3, 5)
    for pick in picks:
        felt.any_move(pick)
        hand = felt.turn.table.hand
        if hand is not None:
            for index in range(len(hand.seats)):
                shown = [set(revealed(reveal, hand, index)) for reveal in POLICIES]
                assert all(less <= more for less, more in itertools.pairwise(shown))


def test_only_live_hole_cards_need_the_token() -> None:
    assert [reveal for reveal in POLICIES if needs_token(reveal)] == ["always"]


@pytest.mark.parametrize(
    ("chips", "big_blind", "text"),
    [(0, 100, "0.0"), (50, 100, "0.5"), (149, 100, "1.5"), (2_475, 100, "24.8"), (9_994, 100, "99.9"), (9_995, 100, "100"),
     (9_999, 100, "100"), (98_765_432, 200_000, "494"), (5, 0, "")],
)  # fmt: skip
def test_an_amount_in_big_blinds(chips: int, big_blind: int, text: str) -> None:
    assert big_blinds(chips, big_blind) == text
