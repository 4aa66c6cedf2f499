"""People who play recorded hands at a table whose daemon is killed again and again, and the truth of what they did."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.histories import phh
from sim.hands import recorded_hands
from sim.live import LiveFloor
from sim.remote_link import BrokerSettings
from sim.replay import Recorded
from sim.truth import Truth


class CrashFloor(LiveFloor):
    """A simulated table, and people who play the recorded hands in an order drawn from the seed.

    What really happens is written to the truth file; close it with `close`.
    Raises: SimError when that cannot be made.
    """

    def __init__(self, seed: int, truth: Path) -> None:
        self._acts = Truth(truth)
        super().__init__(seed, truth=self._acts)
        hands = [Recorded(name, phh.parse(text)) for name, text in recorded_hands()]
        self._hands = [one for one in hands if _states_its_result(one)]
        self._draw = random.Random(f"hands:{seed}")  # noqa: S311 # a repeatable evening is the point

    async def play(self, broker: BrokerSettings, table_id: str, enough: Callable[[], bool], say: Callable[[str], None]) -> bool:
        """Play until `enough`, and a whole hand more; return whether all went as recorded. The devices must run meanwhile."""
        return await self.play_at(broker, table_id, self._until(enough), say)

    def close(self) -> None:
        """Let go of the truth file."""
        self._acts.close()

    def _until(self, enough: Callable[[], bool]) -> Iterator[Recorded]:
        last = False
        while not last:
            last = enough()
            yield self._draw.choice(self._hands)


def _states_its_result(one: Recorded) -> bool:
    """Whether the file says what everyone wins or loses, in whole chips: nothing less can be compared chip by chip."""
    hand = one.hand
    return hand is not None and hand.expected is not None and hand.scale == 1 and all(amount % 1 == 0 for amount in hand.expected)
