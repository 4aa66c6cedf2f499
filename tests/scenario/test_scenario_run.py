"""Scenarios played: what they can do, and what is told when one does not hold. Ours are played in `test_our_scenarios`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from houses import SCENARIOS, TODAY, TWO_BOOKS, WIRE, played
from msgspec.structs import replace
from typer.testing import CliRunner

from controller import harness
from controller.cli import app
from controller.events import CardMoved, Evidence
from controller.game.cards import Card
from controller.game.variants import VARIANTS
from controller.game.zones import BURN, STUB
from controller.harness import TableInProcess
from sim.port import TableSpec, TableUnderTest
from sim.scenario.acts import ACTS
from sim.scenario.expectations import EXPECTATIONS
from sim.scenario.report import junit, matrix
from sim.scenario.result import Answered
from sim.scenario.run import House, checked
from sim.scenario.tree import read_tree

FILES = sorted(SCENARIOS.rglob("*.yaml"))

HEAD = """\
name: a test
table:
  stakes: {small_blind: 1, big_blind: 2}
  seats: {1: 100, 2: 100, 3: 100}
  button: 1
  deck: [Ah, Kd]
do:
  - post: blinds
  - deal_all
"""


def run(*arguments: str) -> tuple[int, list[str], list[str]]:
    done = CliRunner().invoke(app, ["scenario", "run", *arguments])
    return done.exit_code, done.stdout.splitlines(), done.stderr.splitlines()


def test_each_act_and_expectation_that_the_table_can_do_is_in_one_of_them() -> None:
    steps = [step for file in FILES for step in checked(file).steps]
    assert {name for name, row in ACTS.items() if not row.later} <= {step.name for step in steps}
    assert {name for name, row in EXPECTATIONS.items() if not row.later} <= {check.name for step in steps for check in step.checks}


#: What is expected wrongly → what is told, after its place. Line and column are those of the expectation.
WRONG = {
    "state: {to_act: 3}": "state.to_act: expected 3, got 1",
    "state: {to_act: nobody}": "state.to_act: expected nobody, got 1",
    "state: {stage: between}": "state.stage: expected between, got betting",
    "state: {bets: {2: 2}}": "state.bets.2: expected 2, got 1",
    "state: {pots: [3]}": "state.pots: expected [3], got []",
    "state: {live: [1, 2]}": "state.live: expected [1, 2], got [1, 2, 3]",
    "state: {max_raise_to: none}": "state.max_raise_to: expected none, got 100",
    "stacks: {2: 100}": "stacks.2: expected 100, got 99",
    "payoffs: {2: 1}": "payoffs: expected {2: 1}, got the hand is at betting",
    "winners: {0: [2]}": "winners.0: expected [2], got none",
    "pots: {0: 3}": "pots.0: expected {amount: 3}, got 0 pots",
    "legal: {seat: 1, actions: [fold, call]}": "legal.actions: expected [call, fold], got [call, fold, raise]",
    "legal: {seat: 2, actions: [fold, call, raise]}": "legal.seat: expected 2, got 1",
    "hand_name: {2: a flush}": "hand_name.2: expected a flush, got none",
    "shows_first: 2": "shows_first.seat: expected 2, got nobody",
    "question: rfid.extra_card": "question: expected rfid.extra_card, got none",
    "discrepancy: {code: rfid.extra_card, place: board}": "discrepancy: expected rfid.extra_card at board, got none",
    "no_ruling: false": "no_ruling: expected false, got []",
    "ruling: misdeal": "ruling: expected {kind: misdeal}, got none",
    "announcement: {about: stack, seat: 2}": "announcement: expected {about: stack, seat: 2}, got none",
    "prompt: {what: fold_for_free}": "prompt: expected {what: fold_for_free}, got none",
    "corrected: {seat: 2, to: 8}": "corrected: expected {seat: 2, to: 8}, got none",
}

#: A count, a clock that runs out and a bet that is set right, and what of it is expected wrongly.
RULED = """\
  - request: {seat: 2, what: stack, of: 3}
  - act: {seat: 1, do: raise, to: 3}
  - time: {seat: 2, lasts: 20s, by: floor}
  - wait: 21s
