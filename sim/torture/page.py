"""`python -m sim.torture.page docs/torture.md`: renew the table of kinds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from sim.errors import SimError
from sim.torture.mistakes import MISTAKES
from sim.torture.report import KINDS
from sim.torture.slips import SLIPS

BEGIN: Final = "<!-- kinds: made by `make docs` -->\n"
END: Final = "<!-- end of kinds -->\n"


def kinds() -> str:
    """Return both tables: what is a mistake, and what is legal."""
    codes = {row.kind: f"`{row.code}`" if row.code else "answered as before, and not done again" for row in MISTAKES}
    codes |= {row.kind: "ruled, and the hand goes on as the ruling has it" for row in SLIPS}
    codes |= {row.kind: f"{codes[row.kind]}, or corrected" for row in MISTAKES if row.correct is not None}
    wrong = ["**Mistakes**", "", "| kind | somebody … | has to be refused as, or ruled | rows of the catalogue |", "|---|---|---|---|"]
    right = ["**Legal, odd as some of it looks**", "", "| kind | somebody … | rows of the catalogue |", "|---|---|---|"]
    for kind, (is_mistake, says, rules) in KINDS.items():
        rows = ", ".join(f"`{rule}`" for rule in rules) or "–"
        if is_mistake:
            wrong.append(f"| `{kind}` | {says} | {codes[kind]} | {rows} |")
        else:
            right.append(f"| `{kind}` | {says} | {rows} |")
    return "\n".join([*wrong, "", *right]) + "\n"


def renewed(page: str) -> str:
    """Return the page with the tables made anew. Raises: SimError when their marks are not there."""
    before, found, rest = page.partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not found or not closed:
        raise SimError(f"the page has no tables: put the lines {BEGIN.strip()} and {END.strip()} where they belong")
    return f"{before}{BEGIN}\n{kinds()}\n{END}{after}"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(renewed(file.read_text("utf-8")), "utf-8")
