"""How much evidence moves a card: the numbers behind `cards.CardSensing`."""

from __future__ import annotations

from typing import Final

import msgspec

from controller.sensing.sightings import WINDOW

#: Field → (least, most) for the numbers a person may set.
BOUNDS: Final[dict[str, tuple[float, float]]] = {
    "appear_k": (1, WINDOW),
    "appear_n": (1, WINDOW),
    "lead": (1, WINDOW),
    "vanish_s": (0.1, 60.0),
    "vanish_sweeps": (1, 1000),
    "tie_k": (1, WINDOW),
    "tie_n": (1, WINDOW),
    "episode_s": (0.1, 3600.0),
    "overdue_s": (1.0, 3600.0),
    "readable_depth": (1, 52),
    "max_unknown": (16, 65_536),
}


class SensingSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What counts as seen, gone and undecided.

    That is at a quiet table; one that hears cards beside their places asks for more by itself, see `evidence`.
    The defaults suit two readers that visit every antenna each 0.3–0.4 s, of which a resting card
    misses one sweep in ten and is cross-read by a neighbour in one of fifty. A false move may name
    a face-down card on the board, so they are strict: one wrong move needs three cross-reads in
    four sweeps (3 in 100,000) while the true antenna misses three in a row (1 in 1,000); with two
    sightings instead of three it happens several times an hour. The price is about one second
    from the felt to the Fact. `benchmarks/sensing_noise.py` measures both for other numbers.

    Units: seconds of table time; sweeps of one antenna.
    Raises: ValueError when a number is out of bounds or contradicts another.
    """

    #: A card appears when its antenna saw it in `appear_k` of its last `appear_n` sweeps …
    appear_k: int = 3
    appear_n: int = 4
    #: … and `lead` times more often than any other antenna over the same stretch of time.
    lead: int = 3
    #: A card is gone when missing that long and in that many sweeps in a row: a reader that was silent has missed nothing.
    vanish_s: float = 2.5
    vanish_sweeps: int = 5
    #: Seen in `tie_k` of `tie_n` sweeps and still no leader: a tie, for the plan or for a person.
    tie_k: int = 6
    tie_n: int = 8
    #: The same tie or unknown tag is told again only after this long without it.
    episode_s: float = 10.0
    #: A card that the hand waits for is asked about when none came for that long: its tag may be dead.
    overdue_s: float = 15.0
    #: How many cards of a pile an antenna reads surely, counted from the top.
    readable_depth: int = 2
    #: How many unknown tags are remembered at once.
    max_unknown: int = 256

    def __post_init__(self) -> None:
        for field, (least, most) in BOUNDS.items():
            number = getattr(self, field)
            if not least <= number <= most:
                raise ValueError(f"{field} is {number}; it must be between {least:g} and {most:g}")
        for part, whole in (("appear_k", "appear_n"), ("tie_k", "tie_n"), ("lead", "tie_n"), ("appear_k", "tie_k")):
            if getattr(self, part) > getattr(self, whole):
                raise ValueError(f"{part} is {getattr(self, part)}; it cannot be above {whole}, which is {getattr(self, whole)}")
