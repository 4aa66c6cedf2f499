"""The deal plan: who gets which card next, and what a card that moved means for the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from controller.game import drawing
from controller.game.cards import Card
from controller.game.drawn import NO_DRAWING
from controller.game.hand import TO_TABLE, Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, HOLE_SEAT, MUCK, UP, UP_SEAT, Zone

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
    if hand.stage == "drawing":
        return drawing.expected(hand)
    variant = VARIANTS[hand.variant]
    held = [hand.dealt_to.count(i) for i in range(len(hand.seats))]
    zones: list[Zone] = []
    if variant.up_cards:
        zones.extend(_streets_zones(hand))
    elif hand.stage != "showdown" and not hand.board:
        waiting = sorted([(count, i) for i, count in enumerate(held) if count < drawing.whole_hole(hand, i) and not hand.folded[i]])
        zones.extend(HOLE[hand.seats[i]] for _, i in waiting)
    if hand.stage == "dealing":
        if not variant.up_cards and len(hand.burned) < variant.burns_by_street[hand.street + 1]:
            zones.append(BURN)
        if not variant.up_cards or board_due(hand) > 0:
            zones.append(BOARD)
    if hand.stage == "showdown" or True in hand.folded:
        zones.append(MUCK)
    return tuple(zones)


def board_due(hand: Hand) -> int:
    """Return how many board cards the hand waits for now."""
    setup = hand.setup
    if "board.by_street" in setup.off and not hand.over:
        return VARIANTS[setup.variant].board_by_street[-1] - len(hand.board)
    if hand.stage != "dealing":
        return 0
    variant = VARIANTS[setup.variant]
    due = variant.board_by_street[hand.street + 1] - len(hand.board)
    return due + common_card(hand) if variant.up_cards else due


def street_due(hand: Hand) -> int:
    """Return the street whose cards may come now: that of the round, or the next one while its cards are dealt."""
    return hand.street + 1 if hand.stage == "dealing" or hand.street < 0 else hand.street


def cards_left(hand: Hand) -> int:
    """Return how many cards the stub has, by what is known of it: those that were read as dealt are gone."""
    variant = VARIANTS[hand.variant]
    due = street_due(hand)
    burned = variant.burns_by_street[due - 1] if due else 0
    before = sum(
        max(hand.dealt_to.count(i), variant.hole_by_street[due - 1] if due and not hand.folded[i] else 0) for i in range(len(hand.seats))
    )
    return len(variant.cards) - before - max(burned, len(hand.burned))


def common_card(hand: Hand) -> bool:
    """Whether the last card of this street is one for all on the board, because the stub has too few for each.

    The burns and what else lies there are mixed in first where the house does that; a card that came does not come again.
    Source: cooke.5.21.a, cooke.5.21.b, cooke.5.21.d, cooke.4.17.p, roberts.stud.15a, roberts.stud.15c.
    """
    variant = VARIANTS[hand.variant]
    due = street_due(hand)
    if not variant.up_cards or due + 1 != len(variant.streets):
        return False
    if hand.board:
        return True
    if any(hand.dealt_to.count(i) >= variant.hole_cards for i in range(len(hand.seats))):
        return False
    return cards_left(hand) < hand.folded.count(False)


def due_of(hand: Hand, i: int) -> tuple[int, int]:
    """Return how many down-cards and up-cards a player still gets on the present street, in games with up-cards."""
    variant = VARIANTS[hand.variant]
    due = street_due(hand)
    if hand.folded[i] or hand.mucked[i]:
        return 0, 0
    ups = sum([1 for card in hand.up if hand.dealt_to[hand.dealt.index(card)] == i])
    downs = hand.dealt_to.count(i) - ups
    common = common_card(hand)
    streets = variant.streets[due]
    down = variant.down_by_street[due] - (streets.down if common else 0) - downs
    up = variant.up_by_street[due] - (streets.up if common else 0) - ups
    return max(down, 0), max(up, 0)


def ups_due(hand: Hand) -> tuple[int, ...]:
    """Return the indices of live players who lack a card in sight on the present street."""
    return tuple([i for i in range(len(hand.seats)) if due_of(hand, i)[1]])


def downs_due(hand: Hand) -> bool:
    """Whether a street that deals down-cards only still lacks one of a live player: what came since the last up-card counts.

    On the first street the up-cards are waited for alone: they come last.
    """
    due = street_due(hand)
    street = VARIANTS[hand.variant].streets[due]
    if not due or not street.down or common_card(hand):
        return False
    since = hand.dealt_to[hand.dealt.rindex(hand.up[-1:]) + 1 :] if hand.up else b""
    return any(since.count(i) < street.down for i, out in enumerate(hand.folded) if not out)


def _streets_zones(hand: Hand) -> list[Zone]:
    """Down-cards before up-cards, round after round, from the first seat left of the button. Source: cooke.5.03.a, cooke.5.03.b."""
    waiting = sorted([(hand.dealt_to.count(i), i) for i in range(len(hand.seats)) if any(due_of(hand, i))])
    zones = [HOLE[hand.seats[i]] if due_of(hand, i)[0] else UP[hand.seats[i]] for _, i in waiting]
    due = street_due(hand)
    if (
        hand.stage == "dealing"
        and due < len(VARIANTS[hand.variant].streets)
        and len(hand.burned) < VARIANTS[hand.variant].burns_by_street[due]
    ):
        zones.insert(0, BURN)
    return zones


def is_surplus(hand: Hand, card: Card, zone: Zone) -> bool:
    """Whether a card that `ARRIVALS` left out of the hand lies where it counts: one too many there."""
    seat = HOLE_SEAT.get(zone) or UP_SEAT.get(zone)
    if seat is not None:
        i = hand.index_of[seat]
        return i < 0 or card not in hand.hole_of(i)
    return zone == BOARD and card not in hand.board


def _in_hole(hand: Hand, card: Card, seat: int) -> Hand:
    setup, dealt, dealt_to = hand.setup, hand.dealt, hand.dealt_to
    i = setup.index_of[seat]
    if i < 0 or dealt_to.count(i) >= setup.deals:
        return _in_another_hole(hand, card, i)
    if card in dealt:
        return _change_holder(hand, card, i)
    return replace(hand, dealt=dealt + BYTE[card], dealt_to=dealt_to + BYTE[i])


def _in_another_hole(hand: Hand, card: Card, i: int) -> Hand:
    """A card in front of a player where it is not as plain as in hold'em, or of nobody in the hand (i < 0)."""
    if hand.drawing is not NO_DRAWING:
        return _in_changed_hole(hand, card, i)
    setup, dealt = hand.setup, hand.dealt
    variant = VARIANTS[setup.variant]
    if i < 0 or (variant.up_cards and (card in dealt or not due_of(hand, i)[0])):
        return hand
    if hand.dealt_to.count(i) >= variant.hole_cards and "deal.hole_cards" not in setup.off:
        return hand
    if card in dealt:
        return _change_holder(hand, card, i)
    return replace(hand, dealt=dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[i])


