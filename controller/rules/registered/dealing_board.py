"""Burns, the board and the stub: dealt wrong, and put right."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule(
        "burn.missing",
        ("cooke.14.08.a", "cooke.14.22.c", "cooke.4.17.u", "roberts.holdem.5a", "roberts.irregularities.15a", "home.2.burn"),
        option="missing_burn_remedy",
    ),
    Rule("burn.double", ("cooke.14.22.d", "roberts.holdem.4a", "roberts.irregularities.15a"), option="double_burn_remedy"),
    Rule("burn.exposed_preflop", ("roberts.holdem.4b",), option="preflop_burn_error_exposed"),
    Rule("burn.all_in", ("roberts.holdem.5b", "roberts.irregularities.15d"), option="burn_error_window_all_in"),
    Rule("burn.draw_double", ("cooke.14.08.a", "cooke.14.22.b", "roberts.irregularities.15a"), option="double_burn_remedy"),
    Rule("burn.late", ("roberts.irregularities.15b", "roberts.irregularities.15c"), option="late_burn_error"),
    Rule("burn.apart", ("cooke.14.08.d",), option="burns_kept_apart"),
    Rule("board.early", ("cooke.14.13", "cooke.14.22.a", "roberts.holdem.6", "roberts.irregularities.16"), option="early_board_cards"),
    Rule("board.early_flop", ("cooke.14.13.01.a", "cooke.14.13.01.b", "roberts.holdem.7"), option="early_flop_remedy"),
    Rule(
        "board.early_turn", ("cooke.14.13.02.a", "cooke.14.13.02.b", "cooke.def.dead_card", "roberts.holdem.8a"), option="early_turn_remedy"
    ),
    Rule("board.early_river", ("cooke.14.13.03", "roberts.holdem.8b"), option="early_river_remedy"),
    Rule("board.oversized", ("cooke.14.22.e", "roberts.holdem.3"), option="oversized_flop_remedy"),
    Rule("stub.dropped", ("cooke.14.25.a", "cooke.14.25.b", "cooke.14.25.d"), option="dropped_stub_remedy"),
    Rule("stub.doubtful", ("cooke.14.25.c",), option="doubtful_cards_in_reshuffle"),
    Rule("stub.mixed", ("cooke.def.fouled_deck", "roberts.irregularities.17"), option="mixed_stub_remedy"),
    Rule("stub.last_card", ("cooke.14.18",), option="bottom_card"),
    Rule("stub.reshuffled", ("cooke.14.26",), option="midhand_reshuffle"),
)
