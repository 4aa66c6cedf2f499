"""Slips with the burns and the board: a burn that is missing or one too many, and streets of too many or too few cards."""

from __future__ import annotations

from typing import Final

from controller.game.zones import BOARD, BURN
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.slip import Slip, plain

MISSING_RULES: Final = ("cooke.14.22.c", "roberts.irregularities.15a", "home.2.burn")
DOUBLE_RULES: Final = ("cooke.14.22.d", "roberts.irregularities.15a")
#: A burn error before the flop, once cards of it were turned.
EXPOSED_RULES: Final = ("cooke.14.22.c", "roberts.holdem.4b", "home.2.burn")
DOUBLE_EXPOSED_RULES: Final = ("cooke.14.22.d", "roberts.holdem.4b")
#: So long people wait before they are asked for a card that does not come. Units: table seconds.
UNREAD_S: Final = 15.0
FLOP_RULES: Final = ("cooke.14.22.e", "roberts.holdem.3")


def _is_flop(hands: Hands) -> bool:
    return not hands.model.on_board


def _reshuffles(hands: Hands) -> bool:
    """Whether a burn error is no matter of order any more: the flop was turned. Source: roberts.holdem.4b."""
    return _is_flop(hands) and hands.setup.book == "roberts"


def _anew(hands: Hands, kind: str, cards: list[int]) -> None:
    """The cards of the street go back into the stub, which is shuffled."""
    on_board = hands.model.on_board
    on_board[:] = [at for at in on_board if at not in cards]
    hands.decided(kind)
    hands.back(*cards)
    hands.shuffled()


def _no_burn(hands: Hands) -> None:
    """A street is dealt without a burn: its first card is the burn, and the others move up."""
    reshuffles, count = _reshuffles(hands), hands.street_cards()
    rules = EXPOSED_RULES if _is_flop(hands) else MISSING_RULES
    hands.slipped("no_burn")
    cards = [hands.to_board() for _ in range(count)]
    hands.wait()
    hands.ruled("no_burn", "burn_error", None, "reshuffle_redeal" if reshuffles else "first_to_burn", rules)
    if reshuffles:
        _anew(hands, "burn_error", cards)
        hands.burn()
        for _ in range(count):
            hands.to_board()
        return
    hands.model.on_board.remove(cards[0])
    hands.lay(cards[0], BURN)
    hands.to_board()


def _double_burn(hands: Hands) -> None:
    """Two cards are burned, which is seen before the street is turned: the second goes back on top."""
    hands.burn()
    hands.slipped("double_burn")
    second = hands.burn()
    hands.ruled("double_burn", "burn_error", None, "burn_to_stub", DOUBLE_RULES)
    hands.back(second)
    for _ in range(hands.street_cards()):
        hands.to_board()


def _double_burn_turned(hands: Hands) -> None:
    """Two cards are burned, and the street is turned all the same: the second burn is its first card, its last goes back on top."""
    reshuffles, count = _reshuffles(hands), hands.street_cards()
    rules = DOUBLE_EXPOSED_RULES if _is_flop(hands) else DOUBLE_RULES
    hands.burn()
    hands.slipped("double_burn_turned")
    second = hands.burn()
    hands.ruled("double_burn_turned", "burn_error", None, "burn_to_stub", DOUBLE_RULES)
    cards = [hands.to_board() for _ in range(count)]
    hands.ruled("double_burn_turned", "burn_error", None, "reshuffle_redeal" if reshuffles else "burn_to_board", rules)
    if reshuffles:
        _anew(hands, "burn_error", cards)
        for _ in range(count):  # what was burned too much is not burned again
            hands.to_board()
        return
    hands.lay(second, BOARD)
    hands.model.on_board.append(second)
    hands.back(cards[-1])


def _too_many(hands: Hands) -> None:
    """A street comes with a card too many: a flop is dealt anew, of any other the floor decides."""
    flop, count = _is_flop(hands), hands.street_cards()
    asked = not flop or hands.setup.book == "home"
    hands.burn()
    cards = [hands.to_board() for _ in range(count)]
    hands.slipped("too_many_on_board")
    one_more = hands.next_card()
    hands.lay(one_more, BOARD)
    hands.wait()
    hands.ruled("too_many_on_board", "board_error", None, "floor_decides" if asked else "reshuffle_no_burn", () if asked else FLOP_RULES)
    if asked:
        hands.finish_street()
        hands.decided("board_error", "next_burn")
        hands.lay(one_more, BURN)
        hands.burned_already = True
        return
    _anew(hands, "board_error", [*cards, one_more])
    for _ in range(count):
        hands.to_board()


def _too_few(hands: Hands) -> None:
    """A flop comes with two cards: the table asks for the third, which is simply the next."""
    hands.burn_once()
    hands.slipped("too_few_on_board")
    for _ in range(hands.street_cards() - 1):
        hands.to_board()
    hands.settled()
    hands.wait(UNREAD_S)
    hands.noticed("too_few_on_board", "deal.flop_unread", BOARD)
    hands.to_board()


def _has_board(model: HandModel) -> bool:
    return plain(model) and any(street.board for street in model.game.streets)


def _bets_on(model: HandModel) -> bool:
    """Whether there is betting on the coming street, so that it stands still until the floor has decided."""
    return not model.betting_over


def _flop(model: HandModel) -> bool:
    return not model.on_board


#: Every slip with burns and board.
BOARD_SLIPS: Final = (
    Slip("no_burn", "deals a street without a burn", _no_burn, MISSING_RULES, _has_board, "board"),
    Slip("double_burn", "burns two cards, which is seen before the street is turned", _double_burn, DOUBLE_RULES, _has_board, "board"),
    Slip("double_burn_turned", "burns two cards and turns the street", _double_burn_turned, DOUBLE_RULES, _has_board, "board"),
    Slip("too_few_on_board", "deals a flop of two cards", _too_few, (), _has_board, "board", _flop),
    Slip("too_many_on_board", "deals a street with a card too many", _too_many, FLOP_RULES, _has_board, "board", _bets_on),
)
