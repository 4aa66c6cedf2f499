"""What the feed says of games with up-cards, and of games without a board."""

from __future__ import annotations

import pytest
from felt import Felt

from controller.feed.payloads import State
from controller.game.chips import Stakes
from controller.game.zones import HOLE, UP

STUD = Stakes(0, 20, ante=2, limit="fixed_limit", small_bet=20, big_bet=40, bring_in=5)


@pytest.mark.parametrize(
    ("game", "board_cards", "positions"),
    [
        ("holdem", 5, ["BTN", "SB", "BB"]),
        ("five_card_draw", 0, ["BTN", "SB", "BB"]),
        ("stud7", 0, [None, None, None]),
        ("razz", 0, [None, None, None]),
    ],
)
def test_how_long_a_board_is_and_what_places_are_called(game: str, board_cards: int, positions: list[str | None]) -> None:
    felt = Felt(3, STUD if game in {"stud7", "razz"} else Stakes(50, 100))
    felt.seat(1, 2, 3)
    felt.do("button", seat=1)
    felt.do("new_hand", game=game)
    state = felt.state()
    State.model_validate(state)
    assert (state["board_cards"], [seat["position"] for seat in state["seats"]]) == (board_cards, positions)


def test_what_the_dealer_calls_names_cards_in_sight_and_no_other() -> None:
    felt = Felt(3, STUD)
    felt.seat(1, 2, 3)
    felt.do("button", seat=3)
    felt.do("new_hand", game="stud7")
    felt.do("post")
    downs = {1: ("8h", "8s"), 2: ("9h", "9s"), 3: ("Th", "Ts")}
    for turn in range(2):
        for seat, cards in downs.items():
            felt.card(cards[turn], HOLE[seat])
    for seat, card in {1: "Kd", 2: "2c", 3: "Qd"}.items():
        felt.card(card, UP[seat])
    (announcement,) = felt.state()["announcements"]
    assert (announcement["about"], announcement["seat"], announcement["cards"], announcement["text"]) == (
        "brings_in", 2, ["2c"], "Seat 2 brings it in: 2c.",
    )  # fmt: skip
    said = b"".join(message.body for message in (*felt.told, *felt.hub.snapshot()))
    for cards in downs.values():
        for card in cards:
            assert f'"{card}"'.encode() not in said
