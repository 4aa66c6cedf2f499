"""A table driven event by event, for tests of the core: every step is checked for what must always hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from controller.core import step
from controller.effects import CommandDone, Effect, Tell
from controller.events import (
    Act,
    Button,
    BuyIn,
    CardMoved,
    Command,
    Event,
    Evidence,
    Header,
    Muck,
    NewHand,
    Post,
    Show,
    Sit,
    Stand,
    VoidHand,
)
from controller.game.betting import Legal, legal
from controller.game.cards import Card, parse_cards
from controller.game.chips import Stakes
from controller.game.hand import Hand
from controller.game.zones import BOARD, HOLE, STUB, Zone
from controller.rules.house import House
from controller.table.table import Table, new_table

EVIDENCE = Evidence("hf0", 3, 3)
#: Cards that help nobody's example, for seats whose cards do not matter.
COMMANDS = get_args(Command)


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of `AsKd`, blanks ignored."""
    found = parse_cards(text.replace(" ", ""))
    assert found is not None, text
    return found


def chips_of(table: Table) -> int:
    """Every chip at the table, wherever it lies."""
    hand = table.hand
    playing: Mapping[int, int] = {}
    if hand is not None and hand.stage != "ended":
        playing = {seat: a + b for seat, a, b in zip(hand.seats, hand.stacks, hand.put_in, strict=True)}
    left = hand.setup.carried.chips if playing and hand is not None else table.around.carried.chips  # of deals without a winner
    return left + sum(playing.get(n, held.stack_chips) for n, held in enumerate(table.seats, 1) if held is not None)


def check_step(before: Table, event: Event, after: Table, effects: Sequence[Effect]) -> None:
    """What holds for every step, of whatever event, in whatever state."""
    tells = [e for e in effects if isinstance(e, Tell)]
    seq, rev = before.seq, before.rev
    for tell in tells:
        assert (tell.seq, tell.rev_before, tell.rev_after) == (seq + 1, rev, rev + 1)
        seq, rev = seq + 1, rev + 1
    assert (after.seq, after.rev) == (seq, rev)
    answers = [e for e in effects if isinstance(e, CommandDone)]
    if isinstance(event, COMMANDS):
        assert len(answers) == 1
        assert effects[-1] is answers[0]
        assert (answers[0].cmd_id, answers[0].rev) == (event.head.cmd_id, after.rev)
        if not answers[0].ok:
            assert after == before
            assert not tells
            assert answers[0].code
            assert answers[0].message
        else:
            assert tells, "what was done is told"
    else:
        assert not answers
    if not tells:
        assert after == before


class AtTable:
    """Players with the given stacks at seats 1, 2, …; None leaves a seat empty. The button lies at `button`."""

    def __init__(self, stacks: Sequence[int | None], stakes: Stakes, *, button: int | None = None, house: House | None = None) -> None:
        # many an example folds where it could check, which is not what it is about
        self.house = house or House(seats=max(2, len(stacks)), stakes=stakes, without=frozenset({"fold.for_free"}))
        self.table = new_table(self.house)
        self.told: list[Tell] = []
        self._now = 0
        for seat, stack in enumerate(stacks, 1):
            if stack is not None:
                self.ok(Sit(self.head(), seat, f"P{seat}", stack))
        if button is not None:
            self.ok(Button(self.head(), button))

    def head(self, expect_rev: int | None = None) -> Header:
        self._now += 1
        return Header(self._now, f"c{self._now}", "dealer", expect_rev)

    def do(self, event: Event) -> tuple[Effect, ...]:
        before = self.table
        self.table, effects = step(before, event, self.house)
        check_step(before, event, self.table, effects)
        self.told += [e for e in effects if isinstance(e, Tell)]
        return effects

    def ask(self, command: Command) -> CommandDone:
        answer = self.do(command)[-1]
        assert isinstance(answer, CommandDone)
        return answer

    def ok(self, command: Command) -> None:
        answer = self.ask(command)
        assert answer.ok, (command, answer)

    # commands, which must be done

    def new_hand(self, stakes: Stakes | None = None) -> None:
        self.ok(NewHand(self.head(), stakes))

    def post(self, seat: int | None = None) -> None:
        self.ok(Post(self.head(), seat))

    def start(self, stakes: Stakes | None = None) -> AtTable:
        self.new_hand(stakes)
        self.post()
        return self

    def act(self, seat: int, do: Any, to_chips: int | None = None) -> AtTable:
        self.ok(Act(self.head(), seat, do, to_chips))
        return self

    def acts(self, text: str) -> AtTable:
        """Several acts in turn, as `1 call, 2 raise 300, 3 fold`."""
        for one in text.split(","):
            seat, do, *amount = one.split()
            self.act(int(seat), do, int(amount[0]) if amount else None)
        return self

    def show(self, seat: int, named: str | None = None) -> None:
        self.ok(Show(self.head(), seat, None if named is None else cards(named)))

    def muck(self, seat: int) -> None:
        self.ok(Muck(self.head(), seat))

    def stand(self, seat: int) -> None:
        self.ok(Stand(self.head(), seat))

    def buy_in(self, seat: int, amount: int) -> None:
        self.ok(BuyIn(self.head(), seat, amount))

    def void(self) -> None:
        self.ok(VoidHand(self.head()))

    # commands, which must be refused: the code tells why

    def refused(self, command: Command) -> str:
        answer = self.ask(command)
        assert not answer.ok, command
        return answer.code

    def act_refused(self, seat: int, do: Any, to_chips: int | None = None) -> CommandDone:
        answer = self.ask(Act(self.head(), seat, do, to_chips))
        assert not answer.ok, (seat, do, to_chips)
        return answer

    # cards

    def move(self, card: Card, to_zone: Zone | None, from_zone: Zone | None = None) -> tuple[Effect, ...]:
        self._now += 1
        side = "up" if to_zone == BOARD else "down"
        return self.do(CardMoved(card, from_zone, to_zone, side, self._now - 1, self._now, EVIDENCE))

    def deal(self, holes: Mapping[int, str]) -> AtTable:
        """Deal named cards to seats, a round at a time."""
        for turn in range(max([len(cards(hole)) for hole in holes.values()], default=0)):
            for seat in self.hand.seats:
                if len(cards(holes.get(seat, ""))) > turn:
                    self.move(cards(holes[seat])[turn], HOLE[seat], STUB)
        return self

    def board(self, text: str) -> AtTable:
        for card in cards(text):
            self.move(card, BOARD, STUB)
        return self

    # what is seen

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    @property
    def to_act(self) -> int | None:
        return None if self.hand.to_act < 0 else self.hand.seats[self.hand.to_act]

    @property
    def legal(self) -> Legal:
        now = legal(self.hand)
        assert now is not None
        return now

    def stack(self, seat: int) -> int:
        held = self.table.seats[seat - 1]
        assert held is not None
        return held.stack_chips

    def tells(self, kind: str) -> list[Tell]:
        return [tell for tell in self.told if tell.kind == kind]

    @property
    def payoffs(self) -> dict[int, int]:
        return dict(self.tells("hand_ended")[-1].payoffs)

    @property
    def awards(self) -> list[tuple[int | None, int | None, int | None]]:
        """(pot, seat, chips) in the order the pots were pushed."""
        return [(tell.pot, tell.seat, tell.amount_chips) for tell in self.tells("pot_awarded")]
