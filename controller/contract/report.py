"""What `smarttable contract check` says: lines for people, or one JSON object."""

from __future__ import annotations

import json
from collections.abc import Mapping

from controller.contract.checker import Checker
from controller.contract.rules import RULES


def passed(tables: Mapping[str, Checker]) -> bool:
    """Whether something was heard and no rule was broken."""
    return bool(tables) and not any(checker.found for checker in tables.values())


def as_lines(tables: Mapping[str, Checker], broker: str) -> list[str]:
    """Return a line a finding and one a table."""
    if not tables:
        return [f"no table is heard on {broker}: start one, or name its broker with --broker and its id with --table"]
    lines = []
    for table, checker in sorted(tables.items()):
        for finding in checker.broken:
            at = "" if finding.seq is None else f" (seq {finding.seq})"
            lines.append(f"{table}: rule {finding.rule} {finding.name}: {finding.topic}{at}: {finding.words}")
        for rule, times in checker.found.items():
            shown = sum(finding.rule == rule for finding in checker.broken)
            if times > shown:
                lines.append(f"{table}: rule {rule} {RULES[rule].name}: {times - shown} times more")
        heard = f"{checker.messages} messages, {checker.events} of them events"
        if checker.found:
            lines.append(f"{table}: {len(checker.found)} of {len(RULES)} rules broken in {heard}")
        else:
            lines.append(f"{table}: no rule broken in {heard}")
    return lines


def as_json(tables: Mapping[str, Checker], broker: str) -> str:
    """Return the same for programs.

    Shape: {broker, ok, tables: [{table, messages, events, found: {rule: times}, broken: [{rule, name, topic, seq, words}]}]}
    """
    told = [
        {
            "table": table,
            "messages": checker.messages,
            "events": checker.events,
            "found": dict(checker.found),
            "broken": [{**finding._asdict(), "name": finding.name} for finding in checker.broken],
        }
        for table, checker in sorted(tables.items())
    ]
    return json.dumps({"broker": broker, "ok": passed(tables), "tables": told})
