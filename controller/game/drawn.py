"""What players have changed or given up of their cards, as the hand keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.draw_rules import DrawRules
from controller.game.variants import VARIANTS

if TYPE_CHECKING:
    from controller.game.hand import Hand

#: In `Drawing.counts`: he had folded.
OUT = -2
#: How many cards a player who changes more gets at once, where the house keeps the rest for last.
AT_ONCE = 4
#: Bytes a card takes in `Drawing.gone` and `Drawing.came`: street, player, card.
_ROW = 3


class Drawing(msgspec.Struct, frozen=True, gc=False):
    """The draws and discards of a hand.

    Shape: `counts` has one entry a draw or discard that has begun, oldest first, in it one number a player: how many cards he changes or
    gives up, -1 as long as that is open, `OUT` when he was out of the hand by then. `gone` and `came` are the cards that left and came
    so, three bytes each: street, player, card. `opener` is who bet first in the first round of a game for antes alone, -1 = nobody, with
    `opened_chips`. `proof` of his openers: "" = not yet, "shown", or "none" when he had none; `split` = he said that he changes one of
    them. `forced` is who must open for low because nobody opened for high, `false_opener` who
    opened without openers. `short` is who had too little to be forced, and was passed over;
    `behind` who posted the big blind for one who had less than half of it.
    `called` are what players called their hands, two bytes each: player, number; `led` who mucked behind whose call or spread hand.
    Where the customs of limit lowball hold, `passed` are the players who could have bet after the draw and did not. `staked` is what each
    had put in when the last draw began.
    `unseen` are cards that left their player's place before he said how many, and nobody saw where to. `completes` are players who get
    one card more in the first draw than they change, one byte for each such card: they were dealt too few.
    Invariants: a card of `gone` is not in `Hand.dealt`, unless it was dealt again.
    """

    counts: tuple[tuple[int, ...], ...] = ()
    gone: bytes = b""
    came: bytes = b""
    opener: int = -1
    opened_chips: int = 0
    proof: str = ""
    split: bool = False
    forced: int = -1
    false_opener: int = -1
    short: int = -1
    behind: int = -1
    called: bytes = b""
    led: bytes = b""
    passed: bytes = b""
    staked: tuple[int, ...] = ()
    unseen: bytes = b""
    completes: bytes = b""


#: Nobody has changed a card.
NO_DRAWING = Drawing()


def begun(hand: Hand) -> Hand:
    """Return the hand with the next draw or discard open to everyone who is still in it."""
    drawing = hand.drawing
    counts = tuple([OUT if out else -1 for out in hand.folded])
    return replace(hand, stage="drawing", drawing=replace(drawing, counts=(*drawing.counts, counts), staked=hand.put_in))


def passed_up(before: Hand, after: Hand, *, wagered: bool) -> Hand:
    """Return the hand after an action, with who did not bet after the draw where the customs of limit lowball hold.

    A call of an all-in of less than half a bet is no bet; who fills it up, bets or raises has not passed.
    Source: cooke.7.18.04.a, cooke.7.18.04.c, cooke.7.18.04.e.
    """
    i, drawing = before.to_act, before.drawing
    if not VARIANTS[before.variant].must_bet or not before.street or after.folded != before.folded:
        return after
    if wagered:
        passed = drawing.passed.replace(bytes((i,)), b"")
    elif i in drawing.passed or 2 * before.current_bet >= before.full_raise:
        return after
    else:
        passed = drawing.passed + bytes((i,))
    return replace(after, drawing=replace(drawing, passed=passed))


def opener_of(hand: Hand) -> int | None:
    """Return the seat with the button that marks who opened a pot for antes; None where nobody did, or the house has no such button."""
    if hand.over or hand.drawing.opener < 0 or not hand.setup.draws.opener_marked:
        return None
    return hand.seats[hand.drawing.opener]


def said_of(drawing: Drawing, index: int) -> tuple[int, ...]:
    """Return how many cards a player changed or gave up, draw by draw, as far as he was in the hand and has said."""
    return tuple([counts[index] for counts in drawing.counts if counts[index] >= 0])


def fifth_burns(rules: DrawRules, counts: tuple[tuple[int, ...], ...]) -> int:
    """Return before how many fifth cards a card is burned: those of last players who change five. Source: roberts.lowball.10b."""
    if not rules.fifth_last:
        return 0
    return sum([[number for number in said if number != OUT][-1] > AT_ONCE for said in counts])


def unseen(hand: Hand, index: int) -> int:
    """Return how many cards a player said he changes or gives up of which no reader saw that they went: that many of his are not his."""
    if not hand.drawing.counts:
        return 0
    return sum(_unseen(hand.drawing, n, into, index) for n, into in enumerate(_changing(hand)))


def left_late(hand: Hand, index: int, card: Card) -> Hand:
    """Return the hand without a card that turns out to be one of those that had gone."""
    at, drawing = hand.dealt.index(card), hand.drawing
    into = next(into for n, into in enumerate(_changing(hand)) if _unseen(drawing, n, into, index))
    return replace(
        hand,
        dealt=hand.dealt[:at] + hand.dealt[at + 1 :],
        dealt_to=hand.dealt_to[:at] + hand.dealt_to[at + 1 :],
        drawing=replace(drawing, gone=drawing.gone + row(into, index, card)),
    )


def _changing(hand: Hand) -> list[int]:
    """The streets of the draws and discards that have begun."""
    row_ = VARIANTS[hand.variant]
    return [n for n, changes in enumerate(row_.changes_before) if changes][: len(hand.drawing.counts)]


def _unseen(drawing: Drawing, n: int, into: int, index: int) -> int:
    return max(drawing.counts[n][index] - len(cards_of(drawing.gone, into, index)), 0)


def row(street: int, index: int, card: int) -> bytes:
    """One card as `gone` and `came` hold it."""
    return bytes((street, index, card))


def cards_of(rows: bytes, street: int, index: int) -> tuple[Card, ...]:
    """Return the cards that player gave up, or was given, before the betting of that street."""
    return tuple([Card(rows[at + 2]) for at in range(0, len(rows), _ROW) if rows[at] == street and rows[at + 1] == index])


def all_cards(rows: bytes) -> bytes:
    """Return every card of `gone` or `came`, in order."""
    return rows[2::_ROW]
