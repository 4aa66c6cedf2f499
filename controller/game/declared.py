"""What a player says of his low hand at the showdown: a call that his cards do not meet, and a pair that he did not tell of."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.awards import halves_of
from controller.game.cards import JOKER, Card
from controller.game.hand import Hand
from controller.game.outcome import More, Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE

#: The number that is called for a hand with a pair; any other is the highest card of a low, 11 a jack to 14 an ace.
PAIR: Final = 0
_LOWEST: Final = {"ace_to_five": (5, 13), "deuce_to_seven": (7, 14)}
#: With so many hands at the showdown a wrong call is another matter than between two.
_MANY: Final = 3

MET_RULES: Final = ("cooke.7.18.02.a", "roberts.lowball.15a")
STANDS_RULES: Final = ("cooke.7.18.02.c", "roberts.lowball.15c")
MANY_RULES: Final = ("cooke.7.18.02.d", "roberts.lowball.15d")
FOULED_RULES: Final = ("cooke.7.18.02.b", "roberts.lowball.15b")
PAIR_RULES: Final = ("cooke.7.18.03.a", "roberts.lowball.16")


def numbers(hand: Hand) -> tuple[int, ...]:
    """Return what may be called now: the highest cards that a low can have, and a pair; () where nothing is called."""
    ranking = halves_of(hand.variant, hand.setup.awards)[0].ranking
    if hand.stage != "showdown" or not VARIANTS[hand.variant].calls_count or ranking not in _LOWEST:
        return ()
    least, most = _LOWEST[ranking]
    return (PAIR, *range(least, most + 1))


def declare(hand: Hand, seat: int, number: int | None) -> Refused | tuple[Hand, list[Told]]:
    """Take what a player calls before he shows: the highest card of his low, or a pair.

    Source: cooke.7.18.02.a, cooke.7.18.03.a, roberts.lowball.15a, roberts.lowball.16.
    """
    may = numbers(hand)
    if not may or "declare.binds" in hand.off:
        return Refused("declare.not_now", "A hand is called at the showdown of a lowball game, and nowhere else.")
    i = hand.seats.index(seat) if seat in hand.seats else -1
    if i < 0 or hand.folded[i] or hand.mucked[i] or hand.shown[i] is not None:
        return Refused("declare.not_in_hand", f"Seat {seat} has no hand that is still to be shown.")
    if number not in may:
        return Refused("declare.number", f"Called is {PAIR} for a pair, or the highest card of the low, {may[1]} to {may[-1]}.")
    called = {**calls(hand), i: number}
    drawing = replace(hand.drawing, called=b"".join(bytes(pair) for pair in called.items()))
    return replace(hand, drawing=drawing), [Told("declared", seat, do="says", more=More(number=number))]


def calls(hand: Hand) -> dict[int, int]:
    """Return what each player has called, by his index."""
    said = hand.drawing.called
    return dict(zip(said[::2], said[1::2], strict=True))


def mucked(hand: Hand, index: int) -> Hand:
    """Return the hand with it kept whose call, or silence about a pair, a player may have mucked for."""
    if not VARIANTS[hand.variant].calls_count:
        return hand
    said = calls(hand)
    by = [i for i in range(len(hand.seats)) if i != index and not hand.mucked[i] and not hand.folded[i]]
    led = [i for i in by if said.get(i, PAIR) != PAIR or (hand.shown[i] is not None and i not in said and _paired(hand.shown[i] or ()))]
    rows = b"".join([bytes((index, i)) for i in led])
    return replace(hand, drawing=replace(hand.drawing, led=hand.drawing.led + rows)) if rows else hand


def waits(hand: Hand) -> bool:
    """Whether somebody has called a hand that another mucked for, and has yet to show it."""
    led = hand.drawing.led
    return any(hand.shown[i] is None and not hand.mucked[i] for i in led[1::2])


def judged(hand: Hand, told: list[Told]) -> Hand:
    """Return the hand once the hands that were called lie open: a wrong call is dead, or counts for nothing, as the house has it.

    Who mucked for a hand that is dead has the pot where nobody else contests it, until the floor says otherwise.
    Source: cooke.7.18.02.a, cooke.7.18.02.b, cooke.7.18.02.c, cooke.7.18.02.d, cooke.7.18.03.a, roberts.lowball.15b.
    """
    led, rules, said = hand.drawing.led, hand.setup.draws, calls(hand)
    for i in sorted({*said, *led[1::2]}):
        shown = hand.shown[i]
        if shown is None or hand.mucked[i]:
            continue
        number = said.get(i)
        wrong = number is not None and number != PAIR and not _meets(hand, shown, number)
        victims = tuple([led[k] for k in range(0, len(led), 2) if led[k + 1] == i])
        silent = rules.say_pair and number != PAIR and _paired(shown) and "declare.pair" not in hand.off
        by_call = wrong and rules.miscall_fouled and "declare.fouls" not in hand.off
        dead = ""
        if victims and (by_call or silent):
            dead, why = "fouled", FOULED_RULES if by_call else PAIR_RULES
        elif wrong and hand.folded.count(False) >= _MANY:
            dead, why = "dead" if rules.miscall_many and "declare.many" not in hand.off else "stands", MANY_RULES
        elif wrong:
            dead, why = "dead" if rules.miscall_two else "stands", STANDS_RULES
        elif number is not None:
            dead, why = "met", MET_RULES
        if dead:
            zones = tuple([HOLE[hand.seats[one]] for one in victims]) if dead == "fouled" else ()
            told.append(Told("declared", hand.seats[i], do=dead, zones=zones, rules=why, more=More(number=number)))
        if dead in ("dead", "fouled"):
            hand = _without(hand, i, victims)
    return replace(hand, drawing=replace(hand.drawing, called=b"", led=b""))


def _without(hand: Hand, index: int, victims: tuple[int, ...]) -> Hand:
    gone = (*hand.mucked[:index], True, *hand.mucked[index + 1 :])
    left = [(chips, tuple([i for i in who if i != index]), index in who) for chips, who in hand.pots]
    pots = tuple([(chips, who or (victims[:1] if was_his else ())) for chips, who, was_his in left])
    return replace(hand, mucked=gone, pots=pots)


def _meets(hand: Hand, shown: tuple[Card, ...], number: int) -> bool:
    """Whether a hand is at least the worst low with that highest card; its other cards do not matter."""
    half = halves_of(hand.variant, hand.setup.awards)[0]
    last = number - 4 if half.ranking == "ace_to_five" else number - 5  # there five in a row are a straight
    values = (number, number - 1, number - 2, number - 3, last)
    worst = tuple([Card((12 if value in (1, 14) else value - 2) * 4 + place % 4) for place, value in enumerate(values)])
    return half.rank(shown, ()) >= half.rank(worst, ())


def _paired(shown: tuple[Card, ...]) -> bool:
    ranks = [card // 4 for card in shown if card != JOKER]
    return len(set(ranks)) < len(ranks)
