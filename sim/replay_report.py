"""A replay as a person or a program sees it: a line a hand, a bar while somebody watches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sim.outcome import NextAct, ReplayResult
from sim.port import MakeTable
from sim.replay import ReplayError, ReplayOptions, RunLoop, choose, find_files, load, run_replay


def replay_paths(
    paths: Sequence[Path],
    options: ReplayOptions,
    make_table: MakeTable,
    run_loop: RunLoop,
    *,
    as_json: bool,
    out: TextIO,
    to_watcher: TextIO,
) -> int:
    """Replay the hands of `paths`: a line each on `out`, what a person needs beside it on `to_watcher`.

    Returns the exit code: 0 when every hand is ok, else 1; also when a path is not there.
    """
    try:
        files = find_files(paths)
    except ReplayError as error:
        to_watcher.write(f"{error}\n")
        return 1
    chosen = choose([load(file) for file in files], options)
    results: list[ReplayResult] = []
    bar = Progress(
        TextColumn("replaying"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=to_watcher),
        transient=True,
        disable=not to_watcher.isatty(),
    )
    with bar:
        task = bar.add_task("replaying", total=len(chosen))

        def done(result: ReplayResult) -> None:
            results.append(result)
            _write(out, result.as_json().decode() if as_json else _printable(sentence(result)), bar.console.print if out.isatty() else None)
            bar.advance(task)

        code = run_replay(chosen, options, make_table, run_loop, done)
    if not as_json:
        good = sum(result.ok for result in results)
        _write(out, f"{good} of {len(results)} hands ok", None)
    return code


def _write(out: TextIO, line: str, beside_bar: Callable[..., None] | None) -> None:
    """Write a line; on a terminal through the bar's console, so that neither spoils the other."""
    if beside_bar is None:
        out.write(line + "\n")
        out.flush()
    else:
        beside_bar(line, markup=False, highlight=False, soft_wrap=True)


def _printable(line: str) -> str:
    """Return `line` on one line and without terminal codes: file names may hold both."""
    return line if line.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def sentence(result: ReplayResult) -> str:
    """Return one line about a hand for a person."""
    if result.error is not None:
        return f"error   {result.file}: {result.error}"
    if result.payoffs is None:
        return f"{'ok' if result.ok else 'differs':8}{result.file}: unfinished, {_whose_turn(result.next)}"
    won = ", ".join(f"p{player} {payoff:+,}" for player, payoff in enumerate(result.payoffs, 1) if payoff)
    note = " (odd chip to the first seat left of the button)" if result.normalised else ""
    if not result.ok and result.expected is not None:
        stated = ", ".join(f"p{player} {payoff:+,}" for player, payoff in enumerate(result.expected, 1) if payoff)
        note = f"; by the file {stated or 'nobody wins or loses'}"
    return f"{'ok' if result.ok else 'differs':8}{result.file}: {won or 'nobody wins or loses'}{note}"


def _whose_turn(act: NextAct | None) -> str:
    if act is None or act.actor is None:
        return "the dealer's turn"
    return f"{act.actor} to act, {f'{act.call:,} to call' if act.call else 'may check'}"
