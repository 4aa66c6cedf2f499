"""The button and the start of a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from msgspec.structs import replace

from controller.game import posting
from controller.game.chips import MAX_CHIPS, AnteFrom, Limit, Stakes
from controller.game.hand import begin
from controller.game.outcome import More, Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE
from controller.rules.house import House
from controller.table import rulings
from controller.table.table import Table, running

_ANTE_FROM: Final = get_args(AnteFrom)
_LIMITS: Final = get_args(Limit)


def next_button(table: Table) -> int:
    """Return the seat the next hand is dealt from; 0 when nobody has chips.

    The button moves to the next seat with chips; one placed by hand stays where it was put.
    Source: home.2.button, roberts.blinds.2.1, cooke.11.11.b.
    """
    n = len(table.seats)
    first = table.button - 1 if table.button_set else table.button
    for k in range(n):
        place = (first + k) % n
        seat = table.seats[place]
        if seat is not None and seat.stack_chips:
            return place + 1
    return 0


def new_hand(table: Table, stakes: Stakes | None, house: House) -> Refused | tuple[Table, list[Told]]:
    """Begin a hand with everyone who has chips, dealt from the next button.

    Source: cooke.6.03.a, cooke.6.03.b, cooke.4.10.a.
    """
    if running(table) is not None:
        return Refused("new_hand.running", "A hand is running: play it out, or void it.")
    variant = VARIANTS.get(house.variant)
    if variant is None:
        return Refused("new_hand.unknown_variant", f"This table knows no game of that name; it knows {', '.join(VARIANTS)}.")
    stakes = table.stakes if stakes is None else stakes
    wrong = _stakes_wrong(stakes)
    if wrong is not None:
        return Refused("new_hand.stakes_wrong", *wrong)
    button = next_button(table)
    order: list[int] = []
    stacks: list[int] = []
    places = len(table.seats)
    for place in (*range(button, places), *range(button)):  # from the first seat left of the button to the button's
        held = table.seats[place]
        if held is not None and held.stack_chips:
            order.append(place + 1)
            stacks.append(held.stack_chips)
    if not variant.min_players <= len(order) <= variant.max_players:
        return Refused(
            "new_hand.players",
            f"{len(order)} seat(s) have chips; the game is for {variant.min_players} to {variant.max_players}.",
            ("cooke.4.10.a",),
        )
    seats = tuple(order)
    hand = begin(
        number=table.hand_number + 1,
        variant=house.variant,
        stakes=stakes,
        seats=seats,
        stacks=tuple(stacks),
        owing=posting.due(stakes, len(seats), house.posting),
        betting=house.betting,
    )
    told: list[Told] = []
    table = rulings.begun(table, told)
    told.append(Told("hand_started", seat=button, zones=tuple([HOLE[seat] for seat in seats])))
    before = replace(table, hand=None, before=None)
    return replace(table, hand=hand, hand_number=hand.number, button=button, button_set=False, stakes=stakes, before=before), told


def set_stakes(table: Table, stakes: Stakes) -> Refused | tuple[Table, list[Told]]:
    """Set what is played for from the next hand on."""
    if running(table) is not None:
        return Refused("stakes.running", "The stakes change between hands: play this one out, or name them with the next new_hand.")
    wrong = _stakes_wrong(stakes)
    if wrong is not None:
        return Refused("stakes.wrong", *wrong)
    return replace(table, stakes=stakes), [Told("stakes_changed", more=More(stakes=stakes))]


def _stakes_wrong(stakes: Stakes) -> tuple[str, tuple[str, ...]] | None:
    """Return what is wrong with these stakes and the rules that say so; None when nothing is."""
    return next(((message, rules) for wrong, message, rules in _WRONG if wrong(stakes)), None)


#: What stakes may not be, what is said of it, and the rules it comes from.
_WRONG: Final[tuple[tuple[Callable[[Stakes], bool], str, tuple[str, ...]], ...]] = (
    (lambda one: not 0 < one.big_blind <= MAX_CHIPS, f"The big blind must be 1 … {MAX_CHIPS}.", ()),
    (lambda one: not 0 <= one.small_blind <= one.big_blind, "The small blind must be 0 … the big blind.", ()),
    (lambda one: not 0 <= one.button_blind <= one.big_blind, "The blind on the button must be 0 … the big blind.", ()),
    (lambda one: not (0 <= one.ante <= MAX_CHIPS and 0 <= one.min_bet <= MAX_CHIPS), f"Ante and smallest bet must be 0 … {MAX_CHIPS}.", ()),
    (lambda one: one.ante_from not in _ANTE_FROM, f"The ante comes from {', '.join(_ANTE_FROM)}.", ()),
    (lambda one: one.limit not in _LIMITS, f"The limit is one of {', '.join(_LIMITS)}.", ()),
    (lambda one: not 0 < one.unit <= MAX_CHIPS, f"The unit must be 1 … {MAX_CHIPS}.", ()),
    (
        lambda one: not (0 <= one.small_bet <= MAX_CHIPS and 0 <= one.big_bet <= MAX_CHIPS),
        f"Both bets must be 0 … {MAX_CHIPS}.",
        (),
    ),
    (
        lambda one: one.limit == "fixed_limit" and one.small_bet_chips != one.big_blind,
        "In fixed limit the big blind is one small bet.",
        ("cooke.12.05.b", "cooke.6.04.a"),
    ),
    (lambda one: one.limit == "fixed_limit" and one.big_bet_chips < one.small_bet_chips, "The big bet must be at least the small bet.", ()),
    (lambda one: any(not 0 < most <= MAX_CHIPS for most in one.max_bets), f"The most of a street must be 1 … {MAX_CHIPS}.", ()),
    (lambda one: one.limit == "spread_limit" and not one.max_bets, "In spread limit `max_bets` says the most of each street.", ()),
    (
        lambda one: one.limit == "spread_limit" and min(one.max_bets) < max(one.min_bet_chips, one.big_blind),
        "The most of a street must be at least the big blind and the smallest bet.",
        ("cooke.8.03.a",),
    ),
)
