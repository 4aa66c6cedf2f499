"""Limits: how large a bet or raise may be, what it does to the round, and how often may be raised."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from controller.game import drawn
from controller.game.chips import Stakes
from controller.game.variants import VARIANTS

if TYPE_CHECKING:
    from controller.game.hand import Hand

#: No-limit and pot-limit: a raise is as large as the last, not as large as the street says.
BIG_BET: Final = ("no_limit", "pot_limit")

#: `Round.cap`: raise as often as you like.
NO_CAP: Final = -1

#: Raises after the bet where big-bet games are capped too, which no book does.
BIG_BET_CAP: Final = 4


class BettingRules(msgspec.Struct, frozen=True, cache_hash=True):
    """What betting asks of the house: one field a question. The hand keeps the answers it began with.

    The first part are the house's options, the second part rules that every book has: those are False (or True where the rule forbids)
    only where a rule is switched off to see whether anything proves it.
    """

    reopen: Literal["full_raise", "half_raise", "any_raise"] = "full_raise"
    limit_reopen: Literal["half_bet", "full_bet", "any_bet"] = "half_bet"
    short_all_ins_add_up: bool = True
    next_raise: Literal["all_in_plus_last_raise", "last_full_level_plus_raise"] = "all_in_plus_last_raise"
    minimum_base: Literal["last_wager", "larger_of_big_blind_and_last"] = "last_wager"
    half_bet_raise: Literal["all_in_plus_one_bet", "complete_then_add_bet"] = "all_in_plus_one_bet"
    raise_cap: int = 4
    heads_up_cap: Literal["lifted", "lifted_unless_reached", "stays_for_round"] = "lifted"
    heads_up_round_cap: bool = False
    spread_minimum: Literal["last_wager", "any_in_spread"] = "last_wager"
    check_raise: bool = True
    free_fold: bool = True
    pot_rounding_chips: int = 1
    pot_in_units: bool = False
    pot_small_blind_full: bool = False
    pot_short_blind_full: bool = False
    pot_open: Literal["pot_formula", "four_big_blinds", "house_amount"] = "pot_formula"
    pot_variation: Literal["standard", "half_pot", "pot_then_no_limit", "double_call_raise"] = "standard"
    doubles: bool = True
    posted_open: bool = True

    check_needs_no_bet: bool = True
    minimum_bet: bool = True
    minimum_raise: bool = True
    short_all_in: bool = True
    short_call: bool = True
    any_amount: bool = True
    in_units: bool = True
    reopening: bool = True
    reopens: bool = True
    yet_to_act: bool = True
    blind_option: bool = True
    blind_in_full: bool = True
    answer_needed: bool = True
    big_bet_capped: bool = False
    pot_maximum: bool = True
    pot_counts_call: bool = True
    pot_minimum_always: bool = True
    fixed_sizes: bool = True
    upper_streets: bool = True
    completing: bool = True
    completion_counts: bool = False
    spread_maximum: bool = True
    spread_by_street: bool = True
    first_left_of_blinds: bool = True
    first_left_of_button: bool = True
    heads_up_button: bool = True
    side_pots: bool = True
    call_difference: bool = True
    raise_binds: bool = True
    fold_is_final: bool = True
    bets_gathered: bool = True


PLAIN: Final = BettingRules()


class Round(msgspec.Struct, frozen=True, gc=False):
    """What only limits other than a plain hand's ask of the betting round. Units: chips.

    `level` is what the next raise is measured from: below the bet where a short all-in stands that does not count. `full_to` is the bet
    after the last wager that counts as full; who faced less may raise again. `raises` leaves the bet (or big blind) out; `cap` is how many
    of them the round allows. `checked` are the players who have checked in it, where nobody may check and raise.
    """

    level: int = 0
    full_to: int = 0
    raises: int = 0
    cap: int = NO_CAP
    checked: bytes = b""
    upper: int = 0  # fixed limit: what may be bet and raised by as well as the size of the round, where a pair shows


#: A round before anybody has bet, with no end of raises.
FRESH: Final = Round()

#: Rules that a plain no-limit hand needs as they are; the others bear on other limits, or on the size a street begins with.
_PLAIN: Final = (
    "reopen", "short_all_ins_add_up", "next_raise", "check_raise", "minimum_bet", "minimum_raise", "short_all_in", "answer_needed",
    "big_bet_capped", "any_amount", "reopening", "reopens", "yet_to_act",
    "short_call", "call_difference", "raise_binds", "fold_is_final",
)  # fmt: skip


class Level(NamedTuple):
    """What a wager makes of the round: the fields of `Hand` and `Round` by these names."""

    full_raise: int
    level: int
    full_to: int
    raises: int


@lru_cache(maxsize=1024)  # four streets of the same stakes and house hand after hand
def street_size(stakes: Stakes, rules: BettingRules, variant: str, street: int) -> int:
    """Return the bet of a street: what is bet and raised by in fixed limit, else the least.

    Source: cooke.8.01.02.a, cooke.4.07.d, roberts.nl.2a, home.4.min, cooke.8.03.b.
    """
    if stakes.limit == "fixed_limit":
        doubled = VARIANTS[variant].streets[street].big and rules.upper_streets and rules.doubles
        return stakes.big_bet_chips if doubled else stakes.small_bet_chips
    if stakes.limit in BIG_BET and (street == 0 or rules.minimum_base == "larger_of_big_blind_and_last"):
        posted = stakes.min_bet_chips if rules.posted_open or street else 0
        return max(posted, stakes.big_blind)  # the big blind is the first bet
    return max(stakes.min_bet_chips, stakes.big_blind) if street == 0 and rules.spread_minimum == "last_wager" else stakes.min_bet_chips


@lru_cache(maxsize=256)  # the same stakes and house hand after hand
def is_plain(stakes: Stakes, rules: BettingRules) -> bool:
    """Whether a hand needs no more than the bet and the last raise to know what may be bet."""
    return stakes.limit == "no_limit" and stakes.unit == 1 and all(getattr(rules, name) == getattr(PLAIN, name) for name in _PLAIN)


def wager_range(hand: Hand) -> tuple[int, int]:
    """Return the least and the most that the player to act may bet or raise to, as if his stack had no end.

    Where nothing bounds it above the most is -1. The least may be no more than the bet where no rule asks for more.
    Source: cooke.8.01.02.b, cooke.8.02.a, cooke.8.02.b, cooke.8.03.a, cooke.8.03.c, cooke.9.09.01.a, cooke.9.09.02.a, roberts.betting.6.
    """
    stakes, rules = hand.stakes, hand.betting
    current_bet, size = hand.current_bet, hand.full_raise
    if hand.plain:
        return current_bet + size, -1
    least = hand.round.level + size
    while least <= current_bet:  # several short all-ins that do not count together went past a level
        least += size
    if not (rules.minimum_raise if current_bet else rules.minimum_bet):
        least = current_bet + 1
    unit = stakes.unit if rules.in_units else 1
    if unit > 1:
        least += -least % unit
    limit = stakes.limit
    if limit == "no_limit":
        return least, -1 if rules.any_amount else least
    if limit == "fixed_limit":
        upper = hand.round.upper
        most = max(least, hand.round.level + upper) if upper else least
        return (least, most) if rules.fixed_sizes else (current_bet + 1, -1)
    most = -1
    if limit == "pot_limit" and rules.pot_maximum and not (rules.pot_variation == "pot_then_no_limit" and hand.street):
        most = pot_maximum(hand)
    elif limit == "spread_limit" and rules.spread_maximum:
        most = hand.round.level + stakes.most_of_street(hand.street if rules.spread_by_street else -1)
    if most < 0:
        return least, most
    if unit > 1:
        most -= most % unit
    if most < least and not rules.pot_minimum_always:
        return most, most
    return least, max(least, most)


def pot_maximum(hand: Hand) -> int:
    """Return the largest total a bet or raise may reach in pot-limit: a call, then as much as lies in the pot after it.

    Units: chips. The pot is rounded up as the house rounds it; small and short blinds count as the house counts them.
    Source: cooke.8.02.03.a, cooke.8.02.03.c, cooke.8.02.03.d, cooke.8.02.02.a, roberts.pl.1, roberts.pl.4, roberts.pl.5a, roberts.pl.5b.
    """
    rules, stakes = hand.betting, hand.stakes
    i, current_bet = hand.to_act, hand.current_bet
    forced_bet = hand.street == 0 and VARIANTS[hand.variant].forced != "bomb"
    if forced_bet and hand.aggressor < 0 and rules.pot_open != "pot_formula":
        house = 4 * stakes.big_blind if rules.pot_open == "four_big_blinds" else stakes.most_of_street(0)
        if house:
            return house
    bets = hand.bets
    pot = sum(hand.put_in) + hand.setup.carried.chips
    if forced_bet and VARIANTS[hand.variant].forced == "blinds" and (rules.pot_small_blind_full or rules.pot_short_blind_full):
        bets = blinds_as_counted(hand)
        pot += sum(bets) - sum(hand.bets)
    if rules.pot_counts_call:
        pot += current_bet - bets[i]
    if rules.pot_variation == "half_pot":
        pot = (pot + 1) // 2
    step = stakes.unit if rules.pot_in_units else rules.pot_rounding_chips
    return current_bet + pot + -pot % step


def blinds_as_counted(hand: Hand) -> tuple[int, ...]:
    """Return the bets of the first round as pot-limit counts them: a small or a short blind for a full one where the house says so.

    The small blind counts as a big one until the big blind has acted.
    """
    rules, stakes = hand.betting, hand.stakes
    n = len(hand.seats)
    dead = hand.setup.dead_small
    small, big = (0, 1) if n > 2 and not dead else (1, 0)
    small_blind = 0 if dead else stakes.small_blind
    bets = [*hand.bets]
    if rules.pot_short_blind_full:
        for i, blind in ((small, small_blind), (big, stakes.big_blind)):
            if not hand.stacks[i] and bets[i] < blind:
                bets[i] = blind
    if rules.pot_small_blind_full and small_blind and hand.faced_at[big] < 0 and not hand.folded[big] and hand.to_act != small:
        bets[small] = max(bets[small], stakes.big_blind)
    return tuple(bets)


def after_wager(hand: Hand, to_chips: int) -> Level:
    """Return what a bet or raise to a total makes of the round.

    An all-in that is too small to count leaves the level where it was: in limit the next player may fill it up.
    Source: cooke.8.01.02.c, cooke.8.01.03.b, cooke.9.09.01.b, cooke.9.09.01.d, cooke.9.09.02.a, cooke.9.09.02.b, roberts.betting.5a,
    roberts.betting.5b.
    """
    rules, size = hand.betting, hand.full_raise
    level, full_to, raises = hand.round.level, hand.round.full_to, hand.round.raises
    rise, over = to_chips - hand.current_bet, to_chips - level
    if hand.stakes.limit in BIG_BET:
        full = over >= size
        if full or (2 * rise >= size and rules.reopen == "half_raise") or rules.reopen == "any_raise":
            full_to = to_chips
        if full or rules.next_raise == "all_in_plus_last_raise":
            level = to_chips
        return Level(max(size, rise), level, full_to, raises + (full and hand.current_bet > 0))
    full = over >= size
    alone = full or _counts(rise, size, rules)
    if not (alone or (rules.short_all_ins_add_up and _counts(over, size, rules))):
        return Level(size, level if rules.completing else to_chips, full_to, raises)
    if hand.current_bet and not (full and hand.current_bet > level and not rules.completion_counts):
        raises += level > 0 or rules.completion_counts
    if full and hand.round.upper and over >= hand.round.upper and hand.setup.sight.open_pair_upper:
        size = max(size, over)
    level = to_chips if full or rules.half_bet_raise == "all_in_plus_one_bet" else level + size
    if hand.stakes.limit == "spread_limit" and full and rules.spread_minimum == "last_wager":
        size = max(size, over)
    return Level(size, level, to_chips if alone else full_to, raises)


def _counts(chips: int, size: int, rules: BettingRules) -> bool:
    """Whether an all-in of so many chips counts as a full bet in limit."""
    return chips >= size or rules.limit_reopen == "any_bet" or (rules.limit_reopen == "half_bet" and 2 * chips >= size)


def short_stands(hand: Hand) -> bool:
    """Whether an all-in too small for a bet or raise stands, which the next player may complete; in limit only."""
    return hand.current_bet > hand.round.level and hand.stakes.limit not in BIG_BET and hand.betting.completing


def reopened(hand: Hand, i: int) -> bool:
    """Whether player i, who has acted, may raise: a full bet or raise came since, or all that came since makes one up.

    Source: roberts.nl.3b, cooke.8.01.03.b, cooke.8.01.03.c, cooke.9.09.01.b, cooke.9.09.02.b, home.4.short_call.
    """
    faced_at, rules, size = hand.faced_at[i], hand.betting, hand.full_raise
    if not rules.reopens:
        return False
    if faced_at < hand.round.full_to or not rules.reopening:
        return True
    if not rules.short_all_ins_add_up:
        return False
    since = hand.current_bet - faced_at
    if hand.stakes.limit not in BIG_BET:
        return _counts(since, size, rules)
    return since >= size or (rules.reopen == "half_raise" and 2 * since >= size)


def faces_full(hand: Hand) -> bool:
    """Whether the bet that stands is a full one, and no short all-in on top of it or without any."""
    return hand.current_bet in (0, hand.round.full_to)


def opening_cap(stakes: Stakes, rules: BettingRules, stacks: tuple[int, ...], folded: tuple[bool, ...]) -> int:
    """Return how many raises a round that begins allows after the bet, `NO_CAP` for any number.

    Source: cooke.9.16.a, cooke.9.16.b, cooke.9.16.d, roberts.betting.2, roberts.betting.3.1, roberts.betting.4a.
    """
    if stakes.limit in BIG_BET:
        return BIG_BET_CAP if rules.big_bet_capped else NO_CAP
    return rules.raise_cap if _contesting(stacks, folded) > 2 or rules.heads_up_round_cap else NO_CAP


def settled(before: Hand, after: Hand, made: Level | None) -> Hand:
    """Return the hand after an action with what it made of the round: the level, and the cap where it is lifted for two players.

    Where nobody may check and raise it is noted who has checked: he may not raise in this round, whatever he does in between.
    Source: cooke.9.16.b, cooke.10.13, roberts.betting.4a, roberts.betting.4b.
    """
    now = after.round
    if not after.betting.check_raise and made is None and before.current_bet == 0 and after.folded == before.folded:
        now = replace(now, checked=now.checked + bytes([before.to_act]))
    if made is not None and not before.current_bet and not before.street and VARIANTS[before.variant].forced == "antes":
        after = replace(after, drawing=replace(after.drawing, opener=before.to_act, opened_chips=after.bets[before.to_act], proof=""))
    after = drawn.passed_up(before, after, wagered=made is not None)
    raises = now.raises if made is None else made.raises
    cap = cap_after(before, after.stacks, after.folded, raises)
    if made is None:
        now = now if cap == now.cap else replace(now, cap=cap)
        return after if now is after.round else replace(after, round=now)
    return replace(after, full_raise=made.full_raise, round=Round(made.level, made.full_to, raises, cap, now.checked, now.upper))


def cap_after(before: Hand, stacks: tuple[int, ...], folded: tuple[bool, ...], raises: int) -> int:
    """Return the cap of the round once stacks and hands are these: it may be lifted where two are left who are not all-in.

    Source: cooke.9.16.b, roberts.betting.4a, roberts.betting.4b.
    """
    cap = before.round.cap
    if cap >= 0 and _contesting(before.stacks, before.folded) > 2 >= _contesting(stacks, folded):
        lifted = before.betting.heads_up_cap
        if lifted == "lifted" or (lifted == "lifted_unless_reached" and raises < cap):
            return NO_CAP
    return cap


def _contesting(stacks: tuple[int, ...], folded: tuple[bool, ...]) -> int:
    """How many players are in the hand and not all-in."""
    return sum([1 for stack, out in zip(stacks, folded, strict=True) if stack and not out])


def capped(hand: Hand) -> bool:
    """Whether all raises of the round have been made."""
    return 0 <= hand.round.cap <= hand.round.raises
