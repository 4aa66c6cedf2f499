"""Burns before the streets of games with up-cards: one that is missing, and one too many, told as soon as the order is certain."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import deal
from controller.game.hand import Hand
from controller.game.short_stub import last_is_common, mixes, street_due
from controller.game.zones import BURN, HOLE_SEAT, UP_SEAT
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed
from controller.table import rulings
from controller.table.dealing import asking, board_deal, burns
from controller.table.dealing.burn_order import burns_lacking, street_of
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.dealing.state import Came
from controller.table.table import Table, running

KIND: Final = "burn_error"
MISSING_RULES: Final = ("cooke.5.02.c", "roberts.stud.13a", "cooke.5.19.a")
DOUBLE_RULES: Final = ("roberts.stud.13a", "cooke.5.19.a")


def moved(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card of a later street, or a burn, came, with what is ruled about the street's burns.

    A table whose burns no antenna reads asks nothing about them. A burn that lies there unread is not missing: it is, when another card
    came certainly after the first one and none was read, or the street is complete and none is read for a while. When one is read whose
    order is not known, nothing is wrong any more.
    Source: cooke.5.02.c, roberts.stud.13a.
    """
    if not telling.house.burn_antenna or not street_due(hand) or mixes(hand) or last_is_common(hand):
        return table
    if event.to_zone == BURN:
        return _burned(table, hand, event, telling)
    seat = 0 if event.to_zone is None else HOLE_SEAT.get(event.to_zone) or UP_SEAT.get(event.to_zone, 0)
    if not seat or event.card not in hand.dealt:
        return table
    i, first = hand.index_of[seat], dealing_of(table).unburned
    street = street_of(hand, i, event.card)
    if burns_lacking(table, hand, street) <= board_deal.of(table).unknown:
        return table
    if first is None or first.street != street:
        first = Came(event.card, street, i, event.by_ns)
        table = put(table, replace(dealing_of(table), unburned=first))
    return _ruled(table, street, MISSING_RULES, telling) if first.by_ns <= event.after_ns else table


def waits_for_burn(table: Table) -> bool:
    """Whether a street was dealt whole and its burn may yet be read: one antenna lags behind another."""
    hand, first = running(table), dealing_of(table).unburned
    if hand is None or first is None or f"burn/{first.street}" in dealing_of(table).ruled or burns_lacking(table, hand, first.street) <= 0:
        return False
    return first.street < street_due(hand) or not (deal.ups_due(hand) or deal.downs_due(hand))


def missed(table: Table, telling: Telling) -> Table:
    """Return the table once a burn was waited for that was not made, or somebody acts on its street: it is ruled about."""
    first = dealing_of(table).unburned
    return table if first is None or not waits_for_burn(table) else _ruled(table, first.street, MISSING_RULES, telling)


def doubted(table: Table) -> Table:
    """Return the table after it was said, or is no more, that nobody knows what lies on the burns: one that is waited for is unknown."""
    dealing = dealing_of(table)
    if dealing.unburned is None or not waits_for_burn(table):
        return table
    table = put(table, replace(dealing, ruled=(*dealing.ruled, f"burn/{dealing.unburned.street}")))
    return board_deal.changed(table, unknown=board_deal.of(table).unknown + 1)


def _burned(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """A burn came: the one that is due, one too many, or one that was missed. While there is betting it is that of the next street."""
    first = dealing_of(table).unburned
    if hand.stage == "betting":
        return table if first is None or first.by_ns <= event.after_ns else _read_late(table, first, event, telling)
    if burns_lacking(table, hand) < 0:
        return _ruled(table, street_due(hand), DOUBLE_RULES, telling)
    return table if first is None else _read_late(table, first, event, telling)


def lacks(table: Table, hand: Hand) -> bool:
    """Whether a street's card came and its burn was not read: asked for each of them, and mostly False."""
    return hand.street >= 0 and burns_lacking(table, hand) > 0


def _ruled(table: Table, street: int, rules: tuple[str, ...], telling: Telling) -> Table:
    """The dealer is asked to put the cards right, or the floor what is to be, once a street."""
    house, dealing = telling.house, dealing_of(table)
    missing = rules is MISSING_RULES
    key = f"burn/{street}"
    if key in dealing.ruled or ("stud.burn_missing" if missing else "stud.burn_double") in house.without:
        return table
    if missing and burns.is_unknown(table):
        return table
    table = put(table, replace(dealing, ruled=(*dealing.ruled, key), wrong_street=street))
    options, restores = _answer(house, missing=missing)
    what = asking.Asked(
        KIND, rules, 0, ("play_on",) if restores else ("restore_order", "play_on"), "restore_order" if restores else None,
        options=options, who="dealer" if restores else "floor", may_until="first_action", stops=False,
    )  # fmt: skip
    return asking.asked(table, what, telling)


def _answer(house: House, *, missing: bool) -> tuple[OptionsUsed, bool]:
    name = "missing_burn_remedy" if missing else "double_burn_remedy"
    answer = house.options.missing_burn_remedy if missing else house.options.double_burn_remedy
    return ((name, answer),), answer == "restore_order"


def _read_late(table: Table, first: Came, event: CardMoved, telling: Telling) -> Table:
    """The burn that was missed is read: unless it came certainly after the street's first card, nothing was wrong."""
    dealing = dealing_of(table)
    key = f"burn/{first.street}"
    if first.by_ns <= event.after_ns:
        return table if key in dealing.ruled else _ruled(table, first.street, MISSING_RULES, telling)
    table = put(table, replace(dealing, unburned=None, ruled=tuple([one for one in dealing.ruled if one != key]), stopped=_still(table)))
    return rulings.lapsed(table, lambda one: one.kind == KIND and one.status == "proposed", telling.told)


def _still(table: Table) -> int:
    """The ruling for which the action stands still, if it is not that about the burn."""
    stopped = dealing_of(table).stopped
    burn = any(one.number == stopped and one.kind == KIND for one in rulings.docket_of(table).rulings)
    return 0 if burn else stopped
