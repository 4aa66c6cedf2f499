"""What keeps a run from going on."""

from __future__ import annotations

from sim.errors import SimError


class TortureError(SimError):
    """A hand cannot be played or a failure not saved; the text says why and what to do."""
