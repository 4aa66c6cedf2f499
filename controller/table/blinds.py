"""The button and the start of a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.events import BombPot
from controller.game import posting, short_blind, sight
from controller.game.carried import Carried
from controller.game.chips import Stakes
from controller.game.hand import Hand, begin
from controller.game.limits import PLAIN
from controller.game.outcome import More, Refused, Told
from controller.game.variants import VARIANTS, Variant
from controller.game.zones import HOLE, MAX_SEATS, Zone
from controller.rules.dealt_as import dealt_as
from controller.rules.house import House
from controller.rules.posting_rules import posting_rules
from controller.rules.ruling import Announcement
from controller.table import bombs, carrying, dealt_in, rulings
from controller.table.stakes import Wrong, filled, stakes_wrong
from controller.table.table import Table, running

#: A hand begins with the shuffle, and two cards go to everybody.
BEGIN_RULES: Final = ("cooke.4.05.a", "home.1.hole", "home.2.button", "home.2.start", "cooke.def.button")
#: Where players deal, the button says who does.
PLAYERS_DEAL_RULES: Final = ("cooke.14.27.a",)

#: Nothing changes while a hand is played.
CONDITIONS_RULES: Final = ("cooke.3.05.a", "cooke.def.play_of_hand")

#: Games with a forced bet by card: who lacks the chips is not dealt in.
TOO_SHORT: Final = "too_short"
TOO_SHORT_RULES: Final = ("cooke.5.14.a",)
#: Where cards are changed: the button goes round, and five cards go to everybody.
DRAW_BEGIN_RULES: Final = (*BEGIN_RULES, "cooke.7.03.a")
ANTE_RULES: Final = ("cooke.7.06.b", "cooke.7.03.c")

#: `_FROM_BUTTON[n][b]`: the seats of a table of n from the first one left of the button at seat b to the button's own.
_FROM_BUTTON: Final = tuple([tuple([(*range(b + 1, n + 1), *range(1, b + 1)) for b in range(n + 1)]) for n in range(MAX_SEATS + 1)])


def next_button(table: Table, *, moves: bool = True) -> int:
    """Return the seat the next hand is dealt from; 0 when nobody has chips.

    The button moves to the next seat with chips; one placed by hand stays where it was put.
    Source: home.2.button, roberts.blinds.2.1, cooke.11.11.b, cooke.7.03.a.
    """
    n = len(table.seats)
    first = table.button - 1 if table.button_set or not moves else table.button
    for k in range(n):
        place = (first + k) % n
        seat = table.seats[place]
        if seat is not None and seat.stack_chips:
            return place + 1
    return 0


def new_hand(
    table: Table, stakes: Stakes | None, house: House, game: str = "", *, dead_small: bool = False, bomb: BombPot | None = None
) -> Refused | tuple[Table, list[Told]]:
    """Begin a hand with everyone who has chips, dealt from the next button. `game` "" = as the stakes have it; `dead_small` =
    nobody has the small blind, where the seat it would be is empty; `bomb` = this hand alone is a bomb pot.

    Source: cooke.6.03.a, cooke.6.03.b, cooke.4.10.a.
    """
    if running(table) is not None and "hand.until_awarded" not in house.without:
        return Refused("new_hand.running", "A hand is running: play it out, or void it.", ("cooke.4.07.h",))
    stakes = table.stakes if stakes is None else filled(stakes, table.stakes)
    plan = _planned(house, stakes, game, bomb)
    if type(plan) is Refused:
        return plan
    waits = carrying.button_waits(table, house)
    button = next_button(table, moves="button.moves" not in house.without and not waits)
    carried = carrying.lying_for(table, plan.game)
    order, stacks, short = _players(table, button, plan.least_chips, carried, house)
    if len(order) not in plan.players:
        return dealt_in.wrong_number(plan.game, len(order), max(plan.least_chips, 1), house)
    blank, zones = _opening(house, plan.played, tuple(order), dead_small)
    start, number = tuple(stacks), table.hand_number + 1
    hand = replace(blank, stacks=start, number=number, start_stacks=start)
    if plan.next_posts:
        hand = short_blind.passed_on(hand)
    if carried.deals:
        hand = carrying.taken_along(hand, carried, house)
    told: list[Told] = []
    table = rulings.begun(table, told)
    rules = plan.rules + carrying.WAITS_RULES if waits else plan.rules
    if carried.entitled or (carried.entitled is None and carried.deals and house.options.carried_pot_entry == "previous_hand_only"):
        rules = (*rules, *carrying.ENTRY_RULES)
    told.append(Told("hand_started", button, zones=zones, rules=rules))
    before = replace(table, hand=None, before=None)
    if len(order) not in plan.usual:
        table = dealt_in.said_of_the_deck(table, plan.game, told, house)
    if short:
        table = _left_out(replace(table, hand_number=number), short, plan.least_chips, told, house)
    return replace(table, hand=hand, hand_number=number, button=button, button_set=False, stakes=plan.stakes, before=before), told


class _Plan(NamedTuple):
    """What a hand of a game begins with, whoever is dealt in.

    `stakes` are the table's from then on, `played` those of this hand. Who has less than `least_chips` is not dealt in, 0 where any
    chip does. `players` are the numbers that can play, `usual` those for whom the deck is enough.
    """

    game: str
    stakes: Stakes
    played: Stakes
    least_chips: int
    players: range
    usual: range
    rules: tuple[str, ...]
    next_posts: bool


@lru_cache(maxsize=256)  # the same game and stakes hand after hand
def _planned(house: House, stakes: Stakes, game: str, bomb: BombPot | None) -> Refused | _Plan:
    """Return what a command to begin a hand with these stakes asks for; or why there is no such hand."""
    game = game or stakes.game or house.variant
    if game != (stakes.game or house.variant):
        stakes = replace(stakes, game=game)
    if game not in VARIANTS:
        return Refused("new_hand.unknown_variant", _unknown())
    as_played = bombs.played(game, stakes, bomb)
    if isinstance(as_played, Refused):
        return as_played
    game, played = as_played
    variant = VARIANTS[game]
    wrong = wrong_for(variant, played)
    if wrong is not None:
        return Refused("new_hand.stakes_wrong", wrong.message, wrong.rules)
    least = sight.least_stack(game, stakes, stakes.small_bet_chips, house.sight) if variant.forced == "bring_in" else 0
    players, usual = dealt_in.numbers(game, house)
    rules = DRAW_BEGIN_RULES if variant.draws else BEGIN_RULES
    rules = (*rules, *PLAYERS_DEAL_RULES) if house.options.dealer_mode == "player_dealt" else rules
    return _Plan(game, stakes, played, least, players, usual, rules, variant.next_posts)


def _players(table: Table, button: int, least: int, carried: Carried, house: House) -> tuple[list[int], list[int], list[int]]:
    """Return the seats that are dealt in, in deal order, with their stacks, and those that have less than the `least`."""
    order: list[int] = []
    stacks: list[int] = []
    short: list[int] = []
    held, waits = table.seats, carried.deals > 0
    for seat in _FROM_BUTTON[len(held)][button]:
        one = held[seat - 1]
        if one is None:
            continue
        chips = one.stack_chips
        if not (carrying.plays(carried, seat, chips, house) if waits else chips):
            continue
        if chips < least:
            short.append(seat)
        else:
            order.append(seat)
            stacks.append(chips)
    return order, stacks, short


def _left_out(table: Table, seats: list[int], least: int, told: list[Told], house: House) -> Table:
    """Have the dealer say who has too little to be dealt in."""
    for seat in seats:
        table = rulings.announced(table, Announcement(0, TOO_SHORT, seat, least, TOO_SHORT_RULES), told, house)
    return table


def _unknown() -> str:
    return f"This table knows no game of that name; it knows {', '.join(VARIANTS)}."


def wrong_for(variant: Variant, stakes: Stakes) -> Wrong | None:
    wrong = stakes_wrong(stakes)
    if wrong is None and variant.forced == "antes" and not stakes.ante:
        return Wrong("ante", "This game is played for antes alone: the ante must be at least 1.", ANTE_RULES)
    return wrong


#: The house's answer → how often an all-in may be run.
MOST_RUNS: Final = {"off": 1, "twice": 2, "twice_or_three_times": 3}


class _Opening(NamedTuple):
    """A hand that lacks only its number and the stacks, and the places its cards go to."""

    hand: Hand
    zones: tuple[Zone, ...]


@lru_cache(maxsize=256)  # the same players hand after hand
def _opening(house: House, stakes: Stakes, seats: tuple[int, ...], dead_small: bool) -> _Opening:
    variant = stakes.game or house.variant
    rules = posting_rules(house.posting, house.options, house.without, variant)
    dead_small = len(seats) > 2 and (dead_small or rules.layout == "single")  # the first left of the button has the big blind
    hand = begin(
        number=0,
        variant=dealt_as(house.options, variant),
        stakes=stakes,
        seats=seats,
        stacks=(0,) * len(seats),
        owing=posting.due(
            stakes,
            len(seats),
            rules,
            dead_small,
            VARIANTS[variant].forced == "blinds",
        )
        if len(seats) > 1
        else (),
        betting=house.betting_of(variant, stakes.limit),
        off=house.without,
        awards=house.awards,
        sight=house.sight,
        draws=house.draws,
        if_unopened=house.betting_of(other, stakes.limit) if (other := VARIANTS[variant].unopened) in VARIANTS else PLAIN,
        board_antennas=house.board_antennas,
        most_runs=MOST_RUNS[house.options.run_it_twice] if "run_it.agreed" not in house.without else 1,
        dead_small=dead_small,
    )
    return _Opening(hand, tuple([HOLE[seat] for seat in seats]))


def set_stakes(table: Table, stakes: Stakes, house: House) -> Refused | tuple[Table, list[Told]]:
    """Set what is played for from the next hand on."""
    if running(table) is not None and "conditions.between_hands" not in house.without:
        return Refused(
            "stakes.running", "The stakes change between hands: play this one out, or name them with the next new_hand.", CONDITIONS_RULES
        )
    if table.around.rotation is not None:
        return Refused("stakes.rotation", "Each game of the rotation has its own stakes: set the rotation anew, or end it.")
    stakes = filled(stakes, table.stakes)
    if stakes.game and stakes.game not in VARIANTS:
        return Refused("stakes.unknown_game", _unknown())
    wrong = stakes_wrong(stakes)
    if wrong is not None:
        return Refused("stakes.wrong", wrong.message, wrong.rules)
    return replace(table, stakes=stakes), [Told("stakes_changed", more=More(stakes=stakes))]
