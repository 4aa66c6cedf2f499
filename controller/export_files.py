"""Where exported hands go: a folder with a file a hand, one file for all of them, or standard output."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TextIO

#: What became of a file: it is there for the first time, was there and is the same, or took another's place.
Written = Literal["new", "same", "replaced"]


class ExportError(Exception):
    """Hands cannot be written: the text names the place and the remedy."""


class HandText(NamedTuple):
    """A hand as text: what its files are called, its history (None when it was voided), and its sidecar."""

    stem: str
    history: str | None
    sidecar: str


class Target(Protocol):
    """Takes hands in their order."""

    def put(self, hand: HandText) -> Written:
        """Write a hand. Raises: ExportError."""
        ...


class HandFolder:
    """A file a hand, and its sidecar beside it. Files are readable by their owner only, and whole or not there at all."""

    def __init__(self, folder: Path, suffix: str, sidecar_suffix: str, *, force: bool) -> None:
        self._folder, self._suffix, self._sidecar_suffix, self._force = folder, suffix, sidecar_suffix, force
        make_folder(folder)

    def put(self, hand: HandText) -> Written:
        texts = {f"{hand.stem}{self._sidecar_suffix}": hand.sidecar}
        if hand.history is not None:
            texts[f"{hand.stem}{self._suffix}"] = hand.history
        found = {name: self._before(name, text) for name, text in texts.items()}
        for name, text in texts.items():
            if found[name] != "same":
                with whole_file(self._folder / name) as file:
                    file.write(text)
        return next((one for one in ("replaced", "new") if one in found.values()), "same")

    def _before(self, name: str, text: str) -> Written:
        path = self._folder / name
        try:
            there = path.read_bytes()
        except FileNotFoundError:
            return "new"
        except OSError as error:
            raise ExportError(f"{path}: cannot be read ({error.strerror}); move it away, or name another folder with --out") from None
        if there == text.encode():
            return "same"
        if not self._force:
            raise ExportError(f"{path}: is there already and is not what would be written; --force replaces it, or name another --out")
        return "replaced"


class OneFile:
    """All hands in one file, and their sidecars, a line each, in another. Both appear when all is written."""

    def __init__(self, history: TextIO, sidecars: TextIO | None, *, numbered: bool) -> None:
        """`numbered` = each hand has a heading, `[1]`, `[2]`, …; otherwise a blank line stands between them."""
        self._history, self._sidecars, self._numbered = history, sidecars, numbered
        self._count = 0

    def put(self, hand: HandText) -> Written:
        if hand.history is not None:
            self._count += 1
            between = "\n" if self._count > 1 else ""
            self._history.write(f"{between}[{self._count}]\n{hand.history}" if self._numbered else f"{between}{hand.history}")
        if self._sidecars is not None:
            self._sidecars.write(hand.sidecar)
        return "new"


@contextlib.contextmanager
def one_file(folder: Path, stem: str, suffix: str, *, numbered: bool, force: bool) -> Iterator[OneFile]:
    """The files of all hands, in place when the block ends well. Raises: ExportError."""
    make_folder(folder)
    paths = folder / f"{stem}{suffix}", folder / f"{stem}.smarttable.jsonl"
    for path in paths:
        if path.exists() and not force:
            raise ExportError(f"{path}: is there already; --force replaces it, or name another folder with --out")
    with whole_file(paths[0]) as history, whole_file(paths[1]) as sidecars:
        yield OneFile(history, sidecars, numbered=numbered)


@contextlib.contextmanager
def standard_output(*, numbered: bool) -> Iterator[OneFile]:
    """Standard output, which takes no sidecars. Raises: OSError when it is full or nobody reads it."""
    yield OneFile(sys.stdout, None, numbered=numbered)
    sys.stdout.flush()


def make_folder(folder: Path) -> None:
    """Raises: ExportError when there cannot be such a folder."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ExportError(f"{folder}: no folder can be made here ({error.strerror}); name another with --out") from None


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file that takes its place when the block ends well, and not before. Raises: ExportError."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            yield file
        os.replace(beside, path)
    except OSError as error:
        raise ExportError(f"{path}: cannot be written ({error.strerror}); free some space or name another folder with --out") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
