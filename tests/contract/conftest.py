"""The brokers of the MQTT tests, and the processes of the shell's."""

from __future__ import annotations

import sys
from pathlib import Path

# test folders are no packages
for folder in ("mqtt", "shell", "feed"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))
