"""The stub of a game with up-cards when it is short: its bottom card, cards of the muck among it, and a burn that is left out."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import amended, short_stub
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS
from controller.game.zones import BURN, HOLE, HOLE_SEAT, PLACE_BYTE, STUB
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import remedies
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.dealing.state import Move
from controller.table.table import Table

KIND: Final = "stub_error"
BOTTOM_RULES: Final = ("cooke.5.21.f", "cooke.5.21.a")
MUCK_RULES: Final = ("cooke.5.21.b",)
BURN_RULES: Final = ("cooke.5.21.c", "cooke.5.21.d")


def moved(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a last card came to a player out of a short stub: the bottom card goes to nobody before it was mixed.

    Source: cooke.5.21.f.
    """
    seat = 0 if event.to_zone is None else HOLE_SEAT.get(event.to_zone, 0)
    if not seat or event.card not in hand.dealt or not short_stub.mixes(hand) or "stud.bottom_card" in telling.house.without:
        return table
    if telling.house.options.bottom_card != "never_before_remix" or event.from_zone == BURN or not _is_bottom(table, hand):
        return table  # a card that was a burn is dealt out of the mixed stub: that its fellows left the burn place is told later
    options: OptionsUsed = (("bottom_card", telling.house.options.bottom_card),)
    ruling = Ruling(
        0, KIND, BOTTOM_RULES, options, (Remedy("back_on_stub"), Remedy("mix_with_burns")),
        seat=seat, about_seq=telling.about_seq, carried_out=False, may_until="first_action",
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, telling.house)
    table = remedies.ordered(table, [Move(rulings.docket_of(table).numbers[0], HOLE[seat], STUB, event.card)])
    return replace(table, hand=_reopened(amended.without(hand, event.card)))


def _is_bottom(table: Table, hand: Hand) -> bool:
    """Whether all cards that the stub had before this street's burn have come off it, and the burns lie where they lay."""
    left, burned, _ = short_stub.count(hand)
    mixed = len(hand.burned) <= burned or any(table.card_places[card] != PLACE_BYTE[BURN][0] for card in hand.burned)
    if mixed:
        return False
    last = VARIANTS[hand.variant].hole_by_street[-2]
    dealt = sum([max(hand.dealt_to.count(i) - last, 0) for i in range(len(hand.seats))])
    return len(hand.burned) - burned + dealt >= left


def _reopened(hand: Hand) -> Hand:
    """The last round has not begun: a player lacks his card again."""
    return replace(hand, stage="dealing", street=hand.street - 1, to_act=-1) if hand.stage == "betting" else hand


def surplus(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came out of the mixed stub that belongs to the muck: it was mixed in with the burns.

    Which one it is, nobody is told.
    Source: cooke.5.21.b.
    """
    seat = 0 if event.to_zone is None else HOLE_SEAT.get(event.to_zone, 0)
    if not seat or not short_stub.mixes(hand) or "stud.muck_mixed" in telling.house.without:
        return table
    key, dealing = "muck_mixed", dealing_of(table)
    if key in dealing.ruled or not _of_the_muck(hand, event.card):
        return table
    table = put(table, replace(dealing, ruled=(*dealing.ruled, key)))
    ruling = Ruling(
        0, KIND, MUCK_RULES, (), (Remedy("floor_decides"), Remedy("top_to", (seat,))), seat=seat, who="floor", status="proposed",
        about_seq=telling.about_seq, carried_out=False, may_until="first_action",
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, telling.house)


def _of_the_muck(hand: Hand, card: Card) -> bool:
    """Whether a card was that of a player who has folded."""
    if card not in hand.dealt:
        return False
    holder = hand.dealt_to[hand.dealt.index(card)]
    return holder < len(hand.seats) and hand.folded[holder]


def forecast(table: Table, hand: Hand, told: list[Told], house: House) -> Table:
    """Return the table with what is ruled when the street before the last becomes due: whether to leave its burn out makes enough cards.

    Where a common card is due all the same, and a burn and that card would be all that is left, the floor is asked.
    Source: cooke.5.21.c.
    """
    variant = VARIANTS[hand.variant]
    if hand.stage != "dealing" or hand.street + 1 != len(variant.streets) - 2 or "stud.burn_forecast" in house.without:
        return table
    answer = house.options.stud_short_deck_burn
    if answer != "skip_sixth_street_burn":
        return table
    live = [i for i in range(len(hand.seats)) if short_stub.gets_cards(hand, i)]
    held = sum([variant.hole_by_street[hand.street] if i in live else hand.dealt_to.count(i) for i in range(len(hand.seats))])
    stub = len(variant.cards) - held - variant.burns_by_street[hand.street] - len(hand.amiss.aside)
    without_burn, with_burn = stub - len(live), stub - len(live) - 1
    if with_burn >= short_stub.BURN_AND_CARD or without_burn < 1:
        return table
    options: OptionsUsed = (("stud_short_deck_burn", answer),)
    ruling = Ruling(
        0, KIND, BURN_RULES, options, (Remedy("floor_decides"),), who="floor", status="proposed", carried_out=False, may_until="street_end"
    )
    return rulings.opened(table, ruling, told, house)
