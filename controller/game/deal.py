"""The deal plan: who gets which card next, and what a card that moved means for the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, HOLE_SEAT, MUCK, Zone

#: What became of a card: its new part in the hand; `MOVED` when it has none; `EXTRA` when it lies
#: where a card counts but the plan has no room for it.
Became = Literal["card_dealt", "board", "card_burned", "moved", "extra"]
DEALT: Final = "card_dealt"
ON_BOARD: Final = "board"
BURNED: Final = "card_burned"
MOVED: Final = "moved"
EXTRA: Final = "extra"


def expected_zones(hand: Hand) -> tuple[Zone, ...]:
    """Return the zones that may receive the next card, in order of turn.

    Hole cards go round from the first seat left of the button, one a turn (cooke.6.03.b); a burn
    comes before each board stage (cooke.6.02.a); folded cards on their way are expected in the muck.
    """
    if hand.over:
        return ()
    variant = VARIANTS[hand.variant]
    holes = hand.holes
    zones: list[Zone] = []
    if hand.stage != "showdown" and not hand.board:
        waiting = [i for i in range(len(holes)) if len(holes[i]) < variant.hole_cards and not hand.folded[i]]
        zones.extend(HOLE[hand.seats[i]] for i in sorted(waiting, key=lambda i: (len(holes[i]), i)))
    if hand.stage == "dealing":
        if len(hand.burned) < variant.burns_by_street[hand.street + 1]:
            zones.append(BURN)
        zones.append(BOARD)
    if hand.stage == "showdown" or True in hand.folded:
        zones.append(MUCK)
    return tuple(zones)


def board_due(hand: Hand) -> int:
    """Return how many board cards the hand waits for now."""
    if hand.stage != "dealing":
        return 0
    return VARIANTS[hand.variant].board_by_street[hand.street + 1] - len(hand.board)


def _in_hole(hand: Hand, card: Card, zone: Zone) -> tuple[Hand, Became]:
    seat = HOLE_SEAT[zone]
    seats = hand.seats
    if seat not in seats:
        return hand, EXTRA
    i = seats.index(seat)
    holes = list(hand.holes)
    held = holes[i]
    bit = 1 << card
    dealt = hand.dealt
    if dealt & bit:
        return (hand, MOVED) if card in held else _change_holder(hand, card, i)
    if len(held) >= VARIANTS[hand.variant].hole_cards:
        return hand, EXTRA
    holes[i] = (*held, card)
    return replace(hand, holes=tuple(holes), dealt=dealt | bit), DEALT


def _change_holder(hand: Hand, card: Card, to_index: int) -> tuple[Hand, Became]:
    """A card of the hand lies in another seat's place: during the deal it is that seat's, later it is one too many."""
    dealing = not hand.board and hand.stage != "showdown"
    holder = next((j for j, held in enumerate(hand.holes) if card in held), -1)
    if holder < 0 or not dealing or len(hand.holes[to_index]) >= VARIANTS[hand.variant].hole_cards or hand.shown[holder] is not None:
        return hand, EXTRA
    holes = list(hand.holes)
    holes[holder] = tuple(c for c in holes[holder] if c != card)
    holes[to_index] = (*holes[to_index], card)
    return replace(hand, holes=tuple(holes)), DEALT


def _on_board(hand: Hand, card: Card, zone: Zone) -> tuple[Hand, Became]:
    bit = 1 << card
    if hand.dealt & bit:
        return hand, MOVED if card in hand.board else EXTRA
    if board_due(hand) <= 0:
        return hand, EXTRA
    return replace(hand, board=(*hand.board, card), dealt=hand.dealt | bit), ON_BOARD


def _burn(hand: Hand, card: Card, zone: Zone) -> tuple[Hand, Became]:
    bit = 1 << card
    if hand.dealt & bit or len(hand.burned) >= VARIANTS[hand.variant].burns_by_street[-1]:
        return hand, MOVED
    return replace(hand, burned=(*hand.burned, card), dealt=hand.dealt | bit), BURNED


#: Zone → what a card accepted there means for a running hand: the hand after it, and what became
#: of the card. Elsewhere (muck, stub, out of every field) a card has merely moved. Facts are never
#: refused: what the plan has no room for leaves the hand as it is.
#: Source: cooke.6.05.a, cooke.6.01.b, cooke.6.02.a, cooke.4.17.u.
ACCEPT: Final[dict[Zone | None, Callable[[Hand, Card, Any], tuple[Hand, Became]]]] = {
    **dict.fromkeys(HOLE[1:], _in_hole),
    BOARD: _on_board,
    BURN: _burn,
}
