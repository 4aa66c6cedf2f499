"""What other tests have: the table played by hand, mosquitto, the daemon as a process. Test folders are no packages."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("feed", "mqtt", "shell")]
