"""What a person saw of cards in games with up-cards, where it means something else than in other games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from controller.events import Report
from controller.game.hand import Hand
from controller.game.outcome import Refused
from controller.game.short_stub import is_last, street_due
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import burn_order, stud, stud_early
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.dealing.state import Exposed
from controller.table.table import Table

KEPT_RULES: Final = ("roberts.stud.13b",)
OFF_RULES: Final = ("cooke.16.12.c", "roberts.stud.11")

Takes = Callable[[Table, Hand, Report, House], rulings.Outcome | None]


def of_stud(hand: Hand, command: Report) -> Takes | None:
    """Return what takes this report in a game with up-cards; None = what takes it in all games."""
    return _TAKEN.get(command.what) if VARIANTS[hand.variant].up_cards else None


def _mixed(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome | None:
    """A player has looked at his last card, or mixed it with his others: he keeps it, whatever was wrong with it.

    Source: roberts.stud.13b, roberts.stud.14b.
    """
    telling = Telling([], house)
    dealing = dealing_of(table)
    if command.seat in dealing.looked:
        return None
    early = stud_early.looked_at(table, hand, command.seat, telling)
    if early is not None:
        return early, telling.told
    i = hand.index_of[command.seat]
    if not is_last(hand) or not burn_order.of_street(hand, i, street_due(hand)) or "stud.kept_when_mixed" in house.without:
        return None
    ruling = Ruling(0, "wrong_card", KEPT_RULES, (), (Remedy("keeps_card", (command.seat,)),), seat=command.seat)
    table = put(table, replace(dealing, looked=(*dealing.looked, command.seat)))
    return rulings.opened(table, ruling, telling.told, house), telling.told


def _off_table(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome | None:
    """A card fell off the table while it was dealt: a down-card is an exposed one where the house has it so, else it plays.

    Source: cooke.16.12.c, roberts.stud.11.
    """
    if not command.seat:
        return Refused("report.seat", "Say at which seat it happened.")
    if "stud.off_table" in house.without:
        return None
    telling = Telling([], house)
    answer = house.options.off_table_card_stud
    options: OptionsUsed = (("off_table_card_stud", answer),)
    down = _was_to_come_down(hand, command)
    in_sight = () if down or command.card is None else (command.card,)
    exposes = down and answer == "exposed"
    steps = () if exposes else (Remedy("play_on", (command.seat,)),)
    ruling = Ruling(0, "off_table", OFF_RULES, options, steps, seat=command.seat, cards=in_sight)
    table = rulings.opened(table, ruling, telling.told, house)
    if exposes:
        dealing = dealing_of(table)
        one = Exposed(command.seat, "dealer", command.card)
        table = put(table, replace(dealing, exposed=(*dealing.exposed, one)))
        table = stud.exposed(table, one, telling)
    return table, telling.told


def _was_to_come_down(hand: Hand, command: Report) -> bool:
    """Whether the next card of the player comes down. Which one was named does not count: nobody is to find out hidden cards by trying."""
    in_sight = command.card is not None and command.card in hand.up
    return not in_sight and burn_order.comes_down(hand, hand.index_of[command.seat])


_TAKEN: Final[Mapping[str, Takes]] = {"last_mixed": _mixed, "looked": _mixed, "off_table": _off_table}
