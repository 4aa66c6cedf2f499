"""`python -m sim.scenario.page docs/scenarios.md`: renew the tables of acts and expectations, each row with its example."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from sim.errors import SimError
from sim.scenario.acts import ACTS, Group
from sim.scenario.expectations import EXPECTATIONS
from sim.scenario.grammar import MapOf, Record

_GROUPS: Final[Mapping[Group, str]] = {
    "physical": "What hands do",
    "spoken": "What is said through the dealer's panel",
    "floor": "What the floor decides",
    "world": "What the world does",
}


def acts() -> str:
    """Return a table of acts for each group."""
    parts: list[str] = []
    for group, title in _GROUPS.items():
        lines = [f"**{title}**", "", "| act | fields | what it means | panel | example |", "|---|---|---|---|---|"]
        for name, act in ACTS.items():
            if act.group == group:
                verb = f"`{act.verb}`" if act.verb else "–"
                lines.append(f"| `{name}` | {_fields(act.form)} | {_says(act.says, act.later)} | {verb} | `{act.example}` |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def expectations() -> str:
    """Return the table of expectations."""
    lines = ["| expectation | fields | what it means | example |", "|---|---|---|---|"]
    for name, row in EXPECTATIONS.items():
        lines.append(f"| `{name}` | {_fields(row.form)} | {_says(row.says, row.later)} | `{row.example}` |")
    return "\n".join(lines) + "\n"


def _says(says: str, later: bool) -> str:
    return f"*Not yet.* {says}" if later else says


def _fields(form: Record | MapOf) -> str:
    if isinstance(form, MapOf):
        return _cell(f"{form.key_words}: {form.item.words}")
    return ", ".join(_field(name, field.required, field.later) for name, field in form.fields.items()) or "–"


def _field(name: str, required: bool, later: Any) -> str:
    if later is True:
        return f"*`{name}`*"
    return f"**`{name}`**" if required else f"`{name}`"


def _cell(text: str) -> str:
    return text.replace("|", "or")


#: Section → what makes it.
SECTIONS: Final[Mapping[str, Callable[[], str]]] = {"acts": acts, "expectations": expectations}


def renewed(page: str) -> str:
    """Return the page with each section made anew. Raises: SimError when a section's marks are not there."""
    for name, make in SECTIONS.items():
        begin, end = f"<!-- {name}: made by `make docs` -->\n", f"<!-- end of {name} -->\n"
        before, found, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise SimError(f"the page has no section {name}: put the lines {begin.strip()} and {end.strip()} where it belongs")
        page = f"{before}{begin}\n{make()}\n{end}{after}"
    return page


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
