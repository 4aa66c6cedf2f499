"""`smarttable sim` from the simulator's side: the hands of one evening, and everything said and done at it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from controller.game.cards import Card
from controller.game.zones import Zone
from sim.control import controlled
from sim.errors import SimError
from sim.fault_plan import parse_planned
from sim.faults import Faults, parse_faults
from sim.http_panel import HttpPanel
from sim.live import LiveFloor, Say
from sim.pacing import Director
from sim.remote_link import BrokerSettings
from sim.replay import find_files, load
from sim.truth import Truth
from sim.world import World

#: How people may press the panel.
PANELS: Final = ("mqtt", "http")


class Evening:
    """What is played, and how. Everything that can be wrong is said before anything is started.

    Raises: SimError for a path without hands, a wrong fault, an unknown panel, a truth file that cannot be written.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        truth: Path | None,
        faults: str,
        seed: int,
        panel: str,
        *,
        paused: bool = False,
        planned: Sequence[str] = (),
    ) -> None:
        if panel not in PANELS:
            raise SimError(f"--panel {panel}: people press it over {' or '.join(PANELS)}")
        self.over_http = panel == "http"
        self._faults = parse_faults(faults) if faults else Faults()
        self._planned = tuple(planned)
        self._seed = seed
        self._hands = [load(path) for path in find_files(paths)]
        self._truth = None if truth is None else Truth(truth)
        self._paused = paused
        self._director: Director | None = None
        self._floor: LiveFloor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._truth is not None:
            self._truth.close()

    def drawn_deck(self, *, joker: bool = False) -> Mapping[bytes, Card]:
        """Tag id → card of a deck, with a `joker` or without, for a table that has none."""
        return World(self._seed, joker=joker).deck_tags()

    def floor(self, layout: Mapping[tuple[str, int], Zone], deck: Mapping[bytes, Card]) -> LiveFloor:
        """Set the table up: which zone lies over which antenna, and the deck on it.

        Raises: SimError for a deck that is not whole, and for a planned fault that nobody at this table can have.
        """
        plan = [parse_planned(text, layout) for text in self._planned]
        self._director = Director()
        if self._paused:
            self._director.pause()
        self._floor = LiveFloor(self._seed, self._faults, layout=layout, deck=deck, truth=self._truth, pacing=self._director, plan=plan)
        self._floor.check_plan()
        return self._floor

    def controlled(self, socket: Path) -> AbstractAsyncContextManager[None]:
        """Whoever asks at `socket` directs the people inside."""
        return contextlib.nullcontext() if self._director is None else controlled(socket, self._director)

    async def play(self, broker: BrokerSettings, table_id: str, say: Say, panel: tuple[str, int] | None) -> bool:
        """Play every hand once; without hands the devices run until they are told to stop."""
        if self._floor is None or not self._hands:
            await asyncio.Event().wait()
            return True
        return await self._floor.play_at(broker, table_id, self._hands, say, None if panel is None else HttpPanel(*panel))
