"""The game that docs/games.md adds before the reader's eyes, added as it stands there and played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from houses import FACTS, WIRE, played

from controller.game import round_rules, variants
from controller.game.variants import VARIANTS, Variant
from sim.scenario.run import Depth

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/games.md").read_text(encoding="utf-8")
WORDS = (ROOT / "controller/web/static/felt.words.js").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The one block of the page in this language, after the headline of how to add a game."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE[PAGE.index("## Adding one") :], re.DOTALL)
    return str(found)


@pytest.fixture
def irish(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """The row of the page among the games, for one test."""
    with_it = dict(VARIANTS)
    exec(compile(block("python"), "games.md", "exec"), {**vars(variants), "VARIANTS": with_it})  # noqa: S102 # the page's own code
    (name,) = with_it.keys() - VARIANTS.keys()
    monkeypatch.setitem(VARIANTS, name, with_it[name])
    monkeypatch.setitem(round_rules.CLOSING, name, round_rules._closing(with_it[name]))  # made of the rows when they are read
    return with_it[name]


@pytest.mark.parametrize("depth", [FACTS, WIRE], ids=["facts", "wire"])
def test_the_scenario_of_the_page_holds_with_the_row_of_the_page(irish: Variant, depth: Depth, tmp_path: Path) -> None:
    assert irish.held_cards == 2
    outcome = played(tmp_path / "irish.yaml", block("yaml"), depth=depth)
    assert outcome.invalid == ""
    assert [(result.name, result.failures) for result in outcome.results] == [
        ("in Irish two of four cards are given up after the flop", [])
    ]


def test_without_the_row_there_is_no_such_game(tmp_path: Path) -> None:
    assert "irish" in played(tmp_path / "irish.yaml", block("yaml")).invalid


def test_the_deck_has_cards_for_as_many_as_the_page_says(irish: Variant) -> None:
    needed = irish.max_players * irish.hole_cards + irish.board_by_street[-1] + irish.burns_by_street[-1]
    assert irish.max_players == 10
    assert needed == 48 <= len(irish.cards)


def test_its_name_is_written_as_the_others_are() -> None:
    line = re.compile(r'^\s*"game\.\w+": ".+",$', re.MULTILINE)
    assert line.fullmatch(block("js").strip("\n"))
    assert line.findall(WORDS)
