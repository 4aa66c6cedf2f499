"""The houses' answers that the generator goes by, written from the catalogue's questions; a test holds them against it."""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec
from msgspec.structs import asdict, replace

from controller.rules.catalogue.row import Book


class Answers(msgspec.Struct, frozen=True):
    """One field a question, by the question's own name. See docs/rules.md for what each asks."""

    fold_with_no_bet: str = "prohibited"
    check_raise: bool = True
    under_minimum_bet: str = "refused"
    under_minimum_raise: str = "half_makes_minimum"
    minimum_raise_base: str = "last_wager"
    big_bet_reopen_threshold: str = "full_raise"
    short_all_ins_add_up: bool = True
    short_all_in_next_raise: str = "all_in_plus_last_raise"
    wrong_limit_bet_correction: bool = True
    misrounded_wager: str = "as_placed"
    limit_reopen_threshold: str = "half_bet"
    half_bet_all_in_raise_size: str = "all_in_plus_one_bet"
    raise_cap: str = "four_raises"
    heads_up_cap_release: str = "lifted"
    heads_up_round_cap: bool = False
    spread_raise_minimum: str = "last_wager"
    straddle_big_bet: bool = True
    straddle_limit_games: bool = True
    straddle_counts_as_raise: bool = True
    restraddle: bool = True
    pot_limit_rounding: str = "betting_unit"
    pot_limit_small_blind_full: bool = False
    pot_limit_short_blind: str = "actual_chips"
    pot_limit_maximum_open: str = "pot_formula"
    odd_chip_unit: str = "min_betting_unit"
    tied_both_ways: str = "each_half_apart"
    raise_cap_two_rounds: str = "four_raises"
    heads_up_cap_release_two_rounds: str = "stays_for_round"
    draw_minimum_open: str = "large_blind"
    draw_joker: bool = True
    stud_bring_in: str = "low_card"
    stud_hilo_bring_in: str = "low_card"
    stud_hilo_bring_in_ace: str = "high"
    bring_in_amount: str = "third"
    bring_in_may_complete: bool = True
    stud_money_for_hand: str = "ante_and_bring_in"
    stud_board_tie: str = "suit"
    stud_hilo_board_tie: str = "position"
    razz_board_tie: str = "suit"
    stud_open_pair_double_bet: bool = True
    stud_open_pair_raise_step: str = "upper_limit"
    stud_short_deck_remedy: str = "mix_burns_then_common_card"
    stud_short_deck_burn: str = "skip_sixth_street_burn"
    stud_hilo_qualifier: str = "eight"
    odd_chip_stud: str = "best_five"


#: What each book answers. Sources: docs/rules.md has the rows beside each answer.
BY_BOOK: Final[dict[Book, Answers]] = {
    "cooke": Answers(),
    "roberts": Answers(
        fold_with_no_bet="allowed",
        under_minimum_bet="must_make_minimum",
        under_minimum_raise="must_make_minimum",
        misrounded_wager="nearest_proper",
        raise_cap="three_raises",
        heads_up_cap_release="lifted_unless_reached",
        straddle_limit_games=False,
        straddle_counts_as_raise=False,
        restraddle=False,
        pot_limit_rounding="none",
        pot_limit_small_blind_full=True,
        pot_limit_short_blind="as_full_blind",
        odd_chip_unit="smallest_unit_in_game",
        tied_both_ways="evenly_whole_pot",
        heads_up_cap_release_two_rounds="lifted_unless_reached",
        draw_joker=False,
        bring_in_amount="preset_table",
        bring_in_may_complete=False,
        stud_money_for_hand="ante_only",
        stud_board_tie="position",
        razz_board_tie="position",
        stud_short_deck_burn="skip_last_burn",
        stud_hilo_qualifier="none",
        odd_chip_stud="all_cards",
    ),
    "home": Answers(
        fold_with_no_bet="allowed",
        under_minimum_raise="refused",
        minimum_raise_base="larger_of_big_blind_and_last",
        short_all_ins_add_up=False,
        limit_reopen_threshold="full_bet",
        half_bet_all_in_raise_size="complete_then_add_bet",
        raise_cap="no_cap",
        straddle_big_bet=False,
        straddle_limit_games=False,
        straddle_counts_as_raise=False,
        restraddle=False,
        pot_limit_rounding="none",
        odd_chip_unit="chips_as_they_lie",
        tied_both_ways="evenly_whole_pot",
        raise_cap_two_rounds="as_other_games",
        heads_up_cap_release_two_rounds="lifted",
        draw_joker=False,
        bring_in_amount="preset_table",
        bring_in_may_complete=False,
        stud_money_for_hand="ante_only",
        stud_board_tie="position",
        razz_board_tie="position",
        stud_open_pair_double_bet=False,
        stud_short_deck_remedy="common_card",
        stud_short_deck_burn="none",
        stud_hilo_qualifier="none",
        odd_chip_stud="all_cards",
    ),
}

