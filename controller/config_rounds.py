"""[game] rotation of table.toml as it is written: a list by its name, or games, each by its name or with what it is played for."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import asdict
from pydantic import BeforeValidator, Field

from controller.config_nearest import nearest_hint
from controller.feed.rotation_model import RoundModel
from controller.game.rotations import MAX_GAMES, ROTATIONS


def _as_rounds(written: Any) -> Any:
    """A list by its name, or of games, each by its name or with what it is played for."""
    if isinstance(written, str):
        if written not in ROTATIONS:
            raise ValueError(
                f"there is no list {written!r}{nearest_hint(written, ROTATIONS)}; lists: {', '.join(ROTATIONS)}; or name games"
            )
        written = [{name: value for name, value in asdict(one).items() if value not in (None, "")} for one in ROTATIONS[written]]
    return [{"game": one} if isinstance(one, str) else one for one in written] if isinstance(written, list | tuple) else written


#: As the file writes it.
Rotation = Annotated[tuple[RoundModel, ...], Field(strict=False, max_length=MAX_GAMES), BeforeValidator(_as_rounds)]
