"""What other tests have: the browser, the table and its people. Test folders are no packages."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("feed", "web")]
