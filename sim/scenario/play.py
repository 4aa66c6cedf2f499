"""A scenario acted out: hands move cards on a felt, voices press the panel, and what is expected is looked at in between."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from controller.effects import CommandDone, Tell
from controller.game.cards import FULL_DECK, Card, card_text, parse_card
from controller.game.hand import Hand
from controller.game.short_stub import street_due
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BOARDS, BURN, HOLE, MUCK, STUB, UP, Zone
from controller.rules.ruling import Ruling
from controller.table.dealing import order, two_decks
from controller.table.rulings import docket_of
from sim.fault_plan import FAULTS, PlannedFault
from sim.port import TableUnderTest
from sim.scenario.acts import ASIDE
from sim.scenario.compare import Witness, differences, payoffs_of, stacks_of, state_of
from sim.scenario.differs import words
from sim.scenario.expectations import NONE
from sim.scenario.felt import READER_FAULTS, WORD_S, Felt
from sim.scenario.result import Answered, Failure, Held, Result
from sim.scenario.ruled import announcements_in, prompts_in, rulings_in
from sim.scenario.scenario import MARKS, Check, Scenario, Step

#: So many cards are laid out at once when a deck is looked through.
BATCH: Final = 13
#: How long a deck that is looked through lies in one pile. Units: seconds of table time.
PILE_S: Final = 3.0
_GATHERED: Final = (*HOLE[1:], *UP[1:], *BOARDS, BURN, MUCK)


class _StoppedError(Exception):
    """An act that cannot be done, or was refused where it was not expected: the rest makes no sense."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


