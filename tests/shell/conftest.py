"""What the tests of the shell take from their neighbours."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "feed"))  # felt
