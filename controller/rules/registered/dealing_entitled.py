"""Who gets cards, where the button is, and the shuffle and the cut before the deal."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule(
        "deal.unentitled",
        ("cooke.14.20.n", "cooke.def.deal_around", "roberts.misdeals.1.9", "roberts.lowball.1.8", "home.7.misdeal.7"),
        option="unentitled_seat_dealt_in",
    ),
    Rule(
        "deal.dealt_out",
        ("cooke.14.20.d", "roberts.misdeals.1.10", "roberts.lowball.1.9", "home.7.misdeal.8"),
        option="entitled_player_dealt_out",
    ),
    Rule("deal.unposted", ("cooke.14.20.l", "roberts.blinds.11a", "roberts.blinds.11b"), option="unposted_player_dealt_in"),
    Rule(
        "button.position",
        ("roberts.misdeals.1.7", "roberts.lowball.1", "roberts.lowball.1.5", "home.7.misdeal.5"),
        option="button_out_of_position",
    ),
    Rule("button.drawn", ("home.2.draw", "cooke.def.draw_for_button", "cooke.def.high_card_suit", "roberts.ties.2b")),
    Rule("button.drawn_again", ("home.2.draw_tie",), option="card_draw_tie"),
    Rule("carried.entry", ("roberts.irregularities.6",), option="carried_pot_entry"),
    Rule("button.next_hand", ("roberts.irregularities.1",)),
    Rule("shuffle.sequence", ("cooke.14.03.a",), option="min_boxes"),
    Rule("shuffle.ends", ("cooke.14.03.b",)),
    Rule("shuffle.two_boxes", ("cooke.14.03.c",)),
    Rule("shuffle.cut", ("cooke.14.03.e", "cooke.def.cut"), option="missing_shuffle_or_cut"),
    Rule("shuffle.reported", ("cooke.14.20.a",), option="missing_shuffle_or_cut"),
    Rule("shuffle.not_in_hand", ("home.2.noshuffle",)),
    Rule("shuffle.returned_cards", ("cooke.14.21.d",), option="verify_returned_cards"),
    Rule("shuffler.one_block", ("cooke.14.28.b",), option="verify_returned_cards"),
    Rule("shuffler.cut", ("cooke.14.28.a",), option="cut_after_shuffler"),
    Rule("deal.folded_to_muck", ("home.2.muck",)),
    Rule("deal.from_the_left", ("home.2.start",)),
    Rule("deal.by_players", ("cooke.14.27.a",), option="dealer_mode"),
    Rule("deal.posted_first", ("cooke.14.04.a",)),
    Rule("deal.who_cuts", ("home.2.cut", "cooke.14.27.c"), option="who_cuts"),
    Rule("hand.opened_by_riffle", ("cooke.14.02.a", "cooke.14.02.b", "cooke.def.riffle")),
    Rule("hand.scrambled", ("cooke.def.scramble", "cooke.def.conclusion_of_hand"), option="verify_returned_cards"),
    Rule("button.after_pot", ("cooke.14.21.e",)),
    Rule("floor.decides", ("cooke.1.04.a",)),
    Rule("floor.final", ("cooke.2.03",)),
    Rule("floor.first", ("cooke.2.06",)),
    Rule("conditions.between_hands", ("cooke.3.05.a", "cooke.def.play_of_hand")),
    Rule("deal.stop", ("cooke.14.08.b", "cooke.def.action")),
    Rule("burns.out_of_play", ("cooke.def.burn",), variant="ranking"),
    Rule("objection.cutoff", ("cooke.1.02", "cooke.14.28.c", "cooke.def.start_end_hand")),
)
