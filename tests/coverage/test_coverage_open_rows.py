"""open.toml: what is left for later, held against the rows and the score."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller import rulebook
from sim.coverage.open_rows import OpenRow, OpenRows, read_open_rows, wrongly_listed
from sim.errors import SimError

RULES = rulebook.rules()
#: Every chapter by its book, so that a test lists all but what it is about.
ALL = {f"{book}.": OpenRow("house") for book in ("cooke", "roberts", "home")}


def told(text: str, folder: Path) -> OpenRows:
    (folder / "open.toml").write_text(text)
    return read_open_rows([folder])


def test_a_row_by_itself_goes_before_its_chapter_and_the_longer_chapter_first(tmp_path: Path) -> None:
    listed = told(
        '"cooke.*" = {why = "house"}\n"cooke.5.*" = {why = "stud"}\n"cooke.5.02.a" = {why = "chips", panel = "the ante"}\n', tmp_path
    )
    reasons = {row: one and one.why for row in ("cooke.5.02.a", "cooke.5.03", "cooke.9.02.a", "home.3.sb") for one in [listed.of(row)]}
    assert reasons == {"cooke.5.02.a": "chips", "cooke.5.03": "stud", "cooke.9.02.a": "house", "home.3.sb": None}


def test_a_folder_without_a_list_has_none(tmp_path: Path) -> None:
    assert read_open_rows([tmp_path]) == OpenRows()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('"cooke.5.02.a" = {why = "because"}', "cooke.5.02.a: there is no reason 'because'; one of: camera, "),
        ('"cooke.5.02.a" = "stud"', "cooke.5.02.a: Expected `object`, got `str`; write it as"),
        ('"cooke.5.02.a" = {panel = "no"}', "cooke.5.02.a: Object missing required field `why`"),
        ('"cooke.5.02.a" = {why = "stud", pannel = "no"}', "cooke.5.02.a: Object contains unknown field `pannel`"),
        ('"cooke.5.02.a" = ', "Invalid value (at end of document); it has lines as"),
    ],
)
def test_what_is_wrong_with_the_list_is_said_with_the_row(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(SimError) as caught:
        told(text, tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'open.toml'}: {says}")


def wrong(rows: dict[str, OpenRow], chapters: dict[str, OpenRow], proven: set[str]) -> list[str]:
    return list(wrongly_listed(OpenRows(rows, chapters), RULES, proven))


COUNTED_CHAPTERS = (
    *[f"cooke.{chapter}" for chapter in ("1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.01", "8.02", "8.03", "8.05", "14.", "16.12.")],
    *[f"cooke.{chapter}." for chapter in ("A", "def")],
    *[f"home.{chapter}." for chapter in ("1", "2", "3", "4", "7", "rank")],
    *[f"roberts.{chapter}." for chapter in ("nl", "pl", "hand_strength", "omaha_hilo", "lowball", "razz", "stud", "stud_hilo")],
    *[f"roberts.{chapter}." for chapter in ("misdeals", "dead_hands", "irregularities", "holdem")],
)
COUNTED = {row for row, rule in RULES.items() if rule.workable and row.startswith(COUNTED_CHAPTERS)}


def test_a_list_that_fits_is_right() -> None:
    left = {"home.3.fold": OpenRow("camera", "fold")}
    assert wrong(left, ALL, COUNTED - set(left)) == []


@pytest.mark.parametrize(
    ("rows", "chapters", "unproven", "says"),
    [
        ({"home.3.sb": OpenRow("blinds")}, {}, set(), "home.3.sb: open.toml lists it, and it is proven: take it out"),
        ({}, {}, {"home.3.sb"}, "home.3.sb: neither proven nor in open.toml"),
        ({"home.3.sbb": OpenRow("blinds")}, {}, set(), "home.3.sbb: open.toml lists a row that the catalogue does not have"),
        ({}, {"home.9.": OpenRow("house")}, set(), "home.9.*: open.toml lists a chapter that the catalogue does not have"),
    ],
)
def test_what_does_not_fit_is_said(rows: dict[str, OpenRow], chapters: dict[str, OpenRow], unproven: set[str], says: str) -> None:
    assert wrong(rows, {**ALL, **chapters}, COUNTED - unproven) == [says]


def test_a_row_that_nobody_has_to_prove_is_not_listed() -> None:
    row, rule = next((row, rule) for row, rule in RULES.items() if rule.rule_class == "config")
    says = f"{row}: open.toml lists a row of class {rule.rule_class}, which nothing has to prove"
    assert wrong({row: OpenRow("house")}, ALL, COUNTED) == [says]


def test_a_row_outside_the_counted_chapters_may_be_listed_with_its_chapter_and_has_to_be() -> None:
    says = wrong({}, {begin: one for begin, one in ALL.items() if begin != "roberts."}, COUNTED)
    assert says[0] == "roberts.buyin.1: neither proven nor in open.toml, by itself or with its chapter"
    assert not any(line.startswith(("cooke", "home")) for line in says)
