"""A joker where there is none, or one more than the game has: scrap, a misdeal, or a fouled deck, as the house has it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import amended, joker
from controller.game.cards import JOKER
from controller.game.hand import Hand
from controller.game.zones import BOARD_NUMBER, BURN, HOLE, HOLE_SEAT, MUCK, STUB, UP_SEAT, Zone
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling, Who
from controller.table import rulings
from controller.table.dealing import killing, misdeals, remedies, window
from controller.table.dealing.fouled import with_shares
from controller.table.dealing.misdeals import PLAY_ON, Telling
from controller.table.dealing.state import Move
from controller.table.table import Table

STRAY_RULES: Final = ("cooke.14.11.a", "roberts.irregularities.8a")
UP_RULES: Final = ("cooke.14.11.b", *STRAY_RULES)
DOWN_RULES: Final = ("cooke.14.11.c", *STRAY_RULES, "roberts.dead_hands.1.5")
MISDEAL_RULES: Final = ("home.7.misdeal.2",)
LATE_RULES: Final = ("cooke.14.11.c", "roberts.irregularities.8b", "roberts.dead_hands.1.5", "home.7.dead")
FOULED_RULES: Final = ("cooke.14.11.a",)
SECOND_RULES: Final = ("cooke.14.11.d",)


def stray(table: Table, zone: Zone | None, telling: Telling, *, up: bool = False) -> Table:
    """Return the table after a joker came to lie in a zone of a hand that is played without one, with what is ruled about it.

    Source: cooke.14.11.a, cooke.14.11.b, cooke.14.11.c, roberts.irregularities.8, home.7.misdeal.2, home.7.dead.
    """
    hand, house = table.hand, telling.house
    if hand is None or hand.over or zone is None or "joker.stray" in house.without:
        return table
    seat = HOLE_SEAT.get(zone) or UP_SEAT.get(zone, 0)
    if not (seat or zone == BURN or zone in BOARD_NUMBER) or (seat and hand.index_of[seat] < 0):
        return table
    dealing = misdeals.dealing_of(table)
    table = misdeals.put(table, replace(dealing, scrap=dealing.scrap.replace(bytes((JOKER,)), b"") + bytes((JOKER,))))
    answer = house.options.stray_joker_remedy
    options: OptionsUsed = (("stray_joker_remedy", answer), ("stray_joker_cutoff", house.options.stray_joker_cutoff))
    if seat and not _in_time(hand, seat, house):
        return _late(table, seat, telling)
    if answer == "misdeal" and window.open_for_misdeals(hand, house):
        return misdeals.called(table, MISDEAL_RULES, telling, seat=seat or None, options=options)
    if answer == "fouled_deck":
        return fouled(table, FOULED_RULES, telling, options=options)
    return _replaced(table, hand, zone, telling, options, up=up)


def reported(table: Table, seat: int, telling: Telling) -> Table:
    """Return the table after a person found a joker among the cards of a seat: a stray one, or one more than the game has."""
    hand = table.hand
    if hand is None or hand.over:
        return table
    if not joker.plays(hand.setup):
        return stray(table, HOLE[seat], telling)
    answer = telling.house.options.second_joker
    if "joker.second" in telling.house.without:
        return table
    options: OptionsUsed = (("second_joker", answer),)
    if answer == "fouled_deck":
        return fouled(table, SECOND_RULES, telling, options=options)
    return _replaced(table, hand, HOLE[seat], telling, options, up=False)


def fouled(table: Table, why: tuple[str, ...], telling: Telling, *, options: OptionsUsed, who: Who = "floor") -> Table:
    """Return the table with a fouled deck proposed: everybody has his money back once it is confirmed, and the action stands still."""
    if any(one.kind in ("fouled_deck", "misdeal") and one.status != "lapsed" for one in rulings.docket_of(table).rulings):
        return table
    ruling = Ruling(
        0, "fouled_deck", why, options, (Remedy("return_bets"), Remedy("change_deck")),
        who=who, status="proposed", about_seq=telling.about_seq, alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    if table.hand is not None:
        ruling = with_shares(ruling, table.hand, telling.house)
    table = rulings.opened(table, ruling, telling.told, telling.house)
    return misdeals.put(table, replace(misdeals.dealing_of(table), stopped=rulings.docket_of(table).numbers[0]))


def _in_time(hand: Hand, seat: int, house: House) -> bool:
    """Whether a joker in a hand is found early enough: not once later cards were dealt, and as the house has it."""
    cutoff = house.options.stray_joker_cutoff
    if "joker.late" in house.without:
        return True
    if hand.board or hand.street > 0:
        return False
    if cutoff == "holder_acts":
        return hand.faced_at[hand.index_of[seat]] < 0
    return cutoff == "no_limit" or not window.substantial(hand, house)


def _late(table: Table, seat: int, telling: Telling) -> Table:
    """Source: roberts.irregularities.8b, home.7.dead; cooke does not say: the floor is asked."""
    answer = telling.house.options.late_stray_joker
    options: OptionsUsed = (("stray_joker_cutoff", telling.house.options.stray_joker_cutoff), ("late_stray_joker", answer))
    if answer == "hand_dead":
        return killing.proposed(table, seat, LATE_RULES, telling, options=options)
    if answer == "fouled_deck":
        return fouled(table, LATE_RULES, telling, options=options)
    asked = Ruling(
        0, "joker", LATE_RULES, options, (Remedy("floor_decides"),),
        seat=seat, who="floor", status="proposed", about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, asked, telling.told, telling.house)


def _replaced(table: Table, hand: Hand, zone: Zone, telling: Telling, options: OptionsUsed, *, up: bool) -> Table:
    """It is no card: the next one comes for it, or, when it came face down to a player, one behind the others' cards."""
    seat = HOLE_SEAT.get(zone) or UP_SEAT.get(zone)
    up = up or zone in UP_SEAT
    down = seat is not None and not up
    steps = (Remedy("put_aside"), Remedy("replace_after_deal" if down else "next_becomes", () if seat is None else (seat,)))
    ruling = Ruling(
        0, "joker", DOWN_RULES if down else UP_RULES if up and seat else STRAY_RULES, options, steps,
        seat=seat, about_seq=telling.about_seq, carried_out=table.card_zones[JOKER] != zone and not down,
    )  # fmt: skip
    if hand.dealt and JOKER in hand.dealt:
        table = replace(table, hand=amended.without(hand, JOKER))
    table = rulings.opened(table, ruling, telling.told, telling.house)
    number = rulings.docket_of(table).numbers[0]
    aside = (Move(number, zone, MUCK, JOKER),) if table.card_zones[JOKER] == zone else ()  # one that no reader knows is not waited for
    return remedies.ordered(table, (*aside, Move(number, STUB, HOLE[seat], None, after_deal=True)) if down and seat else aside)
