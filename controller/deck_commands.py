"""`smarttable deck enrol | list | check`: the registry, a reader and a person, whoever they are.

Nothing here prints or opens a device: `say` and `ask` are the person, `BoardReads` the reader.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeAlias

from controller.game.cards import Card
from controller.sensing.decks import DeckFileError, findings, load_decks, name_problem, save_decks
from controller.sensing.enrolment import Enrolment
from drivers.base import AntennaRead, Reading

Say: TypeAlias = Callable[[str], None]
Ask: TypeAlias = Callable[[str], Awaitable[str]]

#: How long the antenna may be silent before the person is told. Table time.
SILENCE_S: Final = 5.0
KEEP_OR_UNDO: Final = "Enter = keep these, u = lay them again, q = stop without saving: "


class BoardReads:
    """The newest sweeps of one antenna: give `put` to a driver as its `on_reading`.

    Invariants: holds at most `KEPT` sweeps; a person who thinks for long loses the oldest ones.
    """

    KEPT: Final = 64

    def __init__(self, part: str, antenna: int) -> None:
        self.part = part
        self.antenna = antenna
        self._reads: deque[AntennaRead] = deque(maxlen=self.KEPT)
        self._came = asyncio.Event()

    def put(self, reading: Reading) -> None:
        """Take a reading; those of other antennas are dropped."""
        if isinstance(reading, AntennaRead) and reading.part == self.part and reading.antenna == self.antenna:
            self._reads.append(reading)
            self._came.set()

    def forget(self) -> None:
        """Drop what was read so far."""
        self._reads.clear()

    async def next(self, timeout_s: float) -> AntennaRead | None:
        """Return the next sweep, or None when none came for `timeout_s`."""
        if not self._reads:
            self._came.clear()
            try:
                async with asyncio.timeout(timeout_s):
                    await self._came.wait()
            except TimeoutError:
                return None
        return self._reads.popleft()


async def enrol(path: Path, name: str, reads: BoardReads, say: Say, ask: Ask, *, replace: bool = False, joker: bool = False) -> int:
    """Enrol the deck `name` in the registry file `path`, guided batch by batch; return the exit code.

    Nothing is written until all 52 cards are kept, and the joker where it has one. A deck of that name is enrolled anew only when
    `replace` says so. `ask` returns what the person typed.
    """
    if problem := name_problem(name):
        say(problem)
        return 1
    try:
        registry = load_decks(path)
        if name in registry.decks and not replace:
            say(f"{path}: deck {name} is enrolled already; choose another name, or say --replace to enrol it anew")
            return 1
        others = {other: cards for other, cards in registry.decks.items() if other != name}
        cards = await _learn(Enrolment(others, joker=joker), reads, say, ask)
        if cards is None:
            say("Stopped: nothing was saved.")
            return 1
        # somebody may have enrolled another deck meanwhile
        registry = load_decks(path).with_deck(name, cards)
        if problems := findings(registry, name):
            for problem in problems:
                say(problem)
            say("Nothing was saved.")
            return 1
        save_decks(path, registry)
    except DeckFileError as error:
        say(str(error))
        return 1
    say(f"Deck {name} is enrolled in {path}.")
    return 0


def list_decks(path: Path, say: Say) -> int:
    """Say the name and size of every deck in the registry `path`; return the exit code."""
    try:
        registry = load_decks(path)
    except DeckFileError as error:
        say(str(error))
        return 1
    if not registry.decks:
        say(f"{path}: no deck is enrolled; run: smarttable deck enrol NAME --config FILE")
    for name, cards in sorted(registry.decks.items()):
        say(f"{name}: {len(cards)} cards")
    return 0


def check_decks(path: Path, say: Say, name: str | None = None) -> int:
    """Say what is wrong with the deck `name`, or with all decks of the registry `path`; exit code 1 when something is."""
    try:
        registry = load_decks(path)
    except DeckFileError as error:
        say(str(error))
        return 1
    problems = findings(registry, name)
    if not registry.decks and name is None:
        problems = ["no deck is enrolled; run: smarttable deck enrol NAME --config FILE"]
    for problem in problems:
        say(f"{path}: {problem}")
    if problems:
        return 1
    say(f"{path}: {'deck ' + name if name else ', '.join(sorted(registry.decks))}: in order")
    return 0


async def _learn(enrolment: Enrolment, reads: BoardReads, say: Say, ask: Ask) -> dict[bytes, Card] | None:
    """Lead the person through the deck; None when he stops."""
    reads.forget()
    say(enrolment.progress.text)
    silent = False
    while enrolment.phase != "done":
        read = await reads.next(SILENCE_S)
        if read is None:
            if not silent:
                say(f"Antenna {reads.antenna} of reader {reads.part} is silent: check the reader's power, cable and address.")
            silent = True
            continue
        if silent:
            silent = False
            say(f"The antenna is back. {enrolment.progress.text}")
        if (progress := enrolment.take(read)) is not None:
            say(progress.text)
        if enrolment.phase == "review" and not enrolment.progress.problem:
            while (answer := (await ask(KEEP_OR_UNDO)).strip().lower()) not in ("", "u", "q"):
                say("That is none of the answers.")
            if answer == "q":
                return None
            reads.forget()  # what lay there while the person thought says nothing of what lies there now
            say((enrolment.undo() if answer == "u" else enrolment.keep()).text)
    return enrolment.deck()
