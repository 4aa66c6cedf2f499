"""The stub is counted every so often: the dealer is told when it is due, and what he counts is held against what was dealt."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Report
from controller.game.cards import DECK_SIZE
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.dealing import fouled
from controller.table.dealing.misdeals import Telling
from controller.table.table import QUIET, Table, said

#: Its timer, and what the announcement is about.
TIMER: Final = "stub_count"
COUNT: Final = "count_stub"
COUNT_RULES: Final = ("cooke.14.15",)
_MINUTE_NS: Final = 60 * 10**9


def interval_ns(house: House) -> int:
    """Return how long two counts may be apart; 0 = nobody has to count."""
    return 0 if "deck.stub_count" in house.without else house.options.stub_count_interval_min * _MINUTE_NS


def due_ns(table: Table, house: House, since_ns: int) -> int | None:
    """Return when the stub is to be counted next; None = nothing is to be told any more. `since_ns` = when the game began.

    Source: cooke.14.15.
    """
    every_ns, deck = interval_ns(house), table.around.deck
    if not every_ns or deck.count_due:
        return None
    return (since_ns if deck.counted_ns is None else deck.counted_ns) + every_ns


def due(table: Table, told: list[Told], house: House) -> Table:
    """Return the table whose dealer is to count the stub."""
    if not interval_ns(house) or table.around.deck.count_due:
        return table
    table = said(table, deck=replace(table.around.deck, count_due=True))
    return rulings.announced(table, Announcement(0, COUNT, rules=COUNT_RULES), told, house)


def still_due(table: Table, told: list[Told], house: House) -> Table:
    """Return the table at a hand's beginning: what was to be counted still is."""
    if table.around is QUIET or not table.around.deck.count_due:
        return table
    return rulings.announced(table, Announcement(0, COUNT, rules=COUNT_RULES), told, house)


def counted(table: Table, command: Report, house: House) -> rulings.Outcome:
    """The dealer has counted so many cards in the stub: fewer or more than are left there foul the deck.

    A hand of which a card was not read is no measure. Source: cooke.14.15, cooke.14.12.a.
    """
    if not command.number:
        return Refused("report.number", "Say how many cards there are.")
    told = [Told("stub_counted", do="right")]
    deck = replace(table.around.deck, counted_ns=command.head.at_ns, count_due=False)
    table = rulings.unsaid(said(table, deck=deck), COUNT)
    left = expected(table)
    if left is None or command.number == left:
        return table, told
    telling = Telling([Told("stub_counted", do="short" if command.number < left else "over")], house)
    found = fouled.called(table, "missing" if command.number < left else "surplus", telling, also=COUNT_RULES)
    return found, telling.told


def expected(table: Table) -> int | None:
    """Return how many cards the stub ought to have; None when that is not known."""
    hand = table.hand
    if hand is None or hand.stage == "void" or any(one.code.endswith("_unread") for one in table.open):
        return None
    return DECK_SIZE - len(hand.dealt)
