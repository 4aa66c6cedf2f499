"""A hand whose cards lie elsewhere than the deal put them: what a remedy moves counts where it lies then."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import drawing
from controller.game.cards import Card
from controller.game.drawn import cards_of, row
from controller.game.hand import TO_TABLE, Hand
from controller.game.thrown_away import less
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE_SEAT, UP_SEAT, Zone


def without(hand: Hand, card: Card) -> Hand:
    """Return the hand as if this card had never been part of it; the very same hand when it is none of its cards."""
    if card not in hand.dealt:
        return hand
    at = hand.dealt.index(card)
    return replace(
        hand,
        dealt=hand.dealt[:at] + hand.dealt[at + 1 :],
        dealt_to=hand.dealt_to[:at] + hand.dealt_to[at + 1 :],
        board=tuple([one for one in hand.board if one != card]),
        burned=tuple([one for one in hand.burned if one != card]),
        up=hand.up.replace(bytes((card,)), b""),
        entered=hand.entered.replace(bytes((card,)), b""),
    )


def amended(hand: Hand, card: Card, zone: Zone | None) -> Hand:
    """Return the hand with a card counted at `zone`, whatever the plan has there; anywhere else it is no card of the hand any more."""
    changed = _with_another(hand, card, zone)
    if changed is not None:
        return changed
    hand = without(hand, card)
    seat = None if zone is None else HOLE_SEAT.get(zone) or UP_SEAT.get(zone)
    if seat is not None:
        return _before_player(hand, card, hand.index_of[seat], up=zone in UP_SEAT)
    if zone == BURN:
        return replace(hand, burned=(*hand.burned, card), dealt=hand.dealt + bytes((card,)), dealt_to=hand.dealt_to + bytes((TO_TABLE,)))
    if zone == BOARD:
        return replace(hand, board=(*hand.board, card), dealt=hand.dealt + bytes((card,)), dealt_to=hand.dealt_to + bytes((TO_TABLE,)))
    return hand


def _with_another(hand: Hand, card: Card, zone: Zone | None) -> Hand | None:
    """Return the hand with a player's card before another: it keeps its place in the order of the deal. None when it is no such move."""
    index = hand.index_of[HOLE_SEAT[zone]] if zone in HOLE_SEAT else -1
    if index < 0 or card not in hand.dealt:
        return None
    at = hand.dealt.index(card)
    if hand.dealt_to[at] == TO_TABLE:
        return None
    return replace(hand, dealt_to=hand.dealt_to[:at] + bytes((index,)) + hand.dealt_to[at + 1 :])


def before(hand: Hand, old: Card, card: Card) -> Hand | None:
    """Return the hand with a card that came to a player for another: it has the other's turn. None when nobody holds that one."""
    if old not in hand.dealt or card in hand.dealt:
        return None
    at = hand.dealt.index(old)
    holder = hand.dealt_to[at : at + 1]
    if holder[0] == TO_TABLE or (hand.stage == "drawing" and not drawing.unbegun(hand)):
        return None
    return replace(
        hand, dealt=hand.dealt[:at] + bytes((card,)) + hand.dealt[at:], dealt_to=hand.dealt_to[:at] + holder + hand.dealt_to[at:]
    )


def _before_player(hand: Hand, card: Card, i: int, *, up: bool) -> Hand:
    if i < 0:
        return hand
    if hand.stage == "drawing" and not drawing.unbegun(hand):
        return drawing.came(hand, card, i)
    seen = hand.up + bytes((card,)) if up else hand.up
    return replace(hand, dealt=hand.dealt + bytes((card,)), dealt_to=hand.dealt_to + bytes((i,)), up=seen)


def changed_but(hand: Hand, seat: int) -> bool:
    """Whether everybody but this seat has his new cards."""
    return drawing.all_said(hand) and all(one == seat or drawing.due(hand, i) <= 0 for i, one in enumerate(hand.seats))


def of_draw(hand: Hand, card: Card) -> int:
    """Return before which street's betting a card came to a player in exchange for another; -1 = it came otherwise.

    Only the draw that is open, or over which nobody has bet yet: later it is a card like any other.
    """
    came = hand.drawing.came
    if card not in hand.dealt or not came:
        return -1
    holder = hand.dealt_to[hand.dealt.index(card)]
    for street in (hand.street, hand.street + 1):
        if holder != TO_TABLE and card in cards_of(came, street, holder):
            return street
    return -1


def refused(hand: Hand, card: Card, street: int) -> Hand:
    """Return the hand as if this card had not come in the draw before that street: its player waits for another."""
    back = hand if hand.stage == "drawing" and hand.street < street else reopened(hand)
    holder = hand.dealt_to[hand.dealt.index(card)]
    came = less(back.drawing.came, row(street, holder, card))
    return without(replace(back, drawing=replace(back.drawing, came=came)), card)


def untouched(hand: Hand) -> bool:
    """Whether nobody has done anything since the cards of the present street came."""
    if hand.stage == "drawing":
        return all(said < 0 for said in hand.drawing.counts[-1])
    return max(hand.faced_at) < 0 and (hand.stage == "betting" or (hand.stage == "showdown" and not any(hand.mucked)))


def reopened(hand: Hand) -> Hand:
    """Return the hand as it was before the last card of its present street came: `untouched`, it waits for a card again."""
    variant = VARIANTS[hand.variant]
    stage = "drawing" if variant.changes_before[hand.street] and hand.setup.draws.draws else "dealing"
    drawing_ = hand.drawing
    if hand.stage == "drawing":
        drawing_ = replace(drawing_, counts=drawing_.counts[:-1])
    return replace(hand, stage=stage, street=hand.street - 1, to_act=-1, drawing=drawing_)


def undealt(hand: Hand, lie: int) -> Hand:
    """Return the hand as it waits for the cards of its present street again, with the first `lie` cards of the board.

    Invariants: nobody has put in chips on that street; where nobody could bet it is the same but for the cards.
    """
    gone = hand.board[lie:]
    for card in gone:
        hand = without(hand, card)
    if hand.stage == "drawing" and gone:  # cards were to be given up: they are once the street lies there again
        on_board = drawing.coming(hand).on_board
        hand = replace(hand, drawing=replace(hand.drawing, counts=hand.drawing.counts[:-1]), street=hand.street + on_board)
    return replace(hand, stage="dealing", street=hand.street - 1, to_act=-1, faced_at=(-1,) * len(hand.seats)) if gone else hand
