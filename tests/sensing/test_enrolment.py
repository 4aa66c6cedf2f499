"""Enrolling a deck, by the machine alone and with a person at the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller import clock
from controller.deck_commands import BoardReads, check_decks, enrol, list_decks
from controller.game.cards import Card, card_text
from controller.sensing.decks import DeckRegistry, findings, load_decks, save_decks
from controller.sensing.enrolment import ORDER, ORDER_WITH_JOKER, Enrolment, Progress
from controller.sensing.errors import SensingError
from drivers.base import AntennaRead

SWEEP_NS = 40_000_000


def tag(card: Card) -> bytes:
    return bytes((0xE0, 0x04, 0x01, 0xAB, 0xCD, 0xEF, 0x77, card))


WHOLE = {tag(card): card for card in ORDER}


class Antenna:
    """What lies on the antenna, and what the enrolment said about it."""

    def __init__(self, enrolment: Enrolment) -> None:
        self.enrolment = enrolment
        self.lying: list[bytes] = []
        self.said: list[Progress] = []

    def sweeps(self, count: int = 12, *, noise: tuple[bytes, ...] = ()) -> list[Progress]:
        told = []
        for number in range(count):
            tags = tuple(self.lying) + (noise if number == 0 else ())
            progress = self.enrolment.take(AntennaRead("hf1", 3, tags, number * SWEEP_NS, (number + 1) * SWEEP_NS))
            if progress is not None:
                told.append(progress)
        self.said += told
        return told

    def lay(self, *tags: bytes) -> list[Progress]:
        self.lying += tags
        return self.sweeps()

    def lift(self, *tags: bytes) -> list[Progress]:
        self.lying = [tag for tag in self.lying if tag not in tags]
        return self.sweeps()

    def clear(self) -> list[Progress]:
        self.lying = []
        return self.sweeps()


def started(others: dict[str, dict[bytes, Card]] | None = None) -> Antenna:
    antenna = Antenna(Enrolment(others or {}))
    antenna.clear()
    return antenna


def batch_laid(antenna: Antenna, first: int = 0) -> None:
    for card in ORDER[first : first + 4]:
        antenna.lay(tag(card))


def test_a_whole_deck_in_order() -> None:
    antenna = started()
    for first in range(0, 52, 4):
        for card in ORDER[first : first + 4]:
            assert antenna.enrolment.progress.text == f"Lay {card_text(card)}."
            antenna.lay(tag(card))
        assert antenna.enrolment.phase == "review"
        antenna.enrolment.keep()
        antenna.clear()
    assert antenna.enrolment.phase == "done"
    assert antenna.enrolment.deck() == WHOLE
    assert findings(DeckRegistry().with_deck("blue", antenna.enrolment.deck())) == []
    assert antenna.enrolment.progress.done_cards == 52


def test_a_deck_with_a_joker_asks_for_it_last() -> None:
    antenna = Antenna(Enrolment({}, joker=True))
    antenna.clear()
    for first in range(0, 53, 4):
        for card in ORDER_WITH_JOKER[first : first + 4]:
            name = "the joker" if card == ORDER_WITH_JOKER[-1] else card_text(card)
            assert antenna.enrolment.progress.text == f"Lay {name}."
            antenna.lay(tag(card))
        antenna.enrolment.keep()
        antenna.clear()
    assert antenna.enrolment.progress.text == "All 53 cards are enrolled."
    deck = antenna.enrolment.deck()
    assert deck == {tag(card): card for card in ORDER_WITH_JOKER}
    assert findings(DeckRegistry().with_deck("blue", deck)) == []


def test_a_deck_with_a_joker_is_written_and_read(tmp_path: Path) -> None:
    deck = {tag(card): card for card in ORDER_WITH_JOKER}
    save_decks(tmp_path / "decks.json", DeckRegistry().with_deck("blue", deck))
    assert load_decks(tmp_path / "decks.json").decks["blue"] == deck


def test_the_order_begins_with_the_ace_of_spades_and_names_every_card_once() -> None:
    assert [card_text(card) for card in ORDER[:3]] == ["As", "Ks", "Qs"]
    assert [card_text(card) for card in ORDER[13:15]] == ["Ah", "Kh"]
    assert sorted(ORDER) == list(range(52))


def test_it_waits_for_an_empty_antenna_first() -> None:
    antenna = Antenna(Enrolment({}))
    antenna.lay(b"left from before")
    assert antenna.enrolment.phase == "clear"
    assert antenna.enrolment.progress.text == "Take every card off the antenna."
    (told,) = antenna.clear()
    assert told.text == "Lay As."


def test_a_card_read_with_misses_still_counts_and_only_once() -> None:
    antenna = started()
    for number in range(60):
        antenna.lying = [tag(ORDER[0])] if number % 5 else []
        antenna.sweeps(1)
    assert antenna.enrolment.progress.text == f"Lay {card_text(ORDER[1])}."


def test_mangled_ids_never_count() -> None:
    antenna = started()
    for number in range(2_000):
        antenna.sweeps(1, noise=(number.to_bytes(8, "big"),))
    assert antenna.enrolment.progress.text == "Lay As."
    antenna.lay(tag(ORDER[0]))
    assert antenna.enrolment.progress.text == f"Lay {card_text(ORDER[1])}."


def test_two_cards_at_once_are_refused_until_both_are_away() -> None:
    antenna = started()
    antenna.lay(tag(ORDER[0]))
    (told,) = antenna.lay(tag(ORDER[1]), tag(ORDER[2]))
    assert told.problem == "several"
    assert antenna.lift(tag(ORDER[2])) == []  # which of the two is left, nobody knows
    assert antenna.enrolment.progress.problem == "several"
    (told,) = antenna.lift(tag(ORDER[1]))
    assert (told.problem, told.text) == ("", f"Lay {card_text(ORDER[1])}.")


def test_a_card_of_this_deck_laid_again_is_refused() -> None:
    antenna = started()
    batch_laid(antenna)
    antenna.enrolment.keep()
    antenna.clear()
    (told,) = antenna.lay(tag(ORDER[2]))
    assert told.problem == "enrolled"
    assert "in this deck" in told.text
    (told,) = antenna.clear()
    assert told.text == f"Lay {card_text(ORDER[4])}."


def test_a_card_of_another_deck_is_refused_by_that_decks_name() -> None:
    antenna = started({"red": {b"red card": Card(7)}})
    (told,) = antenna.lay(b"red card")
    assert told.problem == "enrolled"
    assert "in deck red" in told.text


def test_a_card_taken_up_too_early_is_missed_and_may_come_back() -> None:
    antenna = started()
    antenna.lay(tag(ORDER[0]))
    antenna.lay(tag(ORDER[1]))
    (told,) = antenna.lift(tag(ORDER[0]))
    assert told.problem == "taken_up"
    assert told.text.startswith("As cannot be read any more")
    (told,) = antenna.lay(tag(ORDER[0]))
    assert told.text == f"Lay {card_text(ORDER[2])}."


def test_a_batch_with_too_many_or_too_few_cards_is_not_kept() -> None:
    antenna = started()
    batch_laid(antenna)
    assert antenna.lay(b"a fifth!")[-1].problem == "several"
    antenna.enrolment.keep()
    assert antenna.enrolment.progress.done_cards == 0
    antenna.lift(b"a fifth!")
    assert antenna.lift(tag(ORDER[3]))[-1].problem == "taken_up"
    antenna.enrolment.keep()
    assert antenna.enrolment.progress.done_cards == 0
    antenna.lay(tag(ORDER[3]))
    antenna.enrolment.keep()
    assert antenna.enrolment.progress.done_cards == 4


def test_undo_forgets_this_batch_and_then_the_one_before() -> None:
    antenna = started()
    batch_laid(antenna)
    antenna.enrolment.keep()
    antenna.clear()
    antenna.lay(tag(ORDER[5]))  # the wrong card
    antenna.enrolment.undo()
    antenna.clear()
    assert antenna.enrolment.progress.text == f"Lay {card_text(ORDER[4])}."
    assert antenna.enrolment.progress.done_cards == 4
    antenna.enrolment.undo()
    antenna.clear()
    assert antenna.enrolment.progress.text == "Lay As."
    assert antenna.enrolment.progress.done_cards == 0
    antenna.enrolment.undo()
    antenna.clear()
    assert antenna.enrolment.progress.text == "Lay As."


def test_an_unfinished_deck_is_not_given_out() -> None:
    with pytest.raises(SensingError, match="0 of 52"):
        started().enrolment.deck()


def test_a_last_batch_that_is_smaller() -> None:
    antenna = Antenna(Enrolment({}, batch_size=5))
    antenna.clear()
    for first in range(0, 52, 5):
        for card in ORDER[first : first + 5]:
            antenna.lay(tag(card))
        antenna.enrolment.keep()
        antenna.clear()
    assert antenna.enrolment.deck() == WHOLE


noise_or_card = st.one_of(st.sampled_from([tag(card) for card in ORDER[:8]]), st.binary(min_size=8, max_size=8))


@given(st.lists(st.tuples(st.lists(noise_or_card, max_size=6), st.integers(1, 9), st.sampled_from(["", "keep", "undo"])), max_size=40))
def test_whatever_lies_there_no_tag_stands_for_two_cards(acts: list[tuple[list[bytes], int, str]]) -> None:
    enrolment = Enrolment({"red": {tag(ORDER[7]): ORDER[0]}})
    for tags, sweeps, then in acts:
        for _ in range(sweeps):
            enrolment.take(AntennaRead("hf1", 3, tuple(tags), 0, 1))
        if then:
            getattr(enrolment, then)()
        held = [*enrolment._kept, *enrolment._batch]
        assert len(held) == len(set(held))
        assert tag(ORDER[7]) not in enrolment._kept
        assert len(enrolment._seen) < 200


# -- with a person ----------------------------------------------------------------------------


class Person:
    """Lays what is asked for, one act every half second, and answers questions from a list."""

    def __init__(self, answers: dict[int, str] | None = None) -> None:
        self.reads = BoardReads("hf1", 3)
        self.said: list[str] = []
        self.lying: list[bytes] = []
        self.questions = 0
        self.silent = False
        self.mistakes: list[bytes] = []  # laid, one after another, in place of the card that is asked for
        self._answers = answers or {}
        self._by_text = {f"Lay {card_text(card)}.": tag(card) for card in ORDER}

    def say(self, text: str) -> None:
        self.said.append(text)
        if text.startswith("Take every card"):
            self.lying = []
        elif text in self._by_text:
            self.lying.append(self.mistakes.pop() if self.mistakes else self._by_text[text])
        elif "take it away" in text:
            self.lying.pop()

    async def ask(self, question: str) -> str:
        await asyncio.sleep(1.5)
        self.questions += 1
        return self._answers.get(self.questions, "")

    async def sweep(self) -> None:
        while True:
            await asyncio.sleep(0.04)
            if not self.silent:
                now_ns = round(asyncio.get_running_loop().time() * 1e9)
                self.reads.put(AntennaRead("hf1", 3, tuple(self.lying), now_ns - SWEEP_NS, now_ns))
                self.reads.put(AntennaRead("hf1", 4, (b"next one",), now_ns - SWEEP_NS, now_ns))


def with_person(person: Person, work: Callable[[], Awaitable[int]]) -> int:
    async def both() -> int:
        sweeping = asyncio.create_task(person.sweep())
        try:
            async with asyncio.timeout(3600):  # an hour of table time: a person who goes in circles fails the test
                return await work()
        finally:
            sweeping.cancel()

    main: Callable[[], Coroutine[Any, Any, int]] = both
    return clock.run(main, speed=None)


def test_a_person_enrols_a_deck(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    person = Person()
    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, person.ask)) == 0
    assert load_decks(path).decks["blue"] == WHOLE
    assert person.questions == 13
    assert person.said[-1] == f"Deck blue is enrolled in {path}."
    listed: list[str] = []
    assert list_decks(path, listed.append) == 0
    assert listed == ["blue: 52 cards"]
    checked: list[str] = []
    assert check_decks(path, checked.append) == 0
    assert checked == [f"{path}: blue: in order"]


def test_no_tag_is_ever_said(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    red = bytes((0xE0, 0x04, 0x01, 0xAB, 0xCD, 0xEF, 0x78, 0))
    save_decks(path, DeckRegistry().with_deck("red", {red: Card(3)}))
    person = Person()
    person.mistakes = [red]
    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, person.ask)) == 0
    assert any("in deck red" in text for text in person.said)
    list_decks(path, person.say)
    check_decks(path, person.say)
    assert not any("abcdef" in text.lower() for text in person.said)


def test_a_batch_laid_again_when_the_person_asks(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    person = Person({2: "U", 3: "what?"})
    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, person.ask)) == 0
    assert person.said.count("Lay Ts.") == 2
    assert "That is none of the answers." in person.said
    assert load_decks(path).decks["blue"] == WHOLE


def test_stopping_saves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    person = Person({13: "q"})
    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, person.ask)) == 1
    assert person.said[-1] == "Stopped: nothing was saved."
    assert not path.exists()


def test_a_deck_is_not_replaced_by_accident(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    save_decks(path, DeckRegistry().with_deck("blue", {b"old tag!": Card(0)}))
    person = Person()
    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, person.ask)) == 1
    assert "enrolled already" in person.said[-1]
    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, person.ask, replace=True)) == 0
    assert load_decks(path).decks["blue"] == WHOLE


def test_a_deck_enrolled_meanwhile_survives(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    person = Person()

    async def ask(question: str) -> str:
        save_decks(path, DeckRegistry().with_deck("green", {b"green ta": Card(0)}))
        return await person.ask(question)

    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, ask)) == 0
    assert sorted(load_decks(path).decks) == ["blue", "green"]


def test_a_card_enrolled_in_another_deck_meanwhile_is_found_before_saving(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    person = Person()

    async def ask(question: str) -> str:
        save_decks(path, DeckRegistry().with_deck("green", {tag(ORDER[0]): Card(0)}))
        return await person.ask(question)

    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, ask)) == 1
    assert person.said[-1] == "Nothing was saved."
    assert sorted(load_decks(path).decks) == ["green"]


def test_a_silent_antenna_is_said_once_and_when_it_is_back(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    person = Person()
    person.silent = True

    async def work() -> int:
        asyncio.get_running_loop().call_later(30.0, setattr, person, "silent", False)
        return await enrol(path, "blue", person.reads, person.say, person.ask)

    assert with_person(person, work) == 0
    assert sum("is silent" in text for text in person.said) == 1
    assert sum("The antenna is back." in text for text in person.said) == 1


@pytest.mark.parametrize("name", ["Blue", "", "a b"])
def test_a_bad_name_is_refused_before_anybody_lays_a_card(tmp_path: Path, name: str) -> None:
    person = Person()
    assert with_person(person, lambda: enrol(tmp_path / "decks.json", name, person.reads, person.say, person.ask)) == 1
    assert len(person.said) == 1


def test_every_command_refuses_a_file_that_others_may_read(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    save_decks(path, DeckRegistry())
    path.chmod(0o644)
    person = Person()
    assert with_person(person, lambda: enrol(path, "blue", person.reads, person.say, person.ask)) == 1
    assert list_decks(path, person.say) == 1
    assert check_decks(path, person.say) == 1
    assert len(person.said) == 3
    assert all("chmod 600" in text for text in person.said)


def test_an_empty_registry_says_what_to_do(tmp_path: Path) -> None:
    said: list[str] = []
    assert list_decks(tmp_path / "none.json", said.append) == 0
    assert check_decks(tmp_path / "none.json", said.append) == 1
    assert all("smarttable deck enrol NAME --config FILE" in text for text in said)


def test_a_broken_deck_fails_the_check(tmp_path: Path) -> None:
    path = tmp_path / "decks.json"
    save_decks(path, DeckRegistry().with_deck("blue", {tag(card): card for card in ORDER[1:]}))
    said: list[str] = []
    assert check_decks(path, said.append, "blue") == 1
    assert "1 of 52 cards" in said[0]
    assert "As" in said[0]
    assert check_decks(path, said.append, "green") == 1
