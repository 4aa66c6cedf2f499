"""Draws, commands and hands at the showdown that are entered wrongly."""

from __future__ import annotations

from typing import Final

from sim.torture import bad_draws, bad_presses
from sim.torture.mistake import Mistake
from sim.torture.plan import ECHO
from sim.torture.player import Moment

_BETTING: Final[tuple[Moment, ...]] = ("betting",)
_DRAWING: Final[tuple[Moment, ...]] = ("drawing",)
_SHOWDOWN: Final[tuple[Moment, ...]] = ("showdown",)
_RUNNING: Final[tuple[Moment, ...]] = ("posting", "betting", "drawing", "board", "showdown")

PRESSES: Final[tuple[Mistake, ...]] = (
    Mistake("draw_out_of_turn", "changes cards before his turn", _DRAWING, bad_draws.out_of_turn, "draw.out_of_turn", weight=4),
    Mistake("draw_too_many", "changes more cards than he has", _DRAWING, bad_draws.too_many, "draw.number", ("cooke.7.05.a",), 8),
    Mistake("draw_no_number", "changes cards and does not say how many", _DRAWING, bad_draws.how_many, "draw.number", ("cooke.7.05.a",)),
    Mistake("bet_before_draw", "acts while cards are changed", _DRAWING, bad_draws.bets, "act.draw_first", weight=4),
    Mistake("bet_before_discards", "acts while cards are given up", _DRAWING, bad_draws.early_bets, "act.discards_owed", weight=9),
    Mistake("draw_while_betting", "changes cards while there is betting", _BETTING, bad_draws.draws_while_betting, "draw.not_now"),
    Mistake("unknown_action", "a word that is no action", _BETTING, bad_presses.unknown_word, "cmd.bad_argument"),
    Mistake("unknown_verb", "a command there is not", _BETTING, bad_presses.unknown_verb, "cmd.unknown_verb", weight=1),
    Mistake(
        "amount_not_taken", "an amount with check, call, fold or all-in", _BETTING, bad_presses.amount_not_taken, "act.amount_not_taken"
    ),
    Mistake("amount_missing", "a bet or raise without an amount", _BETTING, bad_presses.amount_missing, "act.amount_missing"),
    Mistake("no_amount", "an amount that is no number of chips", _BETTING, bad_presses.no_amount, "cmd.bad_argument"),
    Mistake("moved_on", "meant for a state that is past", _BETTING, bad_presses.moved_on, "state.moved_on"),
    Mistake("wrong_role", "not for this role to say", _BETTING, bad_presses.wrong_role, "cmd.role"),
    Mistake("double_entry", "the same command once more", ("posting", "betting", "board", "over"), bad_presses.twice, "", answer=ECHO),
    Mistake("post_again", "antes and blinds once more", ("betting", "board", "showdown"), bad_presses.post_again, "post.nothing_owed"),
    Mistake("post_not_owed", "a seat posts that owes nothing", ("posting",), bad_presses.post_not_owed, "post.nothing_owed", weight=4),
    Mistake("hand_twice", "a new hand while one runs", _RUNNING, bad_presses.hand_twice, "new_hand.running", weight=1),
    Mistake(
        "chips_in_hand",
        "chips are added during the hand",
        _RUNNING,
        bad_presses.buy_in,
        "buy_in.in_hand",
        ("cooke.9.05.b", "roberts.buyin.2b"),
        1,
    ),
    Mistake("stands_in_hand", "leaves with his chips during the hand", _RUNNING, bad_presses.stand, "stand.in_hand", ("cooke.9.05.c",), 1),
    Mistake("button_in_hand", "the button is moved during the hand", _RUNNING, bad_presses.button, "button.running", weight=1),
    Mistake(
        "show_early", "shows before the showdown", ("posting", "betting", "board"), bad_presses.show_early, "show.not_showdown", weight=1
    ),
    Mistake(
        "muck_early", "mucks before the showdown", ("posting", "betting", "board"), bad_presses.muck_early, "muck.not_showdown", weight=1
    ),
    Mistake("folded_shows", "shows a hand that was folded", _SHOWDOWN, bad_presses.folded_shows, "show.folded", ("cooke.4.12.e",), 4),
    Mistake("folded_mucks", "mucks a hand that was folded", _SHOWDOWN, bad_presses.folded_mucks, "muck.folded", ("cooke.4.12.e",)),
    Mistake("mucked_shows", "shows a hand that was mucked", _SHOWDOWN, bad_presses.mucked_shows, "show.mucked", ("cooke.6.05.d",), 8),
    Mistake("muck_twice", "mucks twice", _SHOWDOWN, bad_presses.mucked_mucks, "muck.mucked", ("cooke.6.05.d",), 8),
    Mistake("show_twice", "shows twice", _SHOWDOWN, bad_presses.shown_shows, "show.already_shown", ("roberts.showdown.2a",), 4),
    Mistake(
        "shown_mucks", "mucks a hand that was shown", _SHOWDOWN, bad_presses.shown_mucks, "muck.already_shown", ("roberts.showdown.2a",), 4
    ),
    Mistake("stranger_shows", "shows from a seat that is not in the hand", _SHOWDOWN, bad_presses.stranger_shows, "show.not_in_hand"),
    Mistake(
        "names_read_cards",
        "names cards that were read",
        _SHOWDOWN,
        bad_presses.names_read_cards,
        "show.cards_read",
        ("roberts.showdown.1", "cooke.11.03"),
    ),
)
