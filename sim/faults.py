"""How badly the table is read: the probabilities behind `--faults miss=0.10,cross=0.02`.

Faults at a certain time (unplugged at 20 s) are in `sim/fault_plan.py`.
"""

from __future__ import annotations

import difflib
from typing import Final

import msgspec

from sim.errors import SimError


class FaultsError(SimError):
    """A fault text that says nothing we can do; the message says what is allowed."""


class Faults(msgspec.Struct, frozen=True):
    """Probabilities of things going wrong; the defaults are a table in good order.

    Units: probability, 0 … 1; of a card and inventory (`miss`, `cross`, `mangle`), of a tag
    (`dead`, `flicker`), of an answer of a reader (the rest).
    """

    #: A card that lies well in the field does not answer.
    miss: float = 0.01
    #: A card answers an antenna beside its own.
    cross: float = 0.002
    #: The id of a tag that answers arrives with flipped bits, and the frame around it with a right checksum.
    mangle: float = 0.0
    #: A card's tag never answers.
    dead: float = 0.0
    #: A card's tag has a bad contact: it answers every second inventory only, by chance.
    flicker: float = 0.0
    #: The reader does not answer a request.
    silent: float = 0.0
    #: The answer comes one byte at a time.
    crumbs: float = 0.0
    #: The answer breaks off somewhere in its frame.
    half: float = 0.0
    #: Up to twenty bytes of noise come before the answer.
    noise: float = 0.0


#: What may befall an answer on its way, by chance or by plan.
LINE_FAULTS: Final = ("silent", "crumbs", "half", "noise")

#: Every card that lies in a field answers, and only there (a pile still hides its depth).
NO_FAULTS: Final = Faults(miss=0.0, cross=0.0)

_NAMES: Final = Faults.__struct_fields__


def parse_faults(text: str) -> Faults:
    """Return the Faults of a text such as `miss=0.10,cross=0.02`; what is not named keeps its default.

    Raises: FaultsError for an unknown name (with the nearest valid one), a name given twice,
    or a number that is no probability.
    """
    given: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, number = (piece.strip() for piece in part.partition("="))
        if name not in _NAMES:
            near = difflib.get_close_matches(name, _NAMES, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known faults: {', '.join(_NAMES)}"
            raise FaultsError(f"faults: unknown fault {name!r}; {hint}")
        if not equals:
            raise FaultsError(f"faults: {name} needs a probability, as {name}=0.05")
        if name in given:
            raise FaultsError(f"faults: {name} is given twice; keep one")
        given[name] = _probability(name, number)
    return Faults(**given)


def _probability(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:  # also refuses nan
        raise FaultsError(f"faults: {name}={text} is no probability; give a number from 0 to 1")
    return number
