"""`smarttable rules …` as a person and a program use it, and the page that it makes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller import rulebook
from controller.cli import app
from controller.rules_page import page

ROOT = Path(__file__).resolve().parents[2]


def rules(*arguments: str, code: int = 0) -> tuple[str, str]:
    done = CliRunner().invoke(app, ["rules", *arguments])
    assert done.exit_code == code, done.output
    return done.stdout, done.stderr


def test_the_page_is_the_catalogue() -> None:
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == page(), "run: smarttable rules --page > docs/rules.md"
    assert rules("--page")[0] == page()


def test_the_page_has_every_rule_and_every_option() -> None:
    text = page()
    assert [rule for rule in rulebook.rules() if f"\n| `{rule}` |" not in text] == []
    assert [option for option in rulebook.options() if f"\n| `{option}` |" not in text] == []


def test_list_has_a_line_a_rule() -> None:
    lines = rules("list", "--book", "home")[0].splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [rule for rule in rulebook.rules() if rule.startswith("home.")]
    assert lines[-1] == "96 rules, 85 of them workable, 111 examples"


def test_list_as_json_has_the_rows_and_their_numbers() -> None:
    listed = json.loads(rules("list", "--json")[0])
    assert [row["id"] for row in listed["rows"]] == list(rulebook.rules())
    assert {key: listed["summary"][key] for key in ("rules", "workable", "examples")} == {
        "rules": 1410, "workable": 1151, "examples": 1538,
    }  # fmt: skip
    [row] = [row for row in listed["rows"] if row["id"] == "cooke.14.20.g"]
    assert (row["book"], row["class"], len(row["examples"])) == ("cooke", "enforce", 2)


def test_list_takes_book_and_class_together() -> None:
    listed = json.loads(rules("list", "--json", "--book", "roberts", "--class", "money")[0])
    assert {(row["book"], row["class"]) for row in listed["rows"]} == {("roberts", "money")}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("list", "--book", "robert"), "nearest is 'roberts'"),
        (("list", "--class", "mony"), "nearest is 'money'"),
        (("diff", "cooke", "hme"), "nearest is 'home'"),
        (("options", "--book", "x"), "there are: cooke, roberts, home"),
    ],
)
def test_a_book_or_class_that_is_none_is_wrong_usage(arguments: tuple[str, ...], said: str) -> None:
    assert said in " ".join(rules(*arguments, code=2)[1].replace("│", " ").split())


def test_show_has_all_of_a_rule() -> None:
    told = " ".join(rules("show", "roberts.nl.13a")[0].split())
    rule = rulebook.rules()["roberts.nl.13a"]
    for text in (rule.title, rule.summary, rule.duty, *(part for one in rule.examples for part in (one.given, one.when, one.then))):
        assert " ".join(text.split()) in told
    assert "action_clock_seconds = 60 in roberts" in told


def test_every_rule_can_be_shown() -> None:
    from controller.rules_tables import WIDTH, rule_text

    for rule in rulebook.rules().values():
        lines = rule_text(rule).splitlines()
        assert lines[0] == f"{rule.id}  {rule.title}"
        assert sum(line.lstrip().startswith("then ") for line in lines) >= len(rule.examples)
        assert max(map(len, lines[1:])) <= max(WIDTH, len(lines[1]))


def test_show_says_what_is_fixed() -> None:
    name, fixed = next(iter(rulebook.fixed().items()))
    assert " ".join(fixed.reason.split()) in " ".join(rules("show", fixed.rules[0])[0].split()), name


@pytest.mark.parametrize(
    ("written", "near"),
    [("home.7.misdeal", "home.7.misdeal.1"), ("cooke.14.20.gg", "cooke.14.20.g"), ("zzz", "`smarttable rules search WORD`")],
)
def test_show_of_no_rule_says_what_is_near(written: str, near: str) -> None:
    out, err = rules("show", written, code=1)
    assert out == ""
    assert near in err


def test_search_finds_and_says_when_it_does_not() -> None:
    assert "cooke.14.20.g " in rules("search", "first", "second", "card", "exposed")[0]
    assert json.loads(rules("search", "straddle", "--book", "home", "--json", code=1)[0])["rows"] == []
    assert rules("search", "xyzzy", code=1) == ("", "no rule has 'xyzzy'\n")


def test_options_say_value_source_and_what_else() -> None:
    told = rules("options", "action", "clock", "--book", "home")[0]
    assert "action_clock_seconds\n" in told
    assert "home  0  (" in told
    assert "allowed: a whole number from 0 to 600" in told
    assert "roberts" not in told


def test_an_option_in_full_has_its_meanings_and_what_contradicts_it_from_both_sides() -> None:
    told = " ".join(rules("options", "early_flop_remedy")[0].split())
    assert "reshuffle_no_burn: not with midhand_reshuffle = never" in told
    assert "never: not with early_flop_remedy = reshuffle_no_burn" in " ".join(rules("options", "midhand_reshuffle")[0].split())
    for meaning in rulebook.options()["early_flop_remedy"].values.values():
        assert " ".join(meaning.split()) in told


def test_an_option_is_found_by_a_rule_s_name_for_it() -> None:
    assert "stray_joker_remedy" in rules("options", "misdeal_joker")[0]


def test_no_such_option() -> None:
    assert rules("options", "xyzzy", code=1)[1].startswith("no question has 'xyzzy'")


def test_options_as_json_have_the_answers_of_each_book() -> None:
    listed = json.loads(rules("options", "--json")[0])
    assert listed["summary"] == {"options": 423, "books": ["cooke", "roberts", "home"]}
    [cap] = [row for row in listed["options"] if row["name"] == "raise_cap"]
    assert cap["answers"] == {"cooke": "four_raises", "roberts": "three_raises", "home": "no_cap"}
    assert cap["allowed"] == ["three_raises", "four_raises", "five_raises", "no_cap"]
    assert cap["silent"] == ["home"]


def test_options_of_a_table(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('schema = 1\n[house]\nbook = "home"\noptions = { action_clock_seconds = 45 }\n')
    assert "home  45  (changed by the house)" in rules("options", "clock", "--config", str(file))[0]
    assert "home  0  (" in rules("options", "clock_countdown_seconds", "--config", str(file))[0]
    listed = json.loads(rules("options", "--config", str(file), "--json")[0])
    assert [row["name"] for row in listed["options"] if row["changed"]] == ["action_clock_seconds"]
    file.write_text("schema = 1\n[house]\noptions = { action_clock = 45 }\n")
    assert "[config.unknown_option]" in rules("options", "--config", str(file), code=1)[1]


def test_diff_has_what_two_books_answer_differently_and_nothing_else() -> None:
    listed = json.loads(rules("diff", "cooke", "roberts", "--json")[0])
    differing = [option.name for option in rulebook.options().values() if repr(option.cooke) != repr(option.roberts)]
    assert [row["name"] for row in listed["options"]] == differing
    assert rules("diff", "home", "home")[0] == "home and home differ in 0 of 423 options\n"
    told = rules("diff", "roberts", "cooke")[0]
    assert "  roberts  three_raises  (roberts.betting.3.1, " in told
    assert told.index("roberts  three_raises") < told.index("cooke    four_raises")
    assert told.endswith(f"roberts and cooke differ in {len(differing)} of 423 options\n")


def test_without_a_command_it_says_what_there_is() -> None:
    assert "search" in rules(code=2)[0]


def test_help_reads_no_rule() -> None:
    code = (
        "import sys\n"
        "from controller.cli import app\n"
        "for words in (['--help'], ['rules', '--help'], ['rules', 'options', '--help']):\n"
        "    app(words, standalone_mode=False)\n"
        "print(sorted(name for name in sys.modules if name.startswith('controller.rule')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "['controller.rules_cli']"
