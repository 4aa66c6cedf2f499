"""Up-cards and last cards that came before the betting was done: set aside with one for each who is left, or given to whom they belong."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import amended
from controller.game.cards import ALL_CARDS, Card
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.short_stub import gets_cards
from controller.game.sighted import set_aside
from controller.game.variants import VARIANTS
from controller.game.zones import BURN, HOLE, PLACE_BYTE, STUB, UP, Zone
from controller.table.dealing import remedies
from controller.table.dealing.misdeals import dealing_of, put
from controller.table.dealing.state import Move
from controller.table.table import Table


def early_cards(table: Table, hand: Hand) -> list[tuple[int, Card, Zone]]:
    """Return the cards that lie before players and belong to no street yet, in the order of the deal: player, card, zone."""
    found: list[tuple[int, Card, Zone]] = []
    for i, seat in enumerate(hand.seats):
        for zone in (HOLE[seat], UP[seat]):
            place = PLACE_BYTE[zone][0]
            found += [(i, card, zone) for card in ALL_CARDS if table.card_places[card] == place and card not in hand.dealt]
    return found


def removed(table: Table, hand: Hand, ruling: int) -> tuple[Table, Hand]:
    """Return the table after it was confirmed that cards came too early: they are laid with the burns, with a burn that came too.

    Who has looked at his last card keeps it.
    Source: roberts.stud.14a, roberts.stud.14b.
    """
    looked = dealing_of(table).looked
    for card in hand.burned[VARIANTS[hand.variant].burns_by_street[hand.street] + dealing_of(table).burns_off :]:
        hand = set_aside(hand, card)
    moves = [
        Move(ruling, zone, BURN, card, aside=True) for i, card, zone in early_cards(table, hand) if hand.seats[i] not in looked
    ]  # fmt: skip
    table = put(table, replace(dealing_of(table), removing=ruling, removed=len(moves)))
    return remedies.ordered(table, moves), hand


def rest_removed(table: Table, hand: Hand) -> Table:
    """Return the table after the betting is done: as many cards come off the stub as complete one for each who is left.

    Source: roberts.stud.14a.
    """
    dealing = dealing_of(table)
    who = [i for i in range(len(hand.seats)) if gets_cards(hand, i) and hand.seats[i] not in dealing.looked]
    more = max(len(who) - dealing.removed, 0)
    ruling = dealing.removing
    table = put(table, replace(dealing, removing=0, removed=0))
    return remedies.ordered(table, [Move(ruling, STUB, BURN, None, aside=True)] * more)


def given(table: Table, hand: Hand, ruling: int) -> tuple[Table, Hand, list[Told]]:
    """Return the table after the betting is done, where the early cards stay: in the order of the deal each is the next player's.

    Source: cooke.5.19.a.
    """
    early = early_cards(table, hand)
    who = [i for i in range(len(hand.seats)) if gets_cards(hand, i)]
    moves: list[Move] = []
    told: list[Told] = []
    for (_, card, zone), i in zip(early, who, strict=False):
        ups = zone in UP
        to_zone = (UP if ups else HOLE)[hand.seats[i]]
        hand = amended.amended(hand, card, to_zone)
        told.append(Told("card_dealt", hand.seats[i], zones=(to_zone,), cards=(card,) if ups else ()))
        if zone != to_zone:
            moves.append(Move(ruling, zone, to_zone, card))
    moves += [Move(ruling, zone, STUB, card) for _, card, zone in early[len(who) :]]
    table = put(table, replace(dealing_of(table), giving=0))
    return remedies.ordered(table, moves), hand, told
