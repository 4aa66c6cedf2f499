"""The generator's own bookkeeping of a hand: whose turn it is, what lies where, what may be done.

Written from the rule books, apart from the table's engine: what both get wrong in the same way no run would find.
"""

from __future__ import annotations

from typing import Any, Final

from controller.game.cards import card_text
from sim.torture.awarding import Awarding
from sim.torture.player import Moment, Player
from sim.torture.rounds import Round

#: How a scenario calls a moment.
_STAGES: Final[dict[Moment, str]] = {
    "before": "between", "posting": "posting", "betting": "betting", "drawing": "drawing", "board": "dealing",
    "showdown": "showdown", "over": "ended",
}  # fmt: skip


class HandModel(Awarding):
    """One hand as the generator keeps it, from `new_hand` to the payoffs. Call only what may be done: it checks nothing."""

    # -- forced bets -------------------------------------------------------------------------------

    def begin(self) -> None:
        """The hand begins: antes and blinds are owed."""
        blinds = self.setup.stakes
        self.moment = "posting"
        big = self.big_blind_at
        small = 1 - big if len(self.players) == 2 else 0
        payers = {"all": range(len(self.players)), "big_blind": (big,), "button": (len(self.players) - 1,)}[blinds.ante_from]
        for i, player in enumerate(self.players):
            owed = [("blind", blinds.small_blind)] if i == small else [("blind", blinds.big_blind)] if i == big else []
            if i in payers:
                owed = [("ante", blinds.ante), *owed] if blinds.ante_from == "all" else [*owed, ("ante", blinds.ante)]
            if owed := [(what, chips) for what, chips in owed if chips]:
                self.owing[player.seat] = owed

    def post(self, seat: int | None = None) -> None:
        """Antes and blinds go in, of one seat or of all; who has less is all-in. Source: cooke.4.09.b, roberts.blinds.1."""
        for paying in [seat] if seat is not None else list(self.owing):
            player = self.at(paying)
            for what, chips in self.owing.pop(paying):
                if player is None:
                    continue
                if what == "ante":
                    went = min(chips, player.stack)
                    player.stack -= went
                    player.ante += went
                else:
                    player.pay(chips)
        if not self.owing:
            self._posted()

    def _posted(self) -> None:
        self.moment = "betting"
        self.round = Round(self.setup, 0, self._contesting())
        self._pass_turn(self.big_blind_at)

    def void(self) -> None:
        """The hand does not count: every chip goes back. Source: cooke.14.20.m, home.7.before_two."""
        for player in self.players:
            player.stack, player.bet, player.paid, player.ante = player.start, 0, 0, 0
        self.turn, self.owing, self.pots, self.lying = None, {}, [], []
        self.moment, self.is_void = "over", True

    # -- straddles ----------------------------------------------------------------------------------

    @property
    def straddles_played(self) -> bool:
        """Whether anybody may straddle in this house and game. Source: roberts.blinds.16, roberts.nl.12a, cooke.12.18.a."""
        answers = self.setup.answers
        return answers.straddle_limit_games if self.round.is_limit else answers.straddle_big_bet

    @property
    def acted(self) -> bool:
        """Whether somebody has acted in this round: blinds and straddles are no action."""
        return any(player.folded or (player.answered is not None and player not in self.straddlers) for player in self.players)

    @property
    def before_play(self) -> bool:
        """Whether the blinds are in, no card is dealt, and nobody has acted: the time for straddles. Source: cooke.12.18.a."""
        return self.moment == "betting" and not self.street and not self.dealt and not self.acted

    def next_straddler(self) -> Player | None:
        """Who sits left of the big blind, or of the last straddler; None where that is a blind again."""
        at = self.players.index(self.straddlers[-1]) if self.straddlers else self.big_blind_at
        return self.players[at + 1] if at + 1 < len(self.players) and len(self.players) > 2 else None

    def straddle_to(self) -> int:
        """What the next straddle comes to. Source: cooke.12.18.a, cooke.12.18.c, roberts.nl.12b."""
        return self.round.price + self.setup.stakes.small_bet if self.straddlers else 2 * self.setup.stakes.big_blind

    def straddle(self, player: Player) -> None:
        """He raises blind: he acts last and may raise, unless the straddles have made every raise. Source: cooke.12.18.d, cooke.12.18.e."""
        to_chips = self.straddle_to()
        player.pay(to_chips - player.bet)
        self.round.straddled(to_chips)
        self.straddlers.append(player)
        if self.round.capped:
            player.answered = to_chips
        self.round.left(self._contesting())
        self._pass_turn(self.players.index(player))

    # -- how it has to stand ------------------------------------------------------------------------

    def stands(self) -> dict[str, Any]:
        """Return how the table has to stand, as the expectations of a scenario say it."""
        deck = self.setup.deck
        state: dict[str, Any] = {
            "stage": _STAGES[self.moment],
            "street": self.game.streets[self.street].name,
            "to_act": "nobody",
            "min_raise_to": "none",
            "max_raise_to": "none",
            "bets": {player.seat: player.bet for player in self.players},
            "pots": [] if self.moment == "over" else list(self.lying),
            "board": [card_text(deck[at]) for at in self.on_board],
            "live": sorted(player.seat for player in self.in_hand),
        }
        if self.turn is not None:
            may = self.wager_range(self.turn)
            state |= {"to_act": self.turn.seat, "to_call": self.call_chips(self.turn)}
            state |= {} if may is None else {"min_raise_to": may.low, "max_raise_to": may.high}
        order = self.show_order() if self.moment == "showdown" else []
        stands: dict[str, Any] = {
            "state": state,
            "stacks": {player.seat: player.stack for player in self.players},
            "shows_first": order[0].seat if order else "nobody",
        }
        if self.is_void:
            state["stage"] = "void"
        return stands | ({"payoffs": dict(self.payoffs)} if self.moment == "over" and not self.is_void else {})

    # -- what players do ----------------------------------------------------------------------------

    def fold(self, player: Player) -> None:
        if self._goes_on_without(player):
            self._pass_turn(self.players.index(player))

    def kill(self, player: Player) -> None:
        """His hand is dead, whoever's turn it is."""
        if self._goes_on_without(player) and self.turn is not None:
            self._pass_turn(self.players.index(self.turn) - (self.turn is not player))

    def _goes_on_without(self, player: Player) -> bool:
        """He is out of the hand; whether more than one player is left, so that it goes on."""
        player.folded = True
        left = [other for other in self.players if not other.folded]
        if len(left) == 1:
            self._win_alone(left[0])
            return False
        self.round.left(self._contesting())
        return True

    def wager(self, player: Player, to_chips: int) -> None:
        """Check, call, bet, raise or complete: his total for the street becomes this."""
        player.checked = player.checked or not to_chips
        player.pay(to_chips - player.bet)
        if to_chips > self.price:
            self.short = to_chips < self.round.least()
            if self.round.wager(to_chips):
                for other in self.players:
                    other.freed = True
            self.last_raiser = player
        player.answered, player.freed = self.price, False
        self.round.left(self._contesting())
        self._pass_turn(self.players.index(player))

    def _pass_turn(self, after: int) -> None:
        self.turn = self._next(after)
        if self.turn is None:
            self._close()

    def _next(self, after: int) -> Player | None:
        """Return who acts next, clockwise: he has chips and has not answered the bet. Source: cooke.4.06.a, home.3.round_end."""
        count = len(self.players)
        for player in (self.players[(after + k) % count] for k in range(1, count + 1)):
            if player.live and player.stack and player.answered != self.price:
                others = [other for other in self.in_hand if other is not player]
                alone = all(not other.stack and other.bet <= player.bet for other in others)
                return None if alone else player
        return None

    def _close(self) -> None:
        """The betting round is over: what nobody matched goes back, and the next cards are due. Source: cooke.4.12.a."""
        self._take_back()
        for player in self.players:
            player.bet, player.answered, player.freed, player.checked = 0, None, False, False
        self.turn, self.short = None, False
        self.lying = [pot.chips for pot in self.gathered()]
        self._await_cards()

    def _await_cards(self) -> None:
        """The next street's cards are due, or what players change and give up before them; after the last street hands are shown."""
        if self.street == len(self.game.streets) - 1:
            self._to_showdown()
            return
        coming = self.game.streets[self.street + 1]
        first = (coming.draw or coming.discard) and not coming.late
        self.to_draw = [player for player in self.players if player.live] if first else []
        self.moment = "drawing" if self.to_draw else "board"

    def await_discards(self) -> None:
        """The board lies there, and everybody gives up cards before its round. Source: cooke.6.08.02.a."""
        self.to_draw = [player for player in self.players if player.live]
        self.moment = "drawing"

    @property
    def betting_over(self) -> bool:
        """Whether nobody can bet any more, so that hands are turned up while the board is run out. Source: home.4.faceup."""
        return len([player for player in self.in_hand if player.stack]) < 2

    # -- cards and the showdown ----------------------------------------------------------------------

    def open_street(self) -> None:
        """The cards of the next street lie there: betting, or with nobody left to bet the next cards, or the showdown."""
        self.street += 1
        self.last_raiser = None
        self.round = Round(self.setup, self.street, self._contesting())
        self.moment = "betting"
        self.turn = self._next(-1)
        if self.turn is None:
            self._await_cards()
