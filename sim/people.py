"""A dealer and players who play a recorded hand at human pace.

They move cards on the felt and speak through the same command verbs as every panel. They know
the hand they are to play; of the table they know only what everyone sees (`PublicTable`), so the
same people sit at a table in this process and at a daemon's: a player acts when the table asks
him, the dealer deals on when the board has been recognised.

Time: waits on the running loop. How long each act takes is drawn from the seed and never
depends on a card.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from controller.effects import CommandDone
from controller.game.cards import card_text
from controller.game.zones import BOARD, BURN, HOLE_SEAT, MUCK, STUB, UP_SEAT, Zone
from controller.histories.handfile import HandFile
from controller.table import waiting
from firmware_bridge.transport import wall_seconds
from sim.errors import ForgottenError, RefusedError, StalledError
from sim.facts import player_name
from sim.left_out import left_out, untimely
from sim.pacing import Pacing, Unhurried
from sim.port import PublicTable
from sim.script import Script, describe
from sim.steps import Move, Say, Step
from sim.world import World


class Pace(msgspec.Struct, frozen=True):
    """How fast people are. Units: seconds of table time, as (shortest, longest)."""

    deal_s: tuple[float, float] = (0.33, 0.5)  # two to three cards a second
    board_s: tuple[float, float] = (0.15, 0.3)  # between the cards of a flop
    burn_s: tuple[float, float] = (0.8, 1.6)
    think_s: tuple[float, float] = (0.5, 4.0)
    say_s: tuple[float, float] = (0.4, 1.2)  # show, muck, post, new hand
    give_up_s: tuple[float, float] = (0.3, 0.6)  # between saying fold and the muck
    push_s: tuple[float, float] = (1.0, 2.0)
    gather_s: tuple[float, float] = (0.1, 0.2)
    square_s: tuple[float, float] = (2.0, 3.0)
    shuffle_s: tuple[float, float] = (4.0, 6.0)


HUMAN: Final = Pace()

#: What the table asks when it does not read a card of the board.
BOARD_UNREAD: Final = frozenset((*waiting.BOARD_UNREAD.values(), waiting.BOARD_CARD_UNREAD))

#: How often somebody who waits looks again, how long before a refused command is repeated, and
#: how long people wait for the table before they give up: never less wall time than a busy computer needs.
LOOK_S: Final = 0.2
REPEAT_S: Final = 2.0
LIMIT_S: Final = 30.0
LIMIT_WALL_S: Final = 10.0
#: How long people wait for cards to be recognised before they name them: a player who shows, and the dealer who is asked.
NAME_AFTER_S: Final = 10.0
#: How long they wait for a table that is not there at all: it may be starting again.
ABSENT_WALL_S: Final = 60.0


class People:
    """Everyone around one table. One hand at a time: `seat`, `play`, `clear`.

    `pacing` is asked before every act: it may hold the people back, or hurry them on.
    Raises (every method): RefusedError, StalledError, ForgottenError.
    """

    def __init__(
        self,
        table: PublicTable,
        world: World,
        seed: int = 1,
        pace: Pace = HUMAN,
        limit_s: float = LIMIT_S,
        *,
        pacing: Pacing | None = None,
    ) -> None:
        self.table = table
        self._world = world
        self._pace = pace
        self._pacing = pacing or Unhurried()
        self._forgotten = table.forgotten
        self._limit_s = limit_s
        self._draw = random.Random(f"people:{seed}")  # noqa: S311 # a repeatable game is the point
        self._board_cards = 0  # turned up in this hand
        #: Players of the present hand who named the cards they showed, and board cards entered, because no reader knew them.
        self.named: list[str] = []

    async def seat(self, hand: HandFile) -> None:
        """Bring the players of a hand to seats 1, 2, … with their stacks, and the button to the last one.

        Who sits there already and has no more chips than he needs stays and buys the rest.
        """
        self._forgotten = self.table.forgotten  # a new hand begins with what the table knows now
        wanted = {seat: (player_name(name, seat), stack) for seat, (name, stack) in enumerate(zip(hand.names, hand.stacks, strict=True), 1)}
        for seat, sitting in self.table.sitting().items():
            name, stack = wanted.get(seat, ("", 0))
            if sitting.name != name or sitting.stack_chips > stack:
                await self._command("stand", {"seat": seat})
            elif sitting.stack_chips < stack:
                await self._command("buy_in", {"seat": seat, "amount": stack - sitting.stack_chips})
        for seat, (name, stack) in wanted.items():
            if seat not in self.table.sitting():
                await self._command("sit", {"seat": seat, "name": name, "stack": stack})
        await self._command("button", {"seat": len(hand.stacks)})

    async def play(self, script: Script) -> list[str]:
        """Play a hand from the shuffle to the last thing its file tells; the board is recognised when this returns.

        Returns the acts that were put in because the file leaves them out.
        """
        self._board_cards = 0
        self.named = []
        self._world.shuffle(script.deck)
        await self._pause(self._pace.shuffle_s)
        put_in: list[str] = []
        for number, step in enumerate(script.steps):
            try:
                await self._next(step, script, put_in)
            except RefusedError as refused:
                raise RefusedError(f"{refused}{script.place(number)}") from None
        await self._board_recognised(script)
        await self._awarded()
        return put_in

    async def _next(self, step: Step, script: Script, put_in: list[str]) -> None:
        """Do a step, and first what the file leaves out before it. Raises: RefusedError."""
        if not isinstance(step, Move) or step.to_zone == BURN:
            await self._board_recognised(script)
            while missing := left_out(self.table, step, script.holes):
                put_in.append(describe(missing[0]))
                for act in missing:
                    await self._do(act, script)
            if (why := untimely(self.table, step)) is not None:
                raise RefusedError(why)
        await self._do(step, script)

    async def _awarded(self) -> None:
        """Wait for the pot's owner to be told, where nobody has anything left to do for it: a burn may still be waited for."""
        if self.table.stage == "showdown" and self.table.to_show is None:
            await self._wait(lambda table: table.stage != "showdown", "the pot to be awarded")

    async def clear(self) -> None:
        """Push the pots, gather every card into the stub and square the deck up."""
        await self._pause(self._pace.push_s)
        for zone in _GATHERED:
            for card in self._world.cards_in(zone):
                self._world.put(card, STUB)
                await self._pause(self._pace.gather_s)
        await self._pause(self._pace.square_s)

    async def _do(self, step: Step, script: Script) -> None:
        if isinstance(step, Say):
            await self._say(step, script)
            return
        await self._pause(self._pace_of(step.to_zone))
        self._world.put(step.card, step.to_zone, step.side)
        if step.to_zone == BOARD:
            self._board_cards += 1

    def _pace_of(self, zone: Zone) -> tuple[float, float]:
        if zone in HOLE_SEAT or zone in UP_SEAT:
            return self._pace.deal_s
        return {BOARD: self._pace.board_s, BURN: self._pace.burn_s, MUCK: self._pace.give_up_s}[zone]

    async def _say(self, say: Say, script: Script) -> None:
        arguments: dict[str, Any] = {"seat": say.seat} if say.seat else {}
        pace = self._pace.say_s
        if say.verb == "new_hand":
            arguments |= {"stakes": _stakes_argument(script.hand), "game": script.hand.game, "dead_small_blind": script.hand.dead_small}
        elif say.verb == "act":
            await self._wait(
                lambda table: _asked(table) == say.seat or (say.draw is not None and table.stage == "drawing"), f"p{say.seat} to be asked"
            )
            arguments["do"] = say.do or say.draw
            if say.number is not None:
                arguments["number"] = say.number
            if say.to_chips is not None:
                arguments["to"] = say.to_chips
            pace = self._pace.think_s
        elif say.verb == "show" and not await self._comes_true(
            lambda table: table.hole_cards(say.seat) == len(script.holes[say.seat - 1]), NAME_AFTER_S
        ):
            arguments["cards"] = [card_text(card) for card in script.holes[say.seat - 1]]
            self.named.append(f"p{say.seat}")
        await self._pause(pace)
        await self._command(say.verb, arguments, describe(say))

    async def _board_recognised(self, script: Script) -> None:
        """Wait for the board; when the table asks for a card that it does not read, the dealer enters it."""
        count = self._board_cards
        if not count or await self._comes_true(lambda table: table.board_cards >= count, NAME_AFTER_S):
            return
        await self._wait(lambda table: table.board_cards >= count or _asked_for_board(table), f"{count} board cards to be recognised")
        unread = [card for card in script.board[:count] if card not in self.table.board]
        for card in unread:
            await self._pause(self._pace.say_s)
            if card not in self.table.board:  # it may have been read meanwhile
                await self._command("enter_card", {"zone": BOARD, "card": card_text(card)})
                self.named.append(f"board {card_text(card)}")
        await self._wait(lambda table: table.board_cards >= count, f"{count} board cards to be recognised")

    async def _wait(self, said: Callable[[PublicTable], bool], what: str) -> None:
        """Look at what the table says until `said` holds. Raises: StalledError after the limit; ForgottenError."""
        if not await self._comes_true(said, self._limit_s):
            raise StalledError(f"stalled: waiting for {what}; {_stands(self.table)}")

    async def _comes_true(self, said: Callable[[PublicTable], bool], limit_s: float) -> bool:
        """Look at what the table says until `said` holds, or the limit has passed, which begins anew when the table comes back.

        Raises: ForgottenError.
        """
        loop = asyncio.get_running_loop()
        speed = getattr(loop, "speed", 1.0) or 0.0  # None is the virtual clock: no wall time passes
        limit_s = max(limit_s, LIMIT_WALL_S * speed)
        seen_s = absent_s = loop.time()
        while not said(self.table):
            self._check_memory()
            now_s = loop.time()
            if self.table.online:
                absent_s = now_s
            else:
                seen_s = now_s
            if now_s - seen_s >= limit_s or now_s - absent_s >= wall_seconds(loop, ABSENT_WALL_S):
                return False
            await asyncio.sleep(LOOK_S)
        self._check_memory()
        return True

    def _check_memory(self) -> None:
        """Raises: ForgottenError when the table lost what this hand had come to."""
        if self.table.forgotten != self._forgotten:
            raise ForgottenError("the table was started again and does not know this hand any more: begin it anew")

    async def _command(self, verb: str, arguments: Mapping[str, Any], what: str = "") -> CommandDone:
        """Send a command, once a pause is over; one that is refused is repeated once, a little later."""
        await self._unpaused()
        answer = await self.table.command(verb, arguments)
        self._check_memory()
        if not answer.ok:
            await asyncio.sleep(REPEAT_S)
            await self._unpaused()
            answer = await self.table.command(verb, arguments)
            self._check_memory()
        if not answer.ok:
            raise RefusedError(f"{what or verb} refused: {answer.message or answer.code}")
        return answer

    async def _unpaused(self) -> None:
        """Wait while the game is paused, however long that is. Raises: ForgottenError."""
        while self.table.paused:
            self._check_memory()
            await asyncio.sleep(LOOK_S)

    async def _pause(self, between_s: tuple[float, float]) -> None:
        await asyncio.sleep(self._draw.uniform(*between_s) / self._pacing.haste)
        await self._pacing.hold()


_GATHERED: Final = (*HOLE_SEAT, *UP_SEAT, BOARD, BURN, MUCK)


def _stakes_argument(hand: HandFile) -> dict[str, Any]:
    """The stakes as the `new_hand` command writes them."""
    return dict(msgspec.structs.asdict(hand.stakes))


def _asked_for_board(table: PublicTable) -> bool:
    """Whether the table asks for a board card that it does not read."""
    return not BOARD_UNREAD.isdisjoint(table.questions)


def _asked(table: PublicTable) -> int | None:
    """The seat the table asks to act."""
    may = table.legal
    return may.seat if may is not None and table.stage == "betting" else None


def _stands(table: PublicTable) -> str:
    """Where the table stands, in words, for a person who wonders why nothing goes on."""
    if not table.online:
        return "nobody answers: look whether the daemon and its broker run"
    if table.stage is None:
        return "no hand runs"
    asked = _asked(table)
    whose = f", p{asked} to act" if asked is not None else ""
    return f"the table is at {table.stage}{whose} with {table.board_cards} board cards"
