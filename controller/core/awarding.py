"""The award of hands that lie open before the board does: at the end of every step it is asked whether it may be given now.

It hangs on no single event. Whatever came, the burn, the card, a timer, a decision, a correction: the step with which the table has
nothing more against it gives it.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from controller.core.tellings import Stepped, numbered
from controller.effects import CommandDone, Effect, Tell
from controller.game import showdown
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.table import room, seats
from controller.table.dealing import award
from controller.table.table import Table

#: When somebody may have tabled his hand though the board is not known to be right.
STAGES: Final = ("dealing", "showdown")


def settled(stepped: Stepped, hand: Hand, event: Any, house: House) -> Stepped:
    """Return what a step came to that changed the table, with the award if that waited for nothing but the table, which has nothing against
    it any more.

    `hand` is the running one as the step left it, while its board is dealt or at its showdown.
    """
    table, effects = stepped
    if not hand.amiss.unsure:
        return (replace(table, hand=award.unsure(hand)), effects) if award.is_watched(table, hand, house) else stepped
    if hand.stage != "showdown":
        return stepped
    if not award.is_due(hand):
        # whoever shows from now on does so before a board that is known
        return stepped if award.waits_for_burn(table) else (replace(table, hand=award.sure(hand)), effects)
    return _given(table, effects, hand, event, house) if award.may_be_given(table, hand) else stepped


def _given(table: Table, effects: tuple[Effect, ...], hand: Hand, event: Any, house: House) -> Stepped:
    """Return the step with the award behind what was told, and before a Command's answer."""
    first, told = effects[0] if effects else None, list[Told]()
    at_ns, evidence = (first.at_ns, first.evidence) if isinstance(first, Tell) else (_at_ns(event), None)
    hand = showdown.settle_if_done(award.sure(hand), told)
    table = seats.settle(table, hand, told, house) if hand.stage == "ended" else replace(table, hand=hand)
    if not hand.setup.usual and VARIANTS[hand.variant].calls_count:
        table = room.asked_to_confirm(table, told, at_ns)
    table, tells = numbered(table, table.hand, told, at_ns, house, evidence=evidence)
    last = effects[-1] if effects else None
    if isinstance(last, CommandDone):
        return table, (*effects[:-1], *tells, replace(last, rev=table.rev))
    return table, (*effects, *tells)


def _at_ns(event: Any) -> int:
    """When an event happened, whatever it is. Time: table time."""
    of = getattr(event, "head", event)
    at_ns: int = getattr(of, "at_ns", 0) or getattr(of, "by_ns", 0)
    return at_ns
