"""`smarttable rules …`: the rules of the three books, and the questions a house answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from controller import rules_tables
    from controller.rules.catalogue.row import Book

rules = typer.Typer(help="The rule books: look up a rule, see what a house may choose.")


def _book(written: str) -> str:
    from controller.rules.catalogue.row import BOOKS

    return _one_of(written, list(BOOKS), "book")


def _rule_class(written: str) -> str:
    from controller.rules.catalogue.row import CLASSES

    return _one_of(written, list(CLASSES), "class")


def _one_of(written: str, allowed: list[str], what: str) -> str:
    from controller.config_nearest import nearest_hint

    if written and written not in allowed:
        raise typer.BadParameter(f"there is no {what} {written!r}{nearest_hint(written, allowed)}; there are: {', '.join(allowed)}")
    return written


BookOption = Annotated[str, typer.Option("--book", metavar="BOOK", callback=_book, help="cooke, roberts or home; without it, all three.")]
BookArgument = Annotated[str, typer.Argument(metavar="BOOK", callback=_book, help="cooke, roberts or home.", show_default=False)]
ClassOption = Annotated[
    str,
    typer.Option(
        "--class", metavar="CLASS", callback=_rule_class, help="enforce, money, announce, track, config, advise or human; without it, all."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object.")]


@rules.callback(invoke_without_command=True)
def rules_page(
    context: typer.Context,
    page: Annotated[bool, typer.Option("--page", help="The whole page docs/rules.md.")] = False,
) -> None:
    """The rule books: look up a rule, see what a house may choose."""
    if page:
        from controller.rules_page import page as text

        typer.echo(text(), nl=False)
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


@rules.command("list")
def list_rules(book: BookOption = "", rule_class: ClassOption = "", as_json: JsonOption = False) -> None:
    """List rules: id, class, title."""
    from controller import rulebook, rules_tables
    from controller.rules.catalogue.finding import chosen

    found = chosen(rulebook.rules().values(), book=book, rule_class=rule_class)
    typer.echo(rules_tables.rules_json(found) if as_json else rules_tables.rule_list(found))


@rules.command("show")
def show_rule(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="The rule's id, as cooke.14.20.g.", show_default=False)],
    as_json: JsonOption = False,
) -> None:
    """Show a rule whole, with its examples and the house options that govern it; exit 1 when there is none of that id."""
    from controller import rulebook, rules_tables

    rule = rulebook.rules().get(rule_id.strip())
    if rule is None:
        near = rules_tables.nearest_ids(rule_id)
        _fail(f"there is no rule {rule_id!r}; " + (f"near are: {', '.join(near)}" if near else "`smarttable rules search WORD` finds them"))
    typer.echo(rules_tables.rule_json(rule) if as_json else rules_tables.rule_text(rule))


@rules.command("search")
def search_rules(
    words: Annotated[list[str], typer.Argument(metavar="WORD…", help="All of them must occur.", show_default=False)],
    book: BookOption = "",
    rule_class: ClassOption = "",
    as_json: JsonOption = False,
) -> None:
    """Find rules by words in their text and examples; exit 1 when none is found."""
    from controller import rulebook, rules_tables
    from controller.rules.catalogue.finding import chosen, search

    found = search(chosen(rulebook.rules().values(), book=book, rule_class=rule_class), words)
    if as_json:
        typer.echo(rules_tables.rules_json(found))
    elif found:
        typer.echo(rules_tables.rule_list(found))
    if not found:
        _fail(f"no rule has {' and '.join(map(repr, words))}")


@rules.command("options")
def list_options(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORD…", help="Those with these words only; a whole name shows it in full.")
    ] = None,
    book: BookOption = "",
    config_file: Annotated[
        Path | None, typer.Option("--config", help="The answers of this table.toml, in place of a book's.", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the questions a house answers: the answer, who says so, what else is allowed; exit 1 when none is found."""
    from controller import rulebook, rules_tables
    from controller.rules_tables import Answered, options_with

    found = options_with(words or [])
    if not found:
        _fail(f"no question has {' and '.join(map(repr, words or []))}; without a word, all are listed")
    if config_file is not None:
        answered: list[Answered] = _of_table(config_file)
    else:
        answered = [Answered(one, rulebook.answers(one)) for one in _books(book)]
    if as_json:
        typer.echo(rules_tables.options_json(found, answered))
    elif words == [found[0].name]:
        typer.echo(rules_tables.option_in_full(found[0], answered))
    else:
        typer.echo(rules_tables.option_list(found, answered))


@rules.command("diff")
def diff_books(one: BookArgument, other: BookArgument, as_json: JsonOption = False) -> None:
    """List the questions that two books answer differently."""
    from controller import rulebook, rules_tables
    from controller.rules_tables import Answered

    answered = [Answered(book, rulebook.answers(book)) for name in (one, other) for book in _books(name)]
    found = [option for option in rulebook.options().values() if len({repr(each.answers[option.name]) for each in answered}) > 1]
    typer.echo(rules_tables.options_json(found, answered) if as_json else rules_tables.difference(found, answered))


def _books(name: str) -> list[Book]:
    from controller.rules.catalogue.row import BOOKS

    return [book for book in BOOKS if name in ("", book)]


def _of_table(file: Path) -> list[rules_tables.Answered]:
    from msgspec.structs import asdict

    from controller import config
    from controller.rules_tables import Answered

    try:
        house = config.load(file).house()
    except config.ConfigError as error:
        _fail(*error.messages)
    return [Answered(house.book, asdict(house.options), frozenset(house.changed()))]


def _fail(*messages: str) -> NoReturn:
    """Say what is wrong on stderr and exit with 1."""
    for message in messages:
        typer.echo(message, err=True)
    raise typer.Exit(1)
