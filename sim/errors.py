"""What the simulator raises when it is asked for something that cannot be."""

from __future__ import annotations


class SimError(Exception):
    """Root of the simulator's exceptions. The text names the place and the remedy, never a card or a tag."""
