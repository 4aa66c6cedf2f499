"""Writes hands of games with up-cards: antes, a forced bet, and cards before every round, some of them in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.game.zones import BOARD, HOLE, STUB, UP, UP_SEAT, Zone
from controller.rules.catalogue.row import Book
from sim.torture import sight
from sim.torture.oddities import Deed
from sim.torture.plan import Press
from sim.torture.player import Player
from sim.torture.setup import Limit, Setup
from sim.torture.stud import StudModel
from sim.torture.writer import Writer

#: So many players that the deck may be short for their last cards, if they stay.
MANY: Final = 7


class StudWriter(Writer):
    """Writes a hand, whole, of a game in which somebody brings it in."""

    _model: StudModel

    def __init__(
        self, seed: int, number: int, books: Sequence[Book], limits: Sequence[Limit], game: str, *, slips: Sequence[str] = ()
    ) -> None:
        super().__init__(seed, number, books, limits, game, slips=slips)
        if len(self._model.players) >= MANY and self._draw.random() < 0.5:
            self._manner = (0.1, 12.0, 0.5, 0.2, 0.1)  # hardly anybody folds

    def _begun(self, setup: Setup) -> StudModel:
        return StudModel(setup)

    def _post(self) -> None:
        model = self._model
        if not model.dealt and self._draw.random() < 0.06:
            player = model.at(self._draw.choice(list(model.owing)))
            if player is not None:
                model.sit_out(player)
                self._take("sits_out", Press("act", {"seat": player.seat, "do": "fold"}), ("cooke.5.05.c",))
                return
        super()._post()

    def _deal(self) -> None:
        """The first cards; the round begins with them where everybody has paid."""
        model = self._model
        model.dealt = True
        if model.acted or not self._slips("deal"):
            self._deal_street(model.dealt_in())
        self.first_dealt()

    def first_dealt(self) -> None:
        if self._model.moment == "board" and self._model.street < 0:
            self._open_street()

    def _deal_street(self, players: Sequence[Player]) -> None:
        coming = self._model.game.streets[self._model.street + 1]
        for zones, count in ((HOLE, coming.down), (UP, coming.up)):
            for _ in range(count):
                for player in players:
                    self._give(player, zones[player.seat], self._next_card())

    def _give(self, player: Player, zone: Zone, at: int) -> None:
        self._held_by(player).append(at)
        if zone == UP[player.seat]:
            self._model.up[self._model.players.index(player)].append(at)
        self._lay(at, zone)

    def _give_next(self, player: Player, at: int, *, up: bool = False) -> None:
        """The first street's cards come down, and the last of them in sight."""
        if self.zone_of_next(player) in UP_SEAT and not up:
            self._give(player, UP[player.seat], at)
        else:
            super()._give_next(player, at, up=up)

    def zone_of_next(self, player: Player) -> Zone:
        streets, model = self._model.game.streets, self._model
        whole = len(self._held_by(player)) >= streets[0].down and not model.up[model.players.index(player)]
        return (UP if whole else HOLE)[player.seat]

    def deal_in_turn(self, player: Player, turn: int) -> None:
        self._give(player, (HOLE if turn < self._model.game.streets[0].down else UP)[player.seat], self._next_card())

    def _taken_from(self, player: Player, at: int) -> None:
        super()._taken_from(player, at)
        in_sight = self._model.up[self._model.players.index(player)]
        if at in in_sight:
            in_sight.remove(at)

    def _board(self) -> None:
        """The next street's cards, the first ones too."""
        model = self._model
        if model.street < 0:
            self._deal()
            return
        if self._then is not None:
            then, self._then = self._then, None
            then()
            self._open_street()
            return
        came = model.street
        if self._slips("street", model.street + 1):
            if model.street > came:
                return  # its round has begun with the slip
        elif model.street + 2 < len(model.game.streets):
            self.burn_once()
            self._deal_street(model.dealt_in())
        else:
            self._last_street()
        self._open_street()

    def _burn(self, at: int) -> None:
        self._model.burned.append(at)
        super()._burn(at)

    def _last_street(self) -> None:
        """Source: cooke.5.21.a, cooke.5.21.d, roberts.stud.15a, roberts.stud.15b, roberts.stud.15c."""
        model, players, left = self._model, self._model.dealt_in(), self._left
        way = sight.last_cards(left, len(model.burned), len(players), self._setup.answers)
        if way == "common":
            if left > 1:
                self.burn_once()
            at = self._next_card()
            model.on_board.append(at)
            self._lay(at, BOARD)
            return
        if left:
            self.burn_once()
        fresh = len(players) if way == "each" else max(left - 2, 0)
        for player in players[:fresh]:
            self._give(player, HOLE[player.seat], self._next_card())
        if way == "each":
            return
        mixed = [*model.burned, *[self._next_card() for _ in range(self._left)]]
        for at in model.burned:
            self._lay(at, STUB)
        model.burned.clear()
        self._draw.shuffle(mixed)
        if way == "mixed":
            self._burn(mixed.pop(0))
        for player in players[fresh:]:
            self._give(player, HOLE[player.seat], mixed.pop(0))

    def _put_in(self, player: Player, deed: Deed) -> None:
        model = self._model
        if model.opening and (deed.do == "bring_in" or (deed.do == "all_in" and deed.to_chips <= model.bring_in_chips)):
            model.bring_in(player)
        else:
            super()._put_in(player, deed)

    def _deed(self, player: Player) -> Deed:
        model, draw = self._model, self._draw
        if not model.opening:
            return super()._deed(player)
        brings = Deed("bring_in", min(model.bring_in_chips, player.stack))
        may = model.wager_range(player)
        if model.may_fold(player) and draw.random() < 0.3:
            return Deed("fold", 0)
        if may is None:
            return draw.choice((brings, brings, Deed("all_in", player.stack)))
        if draw.random() < 0.6:
            return brings
        if player.stack <= may.high and draw.random() < 0.2:
            return Deed("all_in", player.stack)
        return Deed("complete", draw.choice((may.low, may.low, may.high)))
