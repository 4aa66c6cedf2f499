"""`smarttable scenario check`: one line for each file that is no scenario, with the place and what was expected there."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.scenario_examples import known_examples
from sim.scenario.errors import ScenarioError
from sim.scenario.run import checked

GOOD = """\
name: a raise
table:
  stakes: {small_blind: 1, big_blind: 2}
  seats: {1: 200, 2: 200, 3: 200}
  button: 1
  deck: [Kd, As, 7h]
do:
  - post: blinds
  - deal_all
  - act: {seat: 1, do: raise, to: 6}
expect:
  stacks: {1: 194}
"""

ACT = "  - act: {seat: 1, do: raise, to: 6}\n"
STACKS = "  stacks: {1: 194}\n"

#: What is put in place of what → line:column and text that is expected.
BROKEN = {
    "act with a typo": ("- post: blinds", "- psot: blinds", "8:5: unknown act 'psot'; did you mean post?"),
    "field with a typo": ("do: raise", "doo: raise", "10:20: unknown field 'doo'; did you mean do?"),
    "word with a typo": ("do: raise", "do: rase", "10:24: unknown word 'rase'; did you mean raise?"),
    "expectation with a typo": (STACKS, "  stakcs: {1: 194}\n", "12:3: unknown expectation 'stakcs'; did you mean stacks?"),
    "top field with a typo": ("expect:\n", "expects:\n", "11:1: unknown field 'expects'; did you mean expect?"),
    "no button": ("  button: 1\n", "", "3:3: button is missing: a seat, 1 to 10"),
    "no acts": ("do:\n  - post: blinds\n  - deal_all\n" + ACT, "do: []\n", "7:5: do is a list of acts, and not empty"),
    "no name": ("name: a raise\n", "", "1:1: name is missing; a scenario has name, table and do"),
    "impossible card": ("7h]", "1h]", "6:18: expected a card, as Kd; ^Kd boxed, ~Kd dead tag, Kd/blue other back, XJ joker, found '1h'"),
    "lower-case card": (ACT, "  - burn: kd\n", "10:11: expected a card, as Kd, found 'kd'"),
    "card twice in the deck": ("7h]", "Kd]", "6:18: 'Kd' is in this list twice; keep one"),
    "card twice, once dead": ("7h]", "~Kd]", "6:9: Kd is in the deck twice; a deck has one"),
    "card lies elsewhere": (
        ACT,
        "  - deal: {to: 2, cards: [Ah]}\n  - board: [Ah]\n",
        "11:5: board: Ah lies at seat/2/hole already; a deck has one Ah",
    ),
    "card moved from where it is not": (
        ACT,
        "  - burn: Ah\n  - move: {card: Ah, from: muck, to: board}\n",
        "11:5: move: Ah lies at burn, not at muck",
    ),
    "six cards on the board": (ACT, "  - board: 3\n  - board: 3\n", "11:5: board: that makes 6 cards; a board has 5"),
    "nobody sits there": ("seat: 1, do", "seat: 4, do", "10:5: act: nobody sits at seat 4; seats: 1, 2, 3"),
    "seat eleven": ("3: 200}", "11: 200}", "4:27: expected a seat, 1 to 10, found '11'"),
    "seat that is taken": (ACT, "  - sit: {seat: 3, stack: 9}\n", "10:5: sit: seat 3 is taken; free are those without a stack"),
    "button on an empty seat": ("button: 1", "button: 9", "5:11: nobody sits at seat 9; seats: 1, 2, 3"),
    "one player": ("{1: 200, 2: 200, 3: 200}", "{1: 200}", "4:10: a hand needs two players; name two seats or more"),
    "seat of an expectation": (STACKS, "  stacks: {7: 194}\n", "12:3: stacks: nobody sits at seat 7; seats: 1, 2, 3"),
    "blinds the wrong way round": ("{small_blind: 1,", "{small_blind: 4,", "3:11: small_blind 4 is above big_blind 2; swap them"),
    "payoffs that do not add up": (
        STACKS,
        "  payoffs: {1: 4, 2: -1, 3: -2}\n",
        "12:3: payoffs: they add up to +1; what one wins another loses",
    ),
    "stacks out of thin air": (
        STACKS,
        "  stacks: {1: 200, 2: 200, 3: 201}\n",
        "12:3: stacks: they add up to 601; only 600 chips were brought to the table",
    ),
    "raise without an amount": (", to: 6}", "}", "10:5: act: raise needs either to, the total for the street, or amount, what he adds"),
    "call with an amount": ("do: raise", "do: call", "10:5: act: call takes no to"),
    "amount in words": ("to: 6}", "to: six}", "10:35: expected chips, a whole number above 0, found 'six'"),
    "half a chip": ("to: 6}", "to: 6.5}", "10:35: expected chips, a whole number above 0, found 6.5"),
    "refused without an act": (
        STACKS,
        "  - refused: act.unknown\n  - refused: 3\n",
        "13:14: expected a reason code, as act.out_of_turn, found 3",
    ),
    "refused before any act": (
        "  - post: blinds\n",
        "  - expect: {refused: act.unknown}\n",
        "8:14: refused: no act comes right before this; write it after the act that is refused",
    ),
    "correction of two minds": (
        ACT,
        "  - correct: {remove: true, to: 4}\n",
        "10:5: correct: give either remove, or do and to as they ought to have been",
    ),
    "time in base 60": (ACT, "  - wait: 1:01\n", "10:11: expected a time with its unit, as 61s, found '1:01'"),
    "yes is a word": (STACKS, STACKS + "strict: yes\n", "13:9: expected true or false, found 'yes'"),
    "off is a word": (ACT, "  - time: {seat: 1, stop: off}\n", "10:27: expected true or false, found 'off'"),
    "time without end": (ACT, "  - wait: 90min\n", "10:11: 90min is out of bounds: a time is above 0 and at most 3600s"),
    "a key twice": ("  button: 1\n", "  button: 1\n  button: 2\n", "6:3: button is given twice, first in line 5; keep one"),
    "a seat twice": ("2: 200", "'1': 200", "4:19: 1 is given twice, first in line 4; keep one"),
    "an alias": ("{1: 200, 2: 200, 3: 200}", "{1: &x 200, 2: *x}", "4:25: *x is an alias; write the value out"),
    "a tag": ("button: 1", "button: !!int '1'", "5:11: tag:yaml.org,2002:int is a tag; write the value without it"),
    "two documents": ("expect:\n", "---\nexpect:\n", "11:1: a second document begins here; a file holds one scenario"),
    "a tab": (
        "  button: 1\n",
        "\tbutton: 1\n",
        "5:1: not YAML: found character that cannot start any token; check indents, colons and brackets",
    ),
    "an open bracket": ("7h]", "7h", "7:3: not YAML: did not find expected ',' or ']'; check indents, colons and brackets"),
    "a control character": ("a raise", "a \x07raise", "1:9: U+0007 is no character of YAML; take it out"),
    "a number for a name": ("name: a raise", "name: 12", "1:7: expected a name on one line, found 12"),
    "an example without a number": (
        "name: a raise\n",
        "name: a raise\nexamples: [cooke.4.06.a]\n",
        "2:12: expected an example of the catalogue, as cooke.14.20.g#1, found 'cooke.4.06.a'",
    ),
    "too many examples": (
        "name: a raise\n",
        "name: a raise\nexamples: [home.1.a#1, home.1.a#2, home.1.a#3, home.1.b#1]\n",
        "2:11: 4 examples of home; name at most 3 a book",
    ),
    "a book nobody wrote": ("  button: 1\n", "  button: 1\n  book: cook\n", "6:9: unknown word 'cook'; did you mean cooke?"),
    "a question nobody asks": (
        "  button: 1\n",
        "  button: 1\n  options: {raise_cup: three_raises}\n",
        "6:24: raise_cup: There is no question of that name; nearest is 'raise_cap'.",
    ),
    "an answer that is not allowed": (
        "  button: 1\n",
        "  button: 1\n  options: {dealer_action_counts: maybe}\n",
        "6:35: dealer_action_counts allows true or false.",
    ),
    "answers that contradict each other": (
        "  button: 1\n",
        "  button: 1\n  options: {midhand_reshuffle: never}\n",
        "6:32: midhand_reshuffle: never cannot be under cooke: early_flop_remedy is reshuffle_no_burn, "
        "and the two contradict each other (cooke.14.26, cooke.14.13): change early_flop_remedy first.",
    ),
    "a list of two acts": (
        ACT,
        "  - burn: Ah\n    board: 3\n",
        "10:5: expected an act: one word, or a mapping with one key; found a mapping",
    ),
    "fault of nobody": (ACT, "  - fault: {kind: unplug}\n", "10:5: fault: unplug needs part"),
    "fault of a part that is not there": (
        ACT,
        "  - fault: {kind: unplug, part: hf9}\n",
        "10:5: fault: the simulated table has no part hf9; it has hf0, hf1",
    ),
    "fault of an antenna that is not there": (
        ACT,
        "  - fault: {kind: miss, part: hf1, antenna: 9}\n",
        "10:5: fault: hf1 has no antenna 9; it has 1, 2, 3, 4, 5, 6",
    ),
    "answers of books without a book": (
        STACKS,
        "  by_book: {home: {stacks: {1: 194}}}\n",
        "12:20: by_book: the table names no book; write table: {book: [cooke, roberts]}",
    ),
    "clock of half a second": (ACT, "  - time: {seat: 1, lasts: 1.5s}\n", "10:5: time: a clock runs whole seconds"),
    "clock of two minds": (
        ACT,
        "  - time: {seat: 1, lasts: 9s, stop: true}\n",
        "10:5: time: give either lasts, to call it, or stop, to take it back",
    ),
    "request of a deck of somebody": (
        ACT,
        "  - request: {seat: 1, what: deck, of: 2}\n",
        "10:5: request: a stack is of somebody, a deck of nobody; write {what: stack, of: 5} or {what: deck}",
    ),
    "post of nobody": (ACT, "  - post: {}\n", "10:5: post: write blinds, or the seat that posts"),
}


def check(*paths: Path) -> tuple[int, list[str], list[str]]:
    done = CliRunner().invoke(app, ["scenario", "check", *map(str, paths)])
    return done.exit_code, done.stdout.splitlines(), done.stderr.splitlines()


def test_a_good_file_is_good(tmp_path: Path) -> None:
    file = tmp_path / "good.yaml"
    file.write_text(GOOD)
    assert check(file) == (0, ["1 scenario: ok"], [])


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_told_in_one_line_with_the_place(what: str, tmp_path: Path) -> None:
    old, new, line = BROKEN[what]
    assert old in GOOD
    file = tmp_path / "broken.yaml"
    file.write_text(GOOD.replace(old, new, 1))
    assert check(file) == (2, [], [f"{file}:{line}"])


RAW = {
    "empty": (b"", ":1:1: the file is empty; a scenario has name, table and do"),
    "a list": (b"- 1\n", ":1:1: expected a mapping with name, table and do, found a list"),
    "not UTF-8": (b"name: x\ntable: \xff\n", ":2:1: not UTF-8; save the file as UTF-8 text"),
    "too long": (b"#" * 1_000_001, ": longer than 1,000,000 bytes: no scenario; split it up"),
    "nested without end": (b"[" * 500, ":1:22: nested deeper than 20; no scenario is"),
    "a folder's name": (None, ": no such file or folder; check the path"),
}


@pytest.mark.parametrize("what", RAW)
def test_what_is_no_scenario_at_all(what: str, tmp_path: Path) -> None:
    data, line = RAW[what]
    file = tmp_path / "raw.yaml"
    if data is not None:
        file.write_bytes(data)
    assert check(file) == (2, [], [f"{file}{line}"])


def test_every_broken_file_has_its_line_and_good_ones_none(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GOOD.replace("raise, to", "rais, to"))
    (tmp_path / "b.yaml").write_text(GOOD)
    (tmp_path / "c.yaml").write_text("")
    code, out, err = check(tmp_path)
    assert (code, out) == (2, [])
    assert [line.removeprefix(str(tmp_path)).split(":")[0] for line in err] == ["/a.yaml", "/c.yaml"]


def test_a_folder_without_scenarios_is_no_success(tmp_path: Path) -> None:
    assert check(tmp_path) == (2, [], [f"{tmp_path}: no .yaml file in this folder; name a folder that holds scenarios"])


def test_an_example_has_to_be_in_the_catalogue_where_there_is_one(tmp_path: Path) -> None:
    file, rows = tmp_path / "good.yaml", tmp_path / "rows"
    file.write_text(GOOD.replace("table:", "examples: [cooke.4.06.a#2]\ntable:", 1))
    rows.mkdir()
    assert known_examples(rows) is None
    checked(file, None)
    (rows / "cooke.jsonl").write_text('{"id": "cooke.4.06.a", "examples": [{}, {}]}\n{"id": "cooke.4.06.b"}\n')
    assert known_examples(rows) == {"cooke.4.06.a#1", "cooke.4.06.a#2"}
    checked(file, known_examples(rows))
    (rows / "cooke.jsonl").write_text('{"id": "cooke.4.06.a", "examples": [{}]}\n')
    with pytest.raises(ScenarioError, match=r":2:11: the catalogue has no example cooke.4.06.a#2; look its rule up there"):
        checked(file, known_examples(rows))
