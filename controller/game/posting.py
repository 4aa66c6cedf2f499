"""Antes and blinds going in, short ones too."""

from __future__ import annotations

from functools import lru_cache
from operator import sub
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from controller.game import short_blind
from controller.game.chips import MAX_CHIPS, Stakes
from controller.game.hand import Due, Hand, Setup, begun
from controller.game.limits import NO_CAP, Round, opening_cap
from controller.game.outcome import Refused, Told
from controller.game.pots import layer
from controller.game.street import close, has_decision, next_to_act, open_next
from controller.game.uncontested import win_uncontested
from controller.game.variants import VARIANTS


class PostingRules(msgspec.Struct, frozen=True):
    """How forced bets go in.

    `single_ante_order`: what a player who pays the ante for all covers first with a short stack,
    his blind or that ante. `layout`: all blinds that the stakes name, none of the button's, or the big blind
    alone, from the first left of the button. The others are rules of every book, and false only where one is switched off
    to see whether anything proves it.
    """

    single_ante_order: Literal["blind_first", "ante_first"] = "blind_first"
    layout: Literal["all", "two", "single"] = "all"
    small_blind: bool = True
    big_blind: bool = True
    heads_up_button: bool = True


SMALL_RULES: Final = ("home.3.sb", "cooke.12.05.a", "cooke.4.07.d")
BIG_RULES: Final = ("home.3.bb", "cooke.12.05.a", "cooke.4.07.d")
HEADS_UP_RULES: Final = ("home.4.hu_blinds", "roberts.blinds.4", "cooke.12.14.a")
#: What is posted → the rules it goes in by, with more players than two and heads-up.
RULES: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "small_blind": (SMALL_RULES, HEADS_UP_RULES),
    "button_blind": (("cooke.7.03.b",), ()),
    "big_blind": (BIG_RULES, HEADS_UP_RULES),
}
#: Games with a forced bet by card: who has not paid the ante is asked, and gets no cards if he wants none.
SIT_OUT_RULES: Final = ("cooke.5.05.c", "cooke.def.ante")
#: Who has no more than the ante, in games for antes alone: he plays for the antes.
JUST_THE_ANTE_RULES: Final = ("cooke.7.13.e",)
#: Who antes for deals that he was not in, which nobody opened.
ANTE_IN_RULES: Final = ("cooke.7.14.a",)
#: The bet that opens for low what nobody opened for high.
FORCED_RULES: Final = ("cooke.7.20.b",)
_NO_RULES: Final[tuple[tuple[str, ...], tuple[str, ...]]] = ((), ())


def big_blind_index(n: int, heads_up_button: bool = True, dead_small: bool = False) -> int:
    """Return the big blind's index: left of the small blind, first where that is dead; heads-up the button has the small blind.

    Source: home.3.sb, home.3.bb, roberts.blinds.4, home.4.hu_blinds.
    """
    return 0 if dead_small else 1 if n > 2 or not heads_up_button else 0


@lru_cache(maxsize=64)  # the same stakes hand after hand
def due(stakes: Stakes, n: int, rules: PostingRules, dead_small: bool = False, blinds_too: bool = True) -> tuple[Due, ...]:
    """Return what n players must post at the start of the hand, whatever their stacks, in order of payment."""
    big = big_blind_index(n, rules.heads_up_button, dead_small)
    payers = {"all": range(n), "big_blind": (big,), "button": (n - 1,)}[stakes.ante_from]
    antes = [Due(i, stakes.ante, "ante") for i in payers]
    if not blinds_too:  # one player brings it in instead, or the antes are all
        return tuple([one for one in antes if one.amount_chips])
    single = rules.layout == "single"
    blinds = [Due(1 - big, stakes.small_blind, "small_blind")] if rules.small_blind and not dead_small and not single else []
    if rules.big_blind:
        blinds.append(Due(big, stakes.big_blind, "big_blind"))
    if n > 2 and rules.layout == "all":
        blinds.append(Due(n - 1, stakes.button_blind, "button_blind"))  # two players have no button without a blind
    blinds.sort(key=lambda one: one.index)
    ante_first = stakes.ante_from == "all" or rules.single_ante_order == "ante_first"
    return tuple([one for one in (antes + blinds if ante_first else blinds + antes) if one.amount_chips])


