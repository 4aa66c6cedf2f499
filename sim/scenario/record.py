"""A hand that was played, written down as a scenario: what was done, and what it came to.

It names every card of the hand. What the language has no act for, and what was refused, is a comment.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from controller import events
from controller.effects import CommandDone, Effect, Tell
from controller.events import CardMoved, Discrepancy, Event, Tick
from controller.game.cards import Card, card_text
from controller.game.variants import FIRST_GAME
from controller.game.zones import BOARD, BOARDS, BURN, HOLE, HOLE_SEAT, MUCK, STUB, UP, UP_SEAT, Zone
from controller.rules.house import House
from controller.table.clocks import TIMER
from controller.table.correction import ENTRIES
from controller.table.house_rules import in_force
from controller.table.table import Table
from sim.scenario.compare import payoffs_of, stacks_of, state_of
from sim.scenario.differs import words
from sim.scenario.rotation import written as round_words
from sim.scenario.ruled import announcements_in, rulings_in
from sim.scenario.sense import BOARD_CARDS

#: Longer than any card is waited for. Units: seconds.
_IN_VAIN_S: Final = 20

#: How much longer than the clock is waited. Units: seconds.
_LATER_S: Final = 0.1

Act = tuple[str, Mapping[str, Any]]


class Recorder:
    """Follows the events of one hand, from its `new_hand` on."""

    def __init__(self, name: str, house: House) -> None:
        self._name = name
        self._house = house
        self._head: list[str] = []
        self._do: list[str] = []
        self._sat: set[int] = set()  # who sits at the table that is written down: not who has lost his last chips before
        self._lying: dict[Card, Zone] = {}
        self._entries: list[int] = []
        self._table: Table | None = None
        self._dealing = False  # the hand waited for cards before the present event
        self._lay_there = 0  # chips of earlier deals in the pot, when the hand began
        self._clock_ns = 0  # when the clock was called, or told something last

    @property
    def begun(self) -> bool:
        """Whether the hand's beginning has been taken."""
        return self._table is not None

    def take(self, event: Event, effects: Sequence[Effect], table: Table) -> None:
        """Note an event, what was told of it, and the table after it."""
        over = self._table is not None and self._table.hand is not None and self._table.hand.over
        self._dealing = self._table is not None and self._table.hand is not None and self._table.hand.stage == "dealing"
        self._table = table
        if isinstance(event, events.NewHand):
            self._begin(table, new_game=any(isinstance(one, Tell) and one.kind == "game_changed" for one in effects))
            if event.bomb_pot is not None:
                self._write("bomb_pot", {"ante": event.bomb_pot.ante_chips, "boards": event.bomb_pot.boards})
        elif isinstance(event, CardMoved):
            if not over:  # afterwards the cards are gathered
                self._moved(event)
        elif isinstance(event, Tick):
            self._waited(event, effects)
        elif not isinstance(event, Discrepancy):
            self._said(event, effects)
            if isinstance(event, events.Sit):
                self._sat.add(event.seat)
        if isinstance(event, ENTRIES):
            self._entries += [tell.seq for tell in effects[:1] if isinstance(tell, Tell) and tell.kind != "prompt"]

    def text(self) -> str:
        """Return the scenario, with what the hand came to as what is expected. It has begun."""
        table = self._table
        if table is None:
            raise ValueError("no hand was taken: there is nothing to write down")
        state = state_of(table)
        stacks = {seat: chips for seat, chips in sorted(stacks_of(table).items()) if seat in self._sat}
        if self._lay_there:
            return self._without_the_pot()
        expected = [f"  stacks: {words(stacks)}"]
        payoffs = payoffs_of(table)
        if payoffs is not None and not sum(payoffs.values()):  # else chips stay in the pot
            expected.insert(0, f"  payoffs: {words(dict(sorted(payoffs.items())))}")
        standing = {name: state[name] for name in ("stage", "street", "board", "boards", "to_act")}
        expected.append(f"  state: {words(standing)}")
        first = next((line for line in self._do if not line.startswith("  #")), "")  # a refusal is a comment, and no act
        begins = bool(first) and not first.startswith("  - ack")  # what is said of a new game begins no hand
        return "\n".join([*self._head, "do:", *(() if begins else ["  - next_hand"]), *self._do, "expect:", *expected, ""])

    def _without_the_pot(self) -> str:
        """A hand that began with chips of earlier deals in the pot: what was done, and nothing that hangs on them."""
        lay = f"# {self._lay_there} chips lay in the pot from deals before it that nobody won: the language has no word for them"
        return "\n".join([lay, *self._head, "do:", *(self._do or ["  - next_hand"]), ""])

    def _begin(self, table: Table, *, new_game: bool) -> None:
        before = table.before or table
        self._lay_there = 0 if table.hand is None else table.hand.setup.carried.chips
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
        ]

    def _moved(self, event: CardMoved) -> None:
        card, to_zone = event.card, event.to_zone
        lies = self._lying.get(card, STUB)
        if to_zone in (None, lies):
            return
        self._lying[card] = to_zone
        text = card_text(card)
        if lies != STUB or to_zone == MUCK:
            self._write("move", {"card": text, "from": lies, "to": to_zone})
        elif to_zone in HOLE_SEAT:
            self._write("deal", {"to": HOLE_SEAT[to_zone], "cards": [text]})
        elif to_zone in UP_SEAT:
            self._write("deal", {"to": UP_SEAT[to_zone], "cards": [text], "up": True})
        elif to_zone == BURN:
            self._do.append(f"  - burn: {text}")
        elif to_zone in BOARDS and self._too_many():
            self._write("move", {"card": text, "to": to_zone})
        elif to_zone == BOARD:
            self._do.append(f"  - board: [{text}]")
        elif to_zone in BOARDS:
            self._write("board", {"cards": [text], "on": BOARDS.index(to_zone) + 1})

    def _too_many(self) -> bool:
        """Whether more lies on the boards than all of them have: no `board` of the language puts it there."""
        hand = None if self._table is None else self._table.hand
        boards = 1 if hand is None else 1 + len(hand.boards.further)
        return sum(zone in BOARDS for zone in self._lying.values()) > BOARD_CARDS * boards

    def _waited(self, event: Tick, effects: Sequence[Effect]) -> None:
        """A called clock was waited for, or a card that the hand goes on without; other timers ask, which they do anyhow."""
        hand = None if self._table is None else self._table.hand
        if event.timer != TIMER and self._dealing and hand is not None and hand.stage != "dealing":
            self._do.append(f"  - wait: {_IN_VAIN_S}s")
        if event.timer == TIMER and effects:
            self._do.append(f"  - wait: {(event.at_ns - self._clock_ns) / 1e9 + _LATER_S:.3f}s")
            self._clock_ns = event.at_ns

    def _said(self, event: Any, effects: Sequence[Effect]) -> None:
        done = effects[-1] if effects else None
        verb = type(event).__struct_config__.tag
        if not isinstance(done, CommandDone) or not done.ok:
            self._do.append(f"  # refused: {verb} ({done.code if isinstance(done, CommandDone) else 'no answer'})")
            return
        if isinstance(event, events.Correct):
            self._correct(event)
            return
        if isinstance(event, events.Ack | events.FloorRule):
            self._write(*_of_the_docket(event, effects))
            return
        if isinstance(event, events.Clock):
            self._clock_ns = event.head.at_ns
        row = _ACTS.get(type(event))
        if row is None:
            self._do.append(f"  # left out: {verb}")
            return
        name, args = row(event)
        self._write(name, args)
        if isinstance(event, events.Muck) or (isinstance(event, events.Act) and event.do == "fold"):
            his = (HOLE[event.seat], UP[event.seat])
            self._lying = {card: MUCK if zone in his else zone for card, zone in self._lying.items()}

    def _correct(self, event: events.Correct) -> None:
        """A correction names its entry by counting back; one of an entry that was corrected before names that correction."""
        first = next(
            (one.first_seq for one in event.entries if one.first_seq <= event.seq <= one.last_seq or event.seq in one.corrected_by), -1
        )
        if first not in self._entries:
            self._do.append("  # left out: correct")
            return
        at = self._entries.index(first)
        change = event.change
        args: dict[str, Any] = {"back": len(self._entries) - at, "by": "dealer" if event.head.role == "dealer" else "floor"}
        if change.remove:
            args["remove"] = True
            del self._entries[at]
        args |= {name: one for name, one in (("do", change.do), ("to", change.to_chips)) if one is not None}
        self._write("correct", args)

    def _write(self, name: str, args: Mapping[str, Any]) -> None:
        fields = ", ".join(f"{key}: {_quoted(value) if key in _FREE else words(value)}" for key, value in args.items() if value is not None)
        self._do.append(f"  - {name}: {{{fields}}}" if fields else f"  - {name}")


