"""What a house answers to each question, as the core asks it: `house.options.raise_cap == "three_raises"`.

Made by `python -m controller.rules_source` from controller/rules/catalogue/options: change the options there. What each question
means, `smarttable rules options` and docs/rules.md say.
"""
# fmt: off
# ruff: noqa: E501 -- one option a line

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from controller.rules.catalogue.row import Book


class HouseOptions(msgspec.Struct, frozen=True, kw_only=True):
    """One answer a question.

    Invariants: the defaults are those of `DEFAULT_BOOK`. An amount is "none", "preset" or a number and a unit.
    """

    # -- The deal and its errors
    misdeal_window: Literal["substantial_action", "first_action", "deal_complete"] = "substantial_action"
    substantial_action_players: Annotated[int, msgspec.Meta(ge=1, le=10)] = 2
    dealer_action_counts: bool = True
    exposed_cards_for_misdeal: Annotated[int, msgspec.Meta(ge=0, le=20)] = 2
    exposed_card_remedy: Literal["replace_after_deal_becomes_burn", "replace_at_once", "kept"] = "replace_after_deal_becomes_burn"
    misplaced_card_remedy: Literal["push_back_limited", "always_misdeal", "restore_if_possible"] = "push_back_limited"
    max_push_back: Annotated[int, msgspec.Meta(ge=-1, le=20)] = 2
    extra_card_remedy: Literal["return_if_last_and_next_burn", "return_as_burn", "restore_if_possible", "always_misdeal"] = "return_if_last_and_next_burn"
    early_flop_remedy: Literal["reshuffle_no_burn", "next_cards_no_shuffle", "ask_floor"] = "reshuffle_no_burn"
    burn_error_window: Literal["first_action_on_street", "substantial_action_on_street"] = "substantial_action_on_street"
    folded_hand_dead_when: Literal["muck_or_action_behind", "at_once_facing_bet", "motion_causing_action", "released"] = "muck_or_action_behind"
    unentitled_seat_dealt_in: Literal["dead_hand", "misdeal"] = "dead_hand"
    out_of_turn_counts_as_action: bool = True
    late_discovery_counts: bool = False
    disputed_timing: Literal["after_discovery", "before_discovery", "ask_floor"] = "after_discovery"
    procedural_error_window: Literal["substantial_action", "first_action", "next_hand"] = "substantial_action"
    early_exposed_card: Literal["misdeal", "same_as_later_card"] = "misdeal"
    early_exposed_scope: Literal["first_two_off_deck", "any_players_first_two"] = "first_two_off_deck"
    exposed_count_basis: Literal["needing_replacement", "all_by_dealer"] = "needing_replacement"
    first_card_wrong_seat: Literal["misdeal", "as_misplaced_card"] = "misdeal"
    misplaced_card_seen: Literal["misdeal", "may_move"] = "misdeal"
    extra_card_seen: Literal["misdeal", "still_returned"] = "misdeal"
    extra_cards_for_misdeal: Annotated[int, msgspec.Meta(ge=1, le=20)] = 2
    short_hand_remedy: Literal["top_card_if_due", "restore_if_possible", "always_misdeal"] = "top_card_if_due"
    lowball_short_hand: Literal["top_card_if_due", "before_first_action", "completed_on_draw"] = "top_card_if_due"
    later_street_cards_dealt: Literal["misdeal", "as_extra_cards"] = "misdeal"
    late_wrong_count_hand: Literal["dead", "ask_floor", "live_if_no_advantage"] = "ask_floor"
    late_fouled_hand_refund: bool = False
    draw_hand_short_before_draw: Literal["live", "dead", "ask_floor"] = "ask_floor"
    fouled_hand_bettor: Literal["divided_among_others", "hand_dead_play_on"] = "divided_among_others"
    irregular_card_liability: Literal["player", "shared"] = "shared"
    entitled_player_dealt_out: Literal["committed_or_button", "present_or_posted", "any_entitled"] = "committed_or_button"
    absent_requested_hand_missed: Literal["misdeal_until_all_have_cards", "misdeal", "no_misdeal"] = "misdeal_until_all_have_cards"
    unposted_player_dealt_in: Literal["misdeal", "dead_hand", "post_before_looking"] = "misdeal"
    button_out_of_position: Literal["misdeal", "play_on_fix_next_hand"] = "play_on_fix_next_hand"
    missing_shuffle_or_cut: Literal["misdeal", "play_on"] = "misdeal"
    suspected_flash_is_exposed: bool = True
    exposure_claim_before_looking: bool = False
    exposed_card_display: Literal["all_players", "not_shown"] = "all_players"
    flashed_deck_card: Literal["shown_becomes_burn", "shown_keeps_place", "not_shown"] = "shown_becomes_burn"
    player_exposed_card: Literal["plays", "hand_dead"] = "plays"
    card_flipped_off_hand: Literal["dealer", "player"] = "dealer"
    off_table_card_button_games: Literal["exposed", "plays"] = "exposed"
    off_table_card_stud: Literal["exposed", "plays"] = "plays"
    stud_exposed_downcard: Literal["third_card_down", "misdeal", "ask_floor"] = "ask_floor"
    stud_both_downcards_up: Literal["dead_ante_returned", "misdeal", "ask_floor"] = "ask_floor"
    stud_exposed_low_opener: Literal["next_hand_left", "its_owner"] = "its_owner"
    stud_last_card_exposed: Literal["robert_17_18", "ask_floor"] = "ask_floor"
    high_draw_exposed_before_draw: Literal["must_keep", "replaced"] = "must_keep"
    lowball_a5_limit_kept_exposed: Literal["seven_or_lower", "none", "all"] = "seven_or_lower"
    lowball_a5_big_bet_kept_exposed: Literal["five_or_lower", "none", "all"] = "five_or_lower"
    lowball_27_kept_exposed: Literal["seven_five_four_three_two", "none", "all"] = "seven_five_four_three_two"
    lowball_flash_before_draw_counts: bool = False
    draw_card_exposed_on_draw: Literal["replaced_last", "replaced_at_once", "kept"] = "replaced_last"
    draw_fifth_card: Literal["consecutive", "last"] = "consecutive"
    early_board_cards: Literal["never", "if_remaining_fold"] = "never"
    early_turn_remedy: Literal["river_card_as_turn_then_reshuffle", "next_card_no_shuffle", "ask_floor"] = "river_card_as_turn_then_reshuffle"
    early_river_remedy: Literal["reshuffle_no_burn", "next_card_no_shuffle", "ask_floor"] = "reshuffle_no_burn"
    oversized_flop_remedy: Literal["reshuffle_no_burn", "fourth_becomes_burn", "ask_floor"] = "reshuffle_no_burn"
    missing_burn_remedy: Literal["restore_order", "reshuffle_stub", "ask_floor"] = "restore_order"
    double_burn_remedy: Literal["restore_order", "reshuffle_stub", "ask_floor"] = "restore_order"
    preflop_burn_error_exposed: Literal["restore_order", "reshuffle_stub", "ask_floor"] = "restore_order"
    late_burn_error: Literal["as_if_no_error", "play_on_from_top"] = "as_if_no_error"
    burn_error_window_all_in: Literal["until_award", "next_hand", "not_corrected"] = "next_hand"
    early_stud_cards_remedy: Literal["remove_one_round", "restore_where_possible", "ask_floor"] = "restore_where_possible"
    early_last_downcard_seen: Literal["kept_no_raise", "kept", "ask_floor"] = "ask_floor"
    stud_short_deck_remedy: Literal["mix_burns_then_common_card", "common_card"] = "mix_burns_then_common_card"
    stud_short_deck_burn: Literal["skip_sixth_street_burn", "skip_last_burn", "none"] = "skip_sixth_street_burn"
    revive_folded_hand: Literal["extreme_cases", "best_interest", "never"] = "extreme_cases"
    dropped_card_status: Literal["hand_dead", "plays"] = "hand_dead"
    hand_out_of_sight: Literal["hand_dead", "warning"] = "hand_dead"
    cards_into_other_hand: Literal["thrown_cards_dead", "both_if_identifiable", "ask_floor"] = "ask_floor"
    unprotected_hand_killed: Literal["no_redress", "restore_if_identifiable"] = "restore_if_identifiable"
    stud_turned_upcards: Literal["at_once", "action_behind"] = "at_once"
    absent_hand_killed: Literal["when_action_reaches", "after_starting_hand"] = "when_action_reaches"

    # -- Deck, shuffle and stub
    stray_joker_remedy: Literal["scrap_replaced", "misdeal", "fouled_deck"] = "scrap_replaced"
    missing_card_before_window: Literal["misdeal", "no_effect"] = "misdeal"
    missing_card_after_window: Literal["fouled_deck_refund", "no_effect"] = "fouled_deck_refund"
    midhand_reshuffle: Literal["when_remedy_requires", "never"] = "when_remedy_requires"
    duplicate_card: Literal["void_and_refund", "as_invalid_card", "result_stands"] = "void_and_refund"
    boxed_cards_for_misdeal: Annotated[int, msgspec.Meta(ge=0, le=20)] = 2
    boxed_lowball_misdeal: bool = True
    boxed_card_replacement: Literal["next_card", "after_round"] = "next_card"
    burns_kept_apart: bool = True
    bottom_card: Literal["never_before_remix", "if_needed"] = "never_before_remix"
    draw_joker: bool = True
    lowball_27_joker: bool = False
    stray_joker_cutoff: Literal["no_limit", "holder_acts", "substantial_action"] = "no_limit"
    late_stray_joker: Literal["hand_dead", "ask_floor", "fouled_deck"] = "ask_floor"
    second_joker: Literal["fouled_deck", "scrap_replaced"] = "fouled_deck"
    surplus_card_in_deck: Literal["fouled_deck_refund", "misdeal_then_play_on", "no_effect"] = "fouled_deck_refund"
    odd_back_in_play: Literal["void_and_refund", "as_invalid_card", "result_stands"] = "void_and_refund"
    odd_back_in_stub: Literal["void_and_refund", "result_stands"] = "void_and_refund"
    fouled_refund_scope: Literal["all_contributors", "live_players"] = "all_contributors"
    fouled_refund_deadline: Literal["objection_cutoff", "pot_pushed"] = "objection_cutoff"
    fouled_deck_freeroll: Literal["divided_among_active", "stays_for_next_deal", "refunded", "ask_floor"] = "divided_among_active"
    carried_pot_entry: Literal["previous_hand_only", "everyone"] = "everyone"
    fouled_deck_button: Literal["same_positions", "moves"] = "same_positions"
    mixed_stub_remedy: Literal["rebuild_stub", "void_and_refund", "ask_floor"] = "rebuild_stub"
    dropped_stub_remedy: Literal["reshuffle_unused_cards", "go_on_from_pile", "ask_floor"] = "reshuffle_unused_cards"
    doubtful_cards_in_reshuffle: Literal["excluded", "as_fair_as_possible"] = "excluded"
    burns_after_dropped_stub: bool = True
    stub_top_retrievable: Literal["retrievable", "not_retrievable"] = "retrievable"
    stub_count_interval_min: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 30
    verify_returned_cards: bool = True
    min_riffles: Annotated[int, msgspec.Meta(ge=0, le=20)] = 3
    min_boxes: Annotated[int, msgspec.Meta(ge=0, le=20)] = 1
    scramble_before_shuffle: bool = True
    who_cuts: Literal["dealer", "player_on_right", "player_on_left"] = "dealer"
    cover_card: bool = True
    dealer_mode: Literal["center_dealt", "player_dealt"] = "center_dealt"
    player_dealt_decks: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    hand_start_with_shuffler: Literal["deck_placed_to_be_cut", "deck_removed_from_shuffler"] = "deck_placed_to_be_cut"
    cut_after_shuffler: bool = True
    deck_change_limit: Literal["two_laps", "any_time", "every_30_min"] = "two_laps"
    setup_request_limit: Literal["marred_card_only", "every_30_min", "every_60_min"] = "marred_card_only"
    marred_card_action: Literal["change_deck_and_setup", "change_deck", "ask_floor"] = "change_deck_and_setup"
    new_deck_riffles: Annotated[int, msgspec.Meta(ge=0, le=20)] = 5
    new_deck_spread: bool = True

    # -- Betting
    raise_cap: Literal["three_raises", "four_raises", "five_raises", "no_cap"] = "four_raises"
    raise_cap_two_rounds: Literal["as_other_games", "three_raises", "four_raises", "six_raises", "no_cap"] = "four_raises"
    heads_up_cap_release: Literal["lifted", "lifted_unless_reached", "stays_for_round"] = "lifted"
    heads_up_cap_release_two_rounds: Literal["lifted", "lifted_unless_reached", "stays_for_round"] = "stays_for_round"
    limit_reopen_threshold: Literal["half_bet", "full_bet"] = "half_bet"
    big_bet_reopen_threshold: Literal["full_raise", "half_raise", "any_raise"] = "full_raise"
    short_all_in_next_raise: Literal["all_in_plus_last_raise", "last_full_level_plus_raise"] = "all_in_plus_last_raise"
    minimum_raise_base: Literal["last_wager", "larger_of_big_blind_and_last"] = "last_wager"
    oversized_chip: Literal["call", "counts_by_amount"] = "call"
    silent_extra_chips: Literal["half_bet_is_raise", "full_bet_is_raise", "any_excess_is_raise"] = "half_bet_is_raise"
    out_of_turn_release: Literal["bet_or_raise", "bet_call_or_raise", "nothing", "never_held"] = "bet_or_raise"
    out_of_turn_check_penalty: Literal["none", "no_raise_if_released", "no_raise"] = "none"
    big_bet_chip_commitment: Literal["release", "motion_acted_on", "forward_motion", "betting_line"] = "release"
    limit_chip_commitment: Literal["release", "motion_acted_on", "forward_motion", "betting_line"] = "forward_motion"
    announced_raise_motions: Literal["several", "one_or_amount"] = "several"
    half_bet_all_in_raise_size: Literal["all_in_plus_one_bet", "complete_then_add_bet"] = "all_in_plus_one_bet"
    short_all_ins_add_up: bool = True
    heads_up_round_cap: bool = False
    spread_raise_minimum: Literal["last_wager", "any_in_spread"] = "last_wager"
    under_minimum_bet: Literal["refused", "must_make_minimum"] = "refused"
    under_minimum_raise: Literal["must_make_minimum", "half_makes_minimum", "call", "refused"] = "half_makes_minimum"
    oversized_chip_with_others: bool = True
    raise_threshold_base: Literal["half_street_bet_over_call", "one_and_half_times_call"] = "half_street_bet_over_call"
    incomplete_raise_remedy: Literal["must_complete", "complete_or_forfeit_extra"] = "complete_or_forfeit_extra"
    verbal_chip_conflict: Literal["words", "earlier", "chips"] = "earlier"
    out_of_turn_force: Literal["always", "floor_decides", "never"] = "always"
    out_of_turn_fold: Literal["stands", "released"] = "stands"
    out_of_turn_speech: Literal["any_declaration", "unconditional_only", "none"] = "any_declaration"
    unaware_of_raise_choice: Literal["any_action", "fold_or_call"] = "any_action"
    unaware_of_raise_acted_behind: Literal["forfeit_or_call", "must_call", "take_back"] = "forfeit_or_call"
    misread_amount_relief_percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    check_raise: bool = True
    fold_with_no_bet: Literal["prohibited", "allowed"] = "prohibited"
    betting_line_inches: Annotated[int, msgspec.Meta(ge=0, le=36)] = 9
    pot_limit_rounding: Literal["none", "betting_unit", "house_unit"] = "betting_unit"
    pot_limit_rounding_unit: str = "1 unit"
    pot_limit_maximum_open: Literal["pot_formula", "four_big_blinds", "house_amount"] = "pot_formula"
    pot_limit_small_blind_full: bool = False
    pot_limit_short_blind: Literal["actual_chips", "as_full_blind"] = "actual_chips"
    pot_limit_variation: Literal["standard", "half_pot", "pot_then_no_limit", "double_call_raise"] = "standard"
    pot_limit_overbet_window: Literal["over_two_acted", "all_acted", "substantial_action"] = "over_two_acted"
    pot_limit_counts_fees: bool = True
    small_chip_restriction: bool = False
    wrong_limit_bet_correction: bool = True
    splash_dispute: Literal["splasher", "floor_decides"] = "floor_decides"
    misrounded_wager: Literal["nearest_proper", "as_placed"] = "as_placed"
    all_in_must_be_announced: bool = True
    kill_mode: Literal["none", "half", "full"] = "none"
    kill_trigger: Literal["two_consecutive", "scoop", "pot_size", "no_openers"] = "two_consecutive"
    kill_scoop_minimum_pot: str = "5 big_bet"
    kill_pot_threshold: str = "5 big_bet"
    kill_second_leg: Literal["flop_and_full_bet", "minimum_pot", "any_pot"] = "flop_and_full_bet"
    kill_split_with_leg: Literal["keeps_leg", "neutral"] = "keeps_leg"
    kill_split_by_killer: Literal["kills_again", "neutral"] = "kills_again"
    kill_neutral_on_split: Literal["only_if_no_holder", "always"] = "only_if_no_holder"
    kill_walk: Literal["keeps_button", "neutral"] = "keeps_button"
    kill_first_action: Literal["left_of_big_blind", "left_of_killer"] = "left_of_big_blind"
    kill_missed: Literal["optional_next", "required_next"] = "optional_next"
    voluntary_kill: Literal["if_no_objection", "prohibited"] = "if_no_objection"
    voluntary_kill_minimum_stack: Annotated[int, msgspec.Meta(ge=0, le=100)] = 4
    stud_bring_in: Literal["low_card", "high_card"] = "low_card"
    stud_hilo_bring_in: Literal["low_card", "high_card"] = "low_card"
    bring_in_amount: Literal["quarter", "third", "half", "preset_table", "house_amount"] = "third"
    bring_in_may_complete: bool = True
    stud_board_tie: Literal["suit", "position"] = "suit"
    stud_hilo_board_tie: Literal["suit", "position"] = "position"
    razz_board_tie: Literal["suit", "position"] = "suit"
    stud_open_pair_double_bet: bool = True
    stud_open_pair_raise_step: Literal["upper_limit", "either_limit"] = "upper_limit"
    stud_hilo_bring_in_ace: Literal["high", "low"] = "high"
    draw_unopened_action: Literal["check_or_bet", "bet_or_fold"] = "check_or_bet"
    draw_minimum_open: Literal["large_blind", "posted_amount"] = "large_blind"
    draw_openers: Literal["none", "jacks_or_better"] = "none"
    draw_progressive_openers: bool = False
    draw_doubles_after_draw: bool = True
    lowball_check_raise: bool = False
    straddle_counts_as_raise: bool = True
    overs: bool = True
    overs_river_fold: Literal["apply", "not_on_river"] = "apply"

    # -- Blinds and the button
    button_movement: Literal["dead_button", "moving_button", "simple_button"] = "dead_button"
    straddle_limit_games: bool = True
    draw_blind_layout: Literal["three_with_button", "two", "single"] = "three_with_button"
    draw_openers_button: bool = True
    lowball_new_player_entry: Literal["kill", "kill_if_no_objection", "big_blind"] = "kill"
    blind_layout: Literal["small_and_big", "one_blind", "three_blinds", "plus_button_blind", "two_big_blinds", "custom"] = "small_and_big"
    small_blind_fraction: Literal["half", "third", "two_thirds", "preset_table", "announced"] = "half"
    buy_the_button: bool = False
    dead_small_blind_marker: Literal["departed_seat", "last_live_actor"] = "departed_seat"
    departed_button_marker: Literal["vacant_seat", "previous_seat"] = "vacant_seat"
    missed_blinds_rule: Literal["post_or_wait", "wait_only", "none"] = "post_or_wait"
    lone_small_blind_makeup: Literal["dead", "live"] = "dead"
    makeup_in_front_of_button: bool = True
    owed_blind_hand_acted: Literal["dead", "live_posts_next"] = "dead"
    new_player_entry: Literal["post_or_wait", "wait_only", "free"] = "post_or_wait"
    new_player_in_front_of_button: bool = False
    new_player_wait_laps: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2
    new_game_entry: Literal["free_until_passed", "as_new_player", "free_for_set_period"] = "free_until_passed"
    short_handed_free_entry: bool = True
    straddle_big_bet: bool = True
    restraddle: bool = True
    sleepers: bool = True
    straddle_amount: str = "2 big_blind"
    short_blind_hand: Literal["plays_all_in", "no_hand"] = "plays_all_in"
    move_away_from_blinds: Literal["wait_or_post", "two_seats_free", "free"] = "wait_or_post"
    move_into_button_seat: Literal["wait_one_hand", "post_in_front"] = "wait_one_hand"
    playover_entry: Literal["as_new_player", "free"] = "as_new_player"
    broken_game_free_entry: bool = True
    must_move_blinds: Literal["free_hand_now", "play_to_blind"] = "free_hand_now"

    # -- Showdown
    retrieve_mucked_hand: Literal["four_conditions", "floor_discretion", "never"] = "four_conditions"
    see_called_hand: Literal["floor_on_suspicion", "dealt_in_players", "in_on_late_street", "any_player", "nobody"] = "floor_on_suspicion"
    playing_the_board: Literal["declare_and_show", "declare_may_discard", "show_only"] = "declare_and_show"
    show_one_timing: Literal["after_hand", "by_viewer", "at_once"] = "after_hand"
    odd_chip_unit: Literal["min_betting_unit", "smallest_unit_in_game", "one_dollar", "chips_as_they_lie"] = "min_betting_unit"
    stud_hand_missing_last_card: Literal["dead", "floor_may_rule_live"] = "dead"
    first_to_show_checked: Literal["first_to_act", "first_left_of_button", "simultaneous"] = "first_to_act"
    first_to_show_bet: Literal["last_aggressor", "called_player_left"] = "last_aggressor"
    show_order_rest: Literal["clockwise", "free"] = "clockwise"
    all_in_cards_up: bool = False
    must_show_all_cards: bool = True
    partly_shown_hand: Literal["advise_complete", "read_shown_only"] = "advise_complete"
    partly_shown_loser_killed: bool = True
    winning_hand_stays_up: bool = True
    uncontested_winner_shows: bool = False
    see_hand_scope: Literal["called_hands", "all_mucked_at_showdown"] = "called_hands"
    see_hand_winner_may_ask: bool = True
    see_hand_winner_request: Literal["live", "dead"] = "live"
    see_hand_other_request: Literal["dead", "live"] = "dead"
    see_hand_killed_first: bool = True
    see_hand_heads_up: bool = False
    see_hand_needs_floor: Literal["never", "high_limit", "always"] = "always"
    see_hand_abuse: Literal["removal", "privilege_revoked", "etiquette_only"] = "removal"
    show_one_on_request: bool = True
    show_one_viewer: Literal["any_player", "live_player"] = "any_player"
    show_one_extent: Literal["shown_part", "whole_hand"] = "shown_part"
    show_one_after_muck_mixed: bool = False
    misdeclared_hand: Literal["cards_speak", "declaration_binds"] = "cards_speak"
    deliberate_miscall: Literal["forfeits_pot", "ask_floor", "no_penalty"] = "forfeits_pot"
    miscall_misled_mucker: Literal["floor_may_award_mucker", "shown_hand"] = "floor_may_award_mucker"
    lowball_miscall_heads_up: Literal["cards_speak", "call_binds"] = "cards_speak"
    lowball_miscall_multiway: Literal["hand_dead", "cards_speak"] = "hand_dead"
    lowball_miscall_fouled_other: Literal["hand_dead", "cards_speak"] = "hand_dead"
    lowball_must_say_pair: bool = True
    onlookers_read_hands: Literal["everyone", "dealer_only"] = "everyone"
    odd_chip_button_games: Literal["first_left_of_button", "high_card_by_suit"] = "first_left_of_button"
    odd_chip_stud: Literal["best_five", "all_cards"] = "best_five"
    odd_chip_high_low: Literal["high", "low"] = "high"
    odd_chip_boards: Literal["first", "last"] = "first"
    odd_chips_per_player_max: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    tied_both_ways: Literal["evenly_whole_pot", "each_half_apart"] = "each_half_apart"
    missed_better_hand_claim: bool = False

    # -- What the dealer says
    tap_before_burn: bool = True
    announce_active_players: bool = True
    announce_raises: Literal["all_games", "stud_only", "none"] = "all_games"
    announce_all_in: bool = True
    announce_playing_behind: bool = True
    announce_makeup_blind: bool = True
    announce_live_blind_option: bool = True
    announce_stud_first_actor: bool = True
    announce_stud_pairs: bool = True
    announce_razz_pairs: Literal["first_time_no_faces", "all", "none"] = "first_time_no_faces"
    announce_possible_hands: Literal["never", "low_limit"] = "never"
    draw_count_disclosure: Literal["until_action_after_draw", "never"] = "until_action_after_draw"
    ask_unanted_player: bool = True
    action_prompt_seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 15
    dealer_calls_for_hands: bool = True
    house_player_identification: Literal["announce_on_entry", "sign_and_on_request", "not_required"] = "announce_on_entry"
    nonstandard_rule_sign: bool = True

    # -- The clock
    action_clock_seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 60
    clock_countdown_seconds: Annotated[int, msgspec.Meta(ge=0, le=120)] = 10
    clock_countdown_placement: Literal["added", "within"] = "added"
    clock_started_by: Literal["dealer_on_request", "floor_on_request", "not_used"] = "dealer_on_request"
    clock_floor_on_dealer_request: bool = True
    clock_scope: Literal["all_games", "big_bet_games", "none"] = "all_games"
    clock_expiry_facing_bet: Literal["fold", "ask_floor"] = "fold"
    clock_expiry_no_bet: Literal["check", "fold"] = "check"
    clocks_before_ejection: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3
    bad_clock_requests_before_ejection: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3
    must_call_time: bool = True
    skipped_player_lock: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2
    skipped_player_remedy: Literal["folded_or_checked", "ask_floor"] = "folded_or_checked"

    # -- Conduct at the table
    rabbit_hunting: Literal["prohibited", "paid_one_unit", "allowed_until_abused"] = "prohibited"
    ruling_authority: Literal["floor_always", "dealer_if_harmless", "dealer"] = "dealer_if_harmless"
    objection_cutoff_with_shuffler: Literal["old_deck_in_new_deck_placed", "old_deck_in"] = "old_deck_in_new_deck_placed"
    objection_cutoff: Literal["first_riffle", "scramble", "next_deal"] = "first_riffle"
    expose_own_cards: Literal["prohibited_unless_two_dealt_in", "prohibited", "allowed_shown_to_all"] = "prohibited_unless_two_dealt_in"
    expose_own_cards_penalty: Literal["plays_warning", "hand_dead", "ask_floor"] = "ask_floor"
    talk_about_cards_in_play: Literal["prohibited", "allowed"] = "prohibited"
    table_language: Literal["local_only", "free"] = "local_only"
    reading_at_table: Literal["prohibited", "allowed"] = "prohibited"
    phone_call_max_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120
    phone_minutes_per_hour_max: Annotated[int, msgspec.Meta(ge=0, le=60)] = 6
    smoking: Literal["dealer_side_seats_nonsmoking", "prohibited", "free"] = "dealer_side_seats_nonsmoking"
    play_other_chips: Literal["outsider_if_no_objection", "never", "allowed_despite_objection"] = "outsider_if_no_objection"
    house_may_inspect_discards: bool = True
    late_objection_forfeits: bool = True
    exploiting_error_forfeits: bool = True
    beginner_leniency: Literal["floor_discretion", "best_intention", "strict"] = "floor_discretion"

    # -- Games
    stud_hilo_qualifier: Literal["none", "seven", "eight", "nine"] = "eight"
    stud_hilo_low_ranking: Literal["ace_to_five", "deuce_to_seven"] = "ace_to_five"
    razz_low_ranking: Literal["ace_to_five", "deuce_to_seven"] = "ace_to_five"
    stud5_last_card: Literal["up", "down"] = "up"
    stud5_hilo: bool = False
    omaha_hilo_qualifier: Literal["none", "seven", "eight", "nine"] = "eight"
    omaha_cards_from_hand: Literal["exactly_two", "up_to_two"] = "exactly_two"
    holdem_hilo: bool = False
    draws_per_hand: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    rotation_change: Literal["full_lap", "half_hour"] = "full_lap"

    # -- Buy-in and chips
    game_format: Literal["cash", "freezeout", "tournament"] = "cash"
    minimum_buy_in_limit: Literal["preset_table", "ten_small_bets", "ten_big_bets", "equal_stacks", "house_amount"] = "preset_table"
    stud_ante_amount: Literal["preset_table", "house_amount", "none"] = "preset_table"
    stud_money_for_hand: Literal["ante_and_bring_in", "ante_only"] = "ante_and_bring_in"
    draw_forced_money: Literal["antes", "blinds", "both"] = "antes"
    lowball_forced_money: Literal["antes", "blinds", "both"] = "blinds"
    draw_max_ante_rounds: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    lowball_must_bet_sevens: bool = True
    stakes_preset: Literal["preset_table", "custom", "announced"] = "preset_table"
    minimum_buy_in_big_bet: str = "20 big_blind"
    stud_buy_in_base: Literal["stakes", "hundred_antes"] = "stakes"
    maximum_buy_in: str = "none"
    rebuys: bool = True
    short_buy_ins_allowed: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1
    short_buy_in_period: Literal["session", "game"] = "session"
    short_buy_in_minimum_percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 50
    add_on_timing: Literal["between_hands", "when_not_in_hand", "never"] = "when_not_in_hand"
    returning_money_hours: Annotated[int, msgspec.Meta(ge=0, le=168)] = 2
    transfer_minimum_buy_in: Literal["required_unless_forced", "not_required"] = "required_unless_forced"
    minimum_betting_unit: str = "preset"
    betting_unit_base: Literal["forced_bets", "forced_bets_and_fees", "smallest_chip"] = "forced_bets"
    standard_chip: Literal["by_stakes", "house_amount", "any"] = "by_stakes"
    buy_in_in_standard_chips: bool = True
    cash_plays: Literal["none", "hundred_dollar_bills", "all_cash"] = "none"
    hidden_money: Literal["does_not_play", "dealer_judges"] = "does_not_play"
    playing_behind: Literal["announced", "not_allowed"] = "announced"
    small_payments_from_stack: bool = True
    small_payment_limit: str = "preset"
    chip_transfer: Literal["never", "if_no_objection", "limit_games_only"] = "if_no_objection"
    bet_runner_payments: bool = False
    blind_chop: bool = True
    agreed_pot_split: Literal["never", "big_bet_only", "unless_objected"] = "big_bet_only"
    insurance: Literal["none", "big_bet_only", "all_games"] = "big_bet_only"
    ante_pushing: Literal["never", "time_games_only"] = "time_games_only"
    run_it_twice: Literal["off", "twice", "twice_or_three_times"] = "off"

    # -- Seats
    stud_max_players: Annotated[int, msgspec.Meta(ge=2, le=10)] = 8
    holdem_max_players: Annotated[int, msgspec.Meta(ge=2, le=23)] = 13
    omaha_max_players: Annotated[int, msgspec.Meta(ge=2, le=11)] = 10
    draw_max_players: Annotated[int, msgspec.Meta(ge=2, le=10)] = 9
    new_game_players_needed: Annotated[int, msgspec.Meta(ge=2, le=10)] = 5
    new_game_button: Literal["draw_high_card", "seat_right_of_dealer"] = "draw_high_card"
    card_draw_tie: Literal["suit", "redraw"] = "suit"
    new_game_seat_choice: Literal["arrival", "listed_preference", "random"] = "arrival"
    seat_change_order: Literal["request_order", "seniority", "ask_and_draw"] = "request_order"
    missed_call: Literal["roll_then_strike", "strike"] = "roll_then_strike"
    phone_ins: Literal["prohibited", "permitted"] = "prohibited"
    lock_up_amount: str = "20 usd"
    lock_up_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 30
    playing_over: bool = True
    playing_over_after_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 30
    playover_reciprocity: bool = False
    transfer_balance: Literal["never_leave_fewer", "no_net_difference", "free"] = "never_leave_fewer"
    pick_up_absent_buttons: Annotated[int, msgspec.Meta(ge=0, le=100)] = 2
    pick_up_extra_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 15
    absent_button_retention: Literal["off", "keep_one_two_downs"] = "off"
    picked_up_return_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 60
    game_break: Literal["fewer_than_three", "two_of_short_game", "majority_with_seats", "never"] = "fewer_than_three"
    broken_game_priority: Literal["transfer_list", "broken_game"] = "transfer_list"
    must_move: bool = False
    must_move_selection: Literal["list_head", "floor_decides"] = "list_head"
    must_move_expiry: Literal["structure_change", "two_hours"] = "structure_change"
    temporary_must_move_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 0
    stakes_change_veto: Literal["one", "two", "half"] = "two"
    freezeout_heads_up_end: Literal["play_out", "chip_leader_wins"] = "play_out"
    back_man_out: bool = False
    rovers: Literal["off", "each_lap", "each_period"] = "off"

    # -- What the house takes
    collection_method: Literal["none", "rake", "time", "button_collection"] = "rake"
    rake_percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 10
    rake_cap: str = "3 usd"
    rake_rounding: Literal["down_to_dollar", "exact", "down_to_unit"] = "down_to_dollar"
    no_flop_no_rake: bool = False
    time_charge: str = "5 usd"
    time_period_minutes: Annotated[int, msgspec.Meta(ge=1, le=1440)] = 30
    time_entry_grace_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 5
    time_refund_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 15
    stud_time_from_antes: bool = False
    time_pots: Literal["prohibited", "first_big_pot", "part_of_each_pot"] = "prohibited"
    button_collection_amount: str = "preset"
    button_collection_live: Literal["live", "dead"] = "live"

    # -- Jackpots
    jackpots: bool = False
    jackpot_highest_limit: str = "20 usd"
    jackpot_drop_step: str = "0.25 usd"
    jackpot_drop_cap: str = "1 usd"
    jackpot_admin_fee_percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    high_hand_royal_share_percent: Annotated[int, msgspec.Meta(ge=0, le=100)] = 30
    high_hand_time_minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 0
    bad_beat_percent_fresh: Annotated[int, msgspec.Meta(ge=0, le=100)] = 80
    bad_beat_percent_stale: Annotated[int, msgspec.Meta(ge=0, le=100)] = 65
    bad_beat_stale_days: Annotated[int, msgspec.Meta(ge=0, le=3650)] = 10
    bad_beat_other_tables: bool = False
    bad_beat_split: Literal["standard", "with_other_tables", "house_split"] = "standard"
    jackpot_minimum_players: Annotated[int, msgspec.Meta(ge=2, le=10)] = 4
    jackpot_minimum_pot: str = "none"
    omaha_jackpot_fund: bool = False
    stud_bad_beat_hand: Literal["four_of_a_kind", "aces_full", "house_hand"] = "four_of_a_kind"
    holdem_bad_beat_hand: Literal["aces_full_of_tens", "four_of_a_kind", "house_hand"] = "aces_full_of_tens"
    jackpot_identification_amount: str = "2500 usd"


