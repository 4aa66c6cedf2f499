"""What a person saw of faces: cards that showed, lay face up in the deck, were jokers, or fell off the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from controller.events import Report
from controller.game.hand import Hand
from controller.game.outcome import Refused
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.table import rulings
from controller.table.dealing import boxed, exposed, flashed, jokers, off_table
from controller.table.dealing.misdeals import Telling
from controller.table.table import Table

Room: TypeAlias = Callable[[Table, Hand, Report, Telling], Table]
Taken: TypeAlias = Callable[[Table, Hand, Report, House], rulings.Outcome]


def _ruled(room: Room) -> Taken:
    """A report that leads to what `room` rules; where that is nothing it changes nothing."""

    def taken(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
        telling = Telling([], house)
        after = room(table, hand, command, telling)
        if not telling.told:
            return Refused("report.nothing", "Nothing follows from that here: it was told already, or the house has no rule for it.")
        return after, telling.told

    return taken


def _of_seat(room: Room) -> Taken:
    """A report of something that happened at a seat, which it has to name."""
    ruled = _ruled(room)

    def taken(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
        return ruled(table, hand, command, house) if command.seat else Refused("report.seat", "Say at which seat it happened.")

    return taken


def _shown(how: exposed.How) -> Room:
    """A hole card showed its face; by the dealer's doing unless it is said to be the player's."""
    return lambda table, _, command, telling: exposed.exposed(table, command.seat, command.card, command.by or "dealer", telling, how=how)


def _flipped(table: Table, _: Hand, command: Report, telling: Telling) -> Table:
    """A card turned over at a player's hand: the dealer exposed it, unless the house holds it against the player.

    Source: cooke.14.09.d.
    """
    dealer = telling.house.options.card_flipped_off_hand == "dealer" and "exposed.off_hand" not in telling.house.without
    if not dealer:
        table = exposed.taken_back(table, command.seat, command.card, telling)
    return exposed.exposed(table, command.seat, command.card, "dealer" if dealer else "player", telling, how="flipped")


def _flashed(table: Table, _: Hand, command: Report, telling: Telling) -> Table:
    """A card was seen on its way to a seat, or where it is nobody's."""
    if not command.seat:
        return flashed.flashed(table, command.card, command.zone, telling)
    return exposed.exposed(table, command.seat, command.card, command.by or "dealer", telling, how="flashed")


def _off_table(table: Table, hand: Hand, command: Report, telling: Telling) -> Table:
    """A card fell; by the dealer's doing while the seat still lacks one, unless it is said whose it was."""
    lacks = hand.dealt_to.count(hand.index_of[command.seat]) < VARIANTS[hand.variant].hole_cards and not hand.board
    return off_table.off_table(table, command.seat, command.card, command.by or ("dealer" if lacks else "player"), telling)


#: Kind of report → what follows from it.
TAKEN: Final[Mapping[str, Taken]] = {
    "exposed": _of_seat(_shown("face")),
    "suspected": _of_seat(_shown("suspected")),
    "flipped": _of_seat(_flipped),
    "flashed": _ruled(_flashed),
    "boxed": _ruled(lambda table, _, command, telling: boxed.boxed(table, command.card, command.seat, telling)),
    "joker": _of_seat(lambda table, _, command, telling: jokers.reported(table, command.seat, telling)),
    "off_table": _of_seat(_off_table),
    "out_of_sight": _of_seat(lambda table, _, command, telling: off_table.out_of_sight(table, command.seat, telling)),
}
