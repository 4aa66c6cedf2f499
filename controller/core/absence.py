"""A player who is away when it is his turn: his forced bet is taken, his hand is killed, or it stays in for nothing."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from controller import events
from controller.core.tellings import Stepped, after, moved_on, refused
from controller.core.verbs import NO_HAND, PAUSED
from controller.game import betting, wagers
from controller.game.hand import Hand
from controller.game.outcome import Refused
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.table import questions
from controller.table.table import Table, running

ABSENT: Final = "absent"
#: Games with an ante and a forced bet: what is taken from him, and what he loses when a bet is put to him.
TAKEN_RULES: Final = ("cooke.5.13.b",)
ANTE_LOST_RULES: Final = ("cooke.5.13.a", "roberts.stud.8")
BET_LOST_RULES: Final = ("cooke.5.13.c", "roberts.stud.8")

NOT_RULED: Final = Refused("request.no_ruling", "Nothing is ruled here about players who are away.")


class Deed(NamedTuple):
    """An action, and the rules of games with a forced bet that it is done by."""

    do: str
    rules: tuple[str, ...]


def absent(table: Table, command: events.Request, house: House) -> Stepped:
    """Do for the player to act what the house does for one who is away.

    Source: cooke.5.13.a, cooke.5.13.b, cooke.5.13.c, roberts.stud.8.
    """
    head, hand = command.head, running(table)
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return moved_on(table, head, house)
    if hand is None:
        return refused(table, head, NO_HAND, house)
    deed = _deed(hand, house)
    why = _not_now(table, hand, command)
    if why is not None or deed is None:
        return refused(table, head, why or NOT_RULED, house)
    outcome = betting.act(hand, command.seat, deed.do, None)
    if isinstance(outcome, Refused):
        return refused(table, head, outcome, house)
    hand, told = outcome
    told[0] = replace(told[0], rules=deed.rules if VARIANTS[hand.variant].forced == "bring_in" else ())
    return after(table, hand, told, head.at_ns, house, head=head)


def _not_now(table: Table, hand: Hand, command: events.Request) -> Refused | None:
    """Return why nothing is done for this seat now."""
    if table.paused:
        return PAUSED
    if hand.to_act < 0 or hand.seats[hand.to_act] != command.seat:
        return Refused("request.not_his_turn", f"It is not seat {command.seat}'s turn: who is away is told of when it is.")
    return questions.deal_wrong(table, hand, command.head.role) if table.open else None


def _deed(hand: Hand, house: House) -> Deed | None:
    """Return what is done for the player to act, and by which rules; None = nothing at this house."""
    i = hand.to_act
    if wagers.brings_in(hand) and not wagers.may_fold(hand):
        return None if "absent.bring_in" in house.without else Deed("bring_in", TAKEN_RULES)
    if "absent.killed" in house.without:
        return None
    lost = BET_LOST_RULES if hand.bets[i] else ANTE_LOST_RULES
    kills = hand.current_bet > hand.bets[i] or house.options.absent_hand_killed == "after_starting_hand"
    return Deed("fold", lost) if kills else Deed("check", BET_LOST_RULES)
