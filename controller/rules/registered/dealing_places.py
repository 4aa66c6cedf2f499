"""Cards at wrong places, too many and too few of them, and until when that makes a deal a wrong one."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("misdeal.called", ("cooke.def.misdeal",)),
    Rule("misdeal.discovery", ("cooke.10.17.b",), option="late_discovery_counts"),
    Rule(
        "misdeal.substantial",
        (
            "cooke.10.17.a",
            "cooke.def.substantial_action",
            "cooke.def.substantial_action.dealer",
            "roberts.misdeals.2a",
            "roberts.misdeals.2b",
            "roberts.misdeals.2c",
            "home.7.after_two",
        ),
        option="substantial_action_players",
    ),
    Rule(
        "misdeal.first_card",
        ("cooke.14.20.b", "cooke.6.03.b", "roberts.misdeals.1.8", "roberts.lowball.1.6", "home.7.misdeal.6"),
        option="first_card_wrong_seat",
    ),
    Rule(
        "misplaced.remedy",
        (
            "cooke.14.20.c",
            "cooke.7.04.a",
            "cooke.14.22.b",
            "cooke.def.proper_card",
            "roberts.misdeals.1.6",
            "roberts.lowball.1.7",
            "home.7.misdeal.4",
        ),
        option="misplaced_card_remedy",
    ),
    Rule("misplaced.limit", ("cooke.14.20.c",), option="max_push_back"),
    Rule("misplaced.seen", ("cooke.14.20.c.seen",), option="misplaced_card_seen"),
    Rule("misplaced.otherwise", ("cooke.14.22.a",)),
    Rule("places.in_doubt", ("cooke.14.22.f",)),
    Rule(
        "extra.returned",
        ("cooke.14.20.e", "roberts.irregularities.11", "roberts.holdem.2a", "roberts.misdeals.1.4", "home.7.misdeal.3"),
        option="extra_card_remedy",
    ),
    Rule("extra.seen", ("cooke.14.20.e",), option="extra_card_seen"),
    Rule("extra.many", ("roberts.misdeals.1.4", "roberts.holdem.2b", "roberts.lowball.1.3"), option="extra_cards_for_misdeal"),
    Rule("extra.later_street", ("cooke.14.20.k",), option="later_street_cards_dealt"),
    Rule("short.top_card", ("cooke.14.20.f", "roberts.misdeals.1.5", "home.7.misdeal.3"), option="short_hand_remedy"),
    Rule(
        "late.wrong_count",
        (
            "cooke.14.20.o",
            "cooke.def.fouled_hand",
            "cooke.10.18.c",
            "roberts.misdeals.2a",
            "roberts.dead_hands.1.4",
            "roberts.irregularities.9",
            "home.7.dead",
        ),
        option="late_wrong_count_hand",
    ),
    Rule("late.no_refund", ("roberts.misdeals.2a", "home.7.norefund"), option="late_fouled_hand_refund"),
)
