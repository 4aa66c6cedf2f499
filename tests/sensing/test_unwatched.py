"""A burn that nobody looks for is not missing: while its reader does not answer, that is said."""

from __future__ import annotations

from collections.abc import Sequence

from controller.events import Discrepancy, Expectation, Fact
from controller.game.cards import Card
from controller.game.zones import BOARD, BURN, STUB, Zone
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from drivers.base import AntennaRead

ZONES: dict[tuple[str, int], Zone] = {("hf0", 1): BOARD, ("hf0", 2): STUB, ("hf1", 1): BURN}
DECK = {bytes((0xE0, 4, 1, 0, 0, 0, 0, number)): Card(number) for number in range(4)}
SWEEP_NS = 50_000_000


class Felt:
    """Readers that ask their antennas in turn; those of `silent` parts are not asked."""

    def __init__(self) -> None:
        self.sensing = CardSensing(SensingSettings(), ZONES, DECK)
        self.now_ns = 0

    def sweeps(self, seconds: float, silent: Sequence[str] = ()) -> list[tuple[str, bool]]:
        """Let time pass and return what is asked meanwhile, and whether it is settled."""
        out: list[Fact | Discrepancy] = []
        until_ns = self.now_ns + round(seconds * 1e9)
        while self.now_ns < until_ns:
            for part, antenna in ZONES:
                started_ns, self.now_ns = self.now_ns, self.now_ns + SWEEP_NS
                if part not in silent:
                    out += self.sensing.take(AntennaRead(part, antenna, (), started_ns, self.now_ns))
        return [(one.kind, one.settled) for one in out if isinstance(one, Discrepancy) and one.zones == (BURN,)]


def test_while_a_burn_is_due_and_its_reader_does_not_answer_it_is_said_once_and_settled_when_it_does() -> None:
    felt = Felt()
    felt.sensing.expect(Expectation((BURN, BOARD)))
    assert felt.sweeps(5.0) == []
    assert felt.sweeps(1.5, ["hf1"]) == []
    assert felt.sweeps(10.0, ["hf1"]) == [("rfid.unwatched", False)]
    assert felt.sweeps(5.0) == [("rfid.unwatched", True)]


def test_it_is_said_when_the_burn_becomes_due_and_though_the_board_came_first() -> None:
    felt = Felt()
    felt.sweeps(5.0)
    assert felt.sweeps(30.0, ["hf1"]) == []  # nobody waits for a burn
    felt.sensing.expect(Expectation((BURN, BOARD)))
    felt.sensing.expect(Expectation(()))
    assert felt.sweeps(1.0, ["hf1"]) == [("rfid.unwatched", False)]


def test_a_table_that_is_silent_as_a_whole_says_nothing_of_one_antenna() -> None:
    felt = Felt()
    felt.sensing.expect(Expectation((BURN, BOARD)))
    felt.sweeps(5.0)
    felt.now_ns += 60_000_000_000
    assert felt.sweeps(5.0) == []


def test_a_reader_that_never_answered_is_said_too() -> None:
    felt = Felt()
    felt.sensing.expect(Expectation((BURN, BOARD)))
    assert felt.sweeps(5.0, ["hf1"]) == [("rfid.unwatched", False)]
