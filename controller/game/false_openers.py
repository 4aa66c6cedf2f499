"""What the opener shows and says before the draw is over: that he had openers, that he had none, that he splits them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import openers, showdown, unopened
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.limits import Round
from controller.game.outcome import More, Refused, Told
from controller.game.pots import layer
from controller.game.street import next_to_act

DEAD_RULES: Final = ("cooke.7.17.02.c", "cooke.7.17.02.a", "cooke.7.13.b")
WITHDRAWN_RULES: Final = ("cooke.7.17.02.d",)
RETURNED_RULES: Final = ("cooke.7.17.02.e",)
SPLIT_RULES: Final = ("cooke.7.17.03.a",)


def may_show(hand: Hand, seat: int) -> bool:
    """Whether this seat opened, and the draw is not over: then he may show what he opened with."""
    i = hand.drawing.opener
    before = not hand.street and hand.stage in ("betting", "drawing")
    return before and i >= 0 and hand.seats[i] == seat and openers.owed(hand) and "draw.false_opener" not in hand.off


def show(hand: Hand, seat: int, cards: tuple[Card, ...] | None) -> Refused | tuple[Hand, list[Told]]:
    """Take what the opener turns up before the draw is over. With openers the hand goes on; without them it is dead.

    Source: cooke.7.17.02.a, cooke.7.17.02.c.
    """
    i = hand.seats.index(seat)
    named = showdown.tabled(hand, i, cards)
    if isinstance(named, Refused):
        return named
    hand, faces = named
    told = [Told("shown", seat=seat, cards=faces)]
    if openers.had(hand, i):
        told.append(Told("openers", seat, do="shown", rules=openers.SHOW_RULES))
        return replace(hand, drawing=replace(hand.drawing, proof="shown")), told
    told.append(Told("openers", seat, do="none", rules=DEAD_RULES, more=More(number=openers.lowest_pair(hand.setup))))
    return _dead(hand, i, told), told


def _dead(hand: Hand, i: int, told: list[Told]) -> Hand:
    """Return the hand without the false opener: his opening bet stays, every other bet goes back, and who has not acted may open.

    Source: cooke.7.17.02.a, cooke.7.17.02.b, cooke.7.17.02.c, cooke.7.17.02.d, cooke.7.17.02.e.
    """
    put = [chips - dead for chips, dead in zip(hand.put_in, hand.dead_put_in, strict=True)]
    put[i] -= min(hand.drawing.opened_chips, put[i])
    if "draw.withdrawn" in hand.off:
        put[i] = 0
    if "draw.bets_returned" in hand.off:
        put = [chips if j == i else 0 for j, chips in enumerate(put)]
    for j, chips in enumerate(put):
        if chips:
            told.append(Told("uncalled_returned", hand.seats[j], chips, rules=WITHDRAWN_RULES if j == i else RETURNED_RULES))
    after = replace(
        hand,
        stage="betting",
        stacks=tuple([stack + chips for stack, chips in zip(hand.stacks, put, strict=True)]),
        put_in=tuple([chips - back for chips, back in zip(hand.put_in, put, strict=True)]),
        bets=(0,) * len(put),
        folded=(*hand.folded[:i], True, *hand.folded[i + 1 :]),
        current_bet=0,
        aggressor=-1,
        round=Round(cap=hand.round.cap),
        faced_at=_passed(hand),
        drawing=replace(hand.drawing, opener=-1, opened_chips=0, counts=(), proof="none", false_opener=i),
    )
    after = replace(after, pots=layer(after, after.put_in))
    to_act = next_to_act(i, after.folded, after.stacks, after.faced_at, 0)
    if to_act < 0 or after.folded.count(False) == 1:
        return unopened.ended(after, told)
    return replace(after, to_act=to_act)


def _passed(hand: Hand) -> tuple[int, ...]:
    """Return what each has answered once the false opening is gone: who has acted has had his chance to open.

    Source: cooke.7.17.02.b.
    """
    if "draw.passed_cannot_open" in hand.off:
        return (-1,) * len(hand.faced_at)
    return tuple([0 if faced >= 0 else -1 for faced in hand.faced_at])


def split(hand: Hand, seat: int) -> Refused | tuple[Hand, list[Told]]:
    """Take it that the opener changes one of his openers: what he changes is turned up when he has shown.

    Source: cooke.7.17.03.a.
    """
    i = hand.drawing.opener
    if "draw.split" in hand.off or hand.stage != "drawing" or i < 0 or hand.seats[i] != seat or not openers.owed(hand):
        return Refused(
            "draw.no_split", "Only who opened with openers that he has to show splits them, while cards are changed.", SPLIT_RULES
        )
    if hand.drawing.split:
        return Refused("draw.said", f"Seat {seat} has said that he splits his openers.", SPLIT_RULES)
    return replace(hand, drawing=replace(hand.drawing, split=True)), [Told("openers", seat, do="split", rules=SPLIT_RULES)]
