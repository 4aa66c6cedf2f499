"""Draws and discards: who says how many, which cards go, and when the hand goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller.game import street
from controller.game.cards import Card
from controller.game.drawn import AT_ONCE, cards_of, fifth_burns, left_late, row, unseen
from controller.game.outcome import More, Refused, Told
from controller.game.thrown_away import gone_unseen, less, rows, without
from controller.game.variants import VARIANTS
from controller.game.zones import BURN, HOLE, MUCK, Zone

if TYPE_CHECKING:
    from controller.game.hand import Hand
    from controller.game.variants import Street

DRAW_RULES: Final = ("cooke.7.05.a", "cooke.7.01.a", "cooke.4.17.e")
#: All five, and of the last player.
DRAW_FIVE_RULES: Final = (*DRAW_RULES, "roberts.lowball.10a")
LAST_DRAWS_FIVE_RULES: Final = (*DRAW_FIVE_RULES, "roberts.lowball.10b")
RAP_RULES: Final = ("cooke.7.12.a", "roberts.lowball.14")
#: A rap where a bet or raise is to be answered: he did not know of it, and may still do all.
RAP_AT_A_BET_RULES: Final = ("cooke.7.12.b", *RAP_RULES)
#: He may change the number as long as no card came for it and nobody has acted on it.
CHANGE_RULES: Final = ("cooke.7.10.a", "roberts.lowball.12.1", "roberts.lowball.12.2")
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


def unbegun(hand: Hand) -> bool:
    """Whether a draw or discard is open and nobody has done anything: the blinds put everybody all-in, and cards are still dealt."""
    if hand.stage != "drawing" or hand.street or len(hand.drawing.counts) > 1 or hand.burned or any(hand.folded):
        return False
    return max(hand.drawing.counts[0]) < 0 and max(hand.faced_at) < 0


def due(hand: Hand, index: int) -> int:
    """How many new cards this player has yet to get."""
    if not coming(hand).draw:
        return 0
    said, drawing = hand.drawing.counts[-1][index], hand.drawing
    more = drawing.completes.count(index) if drawing.completes and said >= 0 and len(drawing.counts) == 1 else 0
    return max(said, 0) + more - _came(hand, index)


def discards_owed(hand: Hand) -> tuple[int, ...]:
    """Return the seats that have yet to give up cards, in deal order."""
    if hand.stage != "drawing" or not coming(hand).discard:
        return ()
    return tuple([seat for seat, said in zip(hand.seats, hand.drawing.counts[-1], strict=True) if said == -1])


def all_said(hand: Hand) -> bool:
    """Whether it is known of everyone how many cards he changes or gives up."""
    return hand.stage == "drawing" and -1 not in hand.drawing.counts[-1]


def expected(hand: Hand) -> tuple[Zone, ...]:
    """Return the zones that may receive a card now, in order of turn.

    The burn comes before the first new card. Who changes five gets them in a row, or, where the house has it so, four, and the fifth when
    everybody else has his; the last player gets it behind one more burn.
    Source: cooke.7.05.a, roberts.lowball.10a, roberts.lowball.10b.
    """
    variant, drawing = VARIANTS[hand.variant], hand.drawing
    zones: list[Zone] = []
    at_once = AT_ONCE if hand.setup.draws.fifth_last else coming(hand).draw
    now: list[Zone] = []
    later: list[Zone] = []
    for i, seat in enumerate(hand.seats):
        missing = due(hand, i)
        if missing > 0:
            (now if missing > drawing.counts[-1][i] - at_once else later).append(HOLE[seat])
    burns = variant.burns_by_street[hand.street + 1] + fifth_burns(hand.setup.draws, drawing.counts if not now else drawing.counts[:-1])
    if len(hand.burned) < burns and all_said(hand):
        zones.append(BURN)
    return (*zones, *now, *later, MUCK)


def say(hand: Hand, seat: int, do: str, number: int | None) -> Refused | tuple[Hand, list[Told]]:
    """Take what a player says: `draw` with a number of cards, `stand_pat` (or a rap), or `discard`.

    He may say another number as long as no card came for it and nobody behind him has said his.
    Source: cooke.7.05.a, cooke.7.05.b, cooke.7.10.a, cooke.7.12.a, cooke.6.08.01.a, cooke.6.08.02.a, roberts.lowball.12.1.
    """
    raps = do == "rap" and hand.setup.draws.rap
    do = "stand_pat" if raps else do
    wrong = _wrong(hand, seat, do, number)
    if wrong is not None:
        return wrong
    i, open_ = hand.seats.index(seat), coming(hand)
    number = open_.discard or (0 if do == "stand_pat" else number or 0)
    again = hand.drawing.counts[-1][i] >= 0
    rules = DISCARD_RULES if open_.discard else CHANGE_RULES if again else RAP_RULES if raps else _draw_rules(hand, i, number)
    hand = gone_unseen(hand, i, number)
    told = [Told("drew", seat, do="stand_pat" if number == 0 else do, rules=rules, more=More(number=number))]
    return _completed(_said(_counted(hand, i, number), i), told), told


def _draw_rules(hand: Hand, i: int, number: int) -> tuple[str, ...]:
    if number <= AT_ONCE:
        return DRAW_RULES
    return DRAW_FIVE_RULES if any(said == -1 for said in hand.drawing.counts[-1][i + 1 :]) else LAST_DRAWS_FIVE_RULES


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
    if "draw.in_order" in hand.off and hand.drawing.counts[-1][i] < 0:
        turn = i
    if i != turn and not may_change(hand, i):
        said = hand.drawing.counts[-1][i] >= 0
        if turn < 0 or said:
            why = f"Seat {seat} has said how many, and a card came for it, or somebody behind him has acted on it."
            return Refused("draw.said", why, CHANGE_RULES)
        why = f"Seat {seat} cannot draw now: it is seat {hand.seats[turn]}'s turn to draw or stand pat."
        return Refused("draw.out_of_turn", why, DRAW_RULES)
    gone = len(cards_of(hand.drawing.gone, hand.street + 1, i))
    number = 0 if do == "stand_pat" else number
    if do not in ("draw", "stand_pat") or number is None or not gone <= number <= coming(hand).draw:
        least = f"{gone} to " if gone else "up to "
        return Refused("draw.number", f"Seat {seat} may draw {least}{coming(hand).draw} cards, or stand pat: say how many.", DRAW_RULES)
    return None


def may_change(hand: Hand, i: int) -> bool:
    """Whether this player, who has said how many cards he changes, may say another number.

    Source: cooke.7.10.a, roberts.lowball.12.1, roberts.lowball.12.2.
    """
    counts = hand.drawing.counts[-1]
    burned = 0 < VARIANTS[hand.variant].burns_by_street[hand.street + 1] <= len(hand.burned)  # came off for the first who draws
    if not hand.setup.draws.change_number or counts[i] < 0 or burned or _came(hand, i):
        return False
    return all(said < 0 for said in counts[i + 1 :])


def rapped_at_a_bet(hand: Hand) -> Refused:
    """Return why a rap is no check now: it is no fold either."""
    seat = hand.seats[hand.to_act]
    return Refused("act.facing_bet", f"Seat {seat} raps and faces a bet of {hand.current_bet}: ask what he does.", RAP_AT_A_BET_RULES)


def gave_up(hand: Hand, card: Card, told: list[Told], *, seen: bool = True) -> Hand:
    """Return the hand after a card went to the muck while cards are changed; the very same when it is nobody's in it.

    A player's cards may go before he says how many, or after. With more gone than he said, that many he gets. A card that is only seen to
    be gone (not `seen` in the muck, where cards lie on each other) counts when he has said that more go than went so far. What goes when
    the draw is over is his discard if one of his was not seen to go.
    """
    at = hand.dealt.find(card)
    i = hand.dealt_to[at] if at >= 0 else len(hand.seats)
    if i >= len(hand.seats) or hand.folded[i]:
        return hand
    if hand.stage != "drawing":
        late = unseen(hand, i) > 0 and hand.shown[i] is None and not hand.mucked[i]
        return left_late(hand, i, card) if late else hand
    drawing, into = hand.drawing, hand.street + 1
    said = drawing.counts[-1][i]
    if not seen and said < 0:
        return replace(hand, drawing=replace(drawing, unseen=drawing.unseen + row(into, i, card)))
    if not seen and len(cards_of(drawing.gone, into, i)) >= said:
        return hand
    hand = without(hand, i, card)
    number = len(cards_of(hand.drawing.gone, into, i))
    discard = coming(hand).discard
    if discard and said < 0 and number >= discard:
        told.append(Told("drew", hand.seats[i], do="discard", rules=DISCARD_RULES, more=More(number=discard)))
        return _completed(_said(_counted(hand, i, discard), i), told)
    return _said(_counted(hand, i, number), i) if 0 <= said < number and not discard else hand


def came(hand: Hand, card: Card, index: int) -> Hand:
    """Return the hand after a new card lies in front of a player; the very same when none is due to him.

    A card of his that went comes back so, too: he had picked it up, or thought better of it.
    """
    drawing, into = hand.drawing, hand.street + 1
    back = row(into, index, card)
    if back in rows(drawing.gone):
        drawing = replace(drawing, gone=less(drawing.gone, back))
    elif due(hand, index) > 0 or _came_before_said(hand, index):
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


def _came_before_said(hand: Hand, index: int) -> bool:
    """Whether a card comes in place of one that went, before it was entered how many he changes; or that entry was taken back."""
    if not coming(hand).draw or hand.drawing.counts[-1][index] != -1:
        return False
    return len(cards_of(hand.drawing.gone, hand.street + 1, index)) > _came(hand, index)


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
