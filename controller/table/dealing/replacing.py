"""A card that showed and is not kept: what is to be dealt for it, when, and what it becomes itself."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import counted, drawing
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BURN, HOLE, MUCK, STUB
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import remedies
from controller.table.dealing.by_game import OfGame
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import Exposed, Move
from controller.table.table import Table

REPLACED_RULES: Final = (
    "cooke.14.09.e", "cooke.14.07.a", "cooke.14.09.a", "cooke.14.09.d", "cooke.def.exposed_card",
    "roberts.holdem.1b", "roberts.irregularities.12", "roberts.irregularities.12a", "roberts.irregularities.13",
)  # fmt: skip
LAST_RULES: Final = ("cooke.14.09.f", *REPLACED_RULES)
OFF_TABLE_RULES: Final = ("cooke.16.12.b", "cooke.14.09.a", "roberts.irregularities.12d", "cooke.14.09.e", "roberts.holdem.1b")
#: The answer that every game has where it replaces a card that its own rule does not let a player keep.
_AS_BURN: Final = "replace_after_deal_becomes_burn"


def replaced(table: Table, one: Exposed, telling: Telling, game: OfGame | None, *, off_table: bool = False) -> Table:
    """Return the table with one card that is no misdeal to be replaced as the house has it; the moves that do it are to be made.

    Once its burn has come, or cards are changed, there is none left to become: the floor decides.
    Source: cooke.14.09.e, cooke.14.09.f, cooke.16.12.b, roberts.holdem.1b, cooke.7.18.07.a.
    """
    house, hand = telling.house, table.hand
    if hand is None or "exposed.replaced" in house.without:
        return table
    remedy = house.options.exposed_card_remedy if game is None else _AS_BURN
    options: OptionsUsed = (("exposed_card_remedy", remedy),) if game is None else game.options
    rules = REPLACED_RULES if game is None else game.rules
    if off_table:
        rules = OFF_TABLE_RULES if game is None else (*OFF_TABLE_RULES, *game.rules)
    ruling = Ruling(
        0, "exposed_card", rules, options, seat=one.seat, cards=() if one.card is None else (one.card,), about_seq=telling.about_seq
    )
    if (game is not None and game.kept is None) or _too_late(hand):
        asked = replace(ruling, remedy=(Remedy("floor_decides"),), who="floor", status="proposed", carried_out=False)
        return rulings.opened(table, asked, telling.told, house)
    last = remedy == _AS_BURN and not off_table and _is_last(hand, one) and "exposed.last_card" not in house.without
    ruling = replace(ruling, rules=LAST_RULES if last and game is None else rules, remedy=_steps(one, remedy, last=last))
    table = rulings.opened(table, replace(ruling, carried_out=remedy == "kept"), telling.told, house)
    return remedies.ordered(table, _moves(table, one, remedy, off_table=off_table))


def _steps(one: Exposed, remedy: str, *, last: bool) -> tuple[Remedy, ...]:
    seats, cards = (one.seat,), () if one.card is None else (one.card,)
    if remedy == "kept":
        return (Remedy("play_on", seats),)
    if remedy != _AS_BURN:
        return (Remedy("replace_now", seats, cards),)
    return (Remedy("replace_now" if last else "replace_after_deal", seats), Remedy("replace_with_burn", seats, cards))


def _moves(table: Table, one: Exposed, remedy: str, *, off_table: bool) -> tuple[Move, ...]:
    """What is to be done: the top card goes to the seat once the deal is done, and the one that showed becomes the burn.

    One that is replaced at once is dead.
    """
    if remedy == "kept":
        return ()
    number, hole, late = rulings.docket_of(table).numbers[0], HOLE[one.seat], remedy == _AS_BURN
    came = None if off_table else hole
    return (Move(number, STUB, hole, None, late, for_card=one.card), Move(number, came, BURN if late else MUCK, one.card, late))


def _too_late(hand: Hand) -> bool:
    drawn = bool(hand.drawing.counts) and not drawing.unbegun(hand)
    return bool(hand.board or hand.burned) or drawn or hand.street > 0


def _is_last(hand: Hand, one: Exposed) -> bool:
    """Whether it is the last card to the last player: everybody else has all of his."""
    if one.card is None or one.card not in hand.dealt:
        return False
    i, last = hand.index_of[one.seat], len(hand.seats) - 1
    return i == last and hand.hole_of(i)[-1] == one.card and counted.has_so_many(hand, VARIANTS[hand.variant].hole_cards, {})
