"""The language as it is published: schema, page, examples, the verbs behind the acts; the reader as YAML 1.2 wants it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from houses import SCENARIOS, TODAY, played
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from test_scenario_check import BROKEN, GOOD
from typer.testing import CliRunner

from controller.cli import app
from controller.feed.commands import NOT_YET, VERBS
from sim.errors import SimError
from sim.scenario.acts import ACTS
from sim.scenario.errors import ScenarioError
from sim.scenario.expectations import EXPECTATIONS
from sim.scenario.grammar import plain
from sim.scenario.page import renewed
from sim.scenario.scenario import scenario_of
from sim.scenario.schema import scenario_schema
from sim.scenario.tree import parse_tree, read_tree, resolve

PAGE = Path(__file__).resolve().parents[2] / "docs/scenarios.md"
SCHEMA = Draft202012Validator(scenario_schema())

HEAD = "name: n\ntable: {stakes: {small_blind: 1, big_blind: 2}, seats: {1: 9, 2: 9, 3: 9, 4: 9, 5: 9}, button: 1}\ndo:\n"


def test_the_page_is_what_the_program_says() -> None:
    assert renewed(PAGE.read_text("utf-8")) == PAGE.read_text("utf-8"), "run make docs"
    with pytest.raises(SimError, match="no section acts"):
        renewed("")


def test_the_scenario_of_the_page_holds(tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (result,) = played(tmp_path / "page.yaml", text, TODAY).results
    assert result.failures == []


@pytest.mark.parametrize("name", ACTS)
def test_the_example_of_an_act_is_one(name: str) -> None:
    tree = parse_tree(f"{HEAD}  - {ACTS[name].example}\n")
    (step,) = scenario_of(tree).steps
    assert step.name == name
    assert SCHEMA.is_valid(plain(tree))
    assert bool(scenario_of(tree).laters) == ACTS[name].later


@pytest.mark.parametrize("name", EXPECTATIONS)
def test_the_example_of_an_expectation_is_one(name: str) -> None:
    tree = parse_tree(f"{HEAD}  - expect: {{{EXPECTATIONS[name].example}}}\n")
    ((check,),) = [step.checks for step in scenario_of(tree).steps]
    assert check.name == name
    assert SCHEMA.is_valid(plain(tree))
    assert bool(scenario_of(tree).laters) == EXPECTATIONS[name].later


def test_every_act_that_presses_the_panel_names_a_verb_of_the_contract() -> None:
    for name, act in ACTS.items():
        if act.verb:
            assert act.verb in (NOT_YET if act.later else VERBS), name


@pytest.mark.slow
def test_the_schema_is_published_and_takes_our_scenarios() -> None:
    done = CliRunner().invoke(app, ["schema", "scenario"])
    assert json.loads(done.stdout) == scenario_schema()
    Draft202012Validator.check_schema(scenario_schema())
    for file in sorted(SCENARIOS.rglob("*.yaml")):
        assert [error.message for error in SCHEMA.iter_errors(plain(read_tree(file)))] == [], file.name


#: What is wrong in sense only, or in how the text is written: a schema cannot know.
BEYOND_A_SCHEMA = (
    "twice", "elsewhere", "is not", "six cards", "nobody sits", "taken", "empty seat", "one player", "seat of an", "blinds the",
    "do not add up", "thin air", "without an amount", "with an amount", "before any act", "two minds", "without end", "alias",
    "a tag", "documents", "a tab", "bracket", "control", "too many", "list of two", "nobody",
    "post of", "half a second", "contradict", "of somebody", "not there", "without a book",
)  # fmt: skip


@pytest.mark.parametrize("what", [what for what in BROKEN if not any(word in what for word in BEYOND_A_SCHEMA)])
def test_the_schema_refuses_what_is_wrong_in_form(what: str) -> None:
    old, new, _ = BROKEN[what]
    assert not SCHEMA.is_valid(plain(parse_tree(GOOD.replace(old, new, 1))))


WORDS: dict[str, Any] = {
    "on": "on", "off": "off", "yes": "yes", "no": "no", "n": "n", "1:01": "1:01", "61s": "61s", "1_000": "1_000", "0b11": "0b11",
    "~": None, "null": None, "": None, "true": True, "FALSE": False, "tRue": "tRue", "12": 12, "-7": -7, "+7": 7, "007": 7, "0o17": 15,
    "0x1F": 31, "1.5": 1.5, ".5": 0.5, "1e3": 1000.0, "2001-12-14": "2001-12-14", "2s": "2s", "3d": "3d", "=": "=", "<<": "<<",
}  # fmt: skip


@pytest.mark.parametrize("text", WORDS)
def test_plain_words_are_what_the_core_schema_says(text: str) -> None:
    found = parse_tree(f"a: {text}\n").value["a"].value  # type: ignore[index, union-attr] # it is a mapping
    assert (found, type(found)) == (WORDS[text], type(WORDS[text]))


@given(st.text(max_size=200))
def test_any_text_is_told_in_one_line_with_its_place(text: str) -> None:
    told = ""
    try:
        scenario_of(parse_tree(text, "f"))
    except ScenarioError as error:
        told = str(error)
    assert re.fullmatch(r"f:\d+:\d+: .+", told)


@given(st.text(alphabet="0123456789+-.exoabfnEINF", max_size=40))
def test_any_plain_scalar_is_resolved(text: str) -> None:
    assert isinstance(resolve(text), str | int | float | None)