#: The book of a house that names none.
DEFAULT_BOOK: Final[Book] = "cooke"

#: Book → its answers.
PRESETS: Final[Mapping[Book, HouseOptions]] = MappingProxyType(
    {
        "cooke": HouseOptions(),
        "roberts": HouseOptions(
            dealer_action_counts=False,
            misplaced_card_remedy="always_misdeal",
            max_push_back=0,
            extra_card_remedy="return_as_burn",
            burn_error_window="first_action_on_street",
            folded_hand_dead_when="at_once_facing_bet",
            unentitled_seat_dealt_in="misdeal",
            out_of_turn_counts_as_action=False,
            disputed_timing="ask_floor",
            procedural_error_window="first_action",
            exposed_count_basis="all_by_dealer",
            extra_card_seen="still_returned",
            lowball_short_hand="before_first_action",
            later_street_cards_dealt="as_extra_cards",
            late_wrong_count_hand="dead",
            draw_hand_short_before_draw="live",
            fouled_hand_bettor="hand_dead_play_on",
            irregular_card_liability="player",
            entitled_player_dealt_out="present_or_posted",
            absent_requested_hand_missed="no_misdeal",
            unposted_player_dealt_in="post_before_looking",
            button_out_of_position="misdeal",
            missing_shuffle_or_cut="play_on",
            suspected_flash_is_exposed=False,
            exposure_claim_before_looking=True,
            flashed_deck_card="not_shown",
            off_table_card_stud="exposed",
            stud_exposed_downcard="third_card_down",
            stud_both_downcards_up="dead_ante_returned",
            stud_exposed_low_opener="next_hand_left",
            stud_last_card_exposed="robert_17_18",
            high_draw_exposed_before_draw="replaced",
            lowball_flash_before_draw_counts=True,
            draw_fifth_card="last",
            preflop_burn_error_exposed="reshuffle_stub",
            burn_error_window_all_in="until_award",
            early_stud_cards_remedy="remove_one_round",
            early_last_downcard_seen="kept_no_raise",
            stud_short_deck_burn="skip_last_burn",
            revive_folded_hand="best_interest",
            dropped_card_status="plays",
            hand_out_of_sight="warning",
            cards_into_other_hand="thrown_cards_dead",
            unprotected_hand_killed="no_redress",
            missing_card_before_window="no_effect",
            missing_card_after_window="no_effect",
            boxed_lowball_misdeal=False,
            boxed_card_replacement="after_round",
            burns_kept_apart=False,
            draw_joker=False,
            stray_joker_cutoff="holder_acts",
            late_stray_joker="hand_dead",
            second_joker="scrap_replaced",
            surplus_card_in_deck="no_effect",
            odd_back_in_stub="result_stands",
            fouled_refund_deadline="pot_pushed",
            fouled_deck_freeroll="stays_for_next_deal",
            carried_pot_entry="previous_hand_only",
            doubtful_cards_in_reshuffle="as_fair_as_possible",
            stub_count_interval_min=0,
            verify_returned_cards=False,
            scramble_before_shuffle=False,
            cover_card=False,
            marred_card_action="ask_floor",
            raise_cap="three_raises",
            heads_up_cap_release="lifted_unless_reached",
            heads_up_cap_release_two_rounds="lifted_unless_reached",
            out_of_turn_release="bet_call_or_raise",
            out_of_turn_check_penalty="no_raise",
            limit_chip_commitment="motion_acted_on",
            under_minimum_bet="must_make_minimum",
            under_minimum_raise="must_make_minimum",
            oversized_chip_with_others=False,
            incomplete_raise_remedy="must_complete",
            verbal_chip_conflict="words",
            out_of_turn_force="floor_decides",
            unaware_of_raise_acted_behind="must_call",
            misread_amount_relief_percent=80,
            fold_with_no_bet="allowed",
            pot_limit_rounding="none",
            pot_limit_rounding_unit="25 usd",
            pot_limit_small_blind_full=True,
            pot_limit_short_blind="as_full_blind",
            pot_limit_overbet_window="all_acted",
            misrounded_wager="nearest_proper",
            all_in_must_be_announced=False,
            voluntary_kill="prohibited",
            bring_in_amount="preset_table",
            bring_in_may_complete=False,
            stud_board_tie="position",
            razz_board_tie="position",
            straddle_counts_as_raise=False,
            overs=False,
            straddle_limit_games=False,
            draw_blind_layout="two",
            lone_small_blind_makeup="live",
            makeup_in_front_of_button=False,
            owed_blind_hand_acted="live_posts_next",
            new_player_wait_laps=0,
            short_handed_free_entry=False,
            restraddle=False,
            sleepers=False,
            broken_game_free_entry=False,
            retrieve_mucked_hand="floor_discretion",
            see_called_hand="dealt_in_players",
            playing_the_board="declare_may_discard",
            show_one_timing="by_viewer",
            odd_chip_unit="smallest_unit_in_game",
            stud_hand_missing_last_card="floor_may_rule_live",
            partly_shown_hand="read_shown_only",
            see_hand_killed_first=False,
            see_hand_heads_up=True,
            see_hand_needs_floor="never",
            see_hand_abuse="privilege_revoked",
            show_one_on_request=False,
            deliberate_miscall="ask_floor",
            miscall_misled_mucker="shown_hand",
            odd_chip_stud="all_cards",
            tied_both_ways="evenly_whole_pot",
            tap_before_burn=False,
            announce_active_players=False,
            announce_raises="stud_only",
            announce_all_in=False,
            announce_playing_behind=False,
            announce_makeup_blind=False,
            announce_live_blind_option=False,
            ask_unanted_player=False,
            action_prompt_seconds=0,
            dealer_calls_for_hands=False,
            house_player_identification="not_required",
            nonstandard_rule_sign=False,
            clock_countdown_placement="within",
            clock_started_by="floor_on_request",
            clock_floor_on_dealer_request=False,
            clock_scope="big_bet_games",
            clocks_before_ejection=0,
            bad_clock_requests_before_ejection=0,
            skipped_player_lock=3,
            skipped_player_remedy="ask_floor",
            ruling_authority="floor_always",
            expose_own_cards="allowed_shown_to_all",
            expose_own_cards_penalty="plays_warning",
            table_language="free",
            reading_at_table="allowed",
            phone_call_max_seconds=0,
            phone_minutes_per_hour_max=0,
            smoking="prohibited",
            play_other_chips="never",
            house_may_inspect_discards=False,
            late_objection_forfeits=False,
            exploiting_error_forfeits=False,
            beginner_leniency="strict",
            stud_hilo_qualifier="none",
            minimum_buy_in_limit="ten_big_bets",
            stud_ante_amount="house_amount",
            stud_money_for_hand="ante_only",
            stakes_preset="custom",
            short_buy_in_period="game",
            short_buy_in_minimum_percent=0,
            add_on_timing="between_hands",
            returning_money_hours=0,
            betting_unit_base="forced_bets_and_fees",
            standard_chip="any",
            buy_in_in_standard_chips=False,
            cash_plays="hundred_dollar_bills",
            hidden_money="dealer_judges",
            playing_behind="not_allowed",
            small_payments_from_stack=False,
            chip_transfer="never",
            blind_chop=False,
            agreed_pot_split="never",
            insurance="none",
            ante_pushing="never",
            run_it_twice="twice_or_three_times",
            draw_max_players=8,
            new_game_players_needed=2,
            missed_call="strike",
            lock_up_amount="none",
            lock_up_minutes=0,
            transfer_balance="free",
            pick_up_absent_buttons=0,
            pick_up_extra_minutes=0,
            picked_up_return_minutes=0,
            broken_game_priority="broken_game",
            stakes_change_veto="one",
            rake_rounding="down_to_unit",
            no_flop_no_rake=True,
            time_refund_minutes=0,
            button_collection_live="dead",
        ),
        "home": HouseOptions(
            dealer_action_counts=False,
            exposed_cards_for_misdeal=1,
            misplaced_card_remedy="restore_if_possible",
            max_push_back=-1,
            extra_card_remedy="restore_if_possible",
            early_flop_remedy="ask_floor",
            burn_error_window="first_action_on_street",
            folded_hand_dead_when="motion_causing_action",
            unentitled_seat_dealt_in="misdeal",
            disputed_timing="ask_floor",
            exposed_count_basis="all_by_dealer",
            short_hand_remedy="restore_if_possible",
            later_street_cards_dealt="as_extra_cards",
            late_wrong_count_hand="dead",
            draw_hand_short_before_draw="dead",
            fouled_hand_bettor="hand_dead_play_on",
            irregular_card_liability="player",
            entitled_player_dealt_out="any_entitled",
            absent_requested_hand_missed="misdeal",
            button_out_of_position="misdeal",
            missing_shuffle_or_cut="play_on",
            suspected_flash_is_exposed=False,
            flashed_deck_card="shown_keeps_place",
            off_table_card_stud="exposed",
            high_draw_exposed_before_draw="replaced",
            lowball_a5_limit_kept_exposed="none",
            lowball_a5_big_bet_kept_exposed="none",
            lowball_27_kept_exposed="none",
            lowball_flash_before_draw_counts=True,
            early_turn_remedy="ask_floor",
            early_river_remedy="ask_floor",
            oversized_flop_remedy="ask_floor",
            late_burn_error="play_on_from_top",
            burn_error_window_all_in="until_award",
            early_stud_cards_remedy="ask_floor",
            stud_short_deck_remedy="common_card",
            stud_short_deck_burn="none",
            revive_folded_hand="never",
            dropped_card_status="plays",
            hand_out_of_sight="warning",
            cards_into_other_hand="thrown_cards_dead",
            stray_joker_remedy="misdeal",
            missing_card_after_window="no_effect",
            midhand_reshuffle="never",
            duplicate_card="as_invalid_card",
            boxed_card_replacement="after_round",
            burns_kept_apart=False,
            draw_joker=False,
            stray_joker_cutoff="substantial_action",
            late_stray_joker="hand_dead",
            surplus_card_in_deck="misdeal_then_play_on",
            odd_back_in_play="as_invalid_card",
            odd_back_in_stub="result_stands",
            fouled_refund_deadline="pot_pushed",
            fouled_deck_freeroll="ask_floor",
            mixed_stub_remedy="ask_floor",
            dropped_stub_remedy="ask_floor",
            stub_count_interval_min=0,
            verify_returned_cards=False,
            min_boxes=0,
            scramble_before_shuffle=False,
            who_cuts="player_on_right",
            cover_card=False,
            dealer_mode="player_dealt",
            player_dealt_decks=1,
            deck_change_limit="any_time",
            marred_card_action="change_deck",
            new_deck_riffles=3,
            raise_cap="no_cap",
            raise_cap_two_rounds="as_other_games",
            heads_up_cap_release_two_rounds="lifted",
            limit_reopen_threshold="full_bet",
            minimum_raise_base="larger_of_big_blind_and_last",
            silent_extra_chips="full_bet_is_raise",
            out_of_turn_check_penalty="no_raise_if_released",
            big_bet_chip_commitment="motion_acted_on",
            limit_chip_commitment="motion_acted_on",
            announced_raise_motions="one_or_amount",
            half_bet_all_in_raise_size="complete_then_add_bet",
            short_all_ins_add_up=False,
            under_minimum_raise="refused",
            oversized_chip_with_others=False,
            incomplete_raise_remedy="must_complete",
            verbal_chip_conflict="words",
            out_of_turn_speech="unconditional_only",
            unaware_of_raise_choice="fold_or_call",
            unaware_of_raise_acted_behind="take_back",
            fold_with_no_bet="allowed",
            pot_limit_rounding="none",
            pot_limit_overbet_window="substantial_action",
            splash_dispute="splasher",
            all_in_must_be_announced=False,
            kill_second_leg="any_pot",
            kill_split_with_leg="neutral",
            kill_split_by_killer="neutral",
            kill_neutral_on_split="always",
            kill_walk="neutral",
            voluntary_kill="prohibited",
            bring_in_amount="preset_table",
            bring_in_may_complete=False,
            stud_board_tie="position",
            razz_board_tie="position",
            stud_open_pair_double_bet=False,
            lowball_check_raise=True,
            straddle_counts_as_raise=False,
            overs=False,
            button_movement="simple_button",
            straddle_limit_games=False,
            draw_blind_layout="two",
            lowball_new_player_entry="big_blind",
            missed_blinds_rule="none",
            makeup_in_front_of_button=False,
            owed_blind_hand_acted="live_posts_next",
            new_player_entry="free",
            new_player_wait_laps=0,
            straddle_big_bet=False,
            restraddle=False,
            sleepers=False,
            move_away_from_blinds="free",
            playover_entry="free",
            retrieve_mucked_hand="never",
            see_called_hand="any_player",
            playing_the_board="show_only",
            show_one_timing="at_once",
            odd_chip_unit="chips_as_they_lie",
            first_to_show_checked="first_left_of_button",
            show_order_rest="free",
            all_in_cards_up=True,
            winning_hand_stays_up=False,
            see_hand_scope="all_mucked_at_showdown",
            see_hand_killed_first=False,
            see_hand_heads_up=True,
            see_hand_needs_floor="never",
            see_hand_abuse="etiquette_only",
            show_one_on_request=False,
            show_one_viewer="live_player",
            deliberate_miscall="ask_floor",
            miscall_misled_mucker="shown_hand",
            lowball_miscall_multiway="cards_speak",
            lowball_miscall_fouled_other="cards_speak",
            lowball_must_say_pair=False,
            odd_chip_stud="all_cards",
            tied_both_ways="evenly_whole_pot",
            tap_before_burn=False,
            announce_active_players=False,
            announce_raises="none",
            announce_all_in=False,
            announce_playing_behind=False,
            announce_makeup_blind=False,
            announce_live_blind_option=False,
            announce_stud_first_actor=False,
            announce_stud_pairs=False,
            announce_razz_pairs="none",
            ask_unanted_player=False,
            action_prompt_seconds=0,
            dealer_calls_for_hands=False,
            house_player_identification="not_required",
            nonstandard_rule_sign=False,
            action_clock_seconds=0,
            clock_countdown_seconds=0,
            clock_countdown_placement="within",
            clock_started_by="not_used",
            clock_floor_on_dealer_request=False,
            clock_scope="none",
            clocks_before_ejection=0,
            bad_clock_requests_before_ejection=0,
            must_call_time=False,
            skipped_player_remedy="ask_floor",
            ruling_authority="dealer",
            objection_cutoff="next_deal",
            expose_own_cards="allowed_shown_to_all",
            expose_own_cards_penalty="plays_warning",
            table_language="free",
            reading_at_table="allowed",
            phone_call_max_seconds=0,
            phone_minutes_per_hour_max=0,
            smoking="prohibited",
            play_other_chips="never",
            house_may_inspect_discards=False,
            late_objection_forfeits=False,
            exploiting_error_forfeits=False,
            beginner_leniency="best_intention",
            stud_hilo_qualifier="none",
            game_format="freezeout",
            minimum_buy_in_limit="equal_stacks",
            stud_ante_amount="none",
            stud_money_for_hand="ante_only",
            lowball_must_bet_sevens=False,
            stakes_preset="announced",
            minimum_buy_in_big_bet="preset",
            rebuys=False,
            short_buy_ins_allowed=0,
            short_buy_in_period="game",
            short_buy_in_minimum_percent=0,
            add_on_timing="never",
            returning_money_hours=0,
            transfer_minimum_buy_in="not_required",
            betting_unit_base="smallest_chip",
            standard_chip="any",
            buy_in_in_standard_chips=False,
            hidden_money="dealer_judges",
            playing_behind="not_allowed",
            small_payments_from_stack=False,
            chip_transfer="never",
            blind_chop=False,
            agreed_pot_split="never",
            insurance="none",
            ante_pushing="never",
            draw_max_players=8,
            new_game_players_needed=2,
            card_draw_tie="redraw",
            missed_call="strike",
            lock_up_amount="none",
            lock_up_minutes=0,
            playing_over=False,
            transfer_balance="free",
            pick_up_absent_buttons=0,
            pick_up_extra_minutes=0,
            picked_up_return_minutes=0,
            game_break="never",
            broken_game_priority="broken_game",
            stakes_change_veto="one",
            collection_method="none",
            rake_percent=0,
            rake_cap="none",
            rake_rounding="down_to_unit",
            no_flop_no_rake=True,
            time_charge="none",
            time_refund_minutes=0,
            button_collection_amount="none",
            button_collection_live="dead",
            jackpot_highest_limit="none",
            jackpot_drop_step="none",
            jackpot_drop_cap="none",
            jackpot_identification_amount="none",
        ),
    }
)


