"""[house] of table.toml: each mistake with its line, its name and what to write; what is right reaches the core and the hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller import config, rulebook
from controller.config import ConfigError
from controller.rules.catalogue.row import BOOKS
from controller.rules.options import PRESETS

#: What stands in [house.options], from line 4 on → how the one message begins, and what else it says.
MISTAKES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "typo in a name": ("action_clock_second = 30", "4: house.options.action_clock_second: no such question", ("'action_clock_seconds'",)),
    "name of no likeness": ("xyzzy_clock = 30", "4: house.options.xyzzy_clock: no such question", ("`smarttable rules options clock`",)),
    "a rule's name": (
        'misdeal_joker = "x"',
        "4: house.options.misdeal_joker: a book's own word",
        ("stray_joker_remedy and stray_joker_cutoff",),
    ),
    "what is fixed": ("one_player_to_a_hand = false", "4: house.options.one_player_to_a_hand: is no option: always true (", ()),
    "typo in an answer": (
        'raise_cap = "five_raise"',
        '4: house.options.raise_cap: "five_raise" is not allowed; nearest is',
        ("'five_raises'", "no_cap"),
    ),
    "number out of bounds": ("max_push_back = -2", "4: house.options.max_push_back: -2 is not allowed", ("from -1 to 20",)),
    "fraction": ("max_push_back = 2.5", "4: house.options.max_push_back: 2.5 is not allowed", ("a whole number",)),
    "word for a number": ('max_push_back = "2"', '4: house.options.max_push_back: "2" is not allowed', ("a whole number",)),
    "number for yes": ("buy_the_button = 1", "4: house.options.buy_the_button: 1 is not allowed", ("allowed: true, false",)),
    "amount without unit": ('straddle_amount = "2"', '4: house.options.straddle_amount: "2" is not allowed', ('"2 big_blind"',)),
    "a list": ('clock_scope = ["none"]', "4: house.options.clock_scope: a list is not allowed", ("all_games",)),
    "a table": ("clock_scope = { a = 1 }", "4: house.options.clock_scope: a table is not allowed", ("all_games",)),
}


def write(folder: Path, options: str, book: str = "cooke") -> Path:
    file = folder / "table.toml"
    file.write_text(f'schema = 1\n[house]\nbook = "{book}"\noptions.{options}' if options else f'schema = 1\n[house]\nbook = "{book}"\n')
    return file


def messages(file: Path) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        config.load(file)
    return [message.removeprefix(f"{file}:") for message in caught.value.messages]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_line_and_remedy(mistake: str, tmp_path: Path) -> None:
    written, begins, also = MISTAKES[mistake]
    [message] = messages(write(tmp_path, written))
    assert message.startswith(begins), message
    assert all(text in message for text in also), message


def test_a_book_that_is_none(tmp_path: Path) -> None:
    [message] = messages(write(tmp_path, "", "roberst"))
    assert message.startswith("3: house.book: \"roberst\" is not allowed; nearest is 'roberts'")


def test_two_answers_that_contradict_each_other_are_refused_with_a_rule_of_each(tmp_path: Path) -> None:
    file = write(tmp_path, 'button_movement = "moving_button"\noptions.buy_the_button = false', "roberts")
    [message] = messages(file)
    assert message.startswith("4: house.options.button_movement: moving_button (roberts.blinds.2")
    assert "contradicts buy_the_button = false (roberts.blinds.8); change one of the two [config.house_contradiction]" in message


def test_an_answer_that_contradicts_the_book_says_what_to_write_as_well(tmp_path: Path) -> None:
    file = write(tmp_path, 'midhand_reshuffle = "never"')
    told = messages(file)
    assert all(message.startswith("4: house.options.midhand_reshuffle: never (cooke.14.26) contradicts ") for message in told)
    [flop] = [message for message in told if "early_flop_remedy" in message]
    assert "(cooke.14.13) of the book; write early_flop_remedy = next_cards_no_shuffle or ask_floor as well, or take this out" in flop


def test_what_was_advised_is_then_taken(tmp_path: Path) -> None:
    """Follow each message to the letter, and the file can be used."""
    lines = ['midhand_reshuffle = "never"']
    for message in messages(write(tmp_path, lines[0])):
        advised = message.split("; write ")[1].split(" as well")[0]
        name, answer = advised.split(" or ")[0].split(" = ")
        lines.append(f'options.{name} = "{answer}"')
    house = config.load(write(tmp_path, "\n".join(lines))).house()
    assert house.options.midhand_reshuffle == "never"
    assert house.options.early_flop_remedy == "next_cards_no_shuffle"


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_is_a_set_of_answers(book: str, tmp_path: Path) -> None:
    house = config.load(write(tmp_path, "", book)).house()
    assert (house.book, house.options) == (book, PRESETS[book])  # type: ignore[index] # a book of the list


def test_a_single_answer_stands_in_place_of_the_book_s(tmp_path: Path) -> None:
    house = config.load(write(tmp_path, "action_clock_seconds = 45\noptions.raise_cap = 'three_raises'", "roberts")).house()
    assert house.options.action_clock_seconds == 45
    assert house.changed() == {"action_clock_seconds": 45}
    assert house.options.skipped_player_lock == PRESETS["roberts"].skipped_player_lock


def test_without_the_section_it_is_cooke(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("schema = 1\n")
    assert config.load(file).house().options == PRESETS["cooke"]


def test_the_hash_knows_book_and_answers(tmp_path: Path) -> None:
    hashes = [
        config.load(write(tmp_path, options, book)).fingerprint()
        for book, options in (("cooke", ""), ("home", ""), ("cooke", "action_clock_seconds = 45"), ("cooke", "action_clock_seconds = 46"))
    ]
    assert len(set(hashes)) == 4
    assert config.load(write(tmp_path, "")).fingerprint() == hashes[0]


def test_explain_names_where_an_answer_stands(tmp_path: Path) -> None:
    file = write(tmp_path, "action_clock_seconds = 45")
    rows = {row.key: row for row in config.check(file).rows}
    assert rows["house.options.action_clock_seconds"][1:] == ("45", f"{file}:4")
    assert rows["house.book"][1:] == ("cooke", f"{file}:3")


def test_more_changes_than_can_be_told_are_refused(tmp_path: Path) -> None:
    """With nearly every answer of another book written out one by one, the message `info` would grow past its bound."""
    changed = {name: option.home for name, option in rulebook.options().items()}
    changed |= {name: next(v for v in option.values if v != option.cooke) for name, option in rulebook.options().items() if option.values}
    lines = [f"options.{name} = {str(a).lower() if isinstance(a, bool) else repr(a)}" for name, a in changed.items()]
    told = messages(write(tmp_path, "\n".join(lines).removeprefix("options.")))
    assert told[0].startswith("4: house.options: the answers that differ from the book's take ")
    assert "12,000 can be told" in told[0]
