"""A scenario acted out: hands move cards on a felt, voices press the panel, and what is expected is looked at in between."""

from __future__ import annotations

from typing import Final

from controller.effects import Tell
from sim.port import TableUnderTest
from sim.scenario.acting import Act, Acting, StoppedError
from sim.scenario.acts_at_the_panel import AT_THE_PANEL
from sim.scenario.acts_with_cards import WITH_CARDS
from sim.scenario.acts_with_the_deck import WITH_THE_DECK
from sim.scenario.compare import Witness, differences, payoffs_of, stacks_of, state_of
from sim.scenario.differs import words
from sim.scenario.felt import Felt
from sim.scenario.result import Answered, Failure, Held, Result
from sim.scenario.ruled import announcements_in, prompts_in, rulings_in
from sim.scenario.scenario import Check, Scenario, Step

_ACT: Final[dict[str, Act]] = {**WITH_CARDS, **WITH_THE_DECK, **AT_THE_PANEL}
#: Acts that do not begin the first hand.
BETWEEN: Final = frozenset(
    {
        "request", "sit", "stand", "buy_in", "button", "stakes", "rotation", "pause", "resume", "call_floor", "ack", "wait", "fault",
        "next_hand", "bomb_pot", "change_deck", "check_deck", "pass_shuffler", "shuffle", "riffle", "box", "cut",
    }
)  # fmt: skip


class Play:
    """One scenario at one table, under one book."""

    def __init__(self, scenario: Scenario, table: TableUnderTest, felt: Felt, book: str = "") -> None:
        self._on = Acting(scenario, table, felt)
        self._book = book
        self._failures: list[Failure] = []
        self._answers: list[Answered] = []
        self._held: list[Held] = []

    async def run(self) -> Result:
        """Act the scenario out and return what became of it."""
        try:
            await self._on.sit_down()
            for step in self._on.scenario.steps:
                if self._on.going_round and step.name not in ("deal", "deal_all"):
                    await self._on.deal_round()
                if step.name == "expect":
                    await self._expect(step)
                else:
                    self._no_refusal_left()
                    await self._act(step)
            await self._on.deal_round()
            self._no_refusal_left()
            self._hold(
                tuple(check for step in self._on.scenario.steps for check in step.checks if check.name == "public_never"), again=True
            )
            if self._on.scenario.strict:
                self._strict()
        except StoppedError as stop:
            self._failures.append(stop.failure)
        return self._result()

    # -- expectations ---------------------------------------------------------------------------

    async def _expect(self, step: Step) -> None:
        await self._on.felt.settle()
        self._hold(step.checks)
        if any(check.name == "refused" for check in step.checks):
            self._on.refused = None

    def _hold(self, checks: tuple[Check, ...], *, again: bool = False) -> None:
        refused = None if self._on.refused is None else self._on.refused[1]
        stories = self._on.table.stories
        seen = Witness(self._on.table.table, self._on.table.house, stories, stories[self._on.hand_from :], refused)
        for check in checks:
            if check.book in ("", self._book):
                found = [Failure(str(check.place), *one) for one in differences(check, seen)]
                self._failures += [one for one in found if one not in self._failures] if again else found
                if not found:
                    self._held.append(Held(check.name, list(check.args.get("rules", ()))))
                if check.book:
                    self._answers.append(Answered(self._on.scenario.name, f"{check.name} {words(check.args)}", not found))

    def _strict(self) -> None:
        """Hold against what is expected under this book; who expects a corrected amount expects its ruling."""
        checks = [check for step in self._on.scenario.steps for check in step.checks if check.book in ("", self._book)]
        expected = {check.args["kind"] for check in checks if check.name == "ruling"}
        corrected = any(check.name == "corrected" for check in checks)
        for ruling in rulings_in(self._on.table.stories):
            if ruling.kind not in expected and not (ruling.kind == "bet_corrected" and corrected):
                self._failures.append(Failure(str(self._on.scenario.place), "strict", "no other ruling", ruling.kind))

    def _no_refusal_left(self) -> None:
        if self._on.refused is not None:
            step, done = self._on.refused
            raise StoppedError(Failure(str(step.place), step.name, "the act is taken", f"refused: {done.code} ({done.message})"))

    async def _act(self, step: Step) -> None:
        if not self._on.begun and step.name not in BETWEEN:
            await self._on.begin(step)
        await _ACT[step.name](self._on, step)

    def _result(self) -> Result:
        table, stories = self._on.table.table, self._on.table.stories
        state = state_of(table)
        tells = [tell for tell in stories if isinstance(tell, Tell)]
        return Result(
            name=self._on.scenario.name,
            file=self._on.scenario.file,
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
            examples=list(self._on.scenario.examples),
            held=self._held,
        )
