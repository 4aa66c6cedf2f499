"""open.toml: the rows that later steps prove, each with one word why, and what the panel asks where a sense is missing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from controller.rules.catalogue.row import Rule
from sim.errors import SimError

NAME: Final = "open.toml"

#: Why a row is left for later.
REASONS: Final[Mapping[str, str]] = {
    "camera": "only a camera sees it",
    "chips": "it hangs on chips that are sensed",
    "rake": "what the house takes",
    "kill": "kill pots",
    "run_twice": "a board that is dealt more than once",
    "deck": "the deck before and between hands",
    "deal": "errors of the deal",
    "stud": "stud games",
    "draw": "draw games",
    "omaha": "omaha games",
    "lowball": "lowball games",
    "hilo": "games of high and low",
    "blinds": "missed blinds, and players who come and go",
    "seats": "seats that our table does not have",
    "lists": "waiting lists, seat changes, and who may sit where",
    "showdown": "the showdown beyond showing and mucking",
    "talk": "what is said at the table",
    "conduct": "how players behave",
    "money": "buy-ins, and money that comes and goes",
    "jackpot": "jackpots",
    "betting": "betting that is built later",
    "house": "how the house is run",
    "words": "a definition: other rows carry it out",
}
#: Reasons that are other parts of the table than play and its deal, or senses that it lacks: these are not counted among its rows.
NOT_COUNTED: Final = frozenset({"camera", "chips", "rake", "kill", "blinds", "showdown", "money", "lists"})


class OpenRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a row is open, in one word of `REASONS`; `panel` is what the panel asks instead, `note` what else there is to say."""

    why: str
    panel: str = ""
    note: str = ""


class OpenRows(msgspec.Struct, frozen=True):
    """Rows by id, and whole chapters by what their ids begin with. The longest beginning holds."""

    rows: Mapping[str, OpenRow] = {}
    chapters: Mapping[str, OpenRow] = {}

    def of(self, row: str) -> OpenRow | None:
        """Return why this row is open; None when the file does not say."""
        if row in self.rows:
            return self.rows[row]
        fits = [begin for begin in self.chapters if row.startswith(begin)]
        return self.chapters[max(fits, key=len)] if fits else None


def read_open_rows(folders: Collection[Path]) -> OpenRows:
    """Return what the files `open.toml` of these folders say; nothing where there is none. Raises: SimError."""
    rows: dict[str, OpenRow] = {}
    chapters: dict[str, OpenRow] = {}
    for file in (folder / NAME for folder in folders if (folder / NAME).is_file()):
        for row, one in _read(file).items():
            if row.endswith("*"):
                chapters[row[:-1]] = one
            else:
                rows[row] = one
    return OpenRows(rows, chapters)


def _read(file: Path) -> dict[str, OpenRow]:
    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SimError(f'{file}: {error}; it has lines as "cooke.5.*" = {{ why = "stud" }}') from None
    found: dict[str, OpenRow] = {}
    for row, one in written.items():
        try:
            found[row] = msgspec.convert(one, OpenRow)
        except msgspec.ValidationError as error:
            raise SimError(f'{file}: {row}: {error}; write it as {{ why = "stud" }}') from None
        if found[row].why not in REASONS:
            raise SimError(f"{file}: {row}: there is no reason {found[row].why!r}; one of: {', '.join(REASONS)}")
    return found


#: The chapters whose rows have to be proven or listed one by one: play of every game, its betting and its ranks, the deal and the deck.
CHAPTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "cooke": ("1", "2", "3", "4", "5", "6", "7", "8.01", "8.02", "8.03", "8.05", "14", "16.12", "A", "def"),
    "roberts": (
        "dead_hands", "hand_strength", "holdem", "irregularities", "lowball", "misdeals", "nl", "omaha_hilo", "pl",
        "razz", "stud", "stud_hilo",
    ),
    "home": ("1", "2", "3", "4", "7", "rank"),
}  # fmt: skip
COUNTED: Final = re.compile(
    rf"({'|'.join(re.escape(f'{book}.{chapter}') for book, chapters in CHAPTERS.items() for chapter in chapters)})(\..+)?"
)


def wrongly_listed(open_rows: OpenRows, rules: Mapping[str, Rule], proven: Collection[str]) -> Iterator[str]:
    """Yield a line for everything that the list and the rows do not agree in."""
    for row in open_rows.rows:
        if row not in rules:
            yield f"{row}: {NAME} lists a row that the catalogue does not have"
        elif not rules[row].workable:
            yield f"{row}: {NAME} lists a row of class {rules[row].rule_class}, which nothing has to prove"
        elif row in proven:
            yield f"{row}: {NAME} lists it, and it is proven: take it out"
    for begin in open_rows.chapters:
        if not any(row.startswith(begin) for row in rules):
            yield f"{begin}*: {NAME} lists a chapter that the catalogue does not have"
    for row, rule in rules.items():
        if not rule.workable or row in proven:
            continue
        if COUNTED.fullmatch(row) and row not in open_rows.rows:
            yield f"{row}: neither proven nor in {NAME}"
        elif open_rows.of(row) is None:
            yield f"{row}: neither proven nor in {NAME}, by itself or with its chapter"
