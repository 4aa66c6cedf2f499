"""Folded cards that come to lie among those of a hand that is still in: whether that one can go on is the floor's to say."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import dead_hand
from controller.game.hand import Hand
from controller.game.zones import HOLE_SEAT, PLACE_BYTE
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.table import Table

RULES: Final = ("cooke.def.fouled_hand",)


def by_folded(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card of a folded hand came to lie among those of another: when all of it does, the floor looks at both.

    Every card of both is known by its tag, so that the hand may go on; which they are is told to nobody.
    Source: cooke.def.fouled_hand.
    """
    house, zone = telling.house, event.to_zone
    if zone not in HOLE_SEAT or event.card not in hand.dealt or "dead.touched" in house.without:
        return table
    seat, i = HOLE_SEAT[zone], hand.dealt_to[hand.dealt.index(event.card)]
    if i >= len(hand.seats) or not (hand.folded[i] or hand.mucked[i]) or not dead_hand.can_die(hand, hand.index_of[seat]):
        return table
    place, key = PLACE_BYTE[zone][0], f"touched/{seat}/{hand.seats[i]}"
    dealing = dealing_of(table)
    if key in dealing.ruled or any(table.card_places[card] != place for card in hand.hole_of(i)):
        return table
    if house.options.cards_into_other_hand != "ask_floor":
        return table
    options: OptionsUsed = (("cards_into_other_hand", house.options.cards_into_other_hand),)
    ruling = Ruling(
        0, "dead_hand", RULES, options, (Remedy("compare_hands", (seat, hand.seats[i])), Remedy("floor_decides")),
        seat=seat, who="floor", may_until="award", status="proposed", about_seq=telling.about_seq,
        alternatives=("kill_hand", "play_on"), carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    return put(table, replace(dealing, ruled=(*dealing.ruled, key), stopped=rulings.docket_of(table).numbers[0]))
