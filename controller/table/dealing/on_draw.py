"""A new card that showed while cards are changed: it is refused, and its player gets another when all others have theirs."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import amended, drawing
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, MUCK, STUB
from controller.rules.ruling import Remedy, RemedyKind, Ruling
from controller.table import rulings
from controller.table.dealing import by_game, remedies
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import Exposed, Move
from controller.table.table import Table

#: What a game's hands are held against → why.
RULES: Final = {
    "high_bug": ("cooke.7.11.b",),
    "ace_to_five": ("cooke.7.18.07.b", "roberts.lowball.9"),
    "deuce_to_seven": ("cooke.7.19.f", "cooke.7.18.07.b", "roberts.lowball.9"),
}
#: One that fell off the table is one that showed.
OFF_TABLE_RULES: Final = ("cooke.16.12.b", "cooke.14.09.a", "roberts.irregularities.12d")
BIG_BET_RULES: Final = ("cooke.7.18.08.a", *RULES["ace_to_five"])


def exposed(table: Table, one: Exposed, street: int, telling: Telling) -> Table:
    """Return the table after a card that came in the draw before that street showed its face.

    Whoever waits for it is as if it had not come. Once somebody has acted on the draw the floor decides.
    Source: cooke.7.11.b, cooke.7.18.07.b, cooke.7.18.08.a, cooke.7.19.f, roberts.lowball.9.
    """
    hand, house = table.hand, telling.house
    if hand is None or one.card is None or "exposed.on_draw" in house.without:
        return table
    answer = house.options.draw_card_exposed_on_draw
    ruling = Ruling(
        0, "exposed_card", _rules(hand), (("draw_card_exposed_on_draw", answer),),
        seat=one.seat, cards=(one.card,), about_seq=telling.about_seq,
    )  # fmt: skip
    if answer == "kept":
        return rulings.opened(table, replace(ruling, remedy=(Remedy("play_on", (one.seat,)),)), telling.told, house)
    is_open = hand.stage == "drawing" and hand.street < street
    if not is_open and not amended.untouched(hand):
        asked = replace(ruling, remedy=(Remedy("floor_decides"),), who="floor", status="proposed", carried_out=False)
        return rulings.opened(table, asked, telling.told, house)
    last = answer == "replaced_last"
    steps = (Remedy("replace_last" if last else "replace_now", (one.seat,), (one.card,)),)
    table = replace(table, hand=amended.refused(hand, one.card, street))
    table = rulings.opened(table, replace(ruling, remedy=steps, carried_out=False), telling.told, house)
    number, hole = rulings.docket_of(table).numbers[0], HOLE[one.seat]
    return remedies.ordered(table, (Move(number, hole, MUCK, one.card), Move(number, STUB, hole, None, after_deal=last)))


def waits(hand: Hand, seat: int) -> bool:
    """Whether a draw is open and this player has yet to get a card of it."""
    return hand.stage == "drawing" and not drawing.unbegun(hand) and drawing.due(hand, hand.index_of[seat]) > 0


def fell(table: Table, one: Exposed, telling: Telling) -> Table:
    """Return the table after a card that a player waited for in a draw fell off the table: it showed, and he waits for another.

    Source: cooke.16.12.b, cooke.7.11.b, roberts.irregularities.12d, roberts.lowball.9.
    """
    hand, house = table.hand, telling.house
    if hand is None or "exposed.on_draw" in house.without:
        return table
    answer = house.options.draw_card_exposed_on_draw
    last = answer == "replaced_last"
    do: RemedyKind = "play_on" if answer == "kept" else "replace_last" if last else "replace_now"
    ruling = Ruling(
        0, "exposed_card", (*OFF_TABLE_RULES, *_rules(hand)), (("draw_card_exposed_on_draw", answer),), (Remedy(do, (one.seat,)),),
        seat=one.seat, cards=() if one.card is None else (one.card,), about_seq=telling.about_seq, carried_out=answer == "kept",
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    if answer == "kept":
        return table
    return remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], STUB, HOLE[one.seat], None, after_deal=last),))


def _rules(hand: Hand) -> tuple[str, ...]:
    ranking = by_game.ranking(VARIANTS[hand.variant])
    if ranking == "ace_to_five" and hand.stakes.limit != "fixed_limit":
        return BIG_BET_RULES
    return RULES.get(ranking, RULES["ace_to_five"])
