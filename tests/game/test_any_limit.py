"""Whatever the limit, the stakes and the house's answers: what is legal is taken, and nothing else is."""

from __future__ import annotations

import random
from typing import Any

from at_table import AtTable
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.core import step
from controller.effects import CommandDone
from controller.events import Act
from controller.game.betting import act
from controller.game.chips import Stakes
from controller.game.legal_actions import ACTIONS, LegalAction, legal_actions
from controller.game.outcome import Refused
from controller.game.zones import BOARD, STUB
from controller.rules.house import House
from controller.rules.options import HouseOptions

BOARD_CARDS = (0, 5, 10, 15, 20)


@st.composite
def stakes(draw: st.DrawFn) -> Stakes:
    limit: Any = draw(st.sampled_from(["no_limit", "pot_limit", "fixed_limit", "spread_limit"]))
    unit = draw(st.sampled_from([1, 1, 5, 25]))
    big = draw(st.integers(1, 8)) * unit
    small = draw(st.integers(0, big // unit)) * unit
    most = draw(st.lists(st.integers(2 * big // unit, 20).map(lambda count: max(count, 2) * unit), min_size=1, max_size=4))
    return Stakes(
        small,
        big,
        ante=draw(st.sampled_from([0, 0, unit])),
        ante_from=draw(st.sampled_from(["all", "big_blind", "button"])),
        min_bet=0 if limit == "fixed_limit" else draw(st.sampled_from([0, 0, unit])),
        limit=limit,
        big_bet=draw(st.sampled_from([0, 3 * big])),
        max_bets=tuple(max(one, big) for one in most) if limit == "spread_limit" else (),
        button_blind=draw(st.sampled_from([0, 0, small])),
        unit=unit,
    )


options = st.builds(
    HouseOptions,
    big_bet_reopen_threshold=st.sampled_from(["full_raise", "half_raise", "any_raise"]),
    limit_reopen_threshold=st.sampled_from(["half_bet", "full_bet"]),
    short_all_ins_add_up=st.booleans(),
    short_all_in_next_raise=st.sampled_from(["all_in_plus_last_raise", "last_full_level_plus_raise"]),
    minimum_raise_base=st.sampled_from(["last_wager", "larger_of_big_blind_and_last"]),
    half_bet_all_in_raise_size=st.sampled_from(["all_in_plus_one_bet", "complete_then_add_bet"]),
    fold_with_no_bet=st.sampled_from(["prohibited", "allowed"]),
    raise_cap=st.sampled_from(["three_raises", "four_raises", "no_cap"]),
    heads_up_cap_release=st.sampled_from(["lifted", "lifted_unless_reached", "stays_for_round"]),
    heads_up_round_cap=st.booleans(),
    spread_raise_minimum=st.sampled_from(["last_wager", "any_in_spread"]),
    check_raise=st.booleans(),
    pot_limit_rounding=st.sampled_from(["none", "betting_unit", "house_unit"]),
    pot_limit_small_blind_full=st.booleans(),
    pot_limit_short_blind=st.sampled_from(["actual_chips", "as_full_blind"]),
    pot_limit_variation=st.sampled_from(["standard", "standard", "half_pot", "pot_then_no_limit"]),
    pot_limit_maximum_open=st.sampled_from(["pot_formula", "four_big_blinds", "house_amount"]),
)


def refusal(at: AtTable, do: str, to_chips: int | None) -> Refused | None:
    """Why betting would not take it, None when it would; the table stays as it is. A free fold is for the table to refuse."""
    seat = at.to_act
    assert seat is not None
    if do == "fold":
        done = step(at.table, Act(at.head(), seat, "fold", None), at.house)[1][-1]
        assert isinstance(done, CommandDone)
        return None if done.ok else Refused(done.code, done.message, done.rules)
    outcome = act(at.hand, seat, do, to_chips)
    return outcome if isinstance(outcome, Refused) else None


def check(at: AtTable, one: LegalAction) -> None:
    if not one.legal:
        assert one.code
        assert one.why
        refused = refusal(at, one.do, None)
        assert refused is not None
        assert refused.code == one.code
        assert refused.message.startswith(one.why)
        return
    if one.do in ("fold", "check", "call", "all_in"):
        assert refusal(at, one.do, None) is None
        return
    least, most, unit = one.min_to, one.max_to, one.step_chips
    assert least is not None
    assert most is not None
    assert unit is not None
    assert at.hand.current_bet < least <= most
    assert refusal(at, one.do, least) is None
    assert refusal(at, one.do, most) is None
    assert (refusal(at, one.do, None) is None) == (least == most)
    assert refusal(at, one.do, least - 1) is not None
    beyond = refusal(at, one.do, most + unit)
    assert beyond is not None
    assert beyond.code in ("act.above_stack", "act.above_maximum", "act.wrong_size")
    if least + unit < most:
        assert refusal(at, one.do, least + unit - least % unit) is None
        assert (refusal(at, one.do, least + unit - least % unit + 1) is None) == (unit == 1)


def play(at: AtTable, rng: random.Random) -> None:
    for card in (*BOARD_CARDS, None):
        while at.hand.stage == "betting":
            actions = legal_actions(at.hand)
            assert tuple(one.do for one in actions) == ACTIONS
            for one in actions:
                check(at, one)
            now = at.legal
            more = next((one for one in actions if one.do in ("bet", "raise", "complete") and one.legal), None)
            assert now.can_raise == (more is not None)
            if more is not None:
                assert (now.min_raise_to, now.max_raise_to) == (more.min_to, more.max_to)
            taken = rng.choice([one for one in actions if one.legal and (one.do != "fold" or rng.random() < 0.3)])
            to = None
            if taken is more:
                assert more.min_to is not None
                assert more.max_to is not None
                to = rng.choice([more.min_to, more.max_to])
            at.act(now.seat, taken.do, to)
            if at.to_act == now.seat and taken.do == "fold":  # a free fold is asked about once
                at.act(now.seat, "fold")
        assert legal_actions(at.hand) == ()
        if card is None or at.hand.stage != "dealing":
            return
        at.move(card, BOARD, STUB)


@settings(max_examples=300)
@given(st.data(), stakes(), options, st.sampled_from(["cooke", "roberts", "home"]))
def test_what_is_legal_is_taken_and_nothing_else(data: st.DataObject, at_stake: Stakes, answers: HouseOptions, book: Any) -> None:
    stacks = data.draw(st.lists(st.integers(1, 40).map(lambda count: count * at_stake.big_blind // 2 or 1), min_size=2, max_size=6))
    house = House(seats=6, stakes=at_stake, book=book, options=answers)
    at = AtTable(list(stacks), at_stake, button=len(stacks), house=house).start()
    play(at, random.Random(data.draw(st.integers(0, 2**32))))  # noqa: S311 -- hands of a test, the same for the same seed
