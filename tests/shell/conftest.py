"""What the tests of the shell take from their neighbours."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path += [
    str(Path(__file__).resolve().parents[1] / folder) for folder in ("feed", "web", "journal")
]  # felt; the browser; a table with its journal
