"""docs/mqtt-rules.md: every rule has a test that exists and runs with the brokers it names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from controller.contract.rules import RULES

PROJECT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"(?m)^\| (\d\.\d|–) \| (.+?) \| (both|mosquitto|embedded|neither) \| `(tests/[\w/]+\.py)::(test_\w+)` \|(.*)\|$")
ROWS = ROW.findall((PROJECT / "docs/mqtt-rules.md").read_text(encoding="utf-8"))


def functions_of(file: Path) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in ast.parse(file.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def brokers_of(test: ast.FunctionDef) -> str:
    """`both` when it is run with each kind, else the kind its text speaks of."""
    run_with = " ".join([*map(ast.unparse, test.decorator_list), *(argument.arg for argument in test.args.args)])
    if re.search(r"\bBOTH\b|\bbroker_port\b|'embedded', 'mosquitto'", run_with):
        return "both"
    text = f"{run_with} {ast.unparse(test)}".lower()
    return next((kind for kind in ("embedded", "mosquitto", "secure") if kind in text), "neither").replace("secure", "mosquitto")


def test_every_row_is_read_and_every_rule_has_one() -> None:
    table = [line for line in (PROJECT / "docs/mqtt-rules.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert len(ROWS) == len(table) - 1, "a row is not of the table's form"
    assert {rule for rule, *_ in ROWS} == {*RULES, "–"}


def test_every_test_exists_and_runs_with_the_brokers_named() -> None:
    for rule, what, brokers, file, name, why_not_both in ROWS:
        tests = functions_of(PROJECT / file)
        assert name in tests, f"{rule} {what}: there is no {file}::{name}"
        assert brokers_of(tests[name]) == brokers, f"{rule} {what}: {name}"
        assert bool(why_not_both.strip()) == (brokers != "both"), f"{rule} {what}: a reason where it is not both, and only there"