def _in_changed_hole(hand: Hand, card: Card, i: int) -> Hand:
    """A card in front of a player of a hand in which cards were changed or given up: a new one, or one that comes late."""
    if i < 0:
        return hand
    if card in hand.dealt:
        return drawing.picked_up(hand, card, i)
    if hand.stage == "drawing":
        return drawing.came(hand, card, i)
    if hand.dealt_to.count(i) >= drawing.whole_hole(hand, i):
        return hand
    return replace(hand, dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[i])


def _in_sight(hand: Hand, card: Card, seat: int) -> Hand:
    """An up-card: part of the hand where the plan has one for this seat now."""
    i = hand.setup.index_of[seat]
    if i < 0 or card in hand.dealt or not VARIANTS[hand.setup.variant].up_cards or not due_of(hand, i)[1]:
        return hand
    return replace(hand, dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[i], up=hand.up + BYTE[card])


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

    kind: Literal["card_dealt", "up_card", "board", "card_burned"]
    seat: int
    accept: Callable[[Hand, Card, int], Hand]


#: The zones where a card becomes part of the hand. Elsewhere (muck, stub, out of every field) it has merely moved.
#: Source: cooke.6.05.a, cooke.6.01.b, cooke.6.02.a, cooke.4.17.u.
ARRIVALS: Final[dict[Zone | None, Arrival]] = {
    **{zone: Arrival("card_dealt", seat, _in_hole) for zone, seat in HOLE_SEAT.items()},
    **{zone: Arrival("up_card", seat, _in_sight) for zone, seat in UP_SEAT.items()},
    BOARD: Arrival("board", 0, _on_board),
    BURN: Arrival("card_burned", 0, _burn),
}