def _played(table: Table, house: House, *, new_game: bool) -> Iterator[str]:
    """What is played; where the hand is the first of a game, the rotation from that game on, for the game is announced."""
    rotation = table.around.rotation
    if rotation is not None and new_game:
        games = (*rotation.games[rotation.at :], *rotation.games[: rotation.at])
        yield f"  rotation: [{', '.join(words(round_words(one)) for one in games)}]"
    elif (game := table.stakes.game or house.variant) != FIRST_GAME:
        yield f"  game: {game}"


#: Fields that people type: any text, which is written in quotes.
_FREE: Final = frozenset({"name", "reason"})


def _of_the_docket(event: events.Ack | events.FloorRule, effects: Sequence[Effect]) -> Act:
    """What was acknowledged or decided about: by what it is, for an id means nothing in a scenario."""
    if isinstance(event, events.Ack):
        announced = announcements_in(effects)
        return "ack", {"announcement": announced[-1].about} if announced else {}
    ruling = rulings_in(effects)[-1]
    return "floor", {
        "kind": ruling.kind,
        "seat": ruling.seat,
        "decision": event.decision,
        "alternative": event.alternative or None,
        "reason": event.reason or None,
        "by": _by(event.head.role),
    }


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _lasts(clock: events.Clock) -> Mapping[str, Any]:
    return {"lasts": f"{clock.seconds}s"} if clock.seconds is not None else {} if clock.house_time else {"stop": True}


