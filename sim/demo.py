"""The floor of the demo: people who play the recorded hands that come with the program, one after another."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from controller.game.chips import Round
from controller.game.rotations import ROTATIONS
from controller.game.variants import VARIANTS
from controller.game.zones import Zone
from controller.histories import phh
from sim.errors import SimError
from sim.fault_plan import PlannedFault
from sim.faults import Faults
from sim.hands import recorded_hands
from sim.hands_of_games import hands_of_games
from sim.layout import STANDARD_LAYOUT, STUD_LAYOUT
from sim.live import LiveFloor
from sim.people import People
from sim.remote_link import BrokerSettings
from sim.replay import Recorded

#: So many hands of a game are played before the next one's turn.
HANDS_A_GAME: Final = 3


class DemoFloor(LiveFloor):
    """A simulated table and people at it, and the recorded hands they play: of hold'em, or of `games`, one after another.

    Raises: SimError when there is no recorded hand of one of them.
    """

    def __init__(
        self,
        seed: int = 1,
        faults: Faults = Faults(),  # noqa: B008 # frozen
        plan: Sequence[PlannedFault] = (),
        games: Sequence[Round] = (),
    ) -> None:
        super().__init__(seed, faults, layout=_layout(games), plan=plan)
        self._games = tuple(games)
        self._playing: Round | None = None
        held = [Recorded(name, phh.parse(text)) for name, text in (*recorded_hands(), *(hands_of_games() if games else ()))]
        self._hands: dict[Round | None, list[Recorded]] = {one: _of(one, held) for one in self._games} or {None: held}

    async def play(self, broker: BrokerSettings, table_id: str, hands: int, say: Callable[[str], None]) -> bool:
        """Play `hands` hands (0 = for ever) at the table told of on `broker`; return whether all went as recorded.

        The devices must run meanwhile.
        """
        return await self.play_at(broker, table_id, self._in_turn(hands), say)

    async def before_hand(self, people: People) -> None:
        """Recorded hands have buttons of their own, which end no lap: when the next game's turn has come the floor says so."""
        if self._playing is not None and len(self._games) > 1:
            await people.table.command("rotation", {"position": self._games.index(self._playing) + 1}, "floor")
            self._playing = None

    def _in_turn(self, hands: int) -> Iterator[Recorded]:
        again = self._round_and_round()
        return itertools.islice(again, hands) if hands else again

    def _round_and_round(self) -> Iterator[Recorded]:
        of_each = {game: itertools.cycle(those) for game, those in self._hands.items()}
        for game, those in itertools.cycle(of_each.items()):
            self._playing = game
            yield from itertools.islice(those, HANDS_A_GAME if len(of_each) > 1 else None)


def games_called(name: str) -> tuple[Round, ...]:
    """Return the games of a list, by fixed limit where it says nothing of one, or the one game of that name.

    Raises: SimError when there is none.
    """
    if name in ROTATIONS:
        return tuple([replace(one, limit=one.limit or "fixed_limit") for one in ROTATIONS[name]])
    if name in VARIANTS:
        return (Round(name),)
    raise SimError(f"there is no game {name!r}; lists: {', '.join(ROTATIONS)}; games: {', '.join(VARIANTS)}")


def _of(game: Round, held: Sequence[Recorded]) -> list[Recorded]:
    found = [one for one in held if one.hand is not None and one.hand.game == game.game and game.limit in ("", one.hand.stakes.limit)]
    if not found:
        there = dict.fromkeys(one.hand.game for one in held if one.hand is not None)
        raise SimError(f"no recorded hands of {game.game} come with the program; of these there are: {', '.join(there)}")
    return found


def _layout(games: Sequence[Round]) -> Mapping[tuple[str, int], Zone]:
    return STUD_LAYOUT if any(VARIANTS[one.game].up_cards for one in games) else STANDARD_LAYOUT
