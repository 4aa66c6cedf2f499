"""The stub shuffled within a hand, where a remedy calls for it: what has to be so before, and that it was done before more is dealt."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Report, Shuffle
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import BURN
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import board_deal
from controller.table.dealing.misdeals import Telling, dealing_of
from controller.table.table import Table, running

KIND: Final = "stub_error"
#: Discards and burns stay out of every shuffle within a hand; and the stub is cut after it.
RULES: Final = ("cooke.14.26", "roberts.holdem.7", "roberts.holdem.8a", "roberts.holdem.8b", "home.2.noshuffle")
#: The steps with which a shuffle is over.
_LAST: Final = ("shuffle", "cut")


def shuffled(table: Table, command: Shuffle, house: House) -> rulings.Outcome | None:
    """Return the table after a step of a shuffle within the hand, or why it cannot be; None where no remedy calls for one.

    Source: cooke.14.26, cooke.14.25.b, roberts.holdem.7.
    """
    hand = running(table)
    if hand is None or not _is_due(table):
        return None
    told = [Told("shuffled", do=command.step)]
    if command.step not in _LAST:
        return table, told
    return _not_ready(table, house) or (_done(table, told), told)


def restored(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
    """Return the table after the stub was put together again, shuffled and cut."""
    if not _is_due(table):
        return Refused("report.nothing", "No ruling calls for it: nothing is to be shuffled within this hand.")
    told = [Told("shuffled", do="shuffle")]
    return _not_ready(table, house) or (_done(table, told), told)


def _is_due(table: Table) -> bool:
    return board_deal.of(table).shuffle[0] > 0


def _not_ready(table: Table, house: House) -> Refused | None:
    """Return why the cards cannot be shuffled yet: some of them lie elsewhere, or one that stays out is not where it stays."""
    number = board_deal.of(table).shuffle[0]
    moves = dealing_of(table).moves
    kept_out = "stub.reshuffled" not in house.without
    if kept_out and any(one.to_zone == BURN and one.from_zone is None for one in moves):
        return Refused(
            "shuffle.burn_away", "A burned card has left the burns: take it out of the stub first, it is not shuffled in.", RULES[:1]
        )
    if any(one.ruling == number for one in moves):
        return Refused("shuffle.cards_out", "Cards that are to be shuffled in still lie on the board: put them back first.", RULES)
    return None


def _done(table: Table, told: list[Told]) -> Table:
    number = board_deal.of(table).shuffle[0]
    table = board_deal.changed(table, shuffle=(0, -1))
    now = board_deal.ruling(table, number)
    return table if now is None or now.carried_out else rulings.changed(table, replace(now, carried_out=True), told)


def dealt_without(table: Table, hand: Hand, telling: Telling) -> Table:
    """Return the table after a board card came for which the unused cards were to be shuffled and cut first, and nobody has said they were.

    Source: cooke.14.13.01.a, cooke.14.13.02.b, cooke.14.13.03, roberts.holdem.7, roberts.holdem.8a, roberts.holdem.8b.
    """
    number, street = board_deal.of(table).shuffle
    if not number or street < 0 or len(hand.board) <= board_deal.before(hand, street):
        return table
    table = board_deal.changed(table, shuffle=(0, -1))
    if "stub.reshuffled" in telling.house.without:
        return table
    called_for = board_deal.ruling(table, number)
    rules = RULES if called_for is None else called_for.rules
    ruling = Ruling(
        0, KIND, rules, (("midhand_reshuffle", telling.house.options.midhand_reshuffle),), (Remedy("shuffle_first"),),
        who="floor", about_seq=telling.about_seq, alternatives=("play_on",),
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, telling.house)
