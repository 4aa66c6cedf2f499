"""`smarttable rules coverage` as people and programs see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_coverage_score import PROOF
from typer.testing import CliRunner

from controller import coverage_cli
from controller.cli import app

ROWS = ("--row", "home.3.", "--no-wire")


def run(*arguments: str) -> tuple[int, str, list[str]]:
    done = CliRunner().invoke(app, ["rules", "coverage", *arguments])
    return done.exit_code, done.stdout, done.stderr.splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "proof.yaml").write_text(PROOF)
    return tmp_path


def test_the_json_has_every_row_and_a_summary(folder: Path) -> None:
    code, out, err = run(str(folder), *ROWS, "--json", "--mutate")
    told = json.loads(out)
    assert (code, err) == (0, ["with facts: 1 of 1", "without a rule: 1 of 1"])
    row = next(one for one in told["rows"] if one["id"] == "home.3.check_bet")
    assert row == {
        "id": "home.3.check_bet", "book": "home", "class": "enforce", "status": "proven", "facts": True, "wire": None,
        "scenarios": [str(folder / "proof.yaml")], "why": "",
    }  # fmt: skip
    assert told["summary"]["proven"] == 1
    assert told["summary"]["workable"] == len(told["rows"]) == 11
    assert told["summary"]["scenarios"] == {"facts": {"ok": 1, "failed": 0}, "wire": None}
    assert told["summary"]["mutated"]["survived"] == []


def test_a_person_reads_a_table_and_what_is_begun(folder: Path) -> None:
    (folder / "more.yaml").write_text(PROOF.replace("home.3.check_bet#1", "home.3.first_post#2"))
    code, out, _ = run(str(folder), *ROWS)
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split() == ["book", "class", "rules", "proven", "facts", "wire", "open"]
    assert lines[1].split() == ["home", "enforce", "9", "1", "1", "-", "8"]
    assert lines[-1] == "  home.3.first_post: a: no passing scenario carries #1"


def test_a_scenario_that_fails_is_told_and_is_no_success(folder: Path) -> None:
    file = folder / "proof.yaml"
    file.write_text(PROOF.replace("nothing_to_call", "no_bet_yet"))
    code, _, err = run(str(file), *ROWS)
    assert code == 1
    assert err[-1].startswith(f"FAIL check or bet (home): {file}:16:14: refused.why: expected act.no_bet_yet, got act.nothing_to_call")


def test_a_file_that_is_no_scenario_is_told_with_its_place(folder: Path) -> None:
    file = folder / "proof.yaml"
    file.write_text(PROOF.replace("- burn\n", "- bern\n"))
    assert run(str(file), *ROWS) == (2, "", [f"{file}:13:5: unknown act 'bern'; did you mean burn?"])


def test_an_installed_program_asks_for_scenarios(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(coverage_cli, "OURS", tmp_path / "nothing")
    says = "which scenarios? name a file or a folder of them: smarttable rules coverage PATH"
    assert run(*ROWS) == (2, "", [says])


def test_a_list_of_open_rows_that_does_not_fit_is_no_success(folder: Path) -> None:
    (folder / "open.toml").write_text('"home.3.check_bet" = {why = "betting"}\n')
    code, _, err = run(str(folder), "--no-wire")
    assert code == 1
    assert "home.3.check_bet: open.toml lists it, and it is proven: take it out" in err


@pytest.mark.slow
def test_two_cores_come_to_the_same(folder: Path) -> None:
    for number in range(4):
        (folder / f"again-{number}.yaml").write_text(PROOF)
    one = run(str(folder), *ROWS, "--json", "--mutate", "-j", "1")[1]
    assert run(str(folder), *ROWS, "--json", "--mutate", "-j", "2")[1] == one
