"""Writes hands of games in which cards are changed or given up."""

from __future__ import annotations

from typing import Any, Final

from sim.torture.dealing import NOW
from sim.torture.draw_slips import LAST_CARD
from sim.torture.games import Street
from sim.torture.plan import Press
from sim.torture.player import Player
from sim.torture.writer import Writer

#: So many a player gets in a row; the fifth comes when everybody else has his. Source: roberts.lowball.10a.
AT_ONCE: Final = 4
#: Cards that a slip with the draw may take besides.
SPARE: Final = 2


def _draws(player: Player, count: int) -> tuple[str, Press]:
    """What he says who changes so many cards."""
    fields: dict[str, Any] = {"seat": player.seat, "do": "draw", "number": count} if count else {"seat": player.seat, "do": "stand_pat"}
    return fields["do"], Press("act", fields)


class DrawWriter(Writer):
    """Writes a hand, whole, of a game for blinds that goes on with other cards than it began with."""

    def _change(self) -> None:
        """Everybody gives up a card, or says in turn how many he changes; then the new ones come. Source: cooke.7.05.a, cooke.6.08.01.a."""
        model = self._model
        coming = model.game.streets[model.street + 1]
        if coming.discard:
            self._mistakes(0.5)
            while model.to_draw:
                if self._draw.random() < NOW:
                    self._slips("discard")
                self._discard(self._draw.choice(model.to_draw), coming)
            return
        counts: list[tuple[Player, int]] = []
        left = self._left_to_draw()
        while model.to_draw:
            self._mistakes()
            player = model.to_draw[0]
            many = coming.draw if self.uses_all() else self._draw.choice((0, 1, 1, 2, 3, coming.draw))
            count = min(many, coming.draw, left)
            left -= count
            counts.append((player, count))
            self._say_draw(player, count, last=not any(number for _, number in counts) and len(model.to_draw) == 1)
        if not any(count for _, count in counts):
            return
        self.new_cards = [player for player, count in counts for _ in range(min(count, AT_ONCE))]
        self.new_cards += [player for player, count in counts if count > AT_ONCE]  # the fifth when everybody else has his
        if not self._slips("draw", model.street + 1):
            self.dealt_anew()

    def _left_to_draw(self) -> int:
        """How many cards may be changed: not the burns to come, nor the last card, which nobody gets. Source: cooke.14.18."""
        streets = self._model.game.streets
        spare = -1 if self.uses_all() else SPARE if self.is_to_slip("draw") else 0
        return max(0, self._left - (len(streets) - 1 - self._model.street) - 1 - spare)

    def uses_all(self) -> bool:
        """Whether players are to change as many cards as there are, the last one too."""
        return self.is_to_slip("draw") and self.slip_kind == LAST_CARD and self._model.street + 2 == len(self._model.game.streets)

    def _discard(self, player: Player, coming: Street) -> None:
        """He gives cards up; the table sees them in the muck before the next ones cover them."""
        model = self._model
        self._throw_away(player, self._draw.sample(self._held_by(player), coming.discard))
        model.to_draw.remove(player)
        model.moment = "drawing" if model.to_draw else "board"
        if coming.late and not model.to_draw:
            model.open_street()
        self._settled()

    def _say_draw(self, player: Player, count: int, last: bool) -> None:
        """He says how many, his cards go before that or after; when nobody changes any, the last one's word opens the street (`last`)."""
        first = self._draw.random() < 0.5
        if first:
            self._throw_away(player, self._draw.sample(self._held_by(player), count))
        self._model.to_draw.pop(0)
        if last:
            self._model.open_street()
        self._take(*_draws(player, count), ("cooke.7.05.a",), "drew")
        if not first:
            self._throw_away(player, self._draw.sample(self._held_by(player), count))
