"""Every mistake at the panel: when it can be made, the rows of the catalogue it breaks, and what has to be ruled."""

from __future__ import annotations

from typing import Final

from sim.torture.mistake import Mistake
from sim.torture.mistaken_acts import ACTS
from sim.torture.mistaken_openings import OPENINGS
from sim.torture.mistaken_presses import PRESSES
from sim.torture.mistaken_straddles import STRADDLES
from sim.torture.mistaken_wagers import WAGERS

#: Every mistake there is. Sources: the rows named; where none is, docs/mqtt.md (what a command may be).
MISTAKES: Final[tuple[Mistake, ...]] = (*ACTS, *WAGERS, *OPENINGS, *STRADDLES, *PRESSES)
