"""What the simulator raises when it is asked for something that cannot be."""

from __future__ import annotations


class SimError(Exception):
    """Root of the simulator's exceptions. The text names the place and the remedy, never a card or a tag."""


class RefusedError(SimError):
    """The table refused a command twice, or waits for something else than the people do next."""


class StalledError(SimError):
    """The people waited for the table to say something, and it did not."""


class ForgottenError(SimError):
    """The table came back and does not know the hand any more: the people can only begin it anew."""
