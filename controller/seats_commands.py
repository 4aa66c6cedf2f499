"""What is behind `smarttable seats import`: the players of a file are seated at a running table."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from controller.seats_csv import CsvError, read_rows
from controller.seats_link import HttpLink, Link, LinkError, on_broker
from controller.seats_plan import plan

Say = Callable[[str], None]


async def bring_in(link: Link, file: Path, say: Say, *, dry_run: bool = False) -> bool:
    """Seat the players of `file` at a table; return whether all is as the file says.

    Nothing is done when any line cannot be; what was done before a refusal is said. Raises: CsvError, LinkError.
    """
    steps, problems = plan(read_rows(file), await link.state())
    if problems:
        raise CsvError(problems, str(file), "nothing was done")
    done = 0
    for step in steps:
        if not step.verb or dry_run:
            say(f"seat {step.seat}: {'would be done: ' if step.verb else ''}{step.text}")
            continue
        try:
            answer = await link.command(step.verb, step.body)
        except LinkError as error:
            raise LinkError(f"{error}\nseat {step.seat}: not known whether it was done; {done} before it were. Run this again") from None
        if not answer["ok"]:
            say(f"seat {step.seat}: refused, {answer['code']}: {answer['message']}")
            say(f"{done} done, and nothing from seat {step.seat} on; mend that, then run this again: what is done is not done twice")
            return False
        done += 1
        say(f"seat {step.seat}: {step.text}")
    say(f"{'nothing was done' if dry_run else f'{done} done'}, {len(steps)} line(s)")
    return True


@contextlib.asynccontextmanager
async def link_to(
    url: str, broker: tuple[str, int] | None, table_id: str, token_file: Path | None, ca_file: Path | None
) -> AsyncIterator[Link]:
    """A way to the table: over its broker where one is given, else over its page. Raises: LinkError."""
    if broker is None:
        yield HttpLink(url, token_file, ca_file)
        return
    async with on_broker(*broker, table_id) as link:
        yield link
