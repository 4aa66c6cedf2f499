"""A rotation as it is written: in a command, and each game of it in table.toml."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from controller.game.chips import MAX_CHIPS, Limit, Round
from controller.game.rotations import MAX_GAMES, ROTATIONS
from controller.table.rotation import MAX_MINUTES

Amount = Annotated[int, Field(ge=0, le=MAX_CHIPS, strict=True)]
OneOrMore = Annotated[int, Field(ge=1, le=MAX_CHIPS, strict=True)]
Minutes = Annotated[int, Field(ge=0, le=MAX_MINUTES, strict=True)]


class RoundModel(BaseModel):
    """A game of a rotation. What is left out is as the table plays; a game with a big blind of its own has bets of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    game: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$", description="The game, as `razz`.")]
    limit: Limit | None = None
    small_blind: Amount | None = None
    big_blind: OneOrMore | None = None
    ante: Amount | None = None
    bring_in: Amount | None = None
    small_bet: Amount | None = None
    big_bet: Amount | None = None
    min_bet: Amount | None = None
    max_bets: Annotated[list[OneOrMore], Field(max_length=4)] | None = None
    button_blind: Amount | None = None
    unit: OneOrMore | None = None

    def round(self) -> Round:
        """Return it as the game takes it."""
        written = self.model_dump(exclude={"limit", "max_bets"})
        return Round(**written, limit=self.limit or "", max_bets=None if self.max_bets is None else tuple(self.max_bets))


class RotationFields(BaseModel):
    """The fields of the verb `rotation`."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$", description=f"One of {', '.join(ROTATIONS)}.")] | None = None
    games: Annotated[list[RoundModel], Field(max_length=MAX_GAMES)] | None = Field(
        default=None, description="At least two; none = the rotation is over, and the game that is stays."
    )
    position: Annotated[int, Field(ge=1, le=MAX_GAMES, strict=True, description="Which of them is first, from 1.")] = 1
    minutes: Minutes | None = Field(
        default=None, description="How long each game lasts; 0 = as the house has it: a lap of the button, or half an hour."
    )

    @model_validator(mode="after")
    def _one_list(self) -> Self:
        if self.name is not None and self.games is not None:
            raise ValueError("give either name or games")
        if self.name is not None and self.name not in ROTATIONS:
            raise ValueError(f"name is one of {', '.join(ROTATIONS)}")
        return self

    def rounds(self) -> tuple[Round, ...] | None:
        """Return the games; None = those that are."""
        if self.name is not None:
            return ROTATIONS[self.name]
        return None if self.games is None else tuple([one.round() for one in self.games])
