"""`smarttable sim crash`: a daemon that is killed again and again while people play, held against the truth at the end.

The floor is in this process, the daemon in one of its own, joined by the bytes on a pty; a broker that outlives the
daemon stands between them, so that a listener hears all there is to hear.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import IO, Final, NamedTuple, Protocol

import aiomqtt
import msgspec

from controller import journal_commands
from controller.clock import Clock
from controller.config import Config
from controller.crash_ledger import Ledger
from controller.daemon_process import DaemonProcess, DaemonProcessError
from controller.demo import LOOPBACK, DemoOptions, OnPtys, free_port, until_played, write_table
from controller.from_config import mqtt_settings
from controller.journal.faults import POINTS, VARIABLE
from controller.mqtt.broker import EmbeddedBroker, EmbeddedBrokerError
from controller.mqtt.settings import AT_ONCE, MqttSettings
from controller.mqtt.topics import root_of
from controller.own_folder import own_folder

Say = Callable[[str], None]

#: A kill is at a random moment or at a fault point, each as likely.
MOMENT: Final = "any moment"
PLACES: Final = (MOMENT, *POINTS)
#: When a random moment is, after the daemon's start, and at the latest. Units: wall seconds.
MOMENT_S: Final = (0.2, 3.0)
LATEST_S: Final = 8.0
#: Commits after a start until a fault point strikes.
COMMITS: Final = (1, 25)
#: Wall seconds for what was told to arrive.
ARRIVES_S: Final = 10.0
#: Lines kept of what the people and the daemon said, for when something is wrong.
LINES: Final = 12
FIRST_PORT: Final = 20_000


class CrashError(Exception):
    """The run cannot begin; the text says what to do."""


class CrashOptions(NamedTuple):
    """How often the daemon is killed, and what draws the moments."""

    times: int
    seed: int


class CrashFloor(OnPtys, Protocol):
    """The simulated floor, and people who play until it is enough."""

    async def play(self, broker: MqttSettings, table_id: str, enough: Callable[[], bool], say: Say) -> bool: ...


class Killer:
    """Kills the daemon `times` times: it is asked before each start, and hears of each end."""

    def __init__(self, options: CrashOptions, ledger: Ledger, clock: Clock, on_kill: Callable[[int], None]) -> None:
        self.fell: Counter[tuple[str, str]] = Counter()
        #: Ends that were not ours.
        self.others: list[str] = []
        self.daemon: DaemonProcess | None = None
        self._left = options.times
        self._ledger = ledger
        self._clock = clock
        self._on_kill = on_kill
        self._draw = random.Random(f"crash:{options.seed}")  # noqa: S311 # a repeatable run is the point
        self._place = MOMENT
        self._boots = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_done(self) -> bool:
        return not self._left

    def next_start(self) -> Mapping[str, str]:
        """Draw how the daemon that starts now is to end; return what it is told about that."""
        self._boots = len(self._ledger.boots)
        if self.is_done:
            return {}
        self._place = self._draw.choice(PLACES)
        moment_s, commits = self._draw.uniform(*MOMENT_S), self._draw.randint(*COMMITS)
        at_point = self._place != MOMENT
        self._timer = asyncio.get_running_loop().call_later(self._clock.loop_s(LATEST_S if at_point else moment_s), self._strike)
        return {VARIABLE: f"{self._place}:{commits}"} if at_point else {}

    def ended(self, code: int) -> bool:
        """Take note of an end; return whether it was ours."""
        if self._timer is not None:
            self._timer.cancel()
        if code != -signal.SIGKILL or self.is_done:
            self.others.append(f"the daemon ended by itself, with {code}")
            return False
        self._left -= 1
        begun = len(self._ledger.boots) > self._boots
        self.fell[self._place, self._ledger.stage if begun else "starting"] += 1
        self._on_kill(sum(self.fell.values()))
        return True

    def stop(self) -> None:
        """Strike no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _strike(self) -> None:
        self._place = MOMENT  # a fault point that nothing came by is a moment as well
        if self.daemon is not None:
            self.daemon.kill()


