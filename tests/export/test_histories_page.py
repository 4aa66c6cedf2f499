"""docs/histories.md shows files that the program wrote: this plays its hand and holds the page against them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kept_felt import KeptFelt
from typer.testing import CliRunner

from controller import __version__, config
from controller.cli import app
from controller.game.chips import Stakes

PAGE = Path(__file__).resolve().parents[2] / "docs" / "histories.md"
SHOWN = re.compile(r"`(blue-h[^`]+)`:\n\n```\w+\n(.*?)```", re.DOTALL)


def hand_of_the_page(folder: Path) -> Path:
    """Ann's all-in is called by Bob, Cleo folds to the flop's bet and Bob shows first; return the table.toml."""
    file = folder / "table.toml"
    file.write_text(
        'schema = 1\n[table]\nid = "blue"\nname = "Blue room"\nseats = 6\n'
        '[stakes]\nsmall_blind = 50\nbig_blind = 100\n[deck]\nuse = ["red-1"]\n'
    )
    felt = KeptFelt(config.load(file).journal.place(), stakes=Stakes(50, 100))
    for seat, name, stack in ((1, "Ann", 5_000), (2, "Bob", 3_000), (5, "Cleo", 8_000)):
        felt.do("sit", seat=seat, name=name, stack=stack)
    felt.do("button", seat=1)
    felt.deal({2: ("Ks", "Kd"), 5: ("7h", "2c"), 1: ("Ac", "Qc")})
    felt.act("raise 300", "call", "call")
    felt.board("2s", "Kh", "9c", "4c")
    felt.act("check", "check", "bet 500", "call", "fold")
    felt.board("5s", "4d")
    felt.act("check", "all_in", "call")
    felt.board("6s", "Th")
    felt.do("show", seat=2)
    felt.do("muck", seat=1)
    assert felt.state()["stage"] == "ended"
    felt.cut()
    return file


@pytest.mark.parametrize("form", ["phh", "ohh"])
def test_the_page_shows_what_the_program_writes(tmp_path: Path, form: str) -> None:
    done = CliRunner().invoke(app, ["export", form, "--config", str(hand_of_the_page(tmp_path)), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    written = {path.name: path.read_text("utf-8").replace(f'"{__version__}"', '"0.1.0"') for path in (tmp_path / "out").iterdir()}
    shown = {name: text for name, text in SHOWN.findall(PAGE.read_text("utf-8")) if name in written}
    # the page has the sidecar of one of the two: but for the suffix they say the same
    assert set(shown) == set(written)
    assert shown == written


def test_every_option_is_on_the_page() -> None:
    told = CliRunner().invoke(app, ["export", "ohh", "--help"], env={"COLUMNS": "200"}).stdout
    options = set(re.findall(r"--[a-z][a-z-]+", told)) - {"--help"}
    assert len(options) > 8
    page = PAGE.read_text("utf-8")
    assert {option for option in options if f"`{option}" not in page} == set()