#: What a house may answer instead of its book.
OTHERWISE: Final[dict[str, tuple[Any, ...]]] = {
    "fold_with_no_bet": ("prohibited", "allowed"),
    "check_raise": (True, False),
    "under_minimum_bet": ("refused", "must_make_minimum"),
    "under_minimum_raise": ("refused", "must_make_minimum", "half_makes_minimum", "call"),
    "minimum_raise_base": ("last_wager", "larger_of_big_blind_and_last"),
    "big_bet_reopen_threshold": ("full_raise", "half_raise", "any_raise"),
    "short_all_ins_add_up": (True, False),
    "short_all_in_next_raise": ("all_in_plus_last_raise", "last_full_level_plus_raise"),
    "wrong_limit_bet_correction": (True, False),
    "misrounded_wager": ("as_placed", "nearest_proper"),
    "limit_reopen_threshold": ("half_bet", "full_bet"),
    "half_bet_all_in_raise_size": ("all_in_plus_one_bet", "complete_then_add_bet"),
    "raise_cap": ("three_raises", "four_raises", "five_raises", "no_cap"),
    "heads_up_cap_release": ("lifted", "lifted_unless_reached", "stays_for_round"),
    "heads_up_round_cap": (True, False),
    "spread_raise_minimum": ("last_wager", "any_in_spread"),
    "straddle_big_bet": (True, False),
    "straddle_limit_games": (True, False),
    "straddle_counts_as_raise": (True, False),
    "restraddle": (True, False),
    "pot_limit_rounding": ("none", "betting_unit"),
    "pot_limit_small_blind_full": (True, False),
    "pot_limit_short_blind": ("actual_chips", "as_full_blind"),
    "pot_limit_maximum_open": ("pot_formula", "four_big_blinds"),
    "odd_chip_unit": ("min_betting_unit", "smallest_unit_in_game"),
    "tied_both_ways": ("each_half_apart", "evenly_whole_pot"),
    "raise_cap_two_rounds": ("as_other_games", "three_raises", "four_raises", "six_raises", "no_cap"),
    "heads_up_cap_release_two_rounds": ("lifted", "lifted_unless_reached", "stays_for_round"),
    "draw_minimum_open": ("large_blind", "posted_amount"),
    "draw_joker": (True, False),
    "stud_bring_in": ("low_card", "high_card"),
    "stud_hilo_bring_in": ("low_card", "high_card"),
    "stud_hilo_bring_in_ace": ("high", "low"),
    "bring_in_amount": ("quarter", "third", "half", "preset_table"),
    "bring_in_may_complete": (True, False),
    "stud_money_for_hand": ("ante_and_bring_in", "ante_only"),
    "stud_board_tie": ("suit", "position"),
    "stud_hilo_board_tie": ("suit", "position"),
    "razz_board_tie": ("suit", "position"),
    "stud_open_pair_double_bet": (True, False),
    "stud_open_pair_raise_step": ("upper_limit", "either_limit"),
    "stud_short_deck_remedy": ("mix_burns_then_common_card", "common_card"),
    "stud_short_deck_burn": ("skip_sixth_street_burn", "skip_last_burn", "none"),
    "stud_hilo_qualifier": ("eight", "none"),
    "odd_chip_stud": ("best_five", "all_cards"),
}


def draw_answers(draw: random.Random, book: Book) -> Answers:
    """Return a book's answers, in some houses with one or two answered otherwise."""
    answers = BY_BOOK[book]
    if draw.random() < 0.3:
        for name in draw.sample(sorted(OTHERWISE), draw.choice((1, 1, 2))):
            answers = replace(answers, **{name: draw.choice(OTHERWISE[name])})
    return answers


def changed(answers: Answers, book: Book) -> dict[str, Any]:
    """Return what a house answers otherwise than its book."""
    of_book = asdict(BY_BOOK[book])
    return {name: answer for name, answer in asdict(answers).items() if answer != of_book[name]}
