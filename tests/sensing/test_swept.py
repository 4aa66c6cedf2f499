"""How often an antenna is asked: of late, and whatever answers."""

from __future__ import annotations

import pytest

from controller.game.cards import Card
from controller.game.zones import HOLE, STUB
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from controller.sensing.sightings import NEVER_NS
from drivers.base import AntennaRead

TAG = b"\xe0\x04\x01\x02"
EVERY_NS = 200_000_000


def swept(starts_ns: list[int], tags: tuple[bytes, ...] = ()) -> tuple[int, float, int]:
    """Ask the antenna of seat 1 at these times; return its sweeps, its rate and when the last ended."""
    sensing = CardSensing(SensingSettings(), {("hf0", 1): HOLE[1], ("hf0", 2): STUB}, {TAG: Card(0)})
    for start_ns in starts_ns:
        sensing.take(AntennaRead("hf0", 1, tags, start_ns, start_ns + 50_000_000))
    (_, _, _, sweeps, per_s, ended_ns), (_, _, zone, none, still, never_ns) = sensing.swept()
    assert (zone, none, still, never_ns) == (STUB, 0, 0.0, NEVER_NS)
    return sweeps, per_s, ended_ns


@pytest.mark.parametrize(
    ("starts_ns", "per_s"),
    [
        ([], 0.0),
        ([0], 0.0),
        ([n * EVERY_NS for n in range(2)], 5.0),
        ([n * EVERY_NS for n in range(100)], 5.0),
        ([*(n * EVERY_NS for n in range(30)), *(60_000_000_000 + n * EVERY_NS for n in range(4))], 5.0),  # it was unplugged for a minute
    ],
    ids=["never", "once", "twice", "long", "after a minute without"],
)
def test_the_rate_is_that_of_late(starts_ns: list[int], per_s: float) -> None:
    sweeps, rate, ended_ns = swept(starts_ns)
    assert (sweeps, rate) == (len(starts_ns), pytest.approx(per_s))
    assert ended_ns == (starts_ns[-1] + 50_000_000 if starts_ns else NEVER_NS)


def test_what_lies_there_changes_nothing() -> None:
    starts_ns = [n * EVERY_NS for n in range(40)]
    assert swept(starts_ns) == swept(starts_ns, (TAG,)) == swept(starts_ns, (TAG, b"\x01\x02\x03\x04"))
