"""The public feed is the same, byte for byte, whatever lies face down."""

from __future__ import annotations

import pytest
from felt import Felt
from hypothesis import given
from hypothesis import strategies as st

from controller.feed.subscription import FeedMessage
from controller.game.cards import FULL_DECK, card_text
from controller.game.zones import BOARD, HOLE, MUCK, STUB

SEATS = (3, 5, 1)
BOARD_CARDS = ("Ah", "Td", "9c", "3c", "2h")
HIDDEN = [text for text in map(card_text, FULL_DECK) if text not in BOARD_CARDS]


def play_to_the_showdown(hidden: list[str]) -> tuple[Felt, list[FeedMessage]]:
    """Every message up to the first reveal, of a hand with a fold, a muck and bets on each street."""
    holes = {seat: hidden[2 * n : 2 * n + 2] for n, seat in enumerate(SEATS)}
    burns = hidden[6:9]
    felt = Felt()
    felt.seat(1, 3, 5)
    felt.deal(holes)
    felt.act("raise 300", "call", "fold")
    for card in holes[5]:
        felt.card(card, MUCK, HOLE[5])
    felt.board(burns[0], *BOARD_CARDS[:3])
    felt.act("check", "bet 500", "call")
    felt.contradict("rfid.two_places", HOLE[3], HOLE[1])
    felt.board(burns[1], BOARD_CARDS[3])
    felt.act("bet 700", "call")
    felt.board(burns[2], BOARD_CARDS[4])
    felt.act("check", "check")
    # an eleventh thing nobody may see: a card turns up where none can be
    felt.card(hidden[9], HOLE[3])
    assert felt.ask("show", seat=5).code == "show.folded"
    return felt, list(felt.told) + list(felt.hub.snapshot())


REFERENCE = play_to_the_showdown(HIDDEN[:10])[1]


@given(st.permutations(HIDDEN))
@pytest.mark.slow
def test_other_hidden_cards_give_the_same_bytes(hidden: list[str]) -> None:
    felt, messages = play_to_the_showdown(hidden)
    assert messages == REFERENCE
    felt.do("show", seat=3)
    assert felt.stories()[-1].startswith(f"Seat 3 shows {hidden[0]} {hidden[1]}: ")
    said = b"".join(message.body for message in felt.told)
    for text in hidden[2:10]:  # the others' cards, the burns, the stray one
        assert f'"{text}"'.encode() not in said


def test_the_next_deal_with_last_hands_board_cards_names_none_of_them() -> None:
    """The deck is gathered and dealt before `new_hand` is entered: the old board's cards are cards like any other."""
    felt = Felt()
    felt.seat(2, 3)
    felt.play_checked_down({2: ("2c", "3d"), 3: ("4h", "5s")}, ("Ah", "Kd", "9c", "8s", "7h"), ("2d", "2h", "2s"))
    assert felt.turn.table.hand is not None
    assert felt.turn.table.hand.stage == "ended"
    felt.card("Ah", STUB, BOARD)
    assert felt.bodies("event")[-1]["cards"] == ["Ah"], "it leaves the board face up"
    told = len(felt.told)
    felt.card("Ah", HOLE[3], STUB)
    felt.card("Kd", HOLE[2], BOARD)
    felt.card("Kd", HOLE[3], HOLE[2])
    stories = [message.body for message in felt.told[told:] if message.name == "event"]
    assert len(stories) == 3
    assert b"Ah" not in stories[0]
    assert b"Kd" not in stories[2]
