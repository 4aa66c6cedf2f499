"""Draws and discards: who says how many, which cards go, and when the hand goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller.game import street
from controller.game.cards import Card
from controller.game.drawn import cards_of, row
from controller.game.outcome import More, Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import BURN, HOLE, MUCK, Zone

if TYPE_CHECKING:
    from controller.game.hand import Hand
    from controller.game.variants import Street

#: How many cards a player who changes more gets at once; the rest come when all others have theirs.
AT_ONCE: Final = 4

DRAW_RULES: Final = ("cooke.7.05.a",)
DISCARD_RULES: Final = ("cooke.6.08.01.a", "cooke.6.08.02.a")


def coming(hand: Hand) -> Street:
    """The street whose draw or discard is open."""
    return VARIANTS[hand.variant].streets[hand.street + 1]


def to_draw(hand: Hand) -> int:
    """Return the index of the player who is to say how many cards he changes, -1 when nobody is.

    Left of the button first, then clockwise, all-in players too. A discard is everyone's at once: it has no turn.
    """
    if hand.stage != "drawing" or not coming(hand).draw:
        return -1
    counts = hand.drawing.counts[-1]
    return counts.index(-1) if -1 in counts else -1


def due(hand: Hand, index: int) -> int:
    """How many new cards this player has yet to get."""
    if not coming(hand).draw:
        return 0
    return max(hand.drawing.counts[-1][index], 0) - _came(hand, index)


def all_said(hand: Hand) -> bool:
    """Whether it is known of everyone how many cards he changes or gives up."""
    return hand.stage == "drawing" and -1 not in hand.drawing.counts[-1]


def expected(hand: Hand) -> tuple[Zone, ...]:
    """Return the zones that may receive a card now, in order of turn.

    The burn comes before the first new card; who changes five gets the fifth when everybody else has his.
    Source: cooke.7.05.a, roberts.lowball.10a.
    """
    variant, drawing = VARIANTS[hand.variant], hand.drawing
    zones: list[Zone] = []
    if len(hand.burned) < variant.burns_by_street[hand.street + 1] and all_said(hand):
        zones.append(BURN)
    now: list[Zone] = []
    later: list[Zone] = []
    for i, seat in enumerate(hand.seats):
        missing = due(hand, i)
        if missing > 0:
            at_once = min(drawing.counts[-1][i], AT_ONCE) - (drawing.counts[-1][i] - missing)
            (now if at_once > 0 else later).append(HOLE[seat])
    return (*zones, *now, *later, MUCK)


def say(hand: Hand, seat: int, do: str, number: int | None) -> Refused | tuple[Hand, list[Told]]:
    """Take what a player says: `draw` with a number of cards, `stand_pat`, or `discard`.

    Source: cooke.7.05.a, cooke.7.05.b, cooke.7.12.a, cooke.6.08.01.a, cooke.6.08.02.a.
    """
    wrong = _wrong(hand, seat, do, number)
    if wrong is not None:
        return wrong
    i, open_ = hand.seats.index(seat), coming(hand)
    number = open_.discard or (0 if do == "stand_pat" else number or 0)
    rules = DISCARD_RULES if open_.discard else DRAW_RULES
    hand = _gone_unseen(hand, i, number)
    told = [Told("drew", seat, do="stand_pat" if number == 0 else do, rules=rules, more=More(number=number))]
    return _completed(_said(_counted(hand, i, number), i), told), told


def _wrong(hand: Hand, seat: int, do: str, number: int | None) -> Refused | None:
    """Why this cannot be said of cards now, None when it can."""
    if hand.stage != "drawing":
        return Refused("draw.not_now", f"No cards are changed or given up now (now: {hand.stage}).")
    if seat not in hand.seats:
        return Refused("draw.not_in_hand", f"Seat {seat} is not in this hand; in it are seats {', '.join(map(str, sorted(hand.seats)))}.")
    i = hand.seats.index(seat)
    return _wrong_discard(hand, i, do) if coming(hand).discard else _wrong_draw(hand, i, do, number)


def _wrong_discard(hand: Hand, i: int, do: str) -> Refused | None:
    seat = hand.seats[i]
    if do != "discard":
        return Refused("draw.discard_first", f"Each player gives up {coming(hand).discard} card(s) now: discard.", DISCARD_RULES)
    if hand.drawing.counts[-1][i] != -1:
        return Refused("draw.said", f"Seat {seat} has given up his card(s), or is not in the hand any more.")
    return None


def _wrong_draw(hand: Hand, i: int, do: str, number: int | None) -> Refused | None:
    seat, turn = hand.seats[i], to_draw(hand)
    if turn < 0:
        return Refused("draw.said", f"Seat {seat} cannot draw now: everyone has said how many, and the cards come.")
    if i != turn:
        return Refused("draw.out_of_turn", f"Seat {seat} cannot draw now: it is seat {hand.seats[turn]}'s turn to draw or stand pat.")
    gone = len(cards_of(hand.drawing.gone, hand.street + 1, i))
    number = 0 if do == "stand_pat" else number
    if do == "discard" or number is None or not gone <= number <= coming(hand).draw:
        least = f"{gone} to " if gone else "up to "
        return Refused("draw.number", f"Seat {seat} may draw {least}{coming(hand).draw} cards, or stand pat: say how many.", DRAW_RULES)
    return None


def gave_up(hand: Hand, card: Card, told: list[Told], *, seen: bool = True) -> Hand:
    """Return the hand after a card went to the muck while cards are changed; the very same when it is nobody's in it.

    A player's cards may go before he says how many, or after. With more gone than he said, that many he gets. A card that is only seen to
    be gone (not `seen` in the muck, where cards lie on each other) counts when he has said that more go than went so far.
    """
    at = hand.dealt.find(card)
    i = hand.dealt_to[at] if at >= 0 else len(hand.seats)
    if i >= len(hand.seats) or hand.folded[i]:
        return hand
    drawing, into = hand.drawing, hand.street + 1
    said = drawing.counts[-1][i]
    if not seen and said < 0:
        return replace(hand, drawing=replace(drawing, unseen=drawing.unseen + row(into, i, card)))
    if not seen and len(cards_of(drawing.gone, into, i)) >= said:
        return hand
    hand = _without(hand, i, card)
    number = len(cards_of(hand.drawing.gone, into, i))
    discard = coming(hand).discard
    if discard and said < 0 and number >= discard:
        told.append(Told("drew", hand.seats[i], do="discard", rules=DISCARD_RULES, more=More(number=discard)))
        return _completed(_said(_counted(hand, i, discard), i), told)
    return _said(_counted(hand, i, number), i) if 0 <= said < number and not discard else hand


def _without(hand: Hand, index: int, card: int) -> Hand:
    """The hand after a card of this player is known to have gone."""
    drawing, at, gone = hand.drawing, hand.dealt.index(card), row(hand.street + 1, index, card)
    return replace(
        hand,
        dealt=hand.dealt[:at] + hand.dealt[at + 1 :],
        dealt_to=hand.dealt_to[:at] + hand.dealt_to[at + 1 :],
        drawing=replace(drawing, gone=drawing.gone + gone, unseen=_less(drawing.unseen, gone)),
    )


def _gone_unseen(hand: Hand, index: int, number: int) -> Hand:
    """Return the hand after it is said how many cards go: those that left unseen are among them, as far as others do not make it up."""
    into = hand.street + 1
    missing = number - len(cards_of(hand.drawing.gone, into, index))
    for card in cards_of(hand.drawing.unseen, into, index)[: max(missing, 0)]:
        hand = _without(hand, index, card)
    return hand


def picked_up(hand: Hand, card: Card, index: int) -> Hand:
    """Return the hand after a card that had left a player's place unseen lies there again; the very same where it had not."""
    drawing = hand.drawing
    unseen = _less(drawing.unseen, row(hand.street + 1, index, card))
    return hand if unseen == drawing.unseen else replace(hand, drawing=replace(drawing, unseen=unseen))


