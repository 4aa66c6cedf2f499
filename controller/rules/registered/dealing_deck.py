"""A fouled deck and what follows, and the life of a deck."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("fouled.duplicate", ("cooke.14.12.c", "roberts.irregularities.4", "home.7.misdeal.2"), option="duplicate_card"),
    Rule("fouled.back", ("cooke.14.12.b", "roberts.irregularities.3a", "home.7.misdeal.2"), option="odd_back_in_play"),
    Rule("fouled.back_in_stub", ("cooke.14.12.b", "roberts.irregularities.3b"), option="odd_back_in_stub"),
    Rule("fouled.count", ("cooke.14.12.a", "roberts.irregularities.10"), option="missing_card_after_window"),
    Rule("misdeal.missing_card", ("cooke.14.20.j", "home.7.misdeal.9"), option="missing_card_before_window"),
    Rule("fouled.refund", ("cooke.14.12.d", "roberts.irregularities.3a", "roberts.irregularities.4"), option="fouled_refund_scope"),
    Rule("fouled.knew", ("cooke.14.12.e", "cooke.14.12.f", "roberts.irregularities.5"), option="fouled_deck_freeroll"),
    Rule("fouled.knew_alone", ("cooke.14.12.f",)),
    Rule("fouled.same_button", ("cooke.14.12.g",), option="fouled_deck_button"),
    Rule("fouled.carried_entry", ("roberts.irregularities.6",), option="carried_pot_entry"),
    Rule("deck.marred", ("cooke.14.19.a", "cooke.16.17.a"), option="marred_card_action"),
    Rule("deck.due", ("cooke.14.19.a",)),
    Rule("deck.new", ("cooke.14.19.b",), option="new_deck_riffles"),
    Rule("deck.change_limit", ("cooke.14.19.c", "cooke.14.19.e"), option="deck_change_limit"),
    Rule("deck.setup_limit", ("cooke.14.19.d", "cooke.14.19.e"), option="setup_request_limit"),
    Rule("deck.stub_count", ("cooke.14.15",), option="stub_count_interval_min"),
    Rule("deck.returned", ("cooke.14.21.d",), option="verify_returned_cards"),
    Rule("deck.marks", ("cooke.def.marred_card",)),
    Rule("deck.whole", ("cooke.4.01.a",)),
    Rule("deck.composition", ("cooke.def.deck",), option="draw_joker"),
    Rule("deck.set_up", ("cooke.def.set_up",)),
    Rule("deck.in_turn", ("cooke.14.27.b",), option="player_dealt_decks"),
    Rule("deck.flagged", ("roberts.irregularities.3b", "roberts.irregularities.10")),
)
