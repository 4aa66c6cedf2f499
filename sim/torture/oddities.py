"""What looks odd and is legal: a table that refuses it gives a false alarm. Every legal act bears the name of its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sim.torture.model import HandModel
from sim.torture.player import Player
from sim.torture.stud import StudModel


class Deed(NamedTuple):
    """A legal act: what is said, and the total for the street it comes to. A fold's is the player's bet."""

    do: str
    to_chips: int


class Oddity(NamedTuple):
    """A row: `is_so` before the act is done; `rules` say that it is legal."""

    kind: str
    says: str
    is_so: Callable[[HandModel, Player, Deed], bool]
    rules: tuple[str, ...] = ()


def _raises(model: HandModel, deed: Deed) -> bool:
    return deed.do != "fold" and deed.to_chips > model.price


def _all_in(player: Player, deed: Deed) -> bool:
    return deed.do != "fold" and deed.to_chips == player.bet + player.stack


def _least(model: HandModel, deed: Deed) -> bool:
    """A full bet or raise, and no more."""
    return _raises(model, deed) and deed.to_chips == model.round.least()


def _short(model: HandModel, player: Player, deed: Deed) -> bool:
    """Only an all-in may be so short."""
    return _raises(model, deed) and deed.to_chips < model.round.least()


def _fold_no_bet(model: HandModel, player: Player, deed: Deed) -> bool:
    return deed.do == "fold" and model.price <= player.bet


def _call_for_less(model: HandModel, player: Player, deed: Deed) -> bool:
    return _all_in(player, deed) and deed.to_chips < model.price


def _short_bet(model: HandModel, player: Player, deed: Deed) -> bool:
    return _short(model, player, deed) and not model.price


def _reopened(model: HandModel, player: Player, deed: Deed) -> bool:
    return _raises(model, deed) and player.answered is not None


def _after_short(model: HandModel, player: Player, deed: Deed) -> bool:
    return _least(model, deed) and model.short


def _blind_checks(model: HandModel, player: Player, deed: Deed) -> bool:
    return deed.do == "check" and not model.street and not model.round.brought


def _bring_in_checks(model: HandModel, player: Player, deed: Deed) -> bool:
    return deed.do == "check" and model.round.brought


def _opens_instead(model: HandModel, player: Player, deed: Deed) -> bool:
    return isinstance(model, StudModel) and model.opening and model.may_fold(player)


def _brings_in(model: HandModel, player: Player, deed: Deed) -> bool:
    return isinstance(model, StudModel) and model.opening and deed.to_chips <= model.bring_in_chips


def _brings_in_short(model: HandModel, player: Player, deed: Deed) -> bool:
    return isinstance(model, StudModel) and _brings_in(model, player, deed) and player.stack < model.bring_in_chips


def _opens_whole(model: HandModel, player: Player, deed: Deed) -> bool:
    return model.opening and _least(model, deed)


def _completes_bring_in(model: HandModel, player: Player, deed: Deed) -> bool:
    return model.round.brought and _least(model, deed)


def _double_on_pair(model: HandModel, player: Player, deed: Deed) -> bool:
    """The bet of the later streets on an earlier one."""
    return _raises(model, deed) and 0 < model.round.upper == deed.to_chips - model.round.level and deed.to_chips > model.round.least()


def _least_bet(model: HandModel, player: Player, deed: Deed) -> bool:
    return _least(model, deed) and not model.price


def _least_raise(model: HandModel, player: Player, deed: Deed) -> bool:
    return _least(model, deed)


def _everything(model: HandModel, player: Player, deed: Deed) -> bool:
    return _raises(model, deed) and _all_in(player, deed)


def _completes(model: HandModel, player: Player, deed: Deed) -> bool:
    return _raises(model, deed) and model.round.word == "complete"


def _half_bet(model: HandModel, player: Player, deed: Deed) -> bool:
    return _short(model, player, deed) and model.round.is_limit and 2 * (deed.to_chips - model.price) >= model.step


def _most(limit: str) -> Callable[[HandModel, Player, Deed], bool]:
    """The most that the limit allows, where the stack allows more."""

    def is_so(model: HandModel, player: Player, deed: Deed) -> bool:
        if model.setup.stakes.limit != limit or not _raises(model, deed):
            return False
        return deed.to_chips == model.bounds(player).high > model.round.least()

    return is_so


#: The first that is so names the act.
ODDITIES: Final[tuple[Oddity, ...]] = (
    Oddity("opens_instead", "opens or folds in place of one who is all-in", _opens_instead, ("cooke.5.14.b", "roberts.stud.4a")),
    Oddity("brings_in_short", "brings it in with less than that", _brings_in_short, ("roberts.stud.4b",)),
    Oddity("brings_in", "brings it in", _brings_in, ("cooke.5.06.b", "roberts.stud.2a", "roberts.razz.3a")),
    Oddity("opens_whole", "opens for a whole bet", _opens_whole, ("cooke.5.06.c", "roberts.stud.3")),
    Oddity("completes_bring_in", "completes the bring-in", _completes_bring_in, ("cooke.5.07.a", "roberts.stud.6")),
    Oddity("bring_in_checks", "checks when his bring-in was only called", _bring_in_checks, ("cooke.5.07.b",)),
    Oddity("double_on_pair", "bets the later bet where a pair shows", _double_on_pair, ("cooke.5.08.b", "roberts.stud.7a")),
    Oddity("fold_no_bet", "folds facing no bet", _fold_no_bet, ("home.3.fold_nobet",)),
    Oddity("call_for_less", "calls all-in for less", _call_for_less, ("cooke.9.09.a",)),
    Oddity("half_bet_all_in", "bets or raises all-in by half a bet or more", _half_bet, ("cooke.9.09.02.a", "roberts.betting.5b")),
    Oddity("completes", "completes a short all-in", _completes, ("cooke.9.09.01.a", "roberts.betting.5a")),
    Oddity("pot_bet", "bets or raises the pot", _most("pot_limit"), ("cooke.8.02.a", "cooke.8.02.03.c")),
    Oddity("most_of_the_spread", "bets or raises the most of the spread", _most("spread_limit"), ("cooke.8.03.a",)),
    Oddity("short_all_in_bet", "bets all-in less than the least bet", _short_bet, ("cooke.8.01.02.c",)),
    Oddity("short_all_in_raise", "raises all-in by less than a full raise", _short, ("cooke.8.01.02.c", "home.4.short_call")),
    Oddity("raise_reopened", "raises again after a full raise", _reopened, ("cooke.8.01.03.c", "roberts.nl.3b", "home.4.yet")),
    Oddity("raise_after_short", "raises by the least after a short all-in", _after_short, ("roberts.betting.6", "cooke.8.01.02.b")),
    Oddity("big_blind_checks", "the big blind checks", _blind_checks, ("home.3.bb_option", "roberts.blinds.3a")),
    Oddity("least_bet", "bets the least", _least_bet, ("cooke.8.01.02.a",)),
    Oddity("least_raise", "raises by the least", _least_raise, ("cooke.8.01.02.b", "roberts.nl.3a")),
    Oddity("all_in", "bets or raises all he has", _everything, ("cooke.8.01.a",)),
)

#: What goes with an amount.
WAGERS: Final = ("bet", "raise", "complete")

#: What else is taken: kind → what it is.
PLAIN: Final[dict[str, str]] = {
    "new_hand": "a hand begins",
    "post": "antes and blinds go in",
    "sits_out": "pays no ante and wants no cards",
    "straddle": "straddles",
    "straddle_over": "straddles a straddle",
    "fold": "folds",
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "raise": "raises",
    "fold_no_bet_asked": "a fold facing no bet is asked about",
    "amount_left_out": "a bet or raise of the only size there is, without an amount",
    "right_state": "an act for the state that is",
    "show": "shows in turn",
    "show_out_of_order": "shows before his turn to show",
    "show_all_in": "turns his hand up when nobody can bet any more",
    "muck": "mucks",
    "draw": "changes cards",
    "stand_pat": "changes none",
    "cards": "board cards come, or new ones",
    "misdeal": "a misdeal is confirmed",
    "told_of_the_deal": "tells what went wrong in the deal",
    "answers_about_cards": "answers what is asked about the cards",
    "decides_about_cards": "decides what becomes of the cards",
    "hand_voided": "voids the hand, for cards were switched",
    "reshuffle": "shuffles the unused cards within a hand, as a ruling has it",
}


def kind_of(model: HandModel, player: Player, deed: Deed) -> tuple[str, tuple[str, ...]]:
    """Return what kind of legal act this is, and the rows that say it is legal."""
    for row in ODDITIES:
        if row.is_so(model, player, deed):
            return row.kind, row.rules
    return ("call" if deed.do == "all_in" else deed.do), ()


def kind_of_sole(model: HandModel, player: Player) -> str | None:
    """Return what it is to leave the amount of a wager away, None when there is more than one."""
    may = model.wager_range(player)
    return "amount_left_out" if may is not None and may.low == may.high else None