def came(hand: Hand, card: Card, index: int) -> Hand:
    """Return the hand after a new card lies in front of a player; the very same when none is due to him.

    A card of his that went comes back so, too: he had picked it up, or thought better of it.
    """
    drawing, into = hand.drawing, hand.street + 1
    back = row(into, index, card)
    if back in _rows(drawing.gone):
        drawing = replace(drawing, gone=_less(drawing.gone, back))
    elif due(hand, index) > 0:
        drawing = replace(drawing, came=drawing.came + back)
    elif hand.dealt_to.count(index) >= _full(hand, index):
        return hand
    after = replace(hand, dealt=hand.dealt + back[2:], dealt_to=hand.dealt_to + back[1:2], drawing=drawing)
    return _completed(after, [])


def whole_hole(hand: Hand, index: int) -> int:
    """How many cards lie in front of this player when all are there: those that he had to give up do not come back."""
    row_ = VARIANTS[hand.variant]
    rows = hand.drawing.gone
    if not rows:
        return row_.hole_cards
    changed = hand.stage == "drawing" and coming(hand).draw
    gone = sum(1 for at in range(0, len(rows), 3) if rows[at + 1] == index and row_.streets[rows[at]].discard)
    return row_.hole_cards - gone - (max(len(cards_of(rows, hand.street + 1, index)) - _came(hand, index), 0) if changed else 0)


def short(hand: Hand, index: int) -> bool:
    """Whether cards of a player have not come that ought to be there; while cards are changed only those that everyone waits for."""
    if hand.stage == "drawing" and coming(hand).draw and due(hand, index) > 0 and all_said(hand):
        return True
    return hand.dealt_to.count(index) < whole_hole(hand, index)


def go_on(hand: Hand, told: list[Told]) -> Hand:
    """Return the hand after the draw, whether or not each new card was read."""
    return street.open_next(replace(hand, stage="dealing"), told)


def _full(hand: Hand, index: int) -> int:
    """How many cards lie in front of a player who was given all of his before this draw, and has given up what is seen gone."""
    given = VARIANTS[hand.variant].hole_by_street[hand.street]
    return given - len(cards_of(hand.drawing.gone, hand.street + 1, index))


def _came(hand: Hand, index: int) -> int:
    return len(cards_of(hand.drawing.came, hand.street + 1, index))


def _completed(hand: Hand, told: list[Told]) -> Hand:
    """Go on once everybody has said how many and has his new cards."""
    if not all_said(hand) or any(due(hand, i) > 0 for i in range(len(hand.seats))):
        return hand
    return go_on(hand, told)


def _counted(hand: Hand, index: int, number: int) -> Hand:
    counts = hand.drawing.counts
    now = (*counts[-1][:index], number, *counts[-1][index + 1 :])
    return replace(hand, drawing=replace(hand.drawing, counts=(*counts[:-1], now)))


def _said(hand: Hand, index: int) -> Hand:
    """Keep what a player did with his cards as the last thing that he did."""
    number = hand.drawing.counts[-1][index]
    word = "discard" if coming(hand).discard else "draw"
    said = f"{word} {number}" if number else "stand_pat"
    return replace(hand, last_acts=(*hand.last_acts[:index], said, *hand.last_acts[index + 1 :]))


def _less(rows: bytes, gone: bytes) -> bytes:
    """Rows without one of them."""
    return b"".join(one for one in _rows(rows) if one != gone)


def _rows(rows: bytes) -> list[bytes]:
    return [rows[at : at + 3] for at in range(0, len(rows), 3)]