"""
AT_ROBERTS = HEAD.replace("table:\n", "table:\n  book: roberts\n", 1)
RULED_WRONG = {
    "no_ruling: true": "no_ruling: expected true, got [bet_corrected, clock_expired]",
    "ruling: misdeal": "ruling: expected {kind: misdeal}, got [{kind: bet_corrected}, {kind: clock_expired}]",
    "ruling: {kind: clock_expired, seat: 3}": "ruling.seat: expected 3, got 2",
    "ruling: {kind: clock_expired, remedy: play_on}": "ruling.remedy: expected play_on, got [kill_hand]",
    "ruling: {kind: clock_expired, status: confirmed}": "ruling.status: expected confirmed, got in_force",
    "ruling: {kind: clock_expired, who: floor, may_until: award}": "ruling.who: expected floor, got nobody",
    "ruling: {kind: clock_expired, rules: [cooke.10.03.a]}": "ruling.rules: expected [cooke.10.03.a], got",
    "announcement: {about: stack, seat: 3, amount: 100}": "announcement.amount: expected 100, got 98",
    "announcement: {about: stack, acknowledged: true}": "announcement.acknowledged: expected true, got false",
    "announcement: {about: stack, rule: home.4.yet}": "announcement.rules: expected [home.4.yet], got",
    "announcement: {about: stack, so: false}": "announcement.so: expected false, got [{about: stack, seat: 3",
    "announcement: {seat: 3, amount: 98, so: false}": "announcement.so: expected false, got [{about: stack, seat: 3",
    "announcement: {about: clock, seconds: 9}": "announcement.seconds: expected 9, got 10",
    "corrected: {seat: 1, to: 5}": "corrected.to: expected 5, got 4",
    "prompt: {who: dealer}": "prompt: expected {who: dealer}, got none",
}


@pytest.mark.parametrize("expected", RULED_WRONG)
def test_what_was_ruled_otherwise_is_told_as_expected_and_got(expected: str, tmp_path: Path) -> None:
    (result,) = played(tmp_path / "one.yaml", AT_ROBERTS + RULED + f"  - expect: {{{expected}}}\n").results
    assert [str(failure).split(": ", 1)[1].startswith(RULED_WRONG[expected]) for failure in result.failures][:1] == [True], result.failures


@pytest.mark.parametrize("about", ["stack, seat: 2", "stack, amount: 100", "cards_up", "clock, acknowledged: true"])
def test_what_was_not_to_be_said_can_be_expected(about: str, tmp_path: Path) -> None:
    text = AT_ROBERTS + RULED + f"  - expect: {{announcement: {{about: {about}, so: false}}}}\n"
    (result,) = played(tmp_path / "one.yaml", text).results
    assert result.ok, result.failures


@pytest.mark.parametrize(
    ("checks", "left"),
    [
        ("{}", ["bet_corrected", "clock_expired"]),
        ("{ruling: clock_expired, corrected: {seat: 1, to: 4}}", []),
        ("{ruling: clock_expired}", ["bet_corrected"]),
    ],
)
def test_strict_leaves_no_ruling_unexpected(checks: str, left: list[str], tmp_path: Path) -> None:
    expect = "" if checks == "{}" else f"  - expect: {checks}\n"
    text = "strict: true\n" + AT_ROBERTS + RULED + expect
    (result,) = played(tmp_path / "one.yaml", text).results
    assert [failure.got for failure in result.failures] == left
    assert result.rulings == ["bet_corrected", "clock_expired"]
    assert result.announcements == ["stack", "clock"]


CANNOT_DECIDE = {
    "  - floor: {decision: confirm}\n": "floor: expected a ruling like this in the present hand, got none",
    "  - answer: fold\n": "answer: expected somebody is asked something, got nobody is",
    "  - ack: {announcement: stack}\n": "ack: expected an announcement about stack to be made, got none",
}


@pytest.mark.parametrize("act", CANNOT_DECIDE)
def test_what_there_is_nothing_of_is_not_decided(act: str, tmp_path: Path) -> None:
    (result,) = played(tmp_path / "one.yaml", HEAD + act).results
    assert [str(failure).split(": ", 1)[1] for failure in result.failures] == [CANNOT_DECIDE[act]]


@pytest.mark.parametrize("expected", WRONG)
def test_what_does_not_hold_is_told_as_expected_and_got(expected: str, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    (result,) = played(file, f"{HEAD}  - expect: {{{expected}}}\n").results
    assert [str(failure) for failure in result.failures] == [f"{file}:10:14: {WRONG[expected]}"]


REFUSALS = {
    "refused: act.above_stack": "10:50: refused.why: expected act.above_stack, got act.below_minimum",
    "refused: {why: act.below_minimum, rules: [home.4.yet]}": "10:50: refused.rules: expected [home.4.yet], got",
}


@pytest.mark.parametrize("expected", REFUSALS)
def test_a_refusal_for_another_reason_is_no_success(expected: str, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    text = f"{HEAD}  - act: {{seat: 1, do: raise, to: 2}}\n  - expect: {{{expected}}}\n"
    (result,) = played(file, text).results
    assert [str(failure).replace(":11:14:", ":10:50:").startswith(f"{file}:{REFUSALS[expected]}") for failure in result.failures] == [True]


def test_a_refusal_that_does_not_come_is_told(tmp_path: Path) -> None:
    (result,) = played(tmp_path / "one.yaml", HEAD + "  - act: {seat: 1, do: call}\n  - expect: {refused: act.unknown}\n").results
    assert [(one.expected, one.got) for one in result.failures] == [("act.unknown", "the act was taken")]


@pytest.mark.parametrize("after", ["", "  - act: {seat: 2, do: call}\n", "  - expect: {state: {to_act: 1}}\n"])
def test_an_act_that_is_refused_unexpectedly_ends_the_scenario(after: str, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    (result,) = played(file, HEAD + "  - act: {seat: 2, do: call}\n" + after).results
    (failure,) = result.failures
    assert str(failure).startswith(f"{file}:10:5: act: expected the act is taken, got refused: act.out_of_turn (It is not seat 2's turn.")


def test_a_card_that_is_shown_after_it_was_said_never_to_be_is_found(tmp_path: Path) -> None:
    text = HEAD.replace("3: 100", "3: 2").replace("1: 100", "1: 2").replace("2: 100", "2: 2") + "  - expect: {public_never: [Ah, Kd]}\n"
    acts = "".join(f"  - act: {{seat: {seat}, do: {do}}}\n" for seat, do in ((1, "fold"), (2, "call")))
    board = "  - burn\n  - board: 3\n  - burn\n  - board: 1\n  - burn\n  - board: 1\n  - show: 2\n"
    file = tmp_path / "one.yaml"
    (result,) = played(file, text + acts + board).results
    assert [str(failure) for failure in result.failures] == [f"{file}:10:14: public_never: expected Ah is told nobody, got told as shown"]


CANNOT = {
    "  - board: [Ah]\n": "board: expected Ah in the stub, got it lies at seat/2/hole",
    "  - move: {card: Ah, from: muck, to: board}\n": "move: expected Ah at muck, got it lies at seat/2/hole",
    "  - correct: {back: 9, remove: true}\n": "correct: expected 9 entries in this hand, got 2",
}


@pytest.mark.parametrize("act", CANNOT)
def test_what_hands_cannot_do_is_told(act: str, tmp_path: Path) -> None:
    (result,) = played(tmp_path / "one.yaml", HEAD + act).results
    assert [str(failure).split(": ", 1)[1] for failure in result.failures] == [CANNOT[act]]


LATER = {
    "  - scoop\n": "10:5: not yet: the act scoop",
    "  - deal: {to: 3, by: player}\n": "10:23: not yet: deal.by: player",
    "  - expect: {deck: complete}\n": "10:14: not yet: the expectation deck",
    "  - expect: {equity: {1: 50}}\n": "10:14: not yet: the expectation equity",
    "  - fault: {kind: glare}\n": "10:19: not yet: fault.kind: glare",
}


@pytest.mark.parametrize("act", LATER)
def test_what_the_table_cannot_do_yet_is_refused_and_never_ignored(act: str, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(HEAD + act)
    assert run(str(file)) == (2, ["1 scenario: 0 ok, 0 failed, 1 invalid"], [f"{file}:{LATER[act]}"])
    assert CliRunner().invoke(app, ["scenario", "check", str(file)]).exit_code == 0


TABLES = {
    "  game: snap\n": f"6:9: not yet: the game snap; this version plays {', '.join(VARIANTS)}",
    "  rotation: [holdem, snap]\n": f"6:13: not yet: the game snap; this version plays {', '.join(VARIANTS)}",
}


@pytest.mark.parametrize("row", TABLES)
def test_a_table_that_is_not_there_yet_is_refused(row: str, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    assert played(file, HEAD.replace("  deck: [Ah, Kd]\n", row)).invalid == f"{file}:{TABLES[row]}"


def test_a_book_that_the_table_cannot_play_by_is_refused(tmp_path: Path) -> None:
    text = HEAD.replace("  deck: [Ah, Kd]\n", "  book: [cooke, home]\n")
    assert played(tmp_path / "one.yaml", text, TWO_BOOKS).invalid == f"{tmp_path / 'one.yaml'}:6:9: not yet: the book home"


@pytest.mark.slow
def test_exit_codes_output_and_reports(tmp_path: Path) -> None:
    for name, text in {"good": "", "bad": "  - expect: {stacks: {2: 7}}\n", "wrong": "  - burn: Xx\n"}.items():
        (tmp_path / f"{name}.yaml").write_text((HEAD + text).replace("a test", f"the {name} one"))
    good, bad = str(tmp_path / "good.yaml"), str(tmp_path / "bad.yaml")
    assert run(good) == (0, ["ok   the good one", "1 scenario: 1 ok, 0 failed"], [])
    failure = f"{bad}:10:14: stacks.2: expected 7, got 99"
    assert run(good, bad) == (1, ["ok   the good one", "FAIL the bad one", f"     {failure}", "2 scenarios: 1 ok, 1 failed"], [])
    report = tmp_path / "report.xml"
    code, out, err = run(str(tmp_path), "--json", "-j", "2", "--junit", str(report))
    assert code == 2
    lines = [json.loads(line) for line in out]
    assert [line["ok"] for line in lines] == [False, True, False]
    assert {"rulings", "announcements", "prompts", "payoffs", "stacks", "pots", "street", "discrepancies", "failures"} < set(lines[1])
    assert lines[0]["failures"] == [{"place": f"{bad}:10:14", "what": "stacks.2", "expected": "7", "got": "99"}]
    assert err == [lines[2]["error"]]
    suite = ElementTree.fromstring(report.read_text())  # noqa: S314 -- it is ours
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    assert suite.find("testcase/failure").get("message") == failure
    assert run(str(tmp_path), "-k", "good") == (2, ["ok   the good one", "2 scenarios: 1 ok, 0 failed, 1 invalid"], err)
    assert run(good, "-k", "nobody") == (2, [], ["-k nobody: no scenario has this in its name or path"])


def test_junit_holds_whatever_a_name_holds(tmp_path: Path) -> None:
    outcome = played(tmp_path / "one.yaml", HEAD.replace("a test", "\"<a> & 'b' \\u0007\"") + "  - expect: {stacks: {2: 7}}\n")
    (case,) = ElementTree.fromstring(junit([outcome]))  # noqa: S314 -- it is ours
    assert case.get("name") == "<a> & 'b' ?"


SHORT = """\
name: a short big blind antes for all
table:
  book: [cooke, roberts]
  stakes: {small_blind: 5, big_blind: 10, ante: 10, ante_from: big_blind}
  seats: {1: 100, 2: 100, 3: 12}
  button: 1
