"""What other tests have: the table played by hand. Test folders are no packages."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("feed", "journal", "floor", "rooms")]
