"""A pot that waits on the table for its winner: who is dealt in for it, what each owes, and what a hand leaves in it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.carried import NOTHING, Carried, left_by, without
from controller.game.hand import Due, Hand
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.table.table import QUIET, Table, said

WAITS_RULES: Final = ("cooke.7.20.01.c",)
#: Who was not in the deal before gets no cards.
ENTRY_RULES: Final = ("roberts.irregularities.6",)

#: Games that leave nothing in the pot leave what lies there alone.
_LEAVES: Final = frozenset({name for name, row in VARIANTS.items() if row.unopened})


def lying_for(table: Table, game: str) -> Carried:
    """Return what lies in the pot for a hand of this game."""
    carried = table.around.carried
    return carried if table.around is not QUIET and (game in _LEAVES or carried.entitled is not None) else NOTHING


def plays(carried: Carried, seat: int, stack_chips: int, house: House) -> bool:
    """Whether a seat is dealt in: with chips, or with a share of what lies there; not while it is barred.

    Who has no share antes for every deal that he was not in, but not where other forfeited money lies in the pot.
    Where a hand that did not count left it, who is dealt in is the house's to say.
    Source: cooke.7.13.b, cooke.7.13.f, cooke.7.14.a, roberts.irregularities.6.
    """
    if not carried.deals:
        return stack_chips > 0
    if carried.entitled is not None:
        return stack_chips > 0 and (not carried.entitled or seat in carried.entitled)
    if seat in carried.barred and "draw.barred" not in house.without:
        return False
    share = carried.of(seat)
    if share:
        return True
    if house.options.carried_pot_entry == "previous_hand_only" and "carried.entry" not in house.without:
        return False
    return stack_chips > 0 and (not carried.dead_chips or "draw.ante_in" in house.without)


def taken_along(hand: Hand, carried: Carried, house: House) -> Hand:
    """Return a hand about to begin with what lies in the pot: who was in antes again, until the house's limit of antes is reached.

    Source: cooke.7.13.f, cooke.7.14.a, cooke.7.17.b.
    """
    here = Carried(
        tuple([one for one in carried.shares if one[0] in hand.seats]),
        carried.dead_chips + sum([chips for seat, chips in carried.shares if seat not in hand.seats]),
        carried.deals,
        carried.barred,
        carried.entitled,
    )
    most = house.options.draw_max_ante_rounds
    due = hand.owing if not most or carried.deals <= most or "draw.ante_limit" in house.without else ()
    behind = max([chips for _, chips in here.shares], default=0) if "draw.ante_in" not in house.without else 0
    owing = tuple([_with_missed(one, behind - here.of(hand.seats[one.index])) for one in due])
    missed = [Due(i, behind, "ante") for i, seat in enumerate(hand.seats) if not due and behind and not here.of(seat)]
    return replace(
        hand,
        owing=(*owing, *missed),
        setup=replace(hand.setup, carried=here, usual=False),
        pots=((here.chips, tuple(range(len(hand.seats)))),),
    )


def _with_missed(one: Due, missed_chips: int) -> Due:
    return replace(one, amount_chips=one.amount_chips + missed_chips) if one.do == "ante" and missed_chips > 0 else one


def settled(table: Table, hand: Hand) -> Table:
    """Return the table with what an ended hand leaves in the pot; where it waits for a false opener's redeal the button stays.

    Source: cooke.7.17.b, cooke.7.20.02.a.
    """
    if not (hand.setup.carried.deals or hand.variant in _LEAVES):
        return table
    left = left_by(hand)
    if left == table.around.carried:
        return table
    stays = left.deals > 0 and hand.drawing.proof == "none" and VARIANTS[hand.variant].unopened != "again"
    table = said(table, carried=left)
    return replace(table, button_set=True) if stays and "draw.button_stays" not in hand.off else table


def button_waits(table: Table, house: House) -> bool:
    """Whether the button stays because who had too little to be forced to bet for low has chips again: he is to have his turn.

    Source: cooke.7.20.01.c.
    """
    last = table.hand
    if last is None or last.drawing.short < 0 or last.stage != "ended" or "draw.button_waits" in house.without:
        return False
    held = table.seats[last.seats[last.drawing.short] - 1]
    return held is not None and held.stack_chips > 0


def gone(table: Table, seat: int) -> Table:
    """Return the table after a player left: his share lies in the pot, and is nobody's."""
    carried = table.around.carried
    return said(table, carried=without(carried, seat)) if carried.deals else table