def post(hand: Hand, seat: int | None) -> Refused | tuple[Hand, list[Told]]:
    """Put in what a seat owes, or everybody when `seat` is None; betting begins once nobody owes.

    Antes are dead, blinds are part of the bet. Who has less posts what he has and is all-in; the
    others still owe the full blind.
    Source: cooke.4.09.b, cooke.4.17.d, roberts.blinds.1, roberts.blinds.9.
    """
    if hand.stage != "posting":
        return Refused("post.nothing_owed", "All antes and blinds of this hand are in.")
    paying = hand.owing
    if seat is None and hand.stacks is hand.start_stacks and hand.setup.usual:
        in_full = _in_full(hand.setup, paying)
        paid = tuple(map(sub, hand.stacks, in_full.hand.put_in))
        if min(paid) > 0:
            return _as(in_full.hand, hand, paid), [*in_full.told]
    if seat is not None:
        paying = tuple([one for one in paying if hand.seats[one.index] == seat])
        if not paying:
            owing = ", ".join(sorted({str(hand.seats[one.index]) for one in hand.owing}))
            return Refused("post.nothing_owed", f"Seat {seat} owes nothing; seats that do: {owing}.")
    return _paid(hand, paying, whole=seat is None)


def none_owed(hand: Hand) -> tuple[Hand, list[Told]]:
    """Return a hand in which nobody owes any more as it goes on: its betting begins, or it waits for the cards that come first."""
    return _paid(hand, (), whole=True)


class _InFull(NamedTuple):
    """The hand after all that is owed went in, and nobody is all-in with it; and what is told of it."""

    hand: Hand
    told: tuple[Told, ...]


@lru_cache(maxsize=256)  # the same players and stakes hand after hand
def _in_full(setup: Setup, owing: tuple[Due, ...]) -> _InFull:
    """Return what becomes of a hand of the usual kind in which everybody has more than he owes."""
    hand, told = _paid(begun(setup, 0, (MAX_CHIPS,) * len(setup.seats), owing), owing, whole=True)
    return _InFull(hand, tuple(told))


def _as(other: Hand, hand: Hand, stacks: tuple[int, ...]) -> Hand:
    """Return the hand with its forced bets in as in the other, where none of them is all that somebody has."""
    return replace(
        hand,
        stacks=stacks,
        bets=other.bets,
        put_in=other.put_in,
        to_act=other.to_act,
        current_bet=other.current_bet,
        faced_at=other.faced_at,
        stage=other.stage,
        round=other.round,
        dead_put_in=other.dead_put_in,
        owing=(),
    )


