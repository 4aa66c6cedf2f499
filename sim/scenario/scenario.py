"""A scenario as values: read from a file's tree, every act and expectation by its row."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from controller.game.cards import parse_card
from controller.game.chips import Limit, Stakes
from controller.game.variants import VARIANTS
from controller.rules.announcing import Announcing
from controller.rules.catalogue.option import Value
from controller.rules.catalogue.row import BOOKS as BOOK_TITLES
from controller.rules.catalogue.row import Book
from sim.scenario.acts import ACTS, DECK
from sim.scenario.errors import Place, ScenarioError
from sim.scenario.expectations import EXPECTATIONS
from sim.scenario.grammar import (
    CARDS,
    CHIPS,
    CHIPS_OR_NONE,
    RULE_ID,
    SEAT,
    Either,
    Field,
    Flag,
    ListOf,
    MapOf,
    Record,
    Text,
    Whole,
    Word,
    by_seat,
    nearest,
)
from sim.scenario.rotation import ROTATION, games_of, unknown_game
from sim.scenario.tree import Node, read_tree

BOOKS: Final[tuple[Book, ...]] = tuple(BOOK_TITLES)
BOOK: Final = Word(BOOKS)
GAME: Final = Text("the name of a game, as holdem", r"[a-z][a-z0-9_]{0,31}")
LIMITS: Final = ("no_limit", "pot_limit", "fixed_limit", "spread_limit")
EXAMPLE: Final = Text("an example of the catalogue, as cooke.14.20.g#1", r"[a-z]+(\.[a-zA-Z0-9_]+)+#[1-9][0-9]?")
#: What a house answers to a question.
ANSWER: Final = Either((Flag(), Whole("a whole number", -1, 10**9), Text("a word")))
OWED: Final = ListOf(Word(("small", "big", "ante")), 3)

STAKES: Final = Record(
    {
        "small_blind": Field(CHIPS_OR_NONE, required=True),
        "big_blind": Field(CHIPS, required=True),
        "ante": Field(CHIPS_OR_NONE),
        "ante_from": Field(Word(("all", "big_blind", "button"))),
        "min_bet": Field(CHIPS),
        "small_bet": Field(CHIPS),
        "big_bet": Field(CHIPS),
        "max_bet": Field(Either((CHIPS, ListOf(CHIPS, 4, 1, unique=False)))),
        "button_blind": Field(CHIPS_OR_NONE),
        "unit": Field(CHIPS),
        "bring_in": Field(CHIPS_OR_NONE),
        "kill": Field(CHIPS_OR_NONE, later=True),
    }
)
SEATED: Final = Record(
    {"stack": Field(CHIPS, required=True), "owes": Field(OWED, later=True), "state": Field(Word(("here", "absent")), later=("absent",))},
    "stack",
)
TOP: Final = Record({"top": Field(DECK), "without": Field(CARDS, later=True), "extra": Field(DECK, later=True)}, "top")
TABLE: Final = Record(
    {
        "book": Field(Either((BOOK, ListOf(BOOK, 3, 1)))),
        "options": Field(MapOf("an option", r"[a-z][a-z0-9_.]*", ANSWER, numbers=False)),
        "game": Field(GAME),
        "rotation": Field(ROTATION),
        "rotation_minutes": Field(Whole("a number of minutes", 1, 1_440)),
        "limit": Field(Word(LIMITS)),
        "stakes": Field(STAKES, required=True),
        "seats": Field(by_seat(SEATED), required=True),
        "button": Field(SEAT, required=True),
        "deck": Field(TOP),
        "board_antennas": Field(Whole("1 to 3", 1, 3)),
        "announcements": Field(Flag()),
        "shuffler": Field(Flag()),
    }
)
TOP_LEVEL: Final = ("name", "examples", "notes", "strict", "table", "do", "expect")
NAME: Final = Text("a name on one line")
EXAMPLES: Final = ListOf(EXAMPLE, 9)
NOTE: Final = Text("text of at most 2000 characters", r"\S[\s\S]{0,1999}")
#: What the writer has to say; by the id of a rule, why he believes that its example is wrong.
NOTES: Final = Either((NOTE, MapOf("the id of a rule, as cooke.4.06.a", RULE_ID.pattern, NOTE, numbers=False)))

#: What stands before a card of the deck: its tag is dead, or it lies face up within the deck.
MARKS: Final = "~^"

#: The most steps a scenario has.
MAX_STEPS: Final = 2_000


class Later(NamedTuple):
    """What a scenario asks for that the table cannot do yet."""

    place: Place
    what: str


class Check(NamedTuple):
    """One expectation. `book` "" = under every book."""

    name: str
    args: Any
    place: Place
    book: str = ""


class Step(NamedTuple):
    """An act with its arguments, or, with the name `expect`, what has to be so now."""

    name: str
    args: dict[str, Any]
    place: Place
    checks: tuple[Check, ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """A scenario as it was written.

    `stacks` by seat; `deck` the top cards, `dead_tags` those no reader reads, `boxed` those that lie face up in it;
    `doubts` says of a rule why its example seems wrong.
    `rotation` are games one after another, and `stakes` then those of the first. With `announcing` the
    dealer is reminded of what he has to say.
    Units: chips.
    """

    file: str
    name: str
    place: Place
    examples: tuple[str, ...]
    strict: bool
    doubts: dict[str, str]
    books: tuple[Book, ...]
    options: dict[str, Value]
    game: str
    stakes: Stakes
    stacks: dict[int, int]
    button: int
    board_antennas: int
    deck: tuple[str, ...]
    dead_tags: tuple[str, ...]
    steps: tuple[Step, ...]
    laters: tuple[Later, ...]
    places: dict[str, Place]
    rotation: tuple[Stakes, ...] = ()
    rotation_minutes: int = 0
    announcing: Announcing | None = None
    boxed: tuple[str, ...] = ()
    shuffler: bool = False

    @property
    def with_joker(self) -> bool:
        """Whether a joker lies in the deck of one of its hands, or is dealt, whatever the game is played with."""
        named: list[str] = [*self.deck]
        for step in self.steps:
            cards, deck = step.args.get("cards", ()), step.args.get("deck", ())
            named += [step.args.get("card", ""), *(cards if isinstance(cards, list) else ()), *(deck if isinstance(deck, list) else ())]
        return any(text.lstrip(MARKS) == "XJ" for text in named)


def read_scenario(path: Path) -> Scenario:
    """Return the scenario of a file. Raises: ScenarioError."""
    return scenario_of(read_tree(path))


def scenario_of(root: Node) -> Scenario:
    """Return the scenario of a tree. Raises: ScenarioError."""
    if not isinstance(root.value, dict):
        raise ScenarioError(root.place, f"expected a mapping with name, table and do, found {root.kind}")
    top = root.value
    for key, place in root.key_places.items():
        if key not in TOP_LEVEL:
            raise ScenarioError(place, f"unknown field {key!r}; {nearest(key, TOP_LEVEL)}")
    for key in ("name", "table", "do"):
        if key not in top:
            raise ScenarioError(root.place, f"{key} is missing; a scenario has name, table and do")
    laters: list[Later] = []
    table = TABLE.read(top["table"])
    tables = top["table"]
    _note("table", TABLE, tables, laters)
    _note("stakes", STAKES, _child(tables, "stakes"), laters)
    for seat in _items(_child(tables, "seats")):
        _note("seats", SEATED, seat, laters)
    if deck := _child(tables, "deck"):
        _note("deck", TOP, deck, laters)
    game = table.get("game", "holdem")
    if game not in VARIANTS:
        laters.append(Later(_child(tables, "game").place, f"the game {game}; this version plays {', '.join(VARIANTS)}"))
    stakes = _stakes(table["stakes"], table.get("limit", LIMITS[0]), game)
    rotation = games_of(table["rotation"], stakes) if "rotation" in table else ()
    if rotation and "game" in table:
        raise ScenarioError(_child(tables, "game").place, "a table plays one game, or a rotation: write game or rotation")
    if missing := unknown_game(rotation):
        laters.append(Later(_child(tables, "rotation").place, f"the game {missing}; this version plays {', '.join(VARIANTS)}"))
    written = table.get("deck", {}).get("top", [])
    laters += [Later(_child(tables, "deck").place, f"the deck card {text}") for text in written if _not_in_deck(text.lstrip(MARKS))]
    named: Book | list[Book] = table.get("book", [])
    books = [named] if isinstance(named, str) else named
    notes = NOTES.read(top["notes"]) if "notes" in top else ""
    stacks = {seat: held["stack"] for seat, held in table["seats"].items()}
    steps = _steps(top["do"], laters)
    if "expect" in top:
        steps = [*steps, Step("expect", {}, top["expect"].place, _checks(top["expect"], laters))]
    return Scenario(
        file=root.place.file,
        name=NAME.read(top["name"]),
        place=root.place,
        examples=tuple(EXAMPLES.read(top["examples"])) if "examples" in top else (),
        doubts=notes if isinstance(notes, dict) else {},
        strict=Flag().read(top["strict"]) if "strict" in top else False,
        books=tuple(books),
        options=table.get("options", {}),
        game=game,
        stakes=rotation[0] if rotation else stakes,
        stacks=stacks,
        button=table["button"],
        board_antennas=table.get("board_antennas", 1),
        deck=tuple(text.lstrip(MARKS) for text in written),
        dead_tags=tuple(text[1:] for text in written if text.startswith("~")),
        boxed=tuple(text[1:] for text in written if text.startswith("^")),
        steps=tuple(steps),
        laters=tuple(laters),
        places=_places(root),
        rotation=rotation,
        rotation_minutes=table.get("rotation_minutes", 0),
        announcing=Announcing() if table.get("announcements") else None,
        shuffler=table.get("shuffler", False),
    )


def _stakes(written: Mapping[str, Any], limit: Limit, game: str) -> Stakes:
    """The stakes as they are played for; `max_bet` is one amount, or one for each street."""
    most = written.get("max_bet", [])
    fields = {name: value for name, value in written.items() if name in Stakes.__struct_fields__}
    return Stakes(**fields, limit=limit, game=game, max_bets=(most,) if isinstance(most, int) else tuple(most))


def _not_in_deck(text: str) -> bool:
    """Whether a card of the deck as written is none that the table knows; a joker may stray into any deck."""
    return parse_card(text) is None


def _places(root: Node) -> dict[str, Place]:
    """Where the parts of a scenario stand that the sense check speaks of."""
    tables = _child(root, "table")
    places = {name: node.place for name, node in root.value.items()} if isinstance(root.value, dict) else {}
    inner = {name: node.place for name, node in tables.value.items()} if isinstance(tables.value, dict) else {}
    options = _child(tables, "options").value
    answered = {f"options.{name}": node.place for name, node in options.items()} if isinstance(options, dict) else {}
    return places | inner | answered


def _child(node: Node, name: str) -> Node:
    found = node.value.get(name) if isinstance(node.value, dict) else None
    return found if found is not None else Node(None, node.place)


def _items(node: Node) -> list[Node]:
    return list(node.value.values()) if isinstance(node.value, dict) else []


def _note(name: str, form: Any, node: Node, laters: list[Later]) -> None:
    """Note the fields, and values of fields, that the table cannot do yet."""
    if not isinstance(form, Record):
        return
    given = node.value if isinstance(node.value, dict) else {form.short: node} if form.short else {}
    for key, value in given.items():
        later = form.fields[key].later
        if later is True:
            laters.append(Later(value.place, f"{name}.{key}"))
        elif isinstance(later, tuple) and value.value in later:
            laters.append(Later(value.place, f"{name}.{key}: {value.value}"))


def _steps(node: Node, laters: list[Later]) -> list[Step]:
    if not isinstance(node.value, list) or not node.value:
        raise ScenarioError(node.place, "do is a list of acts, and not empty")
    if len(node.value) > MAX_STEPS:
        raise ScenarioError(node.place, f"more than {MAX_STEPS} acts; split the scenario up")
    return [_step(item, laters) for item in node.value]


def _step(node: Node, laters: list[Later]) -> Step:
    name, body, place = _named(node, "an act", (*ACTS, "expect"))
    if name == "expect":
        return Step("expect", {}, place, _checks(body, laters))
    act = ACTS[name]
    args = act.form.read(body)
    if act.later:
        laters.append(Later(place, f"the act {name}"))
    else:
        _note(name, act.form, body, laters)
    return Step(name, args, place)


def _named(node: Node, what: str, names: tuple[str, ...]) -> tuple[str, Node, Place]:
    """Return the one key of a mapping with its value, or a bare word with nothing."""
    if isinstance(node.value, str):
        name, body, place = node.value, Node(None, node.place), node.place
    elif isinstance(node.value, dict) and len(node.value) == 1:
        ((name, body),) = node.value.items()
        place = node.key_places[name]
    else:
        raise ScenarioError(node.place, f"expected {what}: one word, or a mapping with one key; found {node.kind}")
    if name not in names:
        raise ScenarioError(place, f"unknown act {name!r}; {nearest(name, names)}")
    return name, body, place


def _checks(node: Node, laters: list[Later], book: str = "") -> tuple[Check, ...]:
    """Read what is expected: a mapping of expectations, or a list of such mappings."""
    if isinstance(node.value, list):
        return tuple(check for item in node.value for check in _checks(item, laters, book))
    if not isinstance(node.value, dict) or not node.value:
        raise ScenarioError(node.place, f"expected a mapping of expectations, found {node.kind}")
    found: list[Check] = []
    for name, body in node.value.items():
        place = node.key_places[name]
        if name == "by_book" and not book:
            found += _by_book(body, laters)
            continue
        if name not in EXPECTATIONS:
            raise ScenarioError(place, f"unknown expectation {name!r}; {nearest(name, (*EXPECTATIONS, 'by_book'))}")
        row = EXPECTATIONS[name]
        args = row.form.read(body)
        if not args:
            raise ScenarioError(place, f"{name} says nothing: {row.form.words}")
        if row.later:
            laters.append(Later(place, f"the expectation {name}"))
        else:
            _note(name, row.form, body, laters)
        found.append(Check(name, args, place, book))
    return tuple(found)


def _by_book(node: Node, laters: list[Later]) -> list[Check]:
    if not isinstance(node.value, dict) or not node.value:
        raise ScenarioError(node.place, f"by_book is a mapping of {', '.join(BOOKS)}")
    found: list[Check] = []
    for book, body in node.value.items():
        if book not in BOOKS:
            raise ScenarioError(node.key_places[book], f"unknown book {book!r}; {nearest(book, BOOKS)}")
        found += _checks(body, laters, book)
    return found
