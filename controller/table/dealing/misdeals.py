"""A misdeal: proposed when it is seen, and when it is confirmed the hand is dealt anew, with what was posted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling, Who
from controller.table import rulings, seats
from controller.table.dealing import window
from controller.table.dealing.state import AS_PLANNED, Dealing
from controller.table.table import Table, running, said

#: What the floor can let happen instead.
PLAY_ON: Final = "play_on"
REDEAL_RULES: Final = ("cooke.14.20.m", "home.7.before_two", "cooke.def.misdeal")
STOPPED: Final = "act.stopped"


def dealing_of(table: Table) -> Dealing:
    """Return what is known of the present hand's deal beside the hand."""
    dealing = table.around.dealing
    return dealing if dealing.hand == table.hand_number else Dealing(table.hand_number)


def put(table: Table, dealing: Dealing) -> Table:
    """Return the table with that known of its deal."""
    nothing = dealing == Dealing(dealing.hand)
    return said(table, dealing=AS_PLANNED if nothing else dealing)


class Telling(NamedTuple):
    """What a room of the deal tells with: the stories of this step so far, the house, and which story it is about (0 = its own first)."""

    told: list[Told]
    house: House
    about_seq: int = 0


def called(
    table: Table,
    why: Sequence[str],
    telling: Telling,
    *,
    seat: int | None = None,
    cards: tuple[Card, ...] = (),
    options: OptionsUsed = (),
    who: Who = "dealer",
) -> Table:
    """Return the table with a misdeal proposed, for which the action stands still until somebody has decided; once a hand.

    Source: cooke.14.20, roberts.misdeals.1, home.7.before_two.
    """
    dealing = dealing_of(table)
    if "misdeal.called" in telling.house.without:
        return table
    if any(one.kind == "misdeal" and one.status != "lapsed" for one in rulings.docket_of(table).rulings):
        return table
    ruling = Ruling(
        0, "misdeal", (*why, *REDEAL_RULES, *window.WINDOW_RULES), options, (Remedy("redeal"),),
        seat=seat, cards=cards, who=who, may_until="substantial_action", status="proposed",
        about_seq=telling.about_seq, alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, telling.house)
    return put(table, replace(dealing, stopped=rulings.docket_of(table).numbers[0]))


def told_of(
    table: Table, why: Sequence[str], telling: Telling, *, seat: int | None = None, options: OptionsUsed = ()
) -> tuple[Table, list[Told]] | Refused:
    """Return the table after a person told why the deal is a wrong one: proposed, or one more reason of what is proposed already.

    Source: cooke.14.20.
    """
    waiting = next((one for one in rulings.docket_of(table).rulings if one.kind == "misdeal" and one.waits), None)
    if waiting is None:
        after = called(table, why, telling, seat=seat, options=options)
    else:
        rules = telling.house.cited((*waiting.rules, *[one for one in why if one not in waiting.rules]))
        joined = replace(waiting, rules=rules, options=(*waiting.options, *options), seat=waiting.seat or seat)
        after = table if rules == waiting.rules else rulings.changed(table, joined, telling.told)
    if not telling.told:
        return Refused("report.nothing", "Nothing follows from that here: it was told already, or was decided.")
    return after, telling.told


def stops(table: Table) -> Refused | None:
    """Return why nobody can act: a ruling waits for which the action stands still. None when it does not."""
    stopped = table.around.dealing.stopped
    if not stopped or table.around.dealing.hand != table.hand_number or running(table) is None:
        return None
    ruling = next((one for one in rulings.docket_of(table).rulings if one.number == stopped), None)
    if ruling is None or not ruling.waits:
        return None
    return Refused(
        STOPPED,
        f"{ruling.id} is to be decided first: confirm it, or the floor decides otherwise. Nobody acts until then.",
        ruling.rules,
    )


def confirmed(table: Table, house: House) -> tuple[Table, Hand | None, list[Told]]:
    """Return the table after the hand was found to be dealt wrong: its bets go back, and the next hand is the same one again.

    The button stays, and whoever had posted has posted for the next deal.
    Source: cooke.14.20.m, cooke.14.12.g, home.7.before_two.
    """
    hand = running(table)
    if hand is None:
        return table, table.hand, []
    owed = {due.index for due in hand.owing}
    posted = tuple([seat for i, seat in enumerate(hand.seats) if hand.put_in[i] and i not in owed])
    outcome = seats.void_hand(table, "misdeal", house, house.cited(REDEAL_RULES))
    if isinstance(outcome, Refused):
        return table, hand, []
    table, told = outcome
    dealing = dealing_of(table)
    button = dealing.button
    if button:  # others owe the blinds from there: nothing that was posted stays
        table, posted = replace(table, button=button), ()
    dealing = replace(dealing, stopped=0, moves=(), misdealt=True, posted=posted, button=0)
    return put(table, dealing), table.hand, told