def _by_floor(role: str) -> str | None:
    return "floor" if role in ("floor", "admin") else None


def _by(role: str) -> str:
    return "dealer" if role == "dealer" else "floor"


#: Command → the act that presses it.
_ACTS: Final[Mapping[type, Callable[[Any], Act]]] = {
    events.Post: lambda e: ("post", {"seat": e.seat} if e.seat else {"who": "blinds"}),
    events.Straddle: lambda e: ("straddle", {"seat": e.seat, "amount": e.amount_chips}),
    events.Act: lambda e: ("act", {"seat": e.seat, "do": e.do, "to": e.to_chips, "early": e.early or None, "by": _by_floor(e.head.role)}),
    events.Show: lambda e: ("show", {"seat": e.seat, "cards": e.cards and [*map(card_text, e.cards)], "by": _by_floor(e.head.role)}),
    events.Draw: lambda e: ("act", {"seat": e.seat, "do": e.do, "number": e.number}),
    events.RunIt: lambda e: ("run_it", {"times": e.times}),
    events.Muck: lambda e: ("muck", {"seat": e.seat}),
    events.Sit: lambda e: ("sit", {"seat": e.seat, "stack": e.stack_chips, "name": e.name}),
    events.Stand: lambda e: ("stand", {"seat": e.seat}),
    events.BuyIn: lambda e: ("buy_in", {"seat": e.seat, "amount": e.amount_chips}),
    events.Button: lambda e: ("button", {"to": e.seat}),
    events.EnterCard: lambda e: ("enter", {"place": e.zone, "card": card_text(e.card), "by": _by(e.head.role)}),
    events.Pause: lambda _: ("pause", {}),
    events.Resume: lambda _: ("resume", {}),
    events.FloorCall: lambda e: ("call_floor", {"seat": e.seat, "reason": e.reason or None}),
    events.Clock: lambda e: ("time", {"seat": e.seat, **_lasts(e), "by": _by(e.head.role)}),
    events.Request: lambda e: (
        "request",
        {"seat": e.seat, "what": e.what} | ({"of": e.of} if e.of else {}) | ({"amount": e.amount_chips} if e.amount_chips else {}),
    ),
    events.Answer: lambda e: ("answer", {"with": e.answer}),
    events.VoidHand: lambda e: ("void", {"reason": e.reason or None}),
    events.SetRotation: lambda e: (
        "rotation",
        {
            "games": [round_words(one) for one in e.rounds] if e.rounds else None,
            "position": e.position if e.position > 1 else None,
            "minutes": e.minutes,
            "stop": True if e.rounds == () else None,
        },
    ),
    events.SetStakes: lambda e: (
        "stakes",
        {
            "small_blind": e.stakes.small_blind,
            "big_blind": e.stakes.big_blind,
            "ante": e.stakes.ante,
            **{name: getattr(e.stakes, name) or None for name in ("limit", "small_bet", "big_bet", "unit")},
            "max_bets": [*e.stakes.max_bets] or None,
        },
    ),
}
