"""Games with up-cards. What each does when it is switched off stands in `rules/sight_rules.py`."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule(
        "stud.forced_by_card",
        (
            "cooke.4.02.b",
            "cooke.4.07.a",
            "cooke.5.06.b",
            "cooke.5.24.c",
            "cooke.5.25.c",
            "roberts.stud.2a",
            "roberts.stud_hilo.4a",
            "roberts.razz.3a",
        ),
    ),
    Rule(
        "stud.best_opens",
        ("cooke.4.17.l", "cooke.4.17.q", "cooke.5.11.a", "cooke.5.25.d", "roberts.stud.2b", "roberts.stud_hilo.4b", "roberts.razz.3b"),
    ),
    Rule("stud.left_of_all_in", ("cooke.5.14.b", "roberts.stud.4a")),
    Rule("stud.all_up_cards", ("cooke.4.11.a", "cooke.5.08.a", "cooke.5.09.b")),
    Rule("stud.seven_cards", ("cooke.5.03.a",)),
    Rule("stud.last_down", ("cooke.4.17.o", "cooke.5.10.a")),
    Rule("stud.anted_only", ("cooke.4.17.i", "cooke.5.05.b")),
    Rule("stud.money_for_hand", ("cooke.5.14.a",), option="stud_money_for_hand"),
    Rule("stud.folded_dealt_on", ("cooke.5.15.a", "roberts.stud.9")),
    Rule("stud.folded_never_open", ("cooke.5.15.b",)),
    Rule("stud.wrong_low", ("cooke.5.18.a", "cooke.5.18.b", "roberts.stud.5a")),
    Rule("stud.wrong_low_stands", ("cooke.5.18.c", "roberts.stud.5b")),
    Rule("stud.short_mix", ("cooke.5.21.a", "cooke.14.18", "roberts.stud.15a"), option="stud_short_deck_remedy"),
    Rule("stud.short_burn", ("roberts.stud.15b",), option="stud_short_deck_burn"),
    Rule("stud.short_common", ("cooke.4.17.p", "cooke.5.21.d", "cooke.def.common_card", "roberts.stud.15c")),
    Rule("absent.killed", ("cooke.5.13.a", "cooke.5.13.c", "roberts.stud.8"), option="absent_hand_killed"),
    Rule("absent.bring_in", ("cooke.5.13.b",)),
    Rule("stud.ask_ante", ("cooke.5.05.c", "cooke.def.ante")),
    Rule("stud.clockwise", ("cooke.5.06.e",)),
    Rule("stud.bring_in_live", ("cooke.5.02.a",)),
    Rule("stud.open_whole", ("cooke.5.06.c", "roberts.stud.3")),
    Rule("stud.completing", ("cooke.4.17.j", "cooke.5.07.a", "cooke.A.5", "cooke.def.opening_bet")),
    Rule("stud.bring_in_completes", ("cooke.4.17.k", "cooke.5.07.b"), option="bring_in_may_complete"),
    Rule("stud.board_tie", ("cooke.5.11.b",), option="stud_board_tie"),
    Rule("stud.hilo_board_tie", ("cooke.5.24.d",), option="stud_hilo_board_tie"),
    Rule("stud.razz_board_tie", ("cooke.5.25.e",), option="razz_board_tie"),
    Rule("stud.open_pair", ("cooke.4.17.m", "cooke.5.08.b", "roberts.stud.7a", "roberts.stud.7c"), option="stud_open_pair_double_bet"),
    Rule("stud.common_card_counts", ("cooke.5.21.e", "roberts.stud.15d")),
    Rule("stud.full_hand", ("cooke.5.22.a", "roberts.stud.20b"), option="stud_hand_missing_last_card"),
    Rule("stud.short_bring_in", ("roberts.stud.4b",)),
    Rule("stud.pair_for_high_only", ("cooke.5.24.h", "cooke.5.25.f", "roberts.stud_hilo.6", "roberts.razz.4")),
    Rule("stud.open_pair_step", ("roberts.stud.7b",), option="stud_open_pair_raise_step"),
    Rule("call.first_actor", ("cooke.5.12.a", "cooke.14.16.g", "roberts.stud.12"), option="announce_stud_first_actor"),
    Rule("call.pairs", ("cooke.5.12.a", "roberts.stud.12"), option="announce_stud_pairs"),
    Rule("call.possibles", ("cooke.5.12.b",), option="announce_possible_hands"),
    Rule("call.razz_pairs", ("cooke.5.25.g", "roberts.razz.5"), option="announce_razz_pairs"),
    Rule(
        "stud.odd_chip",
        ("cooke.9.18.b", "roberts.ties.5.2", "roberts.stud_hilo.8b", "roberts.stud_hilo.9a", "roberts.stud_hilo.9b"),
        option="odd_chip_stud",
        variant="ranking",
    ),
)
