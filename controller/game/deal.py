"""The deal plan: who gets which card next, and what a card that moved means for the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.hand import TO_TABLE, Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, HOLE_SEAT, MUCK, Zone

#: Every number of one byte as that byte.
BYTE: Final = tuple([bytes((n,)) for n in range(256)])


#: Why a card is one too many: in front of a seat, and on the board.
HOLE_RULES: Final = ("cooke.4.01.e", "home.1.hole")
MANY_HOLE_RULES: Final = ("cooke.4.17.s", *HOLE_RULES)
BOARD_RULES: Final = ("cooke.4.08.c", "home.1.rounds")


def surplus_rules(hand: Hand | None, zone: Zone) -> tuple[str, ...]:
    """Return why a card is one too many in a zone: on the board, or in front of a seat by how many cards the game deals."""
    if zone == BOARD:
        return BOARD_RULES
    return MANY_HOLE_RULES if hand is not None and VARIANTS[hand.variant].hole_cards > 2 else HOLE_RULES


def expected_zones(hand: Hand) -> tuple[Zone, ...]:
    """Return the zones that may receive the next card, in order of turn.

    Hole cards go round from the first seat left of the button, one a turn (cooke.6.03.b); a burn
    comes before each board stage (cooke.6.02.a); folded cards on their way are expected in the muck.
    """
    if hand.over:
        return ()
    variant = VARIANTS[hand.variant]
    held = [hand.dealt_to.count(i) for i in range(len(hand.seats))]
    zones: list[Zone] = []
    if hand.stage != "showdown" and not hand.board:
        waiting = sorted([(count, i) for i, count in enumerate(held) if count < variant.hole_cards and not hand.folded[i]])
        zones.extend(HOLE[hand.seats[i]] for _, i in waiting)
    if hand.stage == "dealing":
        if len(hand.burned) < variant.burns_by_street[hand.street + 1]:
            zones.append(BURN)
        zones.append(BOARD)
    if hand.stage == "showdown" or True in hand.folded:
        zones.append(MUCK)
    return tuple(zones)


def board_due(hand: Hand) -> int:
    """Return how many board cards the hand waits for now."""
    setup = hand.setup
    if "board.by_street" in setup.off and not hand.over:
        return VARIANTS[setup.variant].board_by_street[-1] - len(hand.board)
    return VARIANTS[setup.variant].board_by_street[hand.street + 1] - len(hand.board) if hand.stage == "dealing" else 0


def is_surplus(hand: Hand, card: Card, zone: Zone) -> bool:
    """Whether a card that `ARRIVALS` left out of the hand lies where it counts: one too many there."""
    seat = HOLE_SEAT.get(zone)
    if seat is not None:
        i = hand.index_of[seat]
        return i < 0 or card not in hand.hole_of(i)
    return zone == BOARD and card not in hand.board


def _in_hole(hand: Hand, card: Card, seat: int) -> Hand:
    setup, dealt, dealt_to = hand.setup, hand.dealt, hand.dealt_to
    i = setup.index_of[seat]
    if i < 0 or (dealt_to.count(i) >= VARIANTS[setup.variant].hole_cards and "deal.hole_cards" not in setup.off):
        return hand
    if card in dealt:
        return _change_holder(hand, card, i)
    return replace(hand, dealt=dealt + BYTE[card], dealt_to=dealt_to + BYTE[i])


def _change_holder(hand: Hand, card: Card, to_index: int) -> Hand:
    """A card of the hand lies in another seat's place: during the deal it is that seat's, later it is one too many."""
    at = hand.dealt.index(card)
    holder = hand.dealt_to[at]
    if hand.board or hand.stage == "showdown" or holder in (TO_TABLE, to_index) or hand.shown[holder] is not None:
        return hand
    return replace(hand, dealt_to=hand.dealt_to[:at] + BYTE[to_index] + hand.dealt_to[at + 1 :])


def _on_board(hand: Hand, card: Card, _: int) -> Hand:
    if card in hand.dealt or board_due(hand) <= 0:
        return hand
    return replace(hand, board=(*hand.board, card), dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[TO_TABLE])


def _burn(hand: Hand, card: Card, _: int) -> Hand:
    if card in hand.dealt or len(hand.burned) >= VARIANTS[hand.setup.variant].burns_by_street[-1]:
        return hand
    return replace(hand, burned=(*hand.burned, card), dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[TO_TABLE])


class Arrival(NamedTuple):
    """What a card accepted in a zone is in a running hand, when it comes in turn.

    `accept(hand, card, seat)` returns the hand with it; the very same hand when the plan has no
    room for it, for Facts are never refused. `seat` is 0 where the zone is nobody's.
    """

    kind: Literal["card_dealt", "board", "card_burned"]
    seat: int
    accept: Callable[[Hand, Card, int], Hand]


#: The zones where a card becomes part of the hand. Elsewhere (muck, stub, out of every field) it has merely moved.
#: Source: cooke.6.05.a, cooke.6.01.b, cooke.6.02.a, cooke.4.17.u.
ARRIVALS: Final[dict[Zone | None, Arrival]] = {
    **{zone: Arrival("card_dealt", seat, _in_hole) for zone, seat in HOLE_SEAT.items()},
    BOARD: Arrival("board", 0, _on_board),
    BURN: Arrival("card_burned", 0, _burn),
}
