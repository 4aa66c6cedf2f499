"""The generator's bookkeeping of games with up-cards: antes and one forced bet, and boards that say who opens."""

from __future__ import annotations

from typing import Any, Final

from controller.game.cards import Card
from sim.torture import ranks, sight
from sim.torture.games import Strength
from sim.torture.model import HandModel
from sim.torture.player import Player, WhyNoRaise
from sim.torture.rounds import Round
from sim.torture.setup import Setup

_PAIR_STREET: Final = 1


class StudModel(HandModel):
    """A hand in which somebody brings it in. `up` are the cards of each player that lie in sight, by their place in the deck."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.street = -1
        self.up: list[list[int]] = [[] for _ in self.players]
        self.dealt_on: set[int] = set()  # who folded without a bet to face: his place gets cards until there is one
        self.burned: list[int] = []
        self.by_accident: set[int] = set()  # cards that lie in sight and were to come down
        self.forced_only: Player | None = None  # who brought it in and has not acted since

    @property
    def straddles_played(self) -> bool:
        """Without blinds there is nothing to straddle."""
        return False

    # -- before the first cards ----------------------------------------------------------------------

    def begin(self) -> None:
        """Everybody owes the ante. Source: cooke.5.05.b, cooke.5.06.a."""
        ante = self.setup.stakes.ante
        self.moment = "posting" if ante else "board"
        self.owing = {player.seat: [("ante", ante)] for player in self.players if ante}

    def sit_out(self, player: Player) -> None:
        """He pays no ante and wants no cards. Source: cooke.5.05.c."""
        del self.owing[player.seat]
        player.folded = True
        if len(self.in_hand) == 1:
            self._win_alone(self.in_hand[0])
        elif not self.owing:
            self._posted()

    def _posted(self) -> None:
        self.lying = [pot.chips for pot in self.gathered()]
        if self.up[-1]:
            self.open_street()
        else:
            self.moment = "board"

    # -- rounds ------------------------------------------------------------------------------------

    @property
    def opening(self) -> bool:
        """Whether somebody has to open, and nobody has."""
        return self.moment == "betting" and not self.street and not self.round.price

    @property
    def forced_at(self) -> int:
        """Whose card makes the forced bet."""
        at = self._by_card
        if not self._passed_over(at):
            return at
        count = len(self.players)
        return next(i for i in ((at + k) % count for k in range(1, count + 1)) if not self.players[i].folded)

    @property
    def _by_card(self) -> int:
        doors = {i: self.setup.deck[self.up[i][0]] for i, player in enumerate(self.players) if not player.folded}
        return sight.forced(doors, self.game.sight or "high", self.setup.answers)

    def _passed_over(self, at: int) -> bool:
        """Whether his card lies in sight by accident: the next to the left opens, and may fold. Source: roberts.stud.1c."""
        limits = self.setup.stakes.limit in ("fixed_limit", "spread_limit")
        return self.setup.book == "roberts" and limits and self.up[at][0] in self.by_accident

    def in_place_of_third(self, player: Player) -> None:
        """His last card lies in sight by accident: the third comes down. Source: roberts.stud.1a."""
        i = self.players.index(player)
        self.up[i].append(self.held[i][-1])
        self.by_accident.add(self.held[i][-1])

    def out_of_it(self, player: Player) -> None:
        """His hand is dead, and he has his ante back. Source: roberts.stud.1b."""
        player.folded = True
        player.stack += player.ante
        player.ante = 0
        self.lying = [pot.chips for pot in self.gathered() if pot.chips]
        if len(self.in_hand) == 1:
            self._win_alone(self.in_hand[0])

    def may_fold(self, player: Player) -> bool:
        """Whose card makes the forced bet has to make it; who opens in place of one who is all-in may fold. Source: cooke.5.14.b."""
        return not self.opening or self.players[self.forced_at] is not player or self._passed_over(self._by_card)

    @property
    def bring_in_chips(self) -> int:
        """The forced bet. Source: cooke.5.06.c, roberts.stud.3."""
        stakes = self.setup.stakes
        least = self.round.step
        return min(stakes.bring_in or sight.forced_chips(least, stakes.unit, self.setup.answers), least)

    def bring_in(self, player: Player) -> None:
        """He makes the forced bet; what he lacks of it the others owe all the same. Source: cooke.5.07.b, roberts.stud.4b."""
        self.round.brought_in(self.bring_in_chips)
        self.forced_only = player
        player.pay(self.bring_in_chips)
        player.answered = None if self.setup.answers.bring_in_may_complete and player.stack else self.price
        self._pass_turn(self.players.index(player))

    def why_no_raise(self, player: Player) -> WhyNoRaise:
        return "only_call" if self.opening and player.stack <= self.bring_in_chips else super().why_no_raise(player)

    def boards(self) -> dict[int, list[Card]]:
        """What live players show, with a card that is for all."""
        live = [i for i, player in enumerate(self.players) if not player.folded]
        return {i: [self.setup.deck[at] for at in (*self.up[i], *self.on_board)] for i in live}

    def open_street(self) -> None:
        self.street += 1
        self.last_raiser = None
        self.round = Round(self.setup, self.street, self._contesting())
        if self.street == _PAIR_STREET and self._upper_too():
            self.round.upper = self.setup.stakes.big_bet
        self.moment = "betting"
        self.turn = self._next(self.first_in_sight() - 1)
        if self.turn is None:
            self._await_cards()

    def first_in_sight(self) -> int:
        """Whose cards in sight say that he opens."""
        of = self.game.sight or "high"
        return sight.opener(self.boards(), of, self.setup.answers) if self.street else self.forced_at

    def _upper_too(self) -> bool:
        """Source: cooke.4.17.m, cooke.5.24.h, cooke.5.25.f, roberts.stud.7a."""
        limit = self.setup.stakes.limit == "fixed_limit"
        return limit and self.game.sight == "high" and self.setup.answers.stud_open_pair_double_bet and sight.open_pair(self.boards())

    def fold(self, player: Player) -> None:
        """Source: cooke.5.15.a, roberts.stud.9."""
        if player.bet == self.price and not self.opening:
            self.dealt_on.add(self.players.index(player))
        super().fold(player)

    def wager(self, player: Player, to_chips: int) -> None:
        if to_chips > self.price:
            self.dealt_on.clear()
        if self.forced_only is player:
            self.forced_only = None
        super().wager(player, to_chips)

    def dealt_in(self) -> list[Player]:
        """Who gets a card of the coming street, in turn."""
        return [player for i, player in enumerate(self.players) if not player.folded or i in self.dealt_on]

    def has_acted(self, player: Player) -> bool:
        """The forced bet is no action. Source: roberts.misdeals.2c."""
        return super().has_acted(player) and (player.folded or self.forced_only is not player)

    def hidden(self, player: Player) -> list[int]:
        return [at for at in super().hidden(player) if at not in self.up[self.players.index(player)]]

    def _pot_as_counted(self, player: Player) -> int:
        return sum(one.paid + one.ante for one in self.players)

    # -- the showdown ------------------------------------------------------------------------------

    def halves(self) -> tuple[Strength, ...]:
        """Source: cooke.5.24.e, roberts.stud_hilo.2."""
        high, *low = self.game.halves
        return self.game.halves if not low or self.setup.answers.stud_hilo_qualifier == "eight" else (high, ranks.ace_low)

    def _first_to_show(self) -> int:
        return super()._first_to_show() if self.last_raiser is not None else self.first_in_sight()

    def _odd_chip_orders(self, showing: set[int]) -> list[list[int]]:
        deck, of, answers = self.setup.deck, self.game.sight, self.setup.answers
        hands = {i: [deck[at] for at in (*self.held[i], *self.on_board)] for i in sorted(showing)}
        lows = [of == "low"] if of != "both" else [False, True]
        return [sight.odd_chip_order(hands, low, half, answers) for low, half in zip(lows, self.halves(), strict=True)]

    def stands(self) -> dict[str, Any]:
        stands = super().stands()
        stands["stacks"] = dict(self.setup.stacks) | stands["stacks"]
        return stands
