"""Which rules of draw games make what the player to act may do what it is: constants, of all books. Nothing here decides anything."""

from __future__ import annotations

from typing import Final

from controller.game.hand import Hand
from controller.game.limits import NO_CAP, short_stands
from controller.game.variants import VARIANTS
from controller.game.wagers import TWO_ROUNDS

FIRST_BEHIND_BLINDS: Final = ("cooke.7.06.a",)
FIRST_LEFT_OF_BUTTON: Final = ("cooke.7.06.d", "cooke.4.17.g")
#: For antes alone: left of the button before the draw, and who opened after it.
FIRST_FOR_ANTES: Final = ("cooke.7.06.b",)
OPENER_FIRST: Final = ("cooke.7.06.c",)
MARKED_OPENER: Final = ("cooke.7.06.c", "cooke.7.15.a")
#: Anything opens where the game asks for nothing.
ANY_OPENS: Final = ("cooke.7.16.04.a",)
BLIND_OPTION: Final = ("cooke.7.03.d",)
FORCED_OPTION: Final = ("cooke.7.20.01.a",)
OPENING: Final = ("cooke.7.08.a",)
DOUBLED: Final = ("cooke.7.04.d",)
COMPLETED_SEVEN: Final = ("cooke.7.18.04.e",)
CHECK_RAISE: Final = ("cooke.7.16.03.a",)
#: Games for low alone: the first round knows no check, a bet is twice as much after the draw, and where check and raise is allowed.
LOW_FACING: Final = ("cooke.7.18.c",)
LOW_DOUBLED: Final = ("cooke.7.18.d",)
LOW_CHECK_RAISE: Final = ("cooke.7.19.d",)
LOW_CHECK_RAISE_BIG: Final = ("cooke.7.18.08.b",)
CAP: Final = ("cooke.7.07.a", "cooke.9.16.c", "roberts.betting.3.2", "roberts.lowball.2")
HEADS_UP_CAP: Final = ("cooke.7.07.b", "roberts.betting.4a")


def has_draws(hand: Hand) -> bool:
    """Whether cards are changed in this game."""
    return VARIANTS[hand.variant].draws > 0


def _for_low(hand: Hand) -> bool:
    return VARIANTS[hand.variant].halves[0].name == "low"


def facing_rules(hand: Hand) -> tuple[str, ...]:
    """Return what draw games say of a check while there is something to call."""
    return LOW_FACING if has_draws(hand) and not hand.street and _for_low(hand) else ()


def _doubled(hand: Hand) -> tuple[str, ...]:
    return DOUBLED + LOW_DOUBLED if _for_low(hand) else DOUBLED


def _check_raise(hand: Hand) -> tuple[str, ...]:
    if not _for_low(hand):
        return CHECK_RAISE
    return LOW_CHECK_RAISE_BIG if VARIANTS[hand.variant].must_bet else LOW_CHECK_RAISE


def first_rules(hand: Hand) -> tuple[str, ...]:
    """Return why the first of a round in a draw game is the first."""
    if VARIANTS[hand.variant].forced != "antes":
        return FIRST_LEFT_OF_BUTTON if hand.street else FIRST_BEHIND_BLINDS
    if not hand.street:
        return FIRST_FOR_ANTES
    if hand.drawing.opener < 0:
        return FIRST_LEFT_OF_BUTTON
    return MARKED_OPENER if hand.setup.draws.opener_marked else OPENER_FIRST


def bet_rules(hand: Hand) -> tuple[str, ...]:
    """Return what draw games say of a bet where nothing is in."""
    if not hand.street:
        return ANY_OPENS
    return _doubled(hand) if VARIANTS[hand.variant].streets[hand.street].big else ()


def raise_rules(hand: Hand) -> tuple[str, ...]:
    """Return what draw games say of a raise."""
    row = VARIANTS[hand.variant]
    found: tuple[str, ...] = ()
    if row.must_bet and hand.street and short_stands(hand):
        found += COMPLETED_SEVEN
    if not hand.street and hand.aggressor < 0:
        found += OPENING
    if hand.street and row.streets[hand.street].big:
        found += _doubled(hand)
    if hand.faced_at[hand.to_act] == 0:
        found += _check_raise(hand)
    return found


def cap_rules(hand: Hand) -> tuple[str, ...]:
    """Return what draw games of two rounds say of how often may be raised; () in other games."""
    if len(VARIANTS[hand.variant].streets) != TWO_ROUNDS:
        return ()
    return CAP if hand.round.cap != NO_CAP else HEADS_UP_CAP
