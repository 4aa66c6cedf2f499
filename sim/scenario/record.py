"""A hand that was played, written down as a scenario: what was done, and what it came to.

It names every card of the hand. What the language has no act for, and what was refused, is a comment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from controller import events
from controller.effects import CommandDone, Effect, Tell
from controller.events import CardMoved, CardSeen, DeckRead, Discrepancy, Event, ForeignCard, Tick
from controller.game.variants import FIRST_GAME
from controller.rules.house import House
from controller.table.correction import ENTRIES
from controller.table.dealing.state import LETTERS
from controller.table.house_rules import in_force
from controller.table.table import Table
from sim.scenario.compare import payoffs_of, stacks_of, state_of
from sim.scenario.differs import words
from sim.scenario.play import BETWEEN
from sim.scenario.record_acts import act_of, shuffled
from sim.scenario.record_cards import Cards
from sim.scenario.record_lines import Lines
from sim.scenario.record_waits import Waits
from sim.scenario.rotation import written as round_words

#: What a table says of its shuffler.
_SHUFFLER: Final = "  shuffler: true"
#: Commands before which somebody looks whether the cards of a hand that is over have come back.
_LOOKS: Final = (events.Shuffle, events.Button, events.Report)

#: Commands that answer what the table has said.
_ANSWERS: Final = (events.FloorRule, events.Answer)


class Recorder:
    """Follows the events of one hand, from its `new_hand` on."""

    def __init__(self, name: str, house: House) -> None:
        self._name = name
        self._house = house
        self._head: list[str] = []
        self._lines = Lines()
        self._cards = Cards(self._lines)
        self._waits = Waits(self._lines, house)
        self._sat: set[int] = set()  # who sits at the table that is written down: not who has lost his last chips before
        self._entries: list[int] = []
        self._table: Table | None = None
        self._lay_there = 0  # chips of earlier deals in the pot, when the hand began

    @property
    def begun(self) -> bool:
        """Whether the hand's beginning has been taken."""
        return self._table is not None

    def take(self, event: Event, effects: Sequence[Effect], table: Table) -> None:
        """Note an event, what was told of it, and the table after it."""
        hand = None if self._table is None else self._table.hand
        self._table = table
        if isinstance(event, events.NewHand):
            self._begin(event, effects, table)
        elif isinstance(event, CardMoved):
            if hand is not None and hand.over:
                self._cards.gathered(event)
            else:
                self._waits.came(event.after_ns, event.by_ns, effects)
                self._cards.moved(event, table.hand)
        elif isinstance(event, CardSeen):
            self._cards.shows(event)
        elif isinstance(event, ForeignCard):
            self._cards.foreign(event)
        elif isinstance(event, DeckRead):
            if _SHUFFLER not in self._head:
                self._head.append(_SHUFFLER)
            self._cards.passed(event)
        elif isinstance(event, Tick):
            self._waits.up(event, effects, table)
        elif not isinstance(event, Discrepancy):
            if isinstance(event, _LOOKS) and hand is not None and hand.over and _taken(effects):
                self._cards.level()
            self._said(event, effects)
        if isinstance(event, ENTRIES):
            self._entries += [tell.seq for tell in effects[:1] if isinstance(tell, Tell) and tell.kind != "prompt"]
        self._waits.follow(table)

    def text(self) -> str:
        """Return the scenario, with what the hand came to as what is expected. It has begun."""
        table = self._table
        if table is None:
            raise ValueError("no hand was taken: there is nothing to write down")
        state = state_of(table)
        stacks = {seat: chips for seat, chips in sorted(stacks_of(table).items()) if seat in self._sat}
        done = [*self._head, "do:", *self._lines.text(before=BETWEEN)]
        if self._lay_there:
            lay = f"# {self._lay_there} chips lay in the pot from deals before it that nobody won: the language has no word for them"
            return "\n".join([lay, *done, ""])  # and nothing is expected that hangs on them
        expected = [f"  stacks: {words(stacks)}"]
        payoffs = payoffs_of(table)
        if payoffs is not None and not sum(payoffs.values()):  # else chips stay in the pot
            expected.insert(0, f"  payoffs: {words(dict(sorted(payoffs.items())))}")
        standing = {name: state[name] for name in ("stage", "street", "board", "boards", "to_act")}
        expected.append(f"  state: {words(standing)}")
        return "\n".join([*done, "expect:", *expected, ""])

    def _begin(self, event: events.NewHand, effects: Sequence[Effect], table: Table) -> None:
        self._lay_there = 0 if table.hand is None else table.hand.setup.carried.chips
        self._at_the_table(table, new_game=any(isinstance(one, Tell) and one.kind == "game_changed" for one in effects))
        self._cards.begin(table.around.deck.name)
        shuffle = table.around.shuffled
        if shuffle.hand == table.hand_number and shuffle.steps:
            for letter in shuffle.steps:
                self._lines.act(*shuffled(_STEPS[letter]))
            if event.bomb_pot is None:
                self._lines.act("next_hand", {})
        if event.bomb_pot is not None:
            self._lines.act("bomb_pot", {"ante": event.bomb_pot.ante_chips, "boards": event.bomb_pot.boards})
        posted = [one.seat for one in effects if isinstance(one, Tell) and one.kind == "posted" and one.seat is not None]
        for seat in dict.fromkeys(posted):  # for the deal before, which was a misdeal
            self._lines.act("post", {"seat": seat})

    def _at_the_table(self, table: Table, *, new_game: bool) -> None:
        before = table.before or table
        house = in_force(before, self._house)
        stakes = table.stakes
        written: dict[str, Any] = {"small_blind": stakes.small_blind, "big_blind": stakes.big_blind}
        if stakes.ante:
            written |= {"ante": stakes.ante, "ante_from": stakes.ante_from}
        given = {"min_bet": stakes.min_bet, "small_bet": stakes.small_bet, "big_bet": stakes.big_bet, "max_bet": [*stakes.max_bets]}
        given |= {"bring_in": stakes.bring_in, "button_blind": stakes.button_blind, "unit": stakes.unit if stakes.unit > 1 else 0}
        written |= {name: one for name, one in given.items() if one}
        seats = {seat: held.stack_chips for seat, held in enumerate(before.seats, 1) if held is not None and held.stack_chips}
        self._sat = set(seats)
        self._head = [
            f"name: {json.dumps(self._name, ensure_ascii=False)}",
            "table:",
            f"  book: {house.book}",
            *([f"  options: {words(changed)}"] if (changed := house.changed()) else ()),
            *_played(table, house, new_game=new_game),
            *([f"  limit: {stakes.limit}"] if stakes.limit != "no_limit" else ()),
            f"  stakes: {words(written)}",
            f"  seats: {words(seats)}",
            f"  button: {table.button}",
            *([f"  board_antennas: {house.board_antennas}"] if house.board_antennas > 1 else ()),
            *(["  announcements: true"] if house.announcing is not None else ()),
        ]

    def _said(self, event: Any, effects: Sequence[Effect]) -> None:
        verb = type(event).__struct_config__.tag
        if not _taken(effects):
            done = effects[-1] if effects else None
            self._lines.comment(f"refused: {verb} ({done.code if isinstance(done, CommandDone) else 'no answer'})")
            return
        if isinstance(event, _ANSWERS):
            self._waits.answered(event.head.at_ns)
        self._waits.said()
        if isinstance(event, events.Clock):
            self._waits.called(event.head.at_ns)
        if isinstance(event, events.Sit):
            self._sat.add(event.seat)
        if isinstance(event, events.Correct):
            self._correct(event)
        elif isinstance(event, events.Deck):
            self._cards.deck(event)
        elif (act := act_of(event, effects)) is None:
            self._lines.comment(f"left out: {verb}")
        else:
            at = self._lines.act(*act)
            if isinstance(event, events.Muck) or (isinstance(event, events.Act) and event.do == "fold"):
                self._cards.given_up(event.seat, at if isinstance(event, events.Act) else None)
        if isinstance(event, events.Request) and event.what == "retrieve":
            self._cards.kept(event.seat)

    def _correct(self, event: events.Correct) -> None:
        """A correction names its entry by counting back; one of an entry that was corrected before names that correction."""
        first = next(
            (one.first_seq for one in event.entries if one.first_seq <= event.seq <= one.last_seq or event.seq in one.corrected_by), -1
        )
        if first not in self._entries:
            self._lines.comment("left out: correct")
            return
        at = self._entries.index(first)
        change = event.change
        args: dict[str, Any] = {"back": len(self._entries) - at, "by": "dealer" if event.head.role == "dealer" else "floor"}
        if change.remove:
            args["remove"] = True
            del self._entries[at]
        args |= {name: one for name, one in (("do", change.do), ("to", change.to_chips)) if one is not None}
        self._lines.act("correct", args)


def _played(table: Table, house: House, *, new_game: bool) -> Iterator[str]:
    """What is played; where the hand is the first of a game, the rotation from that game on, for the game is announced."""
    rotation = table.around.rotation
    if rotation is not None and new_game:
        games = (*rotation.games[rotation.at :], *rotation.games[: rotation.at])
        yield f"  rotation: [{', '.join(words(round_words(one)) for one in games)}]"
    elif (game := table.stakes.game or house.variant) != FIRST_GAME:
        yield f"  game: {game}"


def _taken(effects: Sequence[Effect]) -> bool:
    """Whether a command was taken."""
    done = effects[-1] if effects else None
    return isinstance(done, CommandDone) and done.ok


#: The steps of a shuffle by their letters.
_STEPS: Final = {letter: step for step, letter in LETTERS.items()}