do:
  - post: blinds
  - expect:
      by_book: {cooke: {state: {bets: {3: 10}}}, roberts: {state: {bets: {3: 2}}}}
      stacks: {3: 0}
"""


def test_one_file_is_run_under_each_book_and_the_matrix_shows_where_they_differ(tmp_path: Path) -> None:
    outcome = played(tmp_path / "one.yaml", SHORT, TWO_BOOKS)
    assert [(result.book, result.ok) for result in outcome.results] == [("cooke", True), ("roberts", True)]
    assert [re.split(r"  +", line) for line in matrix([outcome])] == [
        ["question", "cooke", "roberts"],
        ["a short big blind antes for all", "state {bets: {3: 10}}", "state {bets: {3: 2}}"],
    ]


def test_answers_that_are_too_long_to_stand_side_by_side_stand_below_their_question(tmp_path: Path) -> None:
    outcome = played(tmp_path / "one.yaml", SHORT, TWO_BOOKS)
    says = "x" * 150
    results = [replace(one, answers=[Answered("who antes", says, one.book == "cooke")]) for one in outcome.results]
    assert matrix([replace(outcome, results=results)]) == ["who antes", f"  cooke    {says}", f"  roberts  {says} !"]


def test_a_book_that_answers_otherwise_fails_under_that_book_only(tmp_path: Path) -> None:
    outcome = played(tmp_path / "one.yaml", SHORT.replace("{3: 2}", "{3: 10}"), TWO_BOOKS)
    assert [(result.book, result.ok) for result in outcome.results] == [("cooke", True), ("roberts", False)]
    assert matrix([outcome])[1].endswith("state {bets: {3: 10}} !")


def test_the_places_of_a_tree_are_those_of_the_text() -> None:
    for file in FILES:
        lines = file.read_text().splitlines()
        root = read_tree(file)
        for key, place in root.key_places.items():
            assert lines[place.line - 1][place.column - 1 :].startswith(key)


def test_over_serial_ports_in_scaled_time() -> None:
    done = run(str(SCENARIOS / "one-card-too-many.yaml"), "--pty")
    assert done == (0, ["ok   a seat gets a third card, which is taken away again", "1 scenario: 1 ok, 0 failed"], [])


@pytest.mark.slow
def test_on_two_cores_it_is_told_the_same_and_nothing_besides() -> None:
    files = [str(SCENARIOS / f"{name}.yaml") for name in ("reader-unplugged", "everyone-folds")]
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli", "scenario", "run", *files, "--wire", "-j", "2"],
        cwd=SCENARIOS.parents[1], capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    told = [
        "ok   a reader is unplugged while the flop comes, and nothing is lost",
        "ok   everyone folds to the big blind, who need not show",
    ]
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, [*told, "2 scenarios: 2 ok, 0 failed"], "")


class Misread(TableInProcess):
    """Its sensing has accepted a card where it never was."""

    @property
    def facts(self) -> Sequence[CardMoved]:
        return [*super().facts, CardMoved(Card(0), STUB, BURN, "down", 0, 10**9, Evidence("hf1", 2, 2))]


def misreading(spec: TableSpec) -> TableUnderTest:
    table = harness.on_floor(spec)
    table.__class__ = Misread
    return table


def test_a_card_accepted_where_it_never_was_is_a_failure(tmp_path: Path) -> None:
    (result,) = played(tmp_path / "one.yaml", HEAD, House(misreading, TODAY.run_loop), WIRE).results
    assert [(one.what, one.got) for one in result.failures] == [("reading", "one at burn at 1.000 s")]
    assert not result.ok
