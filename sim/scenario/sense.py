"""Whether a scenario makes sense: seats that are taken, cards that can lie there, amounts that add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from controller.game.variants import VARIANTS
from controller.game.zones import BOARDS, BURN, HOLE, MUCK, STUB, UP
from controller.rules.answers import contradicted, unusable
from controller.rules.catalogue.option import shown
from controller.rules.catalogue.row import Book
from controller.rules.house import House
from controller.rules.options import DEFAULT_BOOK, PRESETS
from controller.table.stakes import stakes_wrong
from sim.layout import STANDARD_LAYOUT
from sim.scenario.errors import Place, ScenarioError
from sim.scenario.needs import FAULT_NEEDS, SEAT_IN
from sim.scenario.scenario import Check, Scenario, Step

#: The examples of the catalogue, as `cooke.14.20.g#1`.
Known: TypeAlias = Collection[str]
#: The most examples a scenario names for each book.
MOST_EXAMPLES: Final = 3
#: Cards the board has at the most.
BOARD_CARDS: Final = 5


def check_sense(scenario: Scenario, known: Known | None = None) -> None:
    """Raises: ScenarioError for the first thing that cannot be."""
    _Check(scenario, known).run()


class _Check:
    """Follows a scenario as far as its text alone tells: who sits, and where the named cards lie."""

    def __init__(self, scenario: Scenario, known: Known | None) -> None:
        self._scenario = scenario
        self._known = known
        self._seated = dict(scenario.stacks)
        self._brought = sum(scenario.stacks.values())
        self._chips_known = True  # what has left the table with a player who played is not in the text
        self._lying: dict[str, str] = {}
        self._board = 0
        self._boards = VARIANTS[scenario.stakes.game].boards if scenario.stakes.game in VARIANTS else 1
        self._before: Step | None = None

    def run(self) -> None:
        self._table()
        for step in self._scenario.steps:
            for check in step.checks:
                self._expected(check)
            if step.name != "expect":
                self._act(step)
            self._before = step

    def _at(self, part: str) -> Place:
        return self._scenario.places.get(part, self._scenario.place)

    def _table(self) -> None:
        one = self._scenario
        if len(one.stacks) < 2:
            raise ScenarioError(self._at("seats"), "a hand needs two players; name two seats or more")
        if one.button not in one.stacks:
            raise ScenarioError(self._at("button"), f"nobody sits at seat {one.button}; seats: {_listed(one.stacks)}")
        if one.stakes.small_blind > one.stakes.big_blind:
            raise ScenarioError(
                self._at("stakes"), f"small_blind {one.stakes.small_blind} is above big_blind {one.stakes.big_blind}; swap them"
            )
        wrong = next((wrong for stakes in (one.stakes, *one.rotation) if (wrong := stakes_wrong(stakes)) is not None), None)
        if wrong is not None:
            rule = f" ({wrong.rules[0]})" if wrong.rules else ""
            raise ScenarioError(self._at("stakes"), f"{wrong.message.replace('max_bets', 'max_bet')}{rule}")
        self._options(one.books or (DEFAULT_BOOK,))
        self._deck(one.deck, self._at("deck"))
        counted = Counter(example.split(".")[0] for example in one.examples)
        for book, count in counted.items():
            if count > MOST_EXAMPLES:
                raise ScenarioError(self._at("examples"), f"{count} examples of {book}; name at most {MOST_EXAMPLES} a book")
        for example in one.examples:
            if self._known is not None and example not in self._known:
                raise ScenarioError(self._at("examples"), f"the catalogue has no example {example}; look its rule up there")

    def _options(self, books: Collection[Book]) -> None:
        """The questions are asked, the answers allowed, and no two of them contradict each other."""
        options = self._scenario.options
        for name, answer in options.items():
            wrong = unusable(name, answer)
            if wrong is not None:
                raise ScenarioError(self._at(f"options.{name}"), wrong.message if name in wrong.message else f"{name}: {wrong.message}")
        for named in books:
            house = House(book=named, options=replace(PRESETS[named], **options))
            for name, answer in options.items():
                wrong = contradicted(house, name)
                if wrong is not None:
                    what = f"{name}: {shown(answer)} cannot be under {named}: {wrong.message}"
                    raise ScenarioError(self._at(f"options.{name}"), what)

    def _deck(self, cards: tuple[str, ...] | list[str], place: Place) -> None:
        twice = [card for card, count in Counter(card[:2] for card in cards if card[:1] not in "^~X").items() if count > 1]
        if twice:
            raise ScenarioError(place, f"{twice[0]} is in the deck twice; a deck has one")

    def _seat(self, step: Step, seat: int) -> None:
        if seat not in self._seated:
            raise ScenarioError(step.place, f"{step.name}: nobody sits at seat {seat}; seats: {_listed(self._seated)}")

    def _act(self, step: Step) -> None:
        args = step.args
        if step.name == "sit":
            if args["seat"] in self._seated:
                raise ScenarioError(step.place, f"sit: seat {args['seat']} is taken; free are those without a stack")
            self._seated[args["seat"]] = args["stack"]
            self._brought += args["stack"]
        elif step.name in SEAT_IN:
            seat = args.get(SEAT_IN[step.name])
            if seat is not None:
                self._seat(step, seat)
        special: Callable[[Step], None] | None = getattr(self, f"_do_{step.name}", None)
        if special is not None:
            special(step)

    def _lay(self, step: Step, cards: list[str], place: str) -> None:
        for card in cards:
            if card in self._lying and self._lying[card] != STUB:
                raise ScenarioError(step.place, f"{step.name}: {card} lies at {self._lying[card]} already; a deck has one {card}")
            self._lying[card] = place

    def _do_deal(self, step: Step) -> None:
        self._lay(step, step.args.get("cards", []), (UP if step.args.get("up") else HOLE)[step.args["to"]])

    def _do_burn(self, step: Step) -> None:
        self._lay(step, [step.args["card"]] if "card" in step.args else [], BURN)

    def _do_board(self, step: Step) -> None:
        cards = step.args["cards"]
        self._board += cards if isinstance(cards, int) else len(cards)
        if self._board > BOARD_CARDS * self._boards:
            what = "a board has" if self._boards == 1 else f"{self._boards} boards have"
            raise ScenarioError(step.place, f"board: that makes {self._board} cards; {what} {BOARD_CARDS * self._boards}")
        place = step.args.get("on", 1)
        if place > self._scenario.board_antennas:
            raise ScenarioError(step.place, f"board: board {place} has no antenna here; write table: {{board_antennas: {place}}}, or no on")
        self._lay(step, [] if isinstance(cards, int) else cards, BOARDS[place - 1])

    def _do_run_it(self, step: Step) -> None:
        self._boards = max(self._boards, step.args["times"])

    def _do_bomb_pot(self, step: Step) -> None:
        self._do_next_hand(step)
        self._boards = max(self._boards, step.args.get("boards", 1))

    def _do_move(self, step: Step) -> None:
        card, came = step.args["card"], step.args.get("from")
        lies = self._lying.get(card)
        if came is not None and lies is not None and lies != came:
            raise ScenarioError(step.place, f"move: {card} lies at {lies}, not at {came}")
        if step.args["to"] == came:
            raise ScenarioError(step.place, f"move: from and to are both {came}")
        if lies in BOARDS:
            self._board -= 1
        self._lying[card] = step.args["to"]

    def _do_muck(self, step: Step) -> None:
        self._lying = {
            card: MUCK if place in (HOLE[step.args["seat"]], UP[step.args["seat"]]) else place for card, place in self._lying.items()
        }

    def _do_collect(self, step: Step) -> None:
        self._lying, self._board = {}, 0

    def _do_next_hand(self, step: Step) -> None:
        self._do_collect(step)
        self._deck(step.args.get("deck", []), step.place)

    def _do_act(self, step: Step) -> None:
        do, amounts = step.args["do"], [name for name in ("to", "amount") if name in step.args]
        limits = {one.limit for one in self._scenario.rotation or (self._scenario.stakes,)}
        only_size = "fixed_limit" in limits and not amounts  # there is but one: nobody says it
        if do in ("bet", "raise") and len(amounts) != 1 and not only_size:
            raise ScenarioError(step.place, f"act: {do} needs either to, the total for the street, or amount, what he adds")
        if do not in ("bet", "raise", "complete", "bring_in") and amounts:
            raise ScenarioError(step.place, f"act: {do} takes no {amounts[0]}")
        if do == "fold":
            self._do_muck(step)

    def _do_post(self, step: Step) -> None:
        if ("who" in step.args) == ("seat" in step.args):
            raise ScenarioError(step.place, "post: write blinds, or the seat that posts")

    def _do_drop(self, step: Step) -> None:
        self._lying[step.args["card"]] = "the floor"

    def _do_correct(self, step: Step) -> None:
        if bool(step.args.get("remove")) == ("do" in step.args or "to" in step.args):
            raise ScenarioError(step.place, "correct: give either remove, or do and to as they ought to have been")

    def _do_fault(self, step: Step) -> None:
        kind, args = step.args["kind"], step.args
        needs = FAULT_NEEDS.get(kind, ())
        for name in needs:
            if name not in args:
                raise ScenarioError(step.place, f"fault: {kind} needs {name}")
        extra = [name for name in args if name not in (*needs, "kind", "lasts")]
        if kind in FAULT_NEEDS and extra:
            raise ScenarioError(step.place, f"fault: {kind} takes no {extra[0]}")
        readers = sorted({part for part, _ in STANDARD_LAYOUT})
        if "part" in args and args["part"] not in readers:
            raise ScenarioError(step.place, f"fault: the simulated table has no part {args['part']}; it has {', '.join(readers)}")
        if "antenna" in args and (args["part"], args["antenna"]) not in STANDARD_LAYOUT:
            there = ", ".join(str(antenna) for part, antenna in STANDARD_LAYOUT if part == args["part"])
            raise ScenarioError(step.place, f"fault: {args['part']} has no antenna {args['antenna']}; it has {there}")

    def _do_request(self, step: Step) -> None:
        if step.args["what"] != "unaware" and (step.args["what"] in ("stack", "drew")) != ("of" in step.args):
            raise ScenarioError(step.place, "request: a stack is of somebody, a deck of nobody; write {what: stack, of: 5} or {what: deck}")

    def _do_time(self, step: Step) -> None:
        if step.args.get("stop") and "lasts" in step.args:
            raise ScenarioError(step.place, "time: give either lasts, to call it, or stop, to take it back")
        if step.args.get("lasts", 1.0) % 1:
            raise ScenarioError(step.place, "time: a clock runs whole seconds")

    def _do_stand(self, step: Step) -> None:
        self._seated.pop(step.args["seat"])
        self._chips_known = False

    def _do_buy_in(self, step: Step) -> None:
        self._brought += step.args["amount"]

    def _expected(self, check: Check) -> None:
        args = check.args
        if check.book and not self._scenario.books:
            raise ScenarioError(check.place, "by_book: the table names no book; write table: {book: [cooke, roberts]}")
        if check.book and check.book not in self._scenario.books:
            raise ScenarioError(check.place, f"by_book: {check.book} is not among the books of the table")
        if check.name == "refused" and (self._before is None or self._before.name == "expect"):
            raise ScenarioError(check.place, "refused: no act comes right before this; write it after the act that is refused")
        if check.name == "refused" and self._before is not None and args.get("act", self._before.name) != self._before.name:
            raise ScenarioError(check.place, f"refused: the act before is {self._before.name}, not {args['act']}")
        for seat in _seats_in(check):
            if seat not in self._seated:
                raise ScenarioError(check.place, f"{check.name}: nobody sits at seat {seat}; seats: {_listed(self._seated)}")
        if check.name == "payoffs":
            total = sum(args.values())
            if set(args) >= set(self._seated) and total:
                raise ScenarioError(check.place, f"payoffs: they add up to {total:+d}; what one wins another loses")
        if check.name == "stacks" and set(args) >= set(self._seated) and self._chips_known:
            total = sum(args.values())
            if total > self._brought:
                raise ScenarioError(check.place, f"stacks: they add up to {total}; only {self._brought} chips were brought to the table")
        if check.name == "public_never" and check.book:
            raise ScenarioError(check.place, "public_never: it holds for every book; write it outside by_book")


#: What can be said of a place where nobody sits: cards were dealt there all the same.
_ABOUT_PLACES: Final = frozenset({"ruling", "question"})


def _seats_in(check: Check) -> list[int]:
    """The seats that an expectation speaks of."""
    args: Any = check.args
    if check.name in ("payoffs", "stacks", "hand_name", "equity"):
        return list(args)
    if check.name == "winners":
        return [seat for seats in args.values() for seat in seats]
    if check.name == "pots":
        return [seat for pot in args.values() for seat in pot.get("seats", ())]
    if check.name in _ABOUT_PLACES:
        return []
    named = [args.get("seat"), args.get("to_act"), args.get("button"), *args.get("bets", ()), *args.get("owes", ()), *args.get("live", ())]
    return [seat for seat in named if isinstance(seat, int)]


def _listed(seats: Mapping[int, int]) -> str:
    return ", ".join(str(seat) for seat in sorted(seats))