def _paid(hand: Hand, paying: tuple[Due, ...], *, whole: bool) -> tuple[Hand, list[Told]]:
    """Return the hand after those forced bets, which may be the `whole` of what is owed, and what is told of each."""
    told: list[Told] = []
    stacks, bets, put_in, dead = [*hand.stacks], [*hand.bets], [*hand.put_in], hand.dead_put_in
    setup = hand.setup
    row = VARIANTS[setup.variant]
    antes_only = row.forced == "antes"
    ruled = antes_only or row.next_posts or hand.drawing.forced >= 0 or setup.carried.deals > 0  # more is said of what goes in than usual
    heads_up = len(stacks) == 2
    seats, off = setup.seats, setup.off
    for one in paying:
        i = one.index
        stack = stacks[i]
        owed, do = one.amount_chips, one.do
        chips = min(owed, stack)
        if not chips:
            continue
        stacks[i] = stack - chips
        put_in[i] += 0 if "pots.begin_with_blinds" in off else chips
        if do == "ante":
            dead = (*dead[:i], dead[i] + chips, *dead[i + 1 :])
        elif "blinds.count" not in off:
            bets[i] += chips
        goes_by = _rules_of(hand, one, chips, stack) if ruled else RULES.get(do, _NO_RULES)[heads_up]
        told.append(Told("posted", seats[i], chips, bets[i], do, chips == stack, rules=goes_by))
    still = () if whole else tuple([one for one in hand.owing if one not in paying])
    paid, bet = tuple(stacks), tuple(bets)
    if VARIANTS[setup.variant].forced in ("bring_in", "bomb"):
        now = replace(hand, stacks=paid, put_in=tuple(put_in), dead_put_in=dead, owing=still)
        return (now if still else _wait_for_cards(now, told)), told
    current_bet, to_act = 0, -1
    if not still:
        rules = setup.betting
        current_bet = 0 if antes_only else setup.stakes.big_blind if rules.blind_in_full else max(bet)
        hand = _without_option(hand, current_bet, antes_only=antes_only)
        behind_blinds = rules.first_left_of_blinds and not antes_only
        last = big_blind_index(len(paid), rules.heads_up_button, setup.dead_small) if behind_blinds else -1
        other = max(hand.drawing.forced, hand.drawing.behind)  # who posted in another's place, or for low
        last = other if other >= 0 else last
        to_act = next_to_act(last, hand.folded, paid, hand.faced_at, current_bet)
        if 0 in paid and to_act >= 0 and not has_decision(to_act, hand.folded, paid, bet):
            to_act = -1
    cap = NO_CAP if setup.plain else opening_cap(setup.stakes, setup.betting, paid, hand.folded)
    hand = replace(
        hand,
        stacks=paid,
        bets=bet,
        put_in=tuple(put_in),
        dead_put_in=dead,
        owing=still,
        current_bet=current_bet,
        round=Round(current_bet, current_bet, hand.round.raises, cap),
        to_act=to_act,
        stage="posting" if still else "betting",
    )
    if antes_only and not still:
        hand = replace(hand, pots=layer(hand, hand.put_in))
    return (hand if still or to_act >= 0 else close(hand, told)), told


def sit_out(hand: Hand, seat: int) -> tuple[Hand, list[Told]] | None:
    """Return the hand without a player who does not pay his ante and wants no cards; None where he owes none.

    Source: cooke.5.05.b, cooke.5.05.c.
    """
    i = hand.index_of[seat] if 0 < seat < len(hand.index_of) else -1
    left = tuple([one for one in hand.owing if one.index != i])
    if VARIANTS[hand.variant].forced != "bring_in" or hand.stage != "posting" or len(left) == len(hand.owing) or hand.put_in[i]:
        return None
    folded, acts = [*hand.folded], [*hand.last_acts]
    folded[i], acts[i] = True, "fold"
    told = [Told("acted", seat, None, 0, "fold", rules=SIT_OUT_RULES)]
    now = replace(hand, folded=tuple(folded), last_acts=tuple(acts), owing=left)
    if folded.count(False) == 1:
        return win_uncontested(now, now.folded, now.last_acts, told), told
    return (now if left else _wait_for_cards(now, told)), told


def _without_option(hand: Hand, current_bet: int, *, antes_only: bool) -> Hand:
    """Return the hand as it is; where the rule is switched off that who posts may raise, with his bet as his answer."""
    if hand.drawing.forced >= 0 and "draw.forced_option" in hand.off:
        by = hand.drawing.forced
    elif not hand.betting.blind_option and not antes_only:
        by = big_blind_index(len(hand.stacks), dead_small=hand.setup.dead_small)
    else:
        return hand
    return replace(hand, faced_at=(*hand.faced_at[:by], current_bet, *hand.faced_at[by + 1 :]))


def _rules_of(hand: Hand, due: Due, chips: int, stack: int) -> tuple[str, ...]:
    """Return the rules that something goes in by."""
    if hand.drawing.forced >= 0:
        return FORCED_RULES
    if due.do == "ante" and due.amount_chips > hand.stakes.ante:
        return ANTE_IN_RULES
    if chips == stack and VARIANTS[hand.variant].forced == "antes":
        return JUST_THE_ANTE_RULES
    ours = short_blind.rules_of(hand, due.index, due.amount_chips, chips) if due.do == "big_blind" else ()
    return ours or RULES.get(due.do, _NO_RULES)[len(hand.stacks) == 2]


def _wait_for_cards(hand: Hand, told: list[Told]) -> Hand:
    """The antes are in, and the first round waits for the cards it is played by, such as the up-cards that say who brings it in; they
    may lie there already.
    """
    return open_next(replace(hand, stage="dealing", pots=layer(hand, hand.put_in)), told)
