"""The floor of the demo: people who play the recorded hands that come with the program, one after another."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from controller.histories import phh
from sim.fault_plan import PlannedFault
from sim.faults import Faults
from sim.hands import recorded_hands
from sim.live import LiveFloor
from sim.remote_link import BrokerSettings
from sim.replay import Recorded


class DemoFloor(LiveFloor):
    """A simulated table and people at it, and the recorded hands they play."""

    def __init__(self, seed: int = 1, faults: Faults = Faults(), plan: Sequence[PlannedFault] = ()) -> None:  # noqa: B008 # frozen
        super().__init__(seed, faults, plan=plan)
        self._hands = [Recorded(name, phh.parse(text)) for name, text in recorded_hands()]

    async def play(self, broker: BrokerSettings, table_id: str, hands: int, say: Callable[[str], None]) -> bool:
        """Play `hands` hands (0 = for ever) at the table told of on `broker`; return whether all went as recorded.

        The devices must run meanwhile.
        """
        return await self.play_at(broker, table_id, self._in_turn(hands), say)

    def _in_turn(self, hands: int) -> Iterator[Recorded]:
        again = itertools.cycle(self._hands)
        return itertools.islice(again, hands) if hands else again