class Play:
    """One scenario at one table, under one book."""

    def __init__(self, scenario: Scenario, table: TableUnderTest, felt: Felt, book: str = "") -> None:
        self._scenario = scenario
        self._table = table
        self._felt = felt
        self._book = book
        self._entries: list[int] = []  # seq of the first story of each entry of this hand
        self._refused: tuple[Step, CommandDone] | None = None
        self._ids = itertools.count(1)
        self._sent: Mapping[str, Any] = {}  # the arguments of the last command, with its id
        self._hand_from = 0
        self._begun = False
        self._going_round: dict[int, list[Card]] = {}  # cards named for seats that have yet to be dealt, each in its turn
        self._failures: list[Failure] = []
        self._answers: list[Answered] = []
        self._held: list[Held] = []
        self._boxed: set[Card] = set()  # cards that lie face up in the deck

    async def run(self) -> Result:
        """Act the scenario out and return what became of it."""
        try:
            await self._sit_down()
            for step in self._scenario.steps:
                if self._going_round and step.name not in ("deal", "deal_all"):
                    await self._deal_round()
                if step.name == "expect":
                    await self._expect(step)
                else:
                    self._no_refusal_left()
                    await self._act(step)
            await self._deal_round()
            self._no_refusal_left()
            self._hold(tuple(check for step in self._scenario.steps for check in step.checks if check.name == "public_never"), again=True)
            if self._scenario.strict:
                self._strict()
        except _StoppedError as stop:
            self._failures.append(stop.failure)
        return self._result()

    # -- expectations ---------------------------------------------------------------------------

    async def _expect(self, step: Step) -> None:
        await self._felt.settle()
        self._hold(step.checks)
        if any(check.name == "refused" for check in step.checks):
            self._refused = None

    def _hold(self, checks: tuple[Check, ...], *, again: bool = False) -> None:
        refused = None if self._refused is None else self._refused[1]
        stories = self._table.stories
        seen = Witness(self._table.table, self._table.house, stories, stories[self._hand_from :], refused)
        for check in checks:
            if check.book in ("", self._book):
                found = [Failure(str(check.place), *one) for one in differences(check, seen)]
                self._failures += [one for one in found if one not in self._failures] if again else found
                if not found:
                    self._held.append(Held(check.name, list(check.args.get("rules", ()))))
                if check.book:
                    self._answers.append(Answered(self._scenario.name, f"{check.name} {words(check.args)}", not found))

    def _strict(self) -> None:
        """Hold against what is expected under this book; who expects a corrected amount expects its ruling."""
        checks = [check for step in self._scenario.steps for check in step.checks if check.book in ("", self._book)]
        expected = {check.args["kind"] for check in checks if check.name == "ruling"}
        corrected = any(check.name == "corrected" for check in checks)
        for ruling in rulings_in(self._table.stories):
            if ruling.kind not in expected and not (ruling.kind == "bet_corrected" and corrected):
                self._failures.append(Failure(str(self._scenario.place), "strict", "no other ruling", ruling.kind))

    def _no_refusal_left(self) -> None:
        if self._refused is not None:
            step, done = self._refused
            raise _StoppedError(Failure(str(step.place), step.name, "the act is taken", f"refused: {done.code} ({done.message})"))

    # -- acts -----------------------------------------------------------------------------------

    async def _act(self, step: Step) -> None:
        if not self._begun and step.name not in BETWEEN:
            await self._begin(step)
        await _ACT[step.name](self, step)

    async def _sit_down(self) -> None:
        one = self._scenario
        seats = one.stacks.items()
        taking: list[tuple[str, dict[str, Any]]] = [("sit", {"seat": seat, "name": f"p{seat}", "stack": stack}) for seat, stack in seats]
        for verb, arguments in [*taking, ("button", {"seat": one.button})]:
            done = self._table.command(verb, arguments)
            if not done.ok:
                raise _StoppedError(
                    Failure(str(one.places["seats"]), verb, "everyone takes his seat", f"refused: {done.code} ({done.message})")
                )
        for text in one.dead_tags:
            self._felt.kill(_card(text))
        self._felt.world.shuffle(self._whole_deck(tuple([f"^{text}" if text in one.boxed else text for text in one.deck])))

    def _whole_deck(self, top: tuple[str, ...]) -> list[Card]:
        """Return the deck in dealing order: the named cards, then the rest in the fixed order, deuces first and the joker last."""
        named = [_card(text.lstrip(MARKS)) for text in top]
        self._boxed = {_card(text[1:]) for text in top if text.startswith("^")}
        return [*named, *(physical.card for physical in self._felt.world.deck if physical.card not in named)]

    async def _begin(self, step: Step, said: Mapping[str, Any] = MappingProxyType({})) -> None:
        self._begun = True
        self._hand_from = len(self._table.stories)
        self._entries = []
        await self._say(step, "new_hand", said)

    async def _say(self, step: Step, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> bool:
        """Press the panel once what lies on the felt has been read; whether it was taken."""
        await self._felt.settle()
        await asyncio.sleep(WORD_S)
        before = len(self._table.stories)
        self._sent = {"id": f"s{next(self._ids)}", **arguments}
        done = self._table.command(verb, self._sent, role)
        if not done.ok:
            self._refused = (step, done)
            return False
        if verb in _ENTRIES:
            told = next((tell for tell in self._table.stories[before:] if isinstance(tell, Tell)), None)
            if told is not None and told.kind != "prompt":  # what only asks is no entry yet
                self._entries.append(told.seq)
        return True

    def _hand(self, step: Step) -> Hand:
        hand = self._table.table.hand
        if hand is None:
            raise self._cannot(step, "a hand that runs", "none")
        return hand

    def _cannot(self, step: Step, expected: str, got: str) -> _StoppedError:
        return _StoppedError(Failure(str(step.place), step.name, expected, got))

    def _top(self, step: Step) -> Card:
        stub = [card for card in self._felt.world.cards_in(STUB) if not any(card in named for named in self._going_round.values())]
        if not stub:
            raise self._cannot(step, "a card in the stub", "none")
        return stub[-1]

    async def _lay(self, step: Step, cards: list[str] | int, zone: Zone, *, up: bool = False) -> None:
        for one in range(cards) if isinstance(cards, int) else cards:
            card = await self._next_card(step, up=up and zone not in BOARDS) if isinstance(one, int) else _card(one)
            if self._felt.world.zone_of(card) != STUB:
                raise self._cannot(step, f"{card_text(card)} in the stub", f"it lies at {self._felt.world.zone_of(card)}")
            await self._felt.put(card, zone, "up" if up else "down")

    async def _next_card(self, step: Step, *, up: bool) -> Card:
        """The top card; what lies face up there is seen before it is dealt, and laid aside, unless it is to land face up."""
        card = self._top(step)
        while card in self._boxed and not up:
            await self._felt.boxed(card)
            await self._felt.put(card, MUCK, "up")
            card = self._top(step)
        return card

    async def _flash(self, step: Step) -> None:
        """A hole card is seen by a camera; one of the deck or the muck by people alone."""
        card = _card(step.args["card"])
        await self._felt.settle()
        if self._felt.world.zone_of(card) in HOLE:
            await self._felt.turn_up(card)
            self._felt.world.turn(card, "down")

    async def _drop(self, step: Step) -> None:
        await self._felt.settle()
        await self._felt.drop(_card(step.args["card"]))

    async def _expose(self, step: Step) -> None:
        card, place = _card(step.args["card"]), HOLE[step.args["seat"]]
        if self._felt.world.zone_of(card) != place:
            raise self._cannot(step, f"{step.args['card']} at {place}", f"it lies at {self._felt.world.zone_of(card)}")
        await self._felt.settle()
        await self._felt.turn_up(card)

    async def _foreign(self, step: Step) -> None:
        await self._felt.settle()
        zone = Zone(step.args.get("to", STUB))
        if step.args.get("face") == "up":
            await self._felt.show_face(_card(step.args["card"]), zone)
        elif "back" in step.args:
            await self._felt.show_back(zone, step.args["back"])
        else:
            await self._felt.lay_foreign(_card(step.args["card"]), zone)

    async def _crease(self, step: Step) -> None:
        await self._felt.settle()
        await self._felt.show_crease(Zone(step.args["at"]))

    async def _swap(self, step: Step) -> None:
        await self._felt.settle()
        one, other = map(_card, step.args["cards"])
        places = self._felt.world.zone_of(one), self._felt.world.zone_of(other)
        for card, place in ((one, places[1]), (other, places[0])):
            if place is None:
                raise self._cannot(step, f"{card_text(card)} and its fellow on the table", "one of them is in a hand")
            await self._felt.put(card, place, self._felt.world.side_of(card))

    async def _turn_over(self, step: Step) -> None:
        card = _card(step.args["card"])
        await self._felt.settle()
        if self._felt.world.side_of(card) == "up":
            self._felt.world.turn(card, "down")
        else:
            await self._felt.turn_up(card)

    async def _shows_boxed(self, step: Step) -> None:
        await self._felt.settle()
        await self._felt.boxed(_card(step.args["card"]))

    async def _check_deck(self, step: Step) -> None:
        await self._collect(step)
        left_out = [_card(name) for name in step.args.get("without", ())]
        await self._say(step, "deck", {"do": "check"})
        cards = [physical.card for physical in self._felt.world.deck if physical.card not in left_out]
        if step.args.get("on") == "stub":
            cards = []
            await asyncio.sleep(PILE_S)
        for first in range(0, len(cards), BATCH):
            for laid in (True, False):
                for card in cards[first : first + BATCH]:
                    await self._felt.put(card, BOARD if laid else STUB, "up" if laid else "down")
                await self._felt.settle()
        number = {"number": step.args["number"]} if "number" in step.args else {}
        await self._say(step, "deck", {"do": "checked", **number})

    async def _pass_shuffler(self, step: Step) -> None:
        if not self._scenario.shuffler:
            raise self._cannot(step, "a table with a shuffler", "it has none; write table: {shuffler: true}")
        await self._collect(step)
        await self._felt.settle()
        in_play = "red" if self._table.table.around.deck.name in ("", "red") else "blue"
        which = step.args.get("deck", "blue" if in_play == "red" else "red")
        left_out = {_card(name) for name in step.args.get("without", ())}
        cards = [card for card in FULL_DECK if card not in left_out]
        await self._felt.pass_shuffler("" if which == in_play else which, cards, [_card(name) for name in step.args.get("foreign", ())])

    async def _change_deck(self, step: Step) -> None:
        await self._collect(step)
        await self._felt.settle()
        now = "blue" if self._table.table.around.deck.name in ("", "red") else "red"
        self._felt.world.change_deck()
        await self._say(step, "deck", {"do": "change", "deck": step.args.get("deck", now)})

    async def _shuffled(self, step: Step) -> None:
        await self._say(step, "shuffle", {"step": step.args.get("step", step.name)})

    async def _report(self, step: Step) -> None:
        said: dict[str, Any] = {name: step.args[name] for name in ("what", "seat", "card", "by", "zone", "number") if name in step.args}
        await self._say(step, "report", said, step.args.get("role", "dealer"))

    async def _drop_deck(self, step: Step) -> None:
        """The stub falls and is gathered: its antenna reads the same cards as before."""
        await self._say(step, "report", {"what": "dropped_deck", **({"number": step.args["doubtful"]} if "doubtful" in step.args else {})})

    async def _peek(self, step: Step) -> None:
        await self._say(step, "report", {"what": "looked", "seat": step.args["seat"]})

    async def _deal(self, step: Step) -> None:
        cards, hand, seat = step.args.get("cards", ()), self._table.table.hand, step.args["to"]
        if len(cards) > 1 and hand is not None and order.is_dealt(hand) and not {"up", "face"} & step.args.keys():
            named = self._going_round.setdefault(seat, [])
            for one in cards:
                card = _card(one)
                if self._felt.world.zone_of(card) != STUB or any(card in others for others in self._going_round.values()):
                    raise self._cannot(step, f"{one} in the stub", f"it lies at {self._felt.world.zone_of(card)}")
                named.append(card)
            return
        await self._deal_round()
        await self._lay(
            step,
            step.args.get("cards", 1),
            (UP if step.args.get("up") else HOLE)[step.args["to"]],
            up=step.args.get("up", False) or step.args.get("face") == "up",
        )

    async def _deal_round(self) -> None:
        """Deal what was named for several seats, several cards each: one a turn, from the first seat left of the button."""
        hand, named = self._table.table.hand, self._going_round
        first = [] if hand is None else [seat for seat in hand.seats if seat in named]
        while any(named.values()):
            for seat in (*first, *[seat for seat in named if seat not in first]):
                if named[seat]:
                    await self._felt.put(named[seat].pop(0), HOLE[seat])
        named.clear()

    async def _deal_all(self, step: Step) -> None:
        hand = self._hand(step)
        if VARIANTS[hand.variant].up_cards:
            await self._deal_round()
            await self._deal_street(step)
            return
        named = self._going_round
        for count in range(VARIANTS[hand.variant].hole_cards):
            for seat in hand.seats:
                if len(self._felt.world.cards_in(HOLE[seat])) <= count:
                    card = named[seat].pop(0) if named.get(seat) else await self._next_card(step, up=False)
                    await self._felt.put(card, HOLE[seat])
        await self._deal_round()

    async def _deal_street(self, step: Step) -> None:
        await self._felt.settle()
        hand = self._hand(step)
        row, due = VARIANTS[hand.variant], street_due(hand)
        live = [seat for seat, out in zip(hand.seats, hand.folded, strict=True) if not out]
        for zones, most in ((HOLE, row.down_by_street[due]), (UP, row.up_by_street[due])):
            for count in range(most):
                for seat in live:
                    if len(self._felt.world.cards_in(zones[seat])) <= count:
                        await self._lay(step, 1, zones[seat], up=zones is UP)

    async def _burn(self, step: Step) -> None:
        await self._felt.settle()
        await self._lay(step, [step.args["card"]] if "card" in step.args else 1, BURN)

    async def _board(self, step: Step) -> None:
        await self._felt.settle()
        await self._lay(step, step.args["cards"], BOARDS[step.args.get("on", 1) - 1], up=True)

    async def _move(self, step: Step) -> None:
        card, lies = _card(step.args["card"]), self._felt.world.zone_of(_card(step.args["card"]))
        if step.args.get("from", lies) != lies:
            raise self._cannot(step, f"{step.args['card']} at {step.args['from']}", f"it lies at {lies}")
        await self._felt.settle()
        if step.args["to"] == ASIDE:
            await self._felt.drop(card)
            return
        to_zone = Zone(step.args["to"])
        await self._felt.put(card, to_zone, "up" if to_zone in BOARDS or to_zone in UP else "down")

    async def _give_up(self, seat: int) -> None:
        for card in (*self._felt.world.cards_in(HOLE[seat]), *self._felt.world.cards_in(UP[seat])):
            await self._felt.put(card, MUCK)

    async def _muck(self, step: Step) -> None:
        hand, seat = self._table.table.hand, step.args["seat"]
        if hand is None or hand.stage != "showdown" or await self._say(step, "muck", {"seat": seat}):
            await self._give_up(seat)

    async def _collect(self, step: Step) -> None:
        await self._felt.settle()
        for zone in _GATHERED:
            for card in self._felt.world.cards_in(zone):
                await self._felt.put(card, STUB)

    async def _next_hand(self, step: Step) -> None:
        await self._collect(step)
        await self._felt.settle()
        if two_decks.next_deck(self._table.table, self._table.house):  # the players have shuffled it meanwhile
            self._felt.world.change_deck()
        self._felt.world.shuffle(self._whole_deck(tuple(step.args.get("deck", ()))))
        await self._begin(step)

    async def _bomb_pot(self, step: Step) -> None:
        if self._begun:
            await self._collect(step)
            await self._felt.settle()
            self._felt.world.shuffle(self._whole_deck(tuple(step.args.get("deck", ()))))
        await self._begin(step, {"bomb_pot": {name: step.args[name] for name in ("ante", "boards") if name in step.args}})

    async def _do(self, step: Step) -> None:
        args, seat = step.args, step.args["seat"]
        said: dict[str, Any] = {"seat": seat, "do": args["do"]}
        if "to" in args:
            said["to"] = args["to"]
        if "amount" in args:
            hand = self._hand(step)
            said["to"] = args["amount"] + (hand.bets[hand.seats.index(seat)] if seat in hand.seats else 0)
        if "number" in args:
            said["number"] = args["number"]
        if "early" in args:
            said["early"] = args["early"]
        folds = args["do"] == "fold" and args.get("early", "done") == "done"
        if await self._say(step, "act", said, args.get("by", "dealer")) and folds and not docket_of(self._table.table).prompts:
            await self._give_up(seat)

    async def _discard(self, step: Step) -> None:
        await self._felt.settle()
        place = HOLE[step.args["seat"]]
        for name in step.args["cards"]:
            lies = self._felt.world.zone_of(_card(name))
            if lies != place:
                raise self._cannot(step, f"{name} at {place}", f"it lies at {lies}")
            await self._felt.put(_card(name), MUCK)

    async def _correct(self, step: Step) -> None:
        args, back = step.args, step.args.get("back", 1)
        if back > len(self._entries):
            raise self._cannot(step, f"{back} entries in this hand", str(len(self._entries)))
        seq = self._entries[-back]
        change = {"remove": True} if args.get("remove") else {name: args[name] for name in ("do", "to") if name in args}
        if await self._say(step, "correct", {"seq": seq, "change": change}, args.get("by", "dealer")) and args.get("remove"):
            del self._entries[-back]

    async def _clock(self, step: Step) -> None:
        seconds = {"stop": True} if step.args.get("stop") else {"seconds": round(step.args["lasts"])} if "lasts" in step.args else {}
        await self._say(step, "clock", {"seat": step.args["seat"], **seconds}, step.args.get("by", "dealer"))

    async def _ack(self, step: Step) -> None:
        """The floor answers a call, or the dealer has said what was to be announced."""
        await self._felt.settle()
        if "announcement" not in step.args:
            await self._say(step, "ack", {}, "floor")
            return
        about = step.args["announcement"]
        waiting = [one.id for one in docket_of(self._table.table).announcements if one.about == about]
        if not waiting:
            raise self._cannot(step, f"an announcement about {about} to be made", NONE)
        await self._say(step, "ack", {"announcement": waiting[-1]})

    async def _answer(self, step: Step) -> None:
        await self._felt.settle()
        what = step.args.get("question")
        waiting = [one for one in docket_of(self._table.table).prompts if what in (None, one.what)]
        if not waiting:
            raise self._cannot(step, f"somebody is asked {what or 'something'}", "nobody is")
        prompt, answer = waiting[-1], step.args["with"]
        if await self._say(step, "answer", {"prompt": prompt.id, "with": answer}) and answer == "fold" and prompt.seat is not None:
            await self._give_up(prompt.seat)

    async def _floor(self, step: Step) -> None:
        await self._felt.settle()
        args = step.args
        found = [one for one in docket_of(self._table.table).rulings if _is_meant(one, args)]
        if not found:
            raise self._cannot(step, "a ruling like this in the present hand", NONE)
        said: dict[str, Any] = {name: args[name] for name in ("decision", "alternative", "reason") if name in args}
        if args["decision"] == "override":
            said.setdefault("reason", "as the scenario says")
        await self._say(step, "floor_rule", {"ruling": found[-1].id, **said}, args.get("by", "floor"))

    async def _rotation(self, step: Step) -> None:
        said: dict[str, Any] = {name: step.args[name] for name in ("games", "name", "position", "minutes") if name in step.args}
        await self._say(step, "rotation", {"games": []} if step.args.get("stop") else said, "floor")

    async def _enter(self, step: Step) -> None:
        await self._say(step, "enter_card", {"zone": step.args["place"], "card": step.args["card"]}, step.args.get("by", "dealer"))

    async def _press(self, step: Step) -> None:
        args, fields = step.args, dict(step.args.get("with", {}))
        if "behind" in args:
            fields["expect_rev"] = self._table.table.rev - args["behind"]
        await self._say(step, args["verb"], self._sent if args.get("again") else fields, args.get("by", "dealer"))

    async def _sit(self, step: Step) -> None:
        seat = step.args["seat"]
        await self._say(step, "sit", {"seat": seat, "name": step.args.get("name", f"p{seat}"), "stack": step.args["stack"]})

    async def _wait(self, step: Step) -> None:
        await self._felt.settle()
        await asyncio.sleep(step.args["lasts"])

    async def _fault(self, step: Step) -> None:
        args = step.args
        if args["kind"] == "dead_tag" and "lasts" not in args:
            self._felt.kill(_card(args["card"]))
            return
        kind = READER_FAULTS[args["kind"]]
        card = _card(args["card"]) if "card" in args else None
        self._felt.befall(
            PlannedFault(kind, args.get("part", ""), args.get("antenna", 0), 0.0, args.get("lasts", FAULTS[kind].lasts_s), card)
        )

    def _result(self) -> Result:
        table, stories = self._table.table, self._table.stories
        state = state_of(table)
        tells = [tell for tell in stories if isinstance(tell, Tell)]
        return Result(
            name=self._scenario.name,
            file=self._scenario.file,
            book=self._book,
            ok=not self._failures,
            rulings=[one.kind for one in rulings_in(stories)],
            announcements=[one.about for one in announcements_in(stories)],
            prompts=[one.what for one in prompts_in(stories)],
            payoffs=payoffs_of(table),
            stacks=stacks_of(table),
            pots=state["pots"],
            street=state["street"],
            discrepancies=[tell.code or "" for tell in tells if tell.kind == "discrepancy"],
            failures=self._failures,
            answers=self._answers,
            examples=list(self._scenario.examples),
            held=self._held,
        )


def _says(verb: str, *fields: str, role: str = "dealer", **names: str) -> Callable[[Play, Step], Awaitable[Any]]:
    """An act that is one command with the same fields; `names` maps the act's fields to the command's."""

    def act(play: Play, step: Step) -> Awaitable[Any]:
        said = {names.get(name, name): step.args[name] for name in (*fields, *names) if name in step.args}
        return play._say(step, verb, said, step.args.get("by", role))

    return act


_ACT: Final[dict[str, Callable[[Play, Step], Awaitable[Any]]]] = {
    "deal": Play._deal,
    "deal_all": Play._deal_all,
    "burn": Play._burn,
    "board": Play._board,
    "move": Play._move,
    "muck": Play._muck,
    "collect": Play._collect,
    "expose": Play._expose,
    "flash": Play._flash,
    "drop": Play._drop,
    "report": Play._report,
    "foreign": Play._foreign,
    "swap": Play._swap,
    "crease": Play._crease,
    "turn_over": Play._turn_over,
    "boxed": Play._shows_boxed,
    "check_deck": Play._check_deck,
    "change_deck": Play._change_deck,
    "pass_shuffler": Play._pass_shuffler,
    "drop_deck": Play._drop_deck,
    "peek": Play._peek,
    **dict.fromkeys(("shuffle", "riffle", "box", "cut"), Play._shuffled),
    "next_hand": Play._next_hand,
    "bomb_pot": Play._bomb_pot,
    "act": Play._do,
    "discard": Play._discard,
    "correct": Play._correct,
    "enter": Play._enter,
    "time": Play._clock,
    "press": Play._press,
    "sit": Play._sit,
    "wait": Play._wait,
    "fault": Play._fault,
    "post": _says("post", "seat"),
    "straddle": _says("straddle", "seat", "amount"),
    "run_it": _says("run_it", "times"),
    "show": _says("show", "seat", "cards"),
    "button": _says("button", to="seat"),
    "stand": _says("stand", "seat"),
    "buy_in": _says("buy_in", "seat", "amount", "behind"),
    "pause": _says("pause"),
    "resume": _says("resume", role="floor"),
    "call_floor": _says("floor_call", "seat", "reason"),
    "ack": Play._ack,
    "request": _says("request", "seat", "what", "of", "amount"),
    "answer": Play._answer,
    "floor": Play._floor,
    "rotation": Play._rotation,
    "void": _says("void_hand", "reason", role="floor"),
    "stakes": _says("stakes", "small_blind", "big_blind", "ante", "limit", "small_bet", "big_bet", "max_bets", "unit", role="floor"),
}


def _is_meant(ruling: Ruling, args: Mapping[str, Any]) -> bool:
    """Whether the floor's act is about this ruling: what it names is the ruling's."""
    return (
        args.get("kind", ruling.kind) == ruling.kind
        and args.get("seat", ruling.seat) == ruling.seat
        and ("rule" not in args or args["rule"] in ruling.rules)
        and ("option" not in args or args["option"] in dict(ruling.options))
        and ruling.status != "lapsed"
    )


#: Acts that do not begin the first hand.
BETWEEN: Final = frozenset(
    {
        "request", "sit", "stand", "buy_in", "button", "stakes", "rotation", "pause", "resume", "call_floor", "ack", "wait", "fault",
        "next_hand", "bomb_pot", "change_deck", "check_deck", "pass_shuffler", "shuffle", "riffle", "box", "cut",
    }
)  # fmt: skip
#: Commands that are entries, which can be corrected.
_ENTRIES: Final = frozenset(
    {
        "new_hand", "post", "straddle", "act", "run_it", "show", "muck", "sit", "stand", "buy_in", "button", "void_hand", "enter_card",
        "answer",
    }
)  # fmt: skip


def _card(text: str) -> Card:
    card = parse_card(text)
    if card is None:
        raise ValueError(f"{text} is no card: the grammar lets none through")
    return card
