"""The catalogue of reason codes: complete against the sources, and the page the same as the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.error_catalogue import CHAPTERS, VERBS_OF, catalogue, nearest, page
from controller.error_rows import ROWS
from controller.game.wagers import WHYS
from controller.rules.registered import REGISTERED

ROOT = Path(__file__).resolve().parents[1]
CODE = re.compile(r"[a-z][a-z_]*\.[a-z][a-z_]*")
ENDING = re.compile(r"\.([a-z][a-z_]*)")

#: Dotted words in the sources that nobody meets as a reason code.
NO_CODES = {"uvicorn.error", "websocket.disconnect", "http.disconnect", "cmd.result"}
#: So are rules of play that are registered, kinds of a wager that is not legal, and what a scenario found to differ.
FOUND = r"(story|refused|state|winners|legal|ruling|announcement|prompt)\.[a-z_]+"
NAMES = re.compile("|".join([*map(re.escape, (*REGISTERED, *WHYS)), FOUND]))
#: Rules of the MQTT contract have names of their own, told by `smarttable contract check` with their words.
RULES = ROOT / "controller" / "contract" / "rules.py"
#: What comes after the dot in file and module names.
FILES = {
    "db",
    "html",
    "jsonl",
    "json",
    "md",
    "png",
    "py",
    "service",
    "sock",
    "sqlite",
    "toml",
    "txt",
    "zip",
    "css",
    "svg",
    "js",
    "key",
    "lock",
    "yaml",
}
ROOMS = {"controller", "drivers", "firmware_bridge", "sim"}


def strings(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Each string that stands as a whole, docstrings apart; an f-string `{…}.word` as `*.word`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            match node.values:
                case [ast.FormattedValue(), ast.Constant(value=str(end))] if ENDING.fullmatch(end):
                    yield "*" + end, node.lineno
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno


def uncatalogued() -> list[str]:
    endings = {code.partition(".")[2] for code in catalogue()}
    found = []
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            if file.name == "error_rows.py" or file == RULES:
                continue
            for text, line in strings(ast.parse(file.read_text())):
                first, _, last = text.partition(".")
                if CODE.fullmatch(text):
                    missing = (
                        text not in catalogue()
                        and text not in NO_CODES
                        and not NAMES.fullmatch(text)
                        and first not in ROOMS
                        and last not in FILES
                    )
                elif ENDING.fullmatch(text.removeprefix("*")) and first == "*":
                    missing = last not in endings and last not in FILES
                else:
                    continue
                if missing:
                    found.append(f"{file.relative_to(ROOT)}:{line}: {text}")
    return found


@pytest.mark.slow
def test_every_code_of_the_sources_is_in_the_catalogue() -> None:
    found = uncatalogued()
    assert found == [], "add a row to controller/error_rows.py and run `smarttable explain --page > docs/errors.md`"


def test_no_row_is_left_without_a_user() -> None:
    """A code nobody can meet any more goes from the table."""
    sources = "\n".join(f.read_text() for room in ROOMS for f in (ROOT / room).rglob("*.py") if f.name != "error_rows.py")
    unused = [code for code, _, _ in ROWS if (code[1:] if code.startswith("*") else code) not in sources]
    assert unused == []


def test_each_entry_says_cause_and_remedy_in_sentences() -> None:
    assert len(catalogue()) > 100
    for entry in catalogue().values():
        for text in (entry.cause, entry.remedy):
            assert text[0].isupper() or text[0] == "`", entry
            assert text.endswith("."), entry
            assert "{" not in text, entry
    assert len({code for code, _, _ in ROWS}) == len(ROWS), "a code stands twice"
    assert {code[2:] for code, _, _ in ROWS if code.startswith("*")} == set(VERBS_OF)
    assert {code.split(".")[0] for code in catalogue()} >= set(CHAPTERS)


def test_the_page_is_what_the_code_says() -> None:
    assert (ROOT / "docs/errors.md").read_text() == page(), "run `smarttable explain --page > docs/errors.md`"


@pytest.mark.parametrize(
    ("typed", "meant"), [("mqtt.lots", "mqtt.lost"), ("Serial.Busy", "serial.busy"), ("two_places", "rfid.two_places")]
)
def test_a_slip_names_the_nearest(typed: str, meant: str) -> None:
    assert nearest(typed)[0] == meant
    result = CliRunner().invoke(app, ["explain", typed])
    assert result.exit_code == 1
    assert meant in result.output


def test_explain_says_cause_and_remedy() -> None:
    result = CliRunner().invoke(app, ["explain", "serial.permission"])
    assert result.exit_code == 0
    assert "may not open the port" in result.output
    assert "dialout" in result.output
    assert CliRunner().invoke(app, ["explain", "no such thing at all"]).exit_code == 1
