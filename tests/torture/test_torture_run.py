"""A run as a whole: nothing is missed, wrong or a false alarm; the same seed makes the same run; what the command says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace
from plans import SLIP_KINDS, first_of, play, without, without_rulings
from typer.testing import CliRunner

from controller import clock, harness, rulebook
from controller.cli import app
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, HOLE
from controller.rules.answers import unusable
from controller.rules.catalogue.row import BOOKS, Book
from sim.errors import SimError
from sim.faults import parse_faults
from sim.port import MakeTable, TableSpec
from sim.torture import table
from sim.torture.answers import BY_BOOK, OTHERWISE
from sim.torture.games import EVERY_GAME, GAMES
from sim.torture.generator import write_hand
from sim.torture.mistakes import MISTAKES
from sim.torture.oddities import ODDITIES, PLAIN
from sim.torture.page import renewed
from sim.torture.plan import Laid, Plan
from sim.torture.report import CELLS, KINDS, MUST_BE_EMPTY, TITLES, Confusion, Saved, json_of, lines_of
from sim.torture.run import TortureOptions, run_torture
from sim.torture.setup import EVERY_BOOK
from sim.torture.slips import SLIPS
from sim.torture.table import play_sensed
from sim.verdict import Verdict


def tortured(hands: int, seed: int, out: Path, wire: int = 0, make_table: MakeTable = harness.on_floor) -> tuple[Confusion, list[Saved]]:
    return clock.run(lambda: run_torture(TortureOptions(hands, seed, wire, out), make_table), None)


@pytest.mark.slow
def test_every_kind_comes_up_and_nothing_is_missed_wrong_or_a_false_alarm(tmp_path: Path) -> None:
    confusion, failures = tortured(2_500, 3, tmp_path)
    of_stud = TortureOptions(300, 3, out=tmp_path, books=("cooke",), limits=("fixed_limit",), games=("stud7",))
    rare, more = clock.run(lambda: run_torture(of_stud, harness.on_floor), None)  # where a kind comes up that is rare in all of them
    late = TortureOptions(
        600, 3, out=tmp_path, slips=tuple(kind for kind in confusion.unseen if kind in SLIP_KINDS)
    )  # slips that few hands come to
    slipped, still = clock.run(lambda: run_torture(late, harness.on_floor), None)
    assert failures + more + still == []
    assert {*confusion.unseen} & {*rare.unseen} & {*slipped.unseen} == set()
    assert [run.total(cell) for run in (confusion, rare, slipped) for cell in MUST_BE_EMPTY] == [0] * 9
    assert list(tmp_path.iterdir()) == []


#: Sensor faults with which the hands are read: one sweep in twenty misses a card, or reads it beside, or mangles its id.
FAULTS = parse_faults("miss=0.05,cross=0.05,mangle=0.05")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_500_hands_have_nothing_missed_wrong_or_a_false_alarm(part: int, tmp_path: Path) -> None:
    confusion, failures = clock.run(lambda: run_torture(TortureOptions(125, 1, out=tmp_path, first=1 + 125 * part), harness.on_floor), None)
    assert failures == []
    assert [confusion.total(cell) for cell in MUST_BE_EMPTY] == [0, 0, 0]
    assert confusion.total("late") == confusion.total("unseen") == 0, "without faults everything is found at once"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_500_hands_read_with_faults_have_no_wrong_card_and_no_false_misdeal(part: int, tmp_path: Path) -> None:
    options = TortureOptions(125, 1, out=tmp_path, first=1 + 125 * part, faults=FAULTS)
    confusion, failures = clock.run(lambda: run_torture(options, harness.on_floor), None)
    assert failures == []
    assert [confusion.total(cell) for cell in MUST_BE_EMPTY] == [0, 0, 0]
    assert sum(confusion.made(row.kind) for row in SLIPS) > 0


@pytest.mark.parametrize("number", [5439, 12716, 16463])
def test_hands_in_which_cards_were_read_late_are_ruled_as_they_were_dealt(number: int) -> None:
    """A discard read late, a burn before the discards, a second card that showed and was read before the first."""
    plan = write_hand(1, number)
    assert clock.run(lambda: play_sensed(plan, harness.on_floor, FAULTS), None).failure is None


@pytest.mark.slow
def test_hands_read_with_faults_down_to_the_bytes_have_no_wrong_card_and_no_false_misdeal(tmp_path: Path) -> None:
    options = TortureOptions(12, 2, 12, tmp_path, faults=FAULTS)
    confusion, failures = clock.run(lambda: run_torture(options, harness.on_floor), None)
    assert failures == []
    assert confusion.bad == 0


def test_a_card_that_is_believed_where_it_never_lay_counts_as_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "judge_facts", lambda facts, moves: Verdict(1, ("board at 1.000 s",), 0))
    confusion, failures = clock.run(lambda: run_torture(TortureOptions(2, 1, out=tmp_path, faults=FAULTS), harness.on_floor), None)
    assert confusion.of("cards", "wrong") == confusion.bad == len(failures) == 2
    assert {(one.kind, one.cell, one.got) for one in failures} == {("cards", "wrong", "one at board at 1.000 s")}


def test_each_hand_that_is_read_with_faults_has_luck_of_its_own() -> None:
    """The same cards at the same times, in hands of other numbers, are heard otherwise."""
    plan = write_hand(1, 1)
    first, second, again = (when_heard(replace(plan, number=number)) for number in (1, 2, 1))
    assert first == again != second


def when_heard(plan: Plan) -> list[tuple[int, int]]:
    tables: list[harness.TableInProcess] = []

    def make(spec: TableSpec) -> harness.TableInProcess:
        tables.append(harness.on_floor(spec))
        return tables[0]

    clock.run(lambda: play_sensed(plan, make, FAULTS), None)
    return [(fact.after_ns, fact.by_ns) for fact in tables[0].facts]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [row.kind for row in SLIPS])
def test_every_slip_is_found_through_readers_too(kind: str, tmp_path: Path) -> None:
    games = ("stud7",) if kind.startswith("stud") else games_of(kind) if kind.startswith(("draw", "discard")) else ("holdem",)
    options = TortureOptions(2, 8, 2, tmp_path, games=games, slips=(kind,))
    _, failures = clock.run(lambda: run_torture(options, harness.on_floor), None)
    assert failures == []


#: Slips that only some books have a rule for.
BOOKS_OF: dict[str, tuple[Book, ...]] = {"stud_double_burn": ("roberts",)}


def games_of(kind: str) -> tuple[str, ...]:
    """Where a slip of few games comes up sooner."""
    if kind.startswith("stud"):
        return tuple(name for name, game in GAMES.items() if game.sight)
    if kind.startswith("discard"):
        return tuple(name for name, game in GAMES.items() if game.gives_up)
    return tuple(name for name, game in GAMES.items() if game.changes) if kind.startswith("draw") else EVERY_GAME


@pytest.mark.parametrize("kind", [row.kind for row in SLIPS])
def test_every_slip_comes_up_and_is_ruled_about(kind: str, tmp_path: Path) -> None:
    options = TortureOptions(40, 8, 0, tmp_path, books=BOOKS_OF.get(kind, EVERY_BOOK), games=games_of(kind), slips=(kind,))
    confusion, failures = clock.run(lambda: run_torture(options, harness.on_floor), None)
    assert failures == []
    assert confusion.made(kind) > 0
    assert confusion.of(kind, "detected") > 0


@pytest.mark.parametrize("kind", [row.kind for row in SLIPS])
def test_a_table_that_rules_nothing_about_cards_misses_every_slip(kind: str, tmp_path: Path) -> None:
    """Rulings are swallowed, and with them what they say: each slip is counted as missed, and nothing else fails before it."""
    options = TortureOptions(25, 8, 0, tmp_path, books=BOOKS_OF.get(kind, EVERY_BOOK), games=games_of(kind), slips=(kind,))
    confusion, failures = clock.run(lambda: run_torture(options, without_rulings), None)
    assert {one.kind for one in failures} <= {kind, "told_of_the_deal", "answers_about_cards"}
    assert confusion.of(kind, "missed") + confusion.of("told_of_the_deal", "wrong") + confusion.of("answers_about_cards", "wrong") > 0
    assert confusion.sightings(kind) is None


def part_of(run: TortureOptions, first: int) -> Confusion:
    options = replace(run, first=first)
    return clock.run(lambda: run_torture(options, harness.on_floor), None)[0]


def test_a_run_can_be_had_in_parts(tmp_path: Path) -> None:
    whole, _ = tortured(12, 4, tmp_path)
    parts = [part_of(TortureOptions(6, 4, 0, tmp_path), first) for first in (1, 7)]
    assert [whole.total(cell) for cell in CELLS] == [sum(part.total(cell) for part in parts) for cell in CELLS]


def test_hands_through_readers_come_to_the_same(tmp_path: Path) -> None:
    confusion, failures = tortured(3, 11, tmp_path, wire=3)
    assert failures == []
    by_facts, _ = tortured(3, 11, tmp_path)
    assert json_of(confusion, (), 11) == json_of(by_facts, (), 11)


def test_a_hand_depends_on_seed_and_number_alone() -> None:
    assert write_hand(3, 17) == write_hand(3, 17)
    assert write_hand(3, 17).setup != write_hand(4, 17).setup
    assert write_hand(3, 17).setup != write_hand(3, 18).setup


@pytest.mark.parametrize("number", [90, 584, 786])
def test_who_is_all_in_with_the_blinds_has_cards_all_the_same(number: int) -> None:
    plan = write_hand(3, number)
    hole = GAMES[plan.setup.game].hole
    to = [step.zone for step in plan.steps if isinstance(step, Laid) and step.zone in HOLE]
    assert to == [HOLE[seat] for _ in range(hole) for seat in plan.setup.order]


def test_a_failure_is_counted_said_and_saved(tmp_path: Path) -> None:
    confusion, failures = tortured(40, 3, tmp_path, make_table=without("bet.table_stakes"))
    assert failures
    assert confusion.of("over_stack", "wrong") == len([one for one in failures if one.kind == "over_stack"]) == confusion.bad
    assert {Path(one.file) for one in failures} == set(tmp_path.iterdir())
    said = lines_of(confusion, failures)
    assert f"hand {failures[0].hand}: over_stack: wrong: expected refused: act.above_stack [cooke.9.05.a], got " in said[-len(failures)]
    told = json.loads(json_of(confusion, failures, 3))
    assert (told["ok"], len(told["failures"])) == (False, len(failures))


def test_every_row_that_is_named_is_one_that_a_table_can_go_by() -> None:
    known = rulebook.rules()
    for _, _, rules in KINDS.values():
        for rule in rules:
            assert known[rule].workable or known[rule].rule_class == "config", rule


def smarttable(*args: str) -> Any:
    return CliRunner().invoke(app, ["sim", "torture", *args])


def test_the_command_prints_the_table_and_ends_well(tmp_path: Path) -> None:
    run = smarttable("--hands", "60", "--seed", "3", "--out", str(tmp_path))
    assert run.exit_code == 0, run.output
    lines = run.stdout.splitlines()
    assert lines[0].split() == " ".join(TITLES).split()
    assert lines[-1] == "60 hands (seed 3): nothing missed, nothing wrong, no false alarm"
    row = next(line for line in lines if line.startswith("out_of_turn "))
    assert int(row.split()[2]) > 0


def test_the_command_as_json(tmp_path: Path) -> None:
    run = smarttable("--hands", "30", "--seed", "3", "--json", "--out", str(tmp_path))
    assert run.exit_code == 0, run.output
    told = json.loads(run.stdout)
    assert (told["hands"], told["seed"], told["ok"], told["failures"]) == (30, 3, True, [])
    assert set(told["kinds"]) == set(KINDS)
    assert told["kinds"]["out_of_turn"]["rules"] == ["cooke.4.06.a"]
    assert {cell: sum(kind[cell] for kind in told["kinds"].values()) for cell in CELLS} == told["total"]


def test_a_table_that_rules_wrongly_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "on_floor", without("turn.in_order", make=harness.on_floor))
    run = smarttable("--hands", "30", "--seed", "3", "--out", str(tmp_path / "found"))
    assert run.exit_code == 1
    assert run.stdout.splitlines()[-1].endswith("not as the rules say")
    assert list((tmp_path / "found").iterdir())


def test_more_hands_through_readers_than_there_are_is_refused() -> None:
    run = smarttable("--hands", "3", "--wire", "4")
    assert run.exit_code == 2
    assert "--wire" in run.output


def test_only_hands_of_one_book_and_one_limit(tmp_path: Path) -> None:
    run = smarttable("--hands", "40", "--book", "home", "--limit", "fixed_limit", "--json", "--out", str(tmp_path))
    assert run.exit_code == 0, run.output
    kinds = json.loads(run.stdout)["kinds"]
    assert kinds["wrong_size"]["detected"] > 0
    assert (kinds["over_pot"]["detected"], kinds["raise_below_minimum"]["detected"]) == (0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_and_nothing_is_missed_wrong_or_a_false_alarm(game: str, tmp_path: Path) -> None:
    options = TortureOptions(60, 5, 1, tmp_path, games=(game,))
    confusion, failures = clock.run(lambda: run_torture(options, harness.on_floor), None)
    assert failures == []
    assert [confusion.total(cell) for cell in MUST_BE_EMPTY] == [0, 0, 0]
    assert (confusion.of("draw", "passed") > 0) == GAMES[game].changes


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_of_a_game_apart_agrees_with_the_row_of_the_table(game: str) -> None:
    """Two accounts of the same book: neither is made from the other."""
    ours, row = GAMES[game], VARIANTS[game]
    assert [one.name for one in ours.streets] == list(row.street_names)
    assert [(one.board, one.draw, one.discard, one.big) for one in ours.streets] == [
        (s.board, s.draw, s.discard, s.big) for s in row.streets
    ]
    if ours.sight:
        assert [(one.down, one.up) for one in ours.streets] == [(s.down, s.up) for s in row.streets]
    assert (bool(ours.sight), ours.joker) == (row.forced == "bring_in", bool(row.joker))
    assert (ours.hole, len(ours.halves)) == (row.hole_cards, len(row.halves))
    assert ours.players <= row.max_players


@pytest.mark.parametrize(
    ("option", "hint"), [("--book", "cooke, roberts, home"), ("--limit", "no_limit, pot_limit"), ("--game", "holdem, omaha")]
)
def test_a_book_limit_or_game_that_is_none_is_refused_with_those_there_are(option: str, hint: str) -> None:
    run = smarttable("--hands", "3", option, "poker")
    assert run.exit_code == 2
    assert hint in run.output


def test_the_page_is_what_the_program_says() -> None:
    page = Path(__file__).resolve().parents[2] / "docs/torture.md"
    assert renewed(page.read_text("utf-8")) == page.read_text("utf-8"), "run make docs"
    with pytest.raises(SimError, match="no tables"):
        renewed("")


def test_no_kind_has_the_name_of_another() -> None:
    assert len(KINDS) == len(MISTAKES) + len(SLIPS) + len(ODDITIES) + len(PLAIN)


@pytest.mark.parametrize("book", BOOKS)
def test_the_books_answers_are_those_of_the_catalogue(book: Book) -> None:
    told = rulebook.answers(book)
    assert asdict(BY_BOOK[book]) == {name: told[name] for name in OTHERWISE}


def test_what_a_house_may_answer_is_what_the_catalogue_allows() -> None:
    for name, answers in OTHERWISE.items():
        assert [unusable(name, answer) for answer in answers] == [None] * len(answers)


def test_a_flop_has_no_order() -> None:
    plan, step = first_of("cards")
    steps = list(plan.steps)
    assert [one.zone for one in steps[step - 3 : step] if isinstance(one, Laid)] == [BOARD] * 3
    steps[step - 3 : step] = reversed(steps[step - 3 : step])
    assert play(replace(plan, steps=tuple(steps))).failure is None
