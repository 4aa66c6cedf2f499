"""Cards of games with up-cards that come before the betting of the round is done: who says what becomes of them, and when."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.short_stub import gets_cards
from controller.game.sighted import held_back
from controller.game.variants import VARIANTS
from controller.game.zones import BURN, HOLE, HOLE_SEAT, UP_SEAT
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, RemedyKind, Ruling
from controller.table import rulings
from controller.table.dealing import asking, early_aside
from controller.table.dealing.burn_order import let_stand
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.table import Table

KIND: Final = "wrong_card"
BURNS: Final = "burn_error"
RULES: Final = ("roberts.stud.14a", "cooke.5.19.a")
LOOKED_RULES: Final = ("roberts.stud.14b",)
#: The house's answer → what is proposed to the dealer.
_PROPOSES: Final[dict[str, RemedyKind]] = {"remove_one_round": "lay_aside", "restore_where_possible": "restore_early"}


def surplus(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came to a player that no street has for him now, while there is betting: once a round it is asked.

    It is the next street's when its burn has come. The panel may lag behind the dealer: unless somebody says so before the round is
    closed, nothing was wrong.
    Source: roberts.stud.14a, cooke.5.19.a.
    """
    zone, house = event.to_zone, telling.house
    seat = 0 if zone is None else HOLE_SEAT.get(zone) or UP_SEAT.get(zone, 0)
    key = f"early/{hand.street}"
    dealing = dealing_of(table)
    if not seat or hand.stage != "betting" or key in dealing.ruled or not _of_next_street(hand, seat, zone in HOLE_SEAT):
        return table
    if "stud.early_cards" in house.without or not _next_is_burned(table, hand):
        return table
    answer = house.options.early_stud_cards_remedy
    options: OptionsUsed = (("early_stud_cards_remedy", answer),)
    table = put(table, replace(dealing, ruled=(*dealing.ruled, key)))
    asks = answer == "ask_floor"
    what = asking.Asked(
        KIND, RULES, seat, ("lay_aside", "restore_early", "play_on") if asks else ("play_on",), _PROPOSES.get(answer),
        options=options, who="floor" if asks else "dealer", may_until="street_end", stops=False,
    )  # fmt: skip
    return asking.asked(table, what, telling)


def burned(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a burn was read while there is betting: a card that lies there already may be of the next street.

    Source: roberts.stud.14a, cooke.5.19.a.
    """
    if event.to_zone != BURN or hand.stage != "betting" or not _next_is_burned(table, hand):
        return table
    for _, card, zone in early_aside.early_cards(table, hand):
        table = surplus(table, hand, replace(event, card=card, to_zone=zone), telling)
    return table


def _next_is_burned(table: Table, hand: Hand) -> bool:
    """Whether a card was burned for the next street."""
    return len(hand.burned) > VARIANTS[hand.variant].burns_by_street[hand.street] + dealing_of(table).burns_off


def _of_next_street(hand: Hand, seat: int, down: bool) -> bool:
    """Whether the next street deals such a card to this player."""
    variant, i = VARIANTS[hand.variant], hand.index_of[seat]
    if i < 0 or hand.street + 1 >= len(variant.streets) or not gets_cards(hand, i):
        return False
    street = variant.streets[hand.street + 1]
    return (street.down if down else street.up) > 0


def looked_at(table: Table, hand: Hand, seat: int, telling: Telling) -> Table | None:
    """Return the table after a player has looked at a last card that came too early; None when none lies before him.

    Source: roberts.stud.14b.
    """
    i, house = hand.index_of[seat], telling.house
    if hand.stage != "betting" or "stud.early_looked" in house.without:
        return None
    if not any(j == i and zone == HOLE[seat] for j, _, zone in early_aside.early_cards(table, hand)) or not _of_next_street(
        hand, seat, True
    ):
        return None
    answer = house.options.early_last_downcard_seen
    options: OptionsUsed = (("early_last_downcard_seen", answer),)
    table = put(table, replace(dealing_of(table), looked=(*dealing_of(table).looked, seat)))
    if answer == "ask_floor":
        what = asking.Asked(
            KIND, LOOKED_RULES, seat, ("keeps_no_raise", "keeps_card"), options=options, may_until="street_end", stops=False
        )
        return asking.asked(table, what, telling)
    do: RemedyKind = "keeps_no_raise" if answer == "kept_no_raise" else "keeps_card"
    ruling = Ruling(0, KIND, LOOKED_RULES, options, (Remedy(do, (seat,)),), seat=seat, about_seq=telling.about_seq)
    table = rulings.opened(table, ruling, telling.told, house)
    return replace(table, hand=held_back(hand, i)) if do == "keeps_no_raise" else table


def closed(table: Table, hand: Hand, told: list[Told], house: House) -> tuple[Table, Hand]:
    """Return the table and the hand when the betting is done: what was confirmed about early cards is done now; what was not, is over."""
    if any(one.kind == BURNS and one.status == "proposed" for one in rulings.docket_of(table).rulings):
        table = let_stand(table, hand, hand.street)
    table = rulings.lapsed(table, lambda one: one.kind in (KIND, BURNS) and one.status == "proposed", told)
    dealing = dealing_of(table)
    if dealing.removing:
        return early_aside.rest_removed(table, hand), hand
    if dealing.giving:
        table, hand, given = early_aside.given(table, hand, dealing.giving)
        told += given
    return table, hand
