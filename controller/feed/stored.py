"""Stories that are kept elsewhere than in memory, as the feed's listeners ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from controller.feed.subscription import FeedMessage


class StoryError(Exception):
    """The stories cannot be read just now; the text names the place and the remedy."""


class StoredStories(Protocol):
    """Where every story is kept that was told, word for word."""

    async def after(self, seq: int, most: int) -> Sequence[FeedMessage]:
        """Return up to `most` stories behind `seq`, in order; what is no longer kept is missing at the front.

        Raises: StoryError.
        """
        ...
