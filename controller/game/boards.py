"""Several boards in one hand: those of the game, and those of an all-in that is run more than once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.variants import VARIANTS, Variant
from controller.game.zones import BOARD, BOARD_NUMBER, BOARDS, Zone

if TYPE_CHECKING:
    from controller.game.hand import Hand


class Boards(msgspec.Struct, frozen=True, gc=False):
    """The boards of a hand beside the first.

    Shape: `further` holds the cards that lie on each of them, in order. `runs` = how often the players have agreed to run it, and
    `shared` how many cards of the first board lay by then, which count for every run.
    Invariants: where a game has several boards by itself it is run once.
    """

    further: tuple[tuple[Card, ...], ...] = ()
    runs: int = 1
    shared: int = 0


#: One board, as nearly all hands have it.
ONE_BOARD: Final = Boards()


def of_game(variant: Variant) -> Boards:
    """Return the boards that a hand of this game begins with."""
    return ONE_BOARD if variant.boards == 1 else Boards(((),) * (variant.boards - 1))


def all_of(hand: Hand) -> tuple[tuple[Card, ...], ...]:
    """Return every board as it counts, the cards that lie for several of them in each."""
    boards, first = hand.boards, hand.board
    if boards.runs > 1:
        return (first, *[first[: boards.shared] + cards for cards in boards.further])
    common = first[VARIANTS[hand.setup.variant].common_from :]
    return (first, *[cards + common for cards in boards.further])


def lying(hand: Hand) -> tuple[Card, ...]:
    """Return every card that lies on a board, once."""
    return hand.board + tuple([card for cards in hand.boards.further for card in cards])


def at(hand: Hand, zone: Zone) -> tuple[Card, ...]:
    """Return the cards of the boards that the antenna of this place reads: its own, the first one's also those that have none."""
    number, further = BOARD_NUMBER[zone], hand.boards.further
    if number:
        return further[number - 1] if number <= len(further) else ()
    return hand.board + tuple([card for cards in further[hand.setup.board_antennas - 1 :] for card in cards])


def place_of(hand: Hand, card: Card) -> Zone:
    """Return the board that a card which the hand has taken lies on, by the place of that board."""
    return next((zone for zone, cards in zip(BOARDS[1:], hand.boards.further, strict=False) if card in cards), BOARD)


def due(hand: Hand, first: int) -> tuple[int, ...]:
    """Return how many cards each board waits for while cards are dealt; `first` is what the first one does.

    A further run waits for all of its cards at once: how they come, street by street or run by run, is the dealer's to choose.
    """
    boards = hand.boards
    variant = VARIANTS[hand.setup.variant]
    if boards.runs > 1:
        whole = variant.board_by_street[-1] - boards.shared
        return (first, *[whole - len(cards) for cards in boards.further])
    street = -1 if "board.second_flop" in hand.setup.off else hand.street + 1
    return (first, *[totals[street] - len(cards) for totals, cards in zip(variant.further_by_street, boards.further, strict=True)])


def further_lie(hand: Hand, street: int) -> bool:
    """Whether the further boards have all that belongs to them before the betting of that street, or before the showdown."""
    boards, variant = hand.boards, VARIANTS[hand.setup.variant]
    if boards.runs > 1:
        return street + 1 < len(variant.streets) or all(len(one) + boards.shared >= variant.board_by_street[-1] for one in boards.further)
    if "board.second_flop" in hand.setup.off:
        street = -1
    return all(len(one) >= totals[street] for totals, one in zip(variant.further_by_street, boards.further, strict=True))


def burns_due(hand: Hand) -> int:
    """Return how many cards are to be burned by now, while cards are dealt: each run burns before its own streets."""
    boards, variant = hand.boards, VARIANTS[hand.setup.variant]
    burns, totals = variant.burns_by_street, variant.board_by_street
    if boards.runs == 1 or len(hand.board) < totals[-1]:
        return burns[hand.street + 1]
    each = burns[-1] - burns[totals.index(boards.shared)]
    for number, cards in enumerate(boards.further):
        lie = len(cards) + boards.shared
        if lie < totals[-1]:
            street = next(n for n, total in enumerate(totals) if total > lie)
            return burns[-1] + number * each + burns[street] - burns[-1] + each
    return burns[-1] + len(boards.further) * each


def most_burns(hand: Hand) -> int:
    """Return how many cards are burned in the whole hand."""
    boards, variant = hand.boards, VARIANTS[hand.setup.variant]
    burns = variant.burns_by_street
    if boards.runs == 1:
        return burns[-1]
    return burns[-1] + (boards.runs - 1) * (burns[-1] - burns[variant.board_by_street.index(boards.shared)])


def put(hand: Hand, card: Card, number: int) -> Hand:
    """Return the hand with a card on that further board, 1 being the second."""
    further = hand.boards.further
    longer = (*further[: number - 1], (*further[number - 1], card), *further[number:])
    return replace(hand, boards=replace(hand.boards, further=longer))
