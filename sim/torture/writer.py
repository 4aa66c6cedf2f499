"""Writes one hand: random players who do what is legal, and random mistakes between, each with what has to come of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from controller.game.cards import card_text
from controller.rules.catalogue.row import Book
from sim.torture.dealing import NOW, Dealing
from sim.torture.mistake import Correct, Mistake, required
from sim.torture.mistakes import MISTAKES
from sim.torture.oddities import WAGERS, Deed, kind_of, kind_of_sole
from sim.torture.plan import ASKED, Correction, Plan, Press, Refusal
from sim.torture.player import Player
from sim.torture.setup import Limit, draw_setup

#: How likely a mistake comes before the next thing that is right; after one, so likely another.
MISTAKE: Final = 0.2
#: The same where only a rare house bars something that people want to do.
TEMPTED: Final = 0.8
#: Where straddles may be straddled, so many hands are played by people who do so whenever they may.
EAGER: Final = 0.6

#: How players play, drawn for each hand: weights of fold, call or check, the least raise, any raise, all-in.
_MANNERS: Final = ((2, 6, 1, 1, 0.3), (1, 8, 1, 1, 0.1), (4, 4, 2, 1, 0.5), (1, 3, 4, 2, 0.5), (2, 4, 1, 2, 3), (0.5, 4, 3, 2, 1))
_MOVES: Final = ("fold", "stay", "least", "any", "all_in")


class Writer(Dealing):
    """Writes a hand, whole, of a game for blinds."""

    def __init__(
        self, seed: int, number: int, books: Sequence[Book], limits: Sequence[Limit], game: str, *, slips: Sequence[str] = ()
    ) -> None:
        self._draw = random.Random(f"torture:{seed}:{number}")  # noqa: S311 # a repeatable run is the point
        super().__init__(draw_setup(self._draw, books, limits, game), seed, number, slips)
        self._plan = (seed, number)
        self._manner: tuple[float, ...] = self._draw.choice(_MANNERS)

    def write(self) -> Plan:
        model = self._model
        model.begin()
        self._take("new_hand", Press("new_hand", {}))
        deal_first = self._draw.random() < 0.3
        if deal_first:
            self._deal()
        while model.moment == "posting":
            self._mistakes()
            self._post()
        if not deal_first and not self._setup.with_sight and model.moment != "over":  # there the first cards come as those of a street
            self._straddles()
            self._deal()
        while model.moment != "over":
            self._mistakes(TEMPTED if self._barred_from_check_raising() else MISTAKE)
            {"betting": self._move, "drawing": self._change, "board": self._board, "showdown": self._showdown}[model.moment]()
        self._mistakes()
        return Plan(*self._plan, self._setup, tuple(self._steps))

    # -- what is right --------------------------------------------------------------------------------

    def _post(self) -> None:
        seat = self._draw.choice(list(self._model.owing)) if self._draw.random() < 0.25 else None
        self._model.post(seat)
        self._take("post", Press("post", {} if seat is None else {"seat": seat}))

    def _straddles(self) -> None:
        """Blinds are in, the cards are not dealt yet: somebody may straddle, and others over him."""
        model = self._model
        chain = self._setup.answers.restraddle and self._setup.stakes.limit == "fixed_limit"
        eager = chain and self._draw.random() < EAGER  # everybody straddles, as often as may be
        while model.before_play:
            self._mistakes(TEMPTED if eager and model.round.capped else MISTAKE)
            if not model.before_play:
                return
            player, may = model.next_straddler(), model.straddles_played and self._may_be_straddled()
            if (
                player is None
                or not may
                or player.bet + player.stack < model.straddle_to()
                or self._draw.random() < (0.2 if model.straddlers else 0.6)
            ):
                return
            kind = "straddle_over" if model.straddlers else "straddle"
            rules = ("cooke.12.18.c",) if model.straddlers else ("cooke.12.18.a", "roberts.nl.12a")
            fields: dict[str, Any] = {"seat": player.seat} | ({"amount": model.straddle_to()} if self._draw.random() < 0.5 else {})
            model.straddle(player)
            self._take(kind, Press("straddle", fields), rules)

    def _may_be_straddled(self) -> bool:
        """Whether the rows say what a straddle leads to here, and what it comes to."""
        model, answers = self._model, self._setup.answers
        if self._setup.stakes.limit == "pot_limit" and answers.pot_limit_maximum_open != "pot_formula":
            return False
        if not model.straddlers:
            return not model.round.capped
        return answers.restraddle and self._setup.stakes.limit == "fixed_limit" and not model.round.capped

    def _move(self) -> None:
        model, player = self._model, self._model.turn
        if player is None:
            raise ValueError("nobody is to act while there is betting")
        if self.model.dealt and self.draw.random() < NOW and self._slips("round"):
            return
        deed = self._deed(player)
        press = Press("act", {"seat": player.seat, "do": deed.do} | ({"to": deed.to_chips} if deed.do in WAGERS else {}))
        if deed.do == "fold" and model.price <= player.bet and not model.opening:
            deed, press = self._free_fold(player, deed, press)
        kind, rules = kind_of(model, player, deed)
        if press.verb == "act" and self._draw.random() < 0.05:
            kind, press = "right_state", msgspec.structs.replace(press, behind=0)
        elif "to" in press.fields and self._draw.random() < 0.3 and (sole := kind_of_sole(model, player)) is not None:
            kind, press = sole, Press("act", {"seat": player.seat, "do": deed.do})
        if deed.do == "fold":
            model.fold(player)
        else:
            self._put_in(player, deed)
        self._take(kind, press, rules)
        if deed.do == "fold":
            self._give_up(player)

    def _put_in(self, player: Player, deed: Deed) -> None:
        self._model.wager(player, deed.to_chips)

    def _free_fold(self, player: Player, deed: Deed, press: Press) -> tuple[Deed, Press]:
        """A fold where checking is free, in a house that allows it: the dealer is asked once, and answers. Source: home.3.fold_nobet."""
        self._take("fold_no_bet_asked", press, ("home.3.fold_nobet",), "prompt")
        if self._draw.random() < 0.4:
            deed, press = Deed("check", player.bet), Press("act", {"seat": player.seat, "do": "check"})
        if self._draw.random() < 0.5:
            press = Press("answer", {"prompt": ASKED, "with": deed.do})
        return deed, press

    def _deed(self, player: Player) -> Deed:
        """Draw what the player in turn does."""
        model, draw = self._model, self._draw
        facing, may = model.price > player.bet, model.wager_range(player)
        weights = list(self._manner)
        if not facing:
            weights[0] *= 0.15 if self._setup.answers.fold_with_no_bet == "allowed" else 0
        most, word = player.bet + player.stack, model.round.word
        if may is None:
            weights[2:4] = 0, 0
        if most > model.price and (may is None or may.high < most):
            weights[4] = 0
        move = draw.choices(_MOVES, weights)[0]
        if move == "fold":
            return Deed("fold", player.bet)
        if move == "all_in":
            return Deed("all_in" if draw.random() < 0.7 or may is None else word, most)
        if move == "stay" or may is None:
            return Deed("call" if facing else "check", min(model.price, most))
        if move == "least":
            return Deed(word, may.low)
        if self._setup.stakes.limit == "fixed_limit":
            return Deed(word, draw.choice((may.low, may.high)))
        near = min(may.high, may.low + 3 * model.step)
        to_chips = draw.randint(may.low, near if draw.random() < 0.6 else may.high)
        if draw.random() < 0.15:
            to_chips = may.high
        unit = self._setup.stakes.unit
        return Deed(word, to_chips if to_chips == most else max(may.low, to_chips - to_chips % unit))

    def _board(self) -> None:
        """The next street's cards, or before them somebody turns up his hand when betting is over."""
        model = self._model
        hidden = [player for player in model.in_hand if not player.shown]
        coming, later = model.game.streets[model.street + 1], model.game.streets[model.street + 2 :]
        whole = not coming.late and not any(street.discard for street in later)  # nobody has a card too many
        if model.betting_over and whole and hidden and self._draw.random() < 0.4:
            self._show(self._draw.choice(hidden), "show_all_in")
            return
        self._street_cards()
        self.finish_street()

    def _change(self) -> None:
        # only games that the generator gives to `DrawWriter` come here: another one is a wrong row in `games.py`
        raise NotImplementedError(f"{self._setup.game}: cards are changed or given up, which `DrawWriter` writes")

    def _show(self, player: Player, kind: str) -> None:
        self._model.show(player)
        self._take(kind, Press("show", {"seat": player.seat}), ("roberts.showdown.1",))

    def _showdown(self) -> None:
        order = self._model.show_order()
        late = self._draw.random() < 0.15
        player = self._draw.choice(order) if late else order[0]
        if self._draw.random() < 0.25:
            self._model.muck(player)
            self._take("muck", Press("muck", {"seat": player.seat}), ("home.6.muck_ok",))
            self._give_up(player)
        else:
            self._show(player, "show" if player is order[0] else "show_out_of_order")

    def _barred_from_check_raising(self) -> bool:
        """Whether he who is to act may not raise because he has checked: few houses play so, and few hands come to it."""
        model = self._model
        return model.moment == "betting" and model.turn is not None and model.why_no_raise(model.turn) == "check_raise"

    # -- what is wrong --------------------------------------------------------------------------------

    def _mistakes(self, likely: float = MISTAKE) -> None:
        while self._draw.random() < likely:
            likely = MISTAKE
            able = [(row, press) for row in _BY_MOMENT[self._model.moment] if (press := row.make(self._model, self._draw)) is not None]
            able = [(row, press) for row, press in able if not press.again or self._last is not None]
            row, press = self._draw.choices(able, [row.weight for row, _ in able])[0]
            self._err(row, press)

    def _err(self, row: Mistake, press: Press) -> None:
        if row.correct is not None and self._correct(row.kind, row.correct, press):
            return
        if press.again and self._last is not None:
            press = msgspec.structs.replace(self._last, again=True)
        elif row.kind == "names_read_cards":
            player = self._model.at(press.fields["seat"])
            if player is not None:
                press.fields["cards"] = [card_text(card) for card in self._hand_of(player)]
        ruling = row.answer or Refusal(row.code, required(row.rules, self._setup.book))
        self._spoken(row.kind, press, ruling, row.rules)

    def _correct(self, kind: str, correct: Correct, press: Press) -> bool:
        """Where the house takes it for another deed, note that and let the hand go on from it; else return False."""
        model, player = self._model, self._model.turn
        if player is None:
            return False
        entered = press.fields.get("to", player.bet + player.stack)
        taken = correct(model, entered)
        if taken is None:
            return False
        model.wager(player, taken.to_chips)
        self._stands = model.stands()
        named = required(taken.rules, self._setup.book)
        self._spoken(kind, press, Correction(player.seat, taken.do, taken.to_chips, entered, named), taken.rules, "acted")
        return True


_BY_MOMENT: Final = {
    moment: tuple(row for row in MISTAKES if moment in row.moments)
    for moment in ("posting", "betting", "drawing", "board", "showdown", "over")
}  # fmt: skip
