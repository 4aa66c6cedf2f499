"""Cards that show, lie face up in the deck, or are none, and cards off the table."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("draw.wrong_count", ("cooke.7.04.e", "roberts.lowball.11")),
    Rule("boxed.after_round", ("roberts.irregularities.7b",), option="boxed_card_replacement"),
    Rule("boxed.count", ("cooke.14.10.c", "cooke.14.20.i", "roberts.misdeals.1.3"), option="boxed_cards_for_misdeal"),
    Rule(
        "boxed.scrap",
        ("cooke.14.10.a", "cooke.14.10.b", "cooke.14.10.d", "cooke.def.boxed_card", "cooke.def.tissue_paper", "roberts.irregularities.7a"),
    ),
    Rule("exposed.claim", ("roberts.irregularities.12c",), option="exposure_claim_before_looking"),
    Rule("exposed.deuce", ("cooke.7.19.c", "cooke.14.09.h"), option="lowball_27_kept_exposed"),
    Rule("exposed.flash_before_draw", ("cooke.7.18.07.c",), option="lowball_flash_before_draw_counts"),
    Rule("exposed.high_draw", ("cooke.7.11.a", "cooke.7.01.a", "cooke.14.09.h", "cooke.1.07"), option="high_draw_exposed_before_draw"),
    Rule("exposed.last_card", ("cooke.14.09.f",)),
    Rule("exposed.low_big_bet", ("cooke.7.18.08.a",), option="lowball_a5_big_bet_kept_exposed"),
    Rule("exposed.low_limit", ("cooke.7.18.07.a", "cooke.14.09.h"), option="lowball_a5_limit_kept_exposed"),
    Rule("exposed.off_hand", ("cooke.14.09.d",), option="card_flipped_off_hand"),
    Rule(
        "exposed.on_draw",
        ("cooke.7.11.b", "cooke.7.18.07.b", "cooke.7.18.08.a", "cooke.7.19.f", "roberts.lowball.9"),
        option="draw_card_exposed_on_draw",
    ),
    Rule("exposed.suspected", ("cooke.14.09.a",), option="suspected_flash_is_exposed"),
    Rule("flashed.shown", ("home.7.dealer_reveal", "cooke.14.16.b"), option="flashed_deck_card"),
    Rule("joker.late", ("roberts.irregularities.8b", "roberts.dead_hands.1.5", "home.7.dead"), option="late_stray_joker"),
    Rule("joker.second", ("cooke.14.11.d",), option="second_joker"),
    Rule(
        "joker.stray",
        ("cooke.14.11.a", "cooke.14.11.b", "cooke.14.11.c", "roberts.irregularities.8a", "home.7.misdeal.2"),
        option="stray_joker_remedy",
    ),
    Rule("lowball.completed", ("roberts.lowball.11",), option="draw_hand_short_before_draw"),
    Rule("lowball.short_hand", ("roberts.lowball.1.4", "roberts.lowball.11", "roberts.dead_hands.1.4"), option="lowball_short_hand"),
    Rule("off_table.dealt", ("cooke.16.12.b", "cooke.14.09.a", "roberts.irregularities.12d"), option="off_table_card_button_games"),
    Rule("off_table.dropped", ("cooke.16.12.d", "roberts.irregularities.14"), option="dropped_card_status"),
    Rule("off_table.sight", ("cooke.16.12.a",), option="hand_out_of_sight"),
)
