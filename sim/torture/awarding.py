"""The showdown of a hand, and what its pots come to."""

from __future__ import annotations

from sim.torture import payout
from sim.torture.games import Strength
from sim.torture.hand_book import HandBook
from sim.torture.player import Player


class Awarding(HandBook):
    """Hands are shown or thrown away, and the pots are paid."""

    def _take_back(self) -> None:
        best, second = sorted((player.bet for player in self.players), reverse=True)[:2]
        if best > second:
            owner = next(player for player in self.players if player.bet == best)
            owner.bet -= best - second
            owner.paid -= best - second
            owner.stack += best - second

    def show(self, player: Player) -> None:
        player.shown = True
        self._settle()

    def muck(self, player: Player) -> None:
        player.mucked = True
        payout.give_up(self.pots, self.players.index(player))
        self._settle()

    def show_order(self) -> list[Player]:
        """Who has yet to show, in order: side pots first, the last aggressor before the others. Source: roberts.showdown.7a, 7b, 7d."""
        needed = payout.contested(self.pots)
        first = self._first_to_show()
        count = len(self.players)
        waiting = [i for i in ((first + k) % count for k in range(count)) if i in needed and not self.players[i].shown]
        last_pot = {i: number for number, pot in enumerate(self.pots) for i in pot.contenders}
        return [self.players[i] for i in sorted(waiting, key=lambda i: -last_pot[i])]

    def _first_to_show(self) -> int:
        return self.players.index(self.last_raiser) if self.last_raiser is not None else 0

    def halves(self) -> tuple[Strength, ...]:
        """What the pot is shared by in this house."""
        return self.game.halves

    def _odd_chip_orders(self, showing: set[int]) -> list[list[int]]:
        """The players of each half in the order in which odd chips go to them; none = clockwise."""
        return []

    def gathered(self) -> list[payout.Pot]:
        """The pots of everything put in so far."""
        live = [i for i, player in enumerate(self.players) if not player.folded]
        if self.setup.stakes.ante_from == "all":
            return payout.peel([player.paid + player.ante for player in self.players], live, 0)
        return payout.peel([player.paid for player in self.players], live, sum(player.ante for player in self.players))

    def _to_showdown(self) -> None:
        self.moment = "showdown"
        self.pots = self.gathered()
        self._settle()

    def _settle(self) -> None:
        if self.moment != "showdown" or not all(self.players[i].shown for i in payout.contested(self.pots)):
            return
        deck, answers = self.setup.deck, self.setup.answers
        board, showing = [deck[at] for at in self.on_board], payout.contested(self.pots)
        halves = [{i: strength([deck[at] for at in self.held[i]], board) for i in showing} for strength in self.halves()]
        unit = self.setup.stakes.unit if answers.odd_chip_unit == "min_betting_unit" else 1
        evenly = answers.tied_both_ways == "evenly_whole_pot"
        self._pay(payout.won(self.pots, halves, payout.Dividing(unit, evenly, self._odd_chip_orders(showing))))

    def _win_alone(self, winner: Player) -> None:
        self._take_back()
        self._pay({self.players.index(winner): sum(player.paid + player.ante for player in self.players)})

    def _pay(self, taken: dict[int, int]) -> None:
        self.moment, self.turn = "over", None
        for i, player in enumerate(self.players):
            player.stack += taken.get(i, 0)
            player.bet = 0
            self.payoffs[player.seat] = player.stack - player.start