class Excluded(NamedTuple):
    """While the option `own` has its value, `other` may not have that; `rules` has a rule of each, those of the book first."""

    own: str
    own_value: bool | int | str
    other: str
    other_value: bool | int | str
    rules: Mapping[Book, tuple[str, str]]


#: Answers that cannot both hold.
EXCLUDED: Final = (
    Excluded("exposed_cards_for_misdeal", 1, "early_exposed_card", "same_as_later_card", {"cooke": ("cooke.14.20.h", "cooke.14.20.g"), "roberts": ("roberts.misdeals.1.2", "roberts.misdeals.1.1"), "home": ("home.7.misdeal.1", "cooke.14.20.g")}),
    Excluded("max_push_back", 0, "misplaced_card_remedy", "push_back_limited", {"cooke": ("cooke.14.20.c", "cooke.14.20.c.seen"), "roberts": ("roberts.misdeals.1.6", "roberts.lowball.1.7"), "home": ("home.7.misdeal.4", "cooke.14.20.c")}),
    Excluded("max_push_back", 0, "misplaced_card_remedy", "restore_if_possible", {"cooke": ("cooke.14.20.c", "cooke.14.20.c.seen"), "roberts": ("roberts.misdeals.1.6", "roberts.lowball.1.7"), "home": ("home.7.misdeal.4", "cooke.14.20.c")}),
    Excluded("extra_card_remedy", "always_misdeal", "extra_card_seen", "still_returned", {"cooke": ("cooke.14.20.e", "roberts.irregularities.11"), "roberts": ("roberts.irregularities.11", "roberts.holdem.2a"), "home": ("home.7.misdeal.3", "cooke.14.20.e")}),
    Excluded("stray_joker_remedy", "misdeal", "stray_joker_cutoff", "no_limit", {"cooke": ("cooke.14.11.a", "roberts.irregularities.8a"), "roberts": ("roberts.irregularities.8a", "roberts.irregularities.8b"), "home": ("home.7.misdeal.2", "home.7.dead")}),
    Excluded("midhand_reshuffle", "never", "early_flop_remedy", "reshuffle_no_burn", {"cooke": ("cooke.14.26", "cooke.14.13"), "roberts": ("roberts.holdem.4b", "roberts.holdem.6"), "home": ("home.2.noshuffle", "cooke.14.13")}),
    Excluded("midhand_reshuffle", "never", "early_turn_remedy", "river_card_as_turn_then_reshuffle", {"cooke": ("cooke.14.26", "cooke.14.13.02.a"), "roberts": ("roberts.holdem.4b", "roberts.holdem.8a"), "home": ("home.2.noshuffle", "cooke.14.13.02.a")}),
    Excluded("midhand_reshuffle", "never", "early_river_remedy", "reshuffle_no_burn", {"cooke": ("cooke.14.26", "cooke.14.13.03"), "roberts": ("roberts.holdem.4b", "roberts.holdem.8b"), "home": ("home.2.noshuffle", "cooke.14.13.03")}),
    Excluded("midhand_reshuffle", "never", "oversized_flop_remedy", "reshuffle_no_burn", {"cooke": ("cooke.14.26", "cooke.14.22.e"), "roberts": ("roberts.holdem.4b", "roberts.holdem.3"), "home": ("home.2.noshuffle", "cooke.14.22.e")}),
    Excluded("midhand_reshuffle", "never", "preflop_burn_error_exposed", "reshuffle_stub", {"cooke": ("cooke.14.26", "cooke.14.22.c"), "roberts": ("roberts.holdem.4b", "roberts.holdem.4a"), "home": ("home.2.noshuffle", "home.2.burn")}),
    Excluded("midhand_reshuffle", "never", "missing_burn_remedy", "reshuffle_stub", {"cooke": ("cooke.14.26", "cooke.14.22.c"), "roberts": ("roberts.holdem.4b", "roberts.irregularities.15a"), "home": ("home.2.noshuffle", "home.2.burn")}),
    Excluded("midhand_reshuffle", "never", "double_burn_remedy", "reshuffle_stub", {"cooke": ("cooke.14.26", "cooke.14.22.d"), "roberts": ("roberts.holdem.4b", "roberts.irregularities.15a"), "home": ("home.2.noshuffle", "home.2.burn")}),
    Excluded("midhand_reshuffle", "never", "dropped_stub_remedy", "reshuffle_unused_cards", {"cooke": ("cooke.14.26", "cooke.14.25.a"), "roberts": ("roberts.holdem.4b", "roberts.irregularities.17"), "home": ("home.2.noshuffle", "cooke.14.25.a")}),
    Excluded("midhand_reshuffle", "never", "mixed_stub_remedy", "rebuild_stub", {"cooke": ("cooke.14.26", "cooke.def.fouled_deck"), "roberts": ("roberts.holdem.4b", "roberts.irregularities.17"), "home": ("home.2.noshuffle", "cooke.def.fouled_deck")}),
    Excluded("midhand_reshuffle", "never", "stud_short_deck_remedy", "mix_burns_then_common_card", {"cooke": ("cooke.14.26", "cooke.5.21.a"), "roberts": ("roberts.holdem.4b", "roberts.stud.15a"), "home": ("home.2.noshuffle", "cooke.5.21.a")}),
    Excluded("oversized_chip_with_others", True, "oversized_chip", "counts_by_amount", {"cooke": ("cooke.9.17.b", "cooke.9.17.a"), "roberts": ("roberts.betting.15", "roberts.nl.9a"), "home": ("cooke.9.17.b", "cooke.9.17.a")}),
    Excluded("out_of_turn_force", "never", "out_of_turn_release", "nothing", {"cooke": ("cooke.10.01.a", "cooke.10.08"), "roberts": ("roberts.betting.10", "roberts.betting.10b"), "home": ("home.5.oot_bind", "cooke.10.08")}),
    Excluded("pot_limit_maximum_open", "four_big_blinds", "pot_limit_small_blind_full", True, {"cooke": ("cooke.8.02.a", "cooke.8.02.02.a"), "roberts": ("roberts.pl.5a", "roberts.pl.5b"), "home": ("cooke.8.02.a", "roberts.pl.5a")}),
    Excluded("pot_limit_maximum_open", "house_amount", "pot_limit_small_blind_full", True, {"cooke": ("cooke.8.02.a", "cooke.8.02.02.a"), "roberts": ("roberts.pl.5a", "roberts.pl.5b"), "home": ("cooke.8.02.a", "roberts.pl.5a")}),
    Excluded("kill_neutral_on_split", "always", "kill_split_with_leg", "keeps_leg", {"cooke": ("cooke.8.04.06.b", "cooke.8.04.02.d"), "roberts": ("cooke.8.04.06.b", "cooke.8.04.02.d"), "home": ("cooke.8.04.06.b", "cooke.8.04.02.d")}),
    Excluded("kill_neutral_on_split", "always", "kill_split_by_killer", "kills_again", {"cooke": ("cooke.8.04.06.b", "cooke.8.04.02.e"), "roberts": ("cooke.8.04.06.b", "cooke.8.04.02.e"), "home": ("cooke.8.04.06.b", "cooke.8.04.02.e")}),
    Excluded("draw_progressive_openers", True, "draw_openers", "none", {"cooke": ("cooke.7.02.a", "cooke.7.16.04.a"), "roberts": ("cooke.7.02.a", "cooke.7.16.04.a"), "home": ("cooke.7.02.a", "cooke.7.16.04.a")}),
    Excluded("overs", True, "game_format", "freezeout", {"cooke": ("cooke.16.03.a", "cooke.12.22.a"), "roberts": ("cooke.16.03.a", "roberts.buyin.1"), "home": ("cooke.16.03.a", "home.1.stacks")}),
    Excluded("overs", True, "game_format", "tournament", {"cooke": ("cooke.16.03.a", "cooke.12.22.a"), "roberts": ("cooke.16.03.a", "roberts.buyin.1"), "home": ("cooke.16.03.a", "home.1.stacks")}),
    Excluded("button_movement", "moving_button", "buy_the_button", False, {"cooke": ("cooke.12.03", "cooke.12.12.03"), "roberts": ("roberts.blinds.2", "roberts.blinds.8"), "home": ("home.2.button", "cooke.12.12.03")}),
    Excluded("button_movement", "simple_button", "buy_the_button", True, {"cooke": ("cooke.12.03", "cooke.12.12.03"), "roberts": ("roberts.blinds.2", "roberts.blinds.8"), "home": ("home.2.button", "cooke.12.12.03")}),
    Excluded("missed_blinds_rule", "post_or_wait", "button_movement", "simple_button", {"cooke": ("cooke.12.04", "cooke.12.03"), "roberts": ("roberts.blinds.10", "roberts.blinds.2"), "home": ("cooke.12.04", "home.2.button")}),
    Excluded("see_called_hand", "floor_on_suspicion", "see_hand_needs_floor", "never", {"cooke": ("cooke.11.08.a", "roberts.showdown.5a"), "roberts": ("roberts.showdown.5a", "cooke.11.08.a"), "home": ("home.6.request", "cooke.11.08.a")}),
    Excluded("clock_scope", "none", "clock_started_by", "dealer_on_request", {"cooke": ("cooke.10.03.a", "cooke.10.03.d"), "roberts": ("roberts.nl.13a", "cooke.10.03.d"), "home": ("cooke.10.03.a", "cooke.10.03.d")}),
    Excluded("clock_scope", "none", "clock_started_by", "floor_on_request", {"cooke": ("cooke.10.03.a", "cooke.10.03.d"), "roberts": ("roberts.nl.13a", "cooke.10.03.d"), "home": ("cooke.10.03.a", "cooke.10.03.d")}),
    Excluded("game_format", "freezeout", "collection_method", "rake", {"cooke": ("cooke.12.22.a", "cooke.15.01"), "roberts": ("roberts.buyin.1", "roberts.betting.7a"), "home": ("home.1.stacks", "cooke.15.01")}),
    Excluded("game_format", "freezeout", "collection_method", "time", {"cooke": ("cooke.12.22.a", "cooke.15.01"), "roberts": ("roberts.buyin.1", "roberts.betting.7a"), "home": ("home.1.stacks", "cooke.15.01")}),
    Excluded("game_format", "freezeout", "collection_method", "button_collection", {"cooke": ("cooke.12.22.a", "cooke.15.01"), "roberts": ("roberts.buyin.1", "roberts.betting.7a"), "home": ("home.1.stacks", "cooke.15.01")}),
    Excluded("game_format", "freezeout", "rebuys", True, {"cooke": ("cooke.12.22.a", "cooke.9.02.b"), "roberts": ("roberts.buyin.1", "roberts.buyin.2a"), "home": ("home.1.stacks", "home.1.elim")}),
    Excluded("game_format", "tournament", "collection_method", "rake", {"cooke": ("cooke.12.22.a", "cooke.15.01"), "roberts": ("roberts.buyin.1", "roberts.betting.7a"), "home": ("home.1.stacks", "cooke.15.01")}),
    Excluded("game_format", "tournament", "collection_method", "time", {"cooke": ("cooke.12.22.a", "cooke.15.01"), "roberts": ("roberts.buyin.1", "roberts.betting.7a"), "home": ("home.1.stacks", "cooke.15.01")}),
    Excluded("game_format", "tournament", "collection_method", "button_collection", {"cooke": ("cooke.12.22.a", "cooke.15.01"), "roberts": ("roberts.buyin.1", "roberts.betting.7a"), "home": ("home.1.stacks", "cooke.15.01")}),
    Excluded("game_format", "freezeout", "kill_mode", "full", {"cooke": ("cooke.12.22.a", "cooke.8.04.a"), "roberts": ("roberts.buyin.1", "cooke.8.04.a"), "home": ("home.1.stacks", "cooke.8.04.a")}),
    Excluded("game_format", "freezeout", "kill_mode", "half", {"cooke": ("cooke.12.22.a", "cooke.8.04.a"), "roberts": ("roberts.buyin.1", "cooke.8.04.a"), "home": ("home.1.stacks", "cooke.8.04.a")}),
    Excluded("minimum_buy_in_limit", "equal_stacks", "game_format", "cash", {"cooke": ("cooke.9.02.a", "cooke.12.22.a"), "roberts": ("roberts.buyin.1", "cooke.12.22.a"), "home": ("home.1.stacks", "home.1.elim")}),
    Excluded("stud_buy_in_base", "hundred_antes", "stud_ante_amount", "none", {"cooke": ("cooke.A.6", "cooke.5.05.e"), "roberts": ("roberts.buyin.1", "cooke.5.05.e"), "home": ("cooke.A.6", "cooke.5.05.e")}),
    Excluded("add_on_timing", "never", "game_format", "cash", {"cooke": ("cooke.9.06.b", "cooke.12.22.a"), "roberts": ("roberts.buyin.2b", "roberts.buyin.1"), "home": ("home.1.elim", "home.1.stacks")}),
    Excluded("buy_in_in_standard_chips", True, "standard_chip", "any", {"cooke": ("cooke.9.04.b", "cooke.9.04.a"), "roberts": ("cooke.9.04.b", "cooke.9.04.a"), "home": ("cooke.9.04.b", "cooke.9.04.a")}),
    Excluded("playing_behind", "announced", "game_format", "freezeout", {"cooke": ("cooke.9.07.a", "cooke.12.22.a"), "roberts": ("cooke.9.07.a", "roberts.buyin.1"), "home": ("cooke.9.07.a", "home.1.stacks")}),
    Excluded("playover_reciprocity", True, "playing_over", False, {"cooke": ("cooke.13.06.d", "cooke.13.06.a"), "roberts": ("cooke.13.06.d", "roberts.blinds.7"), "home": ("cooke.13.06.d", "cooke.13.06.a")}),
    Excluded("game_break", "never", "game_format", "cash", {"cooke": ("cooke.3.04.a", "cooke.12.22.a"), "roberts": ("cooke.3.04.a", "roberts.buyin.1"), "home": ("home.1.elim", "home.1.stacks")}),
    Excluded("time_pots", "first_big_pot", "collection_method", "rake", {"cooke": ("cooke.15.03.a", "cooke.15.01"), "roberts": ("cooke.15.03.a", "roberts.betting.7a"), "home": ("cooke.15.03.a", "cooke.15.01")}),
    Excluded("time_pots", "part_of_each_pot", "collection_method", "rake", {"cooke": ("cooke.15.03.a", "cooke.15.01"), "roberts": ("cooke.15.03.a", "roberts.betting.7a"), "home": ("cooke.15.03.a", "cooke.15.01")}),
    Excluded("jackpots", True, "collection_method", "none", {"cooke": ("cooke.B.A.1", "cooke.15.01"), "roberts": ("cooke.B.A.1", "roberts.betting.7a"), "home": ("cooke.B.A.1", "cooke.15.01")}),
    Excluded("bad_beat_split", "standard", "bad_beat_other_tables", True, {"cooke": ("cooke.B.E.4", "cooke.B.E.10"), "roberts": ("cooke.B.E.4", "cooke.B.E.10"), "home": ("cooke.B.E.4", "cooke.B.E.10")}),
    Excluded("bad_beat_split", "with_other_tables", "bad_beat_other_tables", False, {"cooke": ("cooke.B.E.4", "cooke.B.E.10"), "roberts": ("cooke.B.E.4", "cooke.B.E.10"), "home": ("cooke.B.E.4", "cooke.B.E.10")}),
)