async def run_crash(
    options: CrashOptions, make_floor: Callable[[Path], CrashFloor], say: Say, on_kill: Callable[[int], None] = lambda count: None
) -> int:
    """Play until the daemon was killed often enough, compare, say a summary; return the exit code.

    `make_floor` gets the path of the truth file; `on_kill` hears how many times it was killed so far.
    Raises: CrashError when it cannot begin; what ended the devices.
    """
    said: deque[str] = deque(maxlen=LINES)
    clock, began_s = Clock(asyncio.get_running_loop()), time.monotonic()
    with own_folder("smarttable-crash-") as folder, contextlib.ExitStack() as held:
        port = free_port("broker", FIRST_PORT, held, said.append)
        broker = EmbeddedBroker(port=port, loop_s=clock.loop_s)
        table = DemoOptions(0, FIRST_PORT, port, f"{LOOPBACK}:{port}", open_browser=False)
        floor = make_floor(folder / "truth.jsonl")
        config = write_table(folder, table, floor, held, said.append)
        errors = held.enter_context((folder / "errors.txt").open("w+b"))
        ledger = Ledger()
        killer = Killer(options, ledger, clock, on_kill)
        daemon = killer.daemon = DaemonProcess(
            folder / "table.toml", clock, said.append, environment=killer.next_start, on_end=killer.ended, errors=errors
        )
        trouble: list[str] = []
        code = 0
        try:
            await broker.start()
            async with _listening(ledger, mqtt_settings(config), config.table.id):
                playing = floor.play(mqtt_settings(config), config.table.id, lambda: killer.is_done, said.append)
                code = await until_played(playing, floor.run(), said.append, daemon)
                await _told(ledger, clock)
        except EmbeddedBrokerError as error:
            raise CrashError(str(error)) from None
        except DaemonProcessError as error:
            trouble.append(str(error))
        finally:
            killer.stop()
            await broker.stop()
        truth = [msgspec.json.decode(line) for line in (folder / "truth.jsonl").read_bytes().splitlines()]
        hands = sum(act["act"] == "result" for act in truth)
        trouble += [*killer.others, *ledger.broken(truth), *_journal(config)]
        if not killer.is_done:
            trouble.append(f"the daemon was killed {sum(killer.fell.values())} times instead of {options.times}: the run broke off")
        if code and not trouble:
            trouble.append(f"the people stopped: {said[-1]}")
        _sum_up(killer, ledger, hands, time.monotonic() - began_s, say)
        if trouble:
            for line in (*said, *_last_lines(errors)):
                say(f"  {line}")
            say(f"BROKEN (seed {options.seed}): {trouble[0]}" + (f"; and {len(trouble) - 1} more" if trouble[1:] else ""))
        return 1 if trouble else 0


@contextlib.asynccontextmanager
async def _listening(ledger: Ledger, broker: MqttSettings, table_id: str) -> AsyncIterator[None]:
    """Have the ledger hear everything of a table inside; a listener that loses the broker ends the run."""
    root = root_of(table_id)
    async with aiomqtt.Client(broker.host, broker.port, protocol=aiomqtt.ProtocolVersion.V5, socket_options=AT_ONCE) as client:
        await client.subscribe(f"{root}#", qos=1)

        async def listen() -> None:
            async for message in client.messages:
                ledger.hear(str(message.topic).removeprefix(root), bytes(message.payload), bool(message.retain), time.monotonic())

        listening = asyncio.create_task(listen(), name="listener")
        try:
            yield
        finally:
            listening.cancel()
            (ended,) = await asyncio.gather(listening, return_exceptions=True)
            if isinstance(ended, Exception):
                raise ended


async def _told(ledger: Ledger, clock: Clock) -> None:
    """Return once the daemon's `stopped`, the last it says, was heard, or after a while: then the comparison says what is missing."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(clock.loop_s(ARRIVES_S)):
            while ledger.online:  # noqa: ASYNC110 # looked at a few times, once a run
                await asyncio.sleep(clock.loop_s(0.05))


def _journal(config: Config) -> list[str]:
    lines: list[str] = []
    return [] if journal_commands.verify(config, lines.append) == 0 else [f"the journal does not verify: {lines[0]}"]


def _last_lines(errors: IO[bytes]) -> list[str]:
    errors.seek(0)
    return errors.read().decode("utf-8", "replace").splitlines()[-LINES:]


def _sum_up(killer: Killer, ledger: Ledger, hands: int, took_s: float, say: Say) -> None:
    kills = sum(killer.fell.values())
    say(f"{kills} kills in {took_s:.0f} s, {hands} hands, {ledger.stories} stories, {ledger.repeats} told again")
    for place in PLACES:
        stages = {stage: count for (where, stage), count in sorted(killer.fell.items()) if where == place}
        if stages:
            say(f"  {place}: {sum(stages.values())} ({', '.join(f'{stage} {count}' for stage, count in stages.items())})")
