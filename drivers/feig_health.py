"""How a FEIG reader is, judged from what it answers: one state with a reason, told when it changes."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from drivers.base import Health, HealthState, OnHealth
from drivers.feig_link import Counters
from drivers.feig_tables import FAULT_ORDER, FAULTS
from drivers.outage_log import OutageLog
from firmware_bridge.transport import TransportError

log = logging.getLogger(__name__)

#: Lost answers in a row after which the reader counts as silent.
SILENT_AFTER = 3
#: Of the last 20 exchanges so many with noise on the line mean trouble; none of them, that it is over.
NOISE_MEMORY = (1 << 20) - 1
NOISY_EXCHANGES = 3
#: Good sweeps in a row of an output after which its fault is over.
GOOD_SWEEPS = 3


class _Trouble(msgspec.Struct):
    """A fault on one output: how often in a row it was seen, and how many good sweeps followed."""

    fault: str
    seen: int = 1
    good: int = 0

    @property
    def told(self) -> bool:
        return self.seen >= FAULTS[self.fault].patience


class ReaderHealth:
    """Keeps the health of one reader; the session tells it what happened.

    Invariants: `on_health` is called once for each change of state or reason, and never otherwise.
    """

    def __init__(self, name: str, counters: Counters) -> None:
        self._name = name
        self._counters = counters
        self._on_health: OnHealth | None = None
        self._state: HealthState = "off"
        self._reason = ""
        self._remedy = ""
        self._since_ns = 0
        self._outages = OutageLog(f"reader {name}", log)
        self._link: tuple[str, str] | None = None  # reason and remedy of a link that is not there
        self._whole = ""  # a fault of the reader as a whole, found while identifying it
        self._found = ""  # who answered instead
        self._lost = 0
        self._quiet = 0  # lost answers in a row with nothing on the line
        self._noise = 0  # one bit an exchange, newest lowest
        self._noisy = False
        self._troubles: dict[int, _Trouble] = {}
        self._identified = False

    def begin(self, on_health: OnHealth) -> None:
        """The driver runs: from now on changes are told."""
        self._on_health = on_health
        self._become("starting", "", "")

    def end(self) -> None:
        """The driver was stopped."""
        self._become("off", "", "")
        self._outages.close()
        self._on_health = None

    def health(self) -> Health:
        return Health(self._name, self._state, self._since_ns, self._reason, self._remedy, msgspec.structs.asdict(self._counters))

    @property
    def silent_in_a_row(self) -> int:
        """How many answers were lost since anything at all was on the line."""
        return self._quiet

    def link_down(self, error: TransportError) -> None:
        """The link could not be opened, or ended."""
        self._link = (error.code, f"{error}: {error.remedy}" if error.remedy else str(error))
        self._identified = False
        self._judge()

    def link_up(self) -> None:
        """The link is open; the reader has yet to answer."""
        self._identified = False
        self._lost = self._quiet = 0
        self._noise, self._noisy = 0, False
        self._whole = ""
        self._troubles.clear()

    def identified(self) -> None:
        self._identified = True
        self._link = None
        self._whole = ""
        self._judge()

    def refused(self, fault: str, found: str = "") -> None:
        """The reader answered, but not as a reader that we can use; `found` says who it is instead."""
        self._link = None
        self._whole, self._found = fault, found
        self._judge()

    def lost(self, noisy: bool) -> None:
        """An answer did not come in time; `noisy` when something else came."""
        self._lost += 1
        self._quiet = 0 if noisy else self._quiet + 1
        self._hear(noisy)
        if self._lost >= SILENT_AFTER:
            self._link = None
        self._judge()

    def answered(self, noisy: bool) -> None:
        """An answer came; `noisy` when something else came with it."""
        if self._lost or noisy or self._noise:
            self._lost = self._quiet = 0
            self._hear(noisy)
            self._judge()

    def good_sweep(self, output: int) -> None:
        """An output was swept without a fault."""
        trouble = self._troubles.get(output)
        if trouble is not None:
            trouble.good += 1
            if trouble.good >= GOOD_SWEEPS or not trouble.told:
                del self._troubles[output]
                self._judge()

    def bad_sweep(self, output: int, fault: str) -> None:
        """A sweep of an output ended in a fault (a key of FAULTS)."""
        trouble = self._troubles.get(output)
        if trouble is None or trouble.fault != fault:
            self._troubles[output] = _Trouble(fault)
        else:
            trouble.seen += 1
            trouble.good = 0
        self._judge()

    def _hear(self, noisy: bool) -> None:
        self._noise = (self._noise << 1 | noisy) & NOISE_MEMORY
        if self._noise.bit_count() >= NOISY_EXCHANGES:
            self._noisy = True
        elif not self._noise:
            self._noisy = False

    def _judge(self) -> None:
        """Find the worst that is true now and become it."""
        if self._link is not None:
            self._become("failed", *self._link)
            return
        if self._lost >= SILENT_AFTER:
            fault = "rfid.silent" if self._quiet >= SILENT_AFTER else "rfid.garbage"
            self._become("failed", fault, FAULTS[fault].remedy)
            return
        if self._whole:
            whole = FAULTS[self._whole]
            self._become(whole.state, self._whole, whole.remedy.format(outputs="its outputs", found=self._found))
            return
        outputs_of: dict[str, list[int]] = {}
        for output, trouble in self._troubles.items():
            if trouble.told:
                outputs_of.setdefault(trouble.fault, []).append(output)
        if self._noisy:
            outputs_of["rfid.garbage"] = []
        if outputs_of:
            worst = min(outputs_of, key=FAULT_ORDER.index)
            self._become(FAULTS[worst].state, worst, FAULTS[worst].remedy.format(outputs=_outputs(outputs_of[worst])))
        elif self._identified and not self._lost:
            self._become("ok", "", "")

    def _become(self, state: HealthState, reason: str, remedy: str) -> None:
        if (state, reason, remedy) == (self._state, self._reason, self._remedy):
            return
        if state != self._state:
            self._since_ns = round(asyncio.get_running_loop().time() * 1e9)
        self._state, self._reason, self._remedy = state, reason, remedy
        self._outages.note(state, reason, remedy)
        if self._on_health is not None:
            self._on_health(self.health())


def _outputs(outputs: list[int]) -> str:
    """Name antenna outputs in words."""
    if not outputs:
        return "any output"
    return f"output {outputs[0]}" if len(outputs) == 1 else f"outputs {', '.join(map(str, sorted(outputs)))}"
