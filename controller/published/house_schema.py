"""The schema of [house.options]: each question with what it allows, so that an editor can complete and check table.toml."""

from __future__ import annotations

from typing import Any

from controller import rulebook
from controller.rules.catalogue.option import AMOUNT, HouseOption


def answers_schema() -> dict[str, Any]:
    """Return the schema of the house's own answers; what contradicts each other it cannot say."""
    properties = {name: {"description": option.question, **_allowed(option)} for name, option in rulebook.options().items()}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _allowed(option: HouseOption) -> dict[str, Any]:
    if option.type == "choice":
        return {"enum": list(option.values)}
    if option.type == "int":
        return {"type": "integer", "minimum": option.least, "maximum": option.most}
    return {"type": "boolean"} if option.type == "bool" else {"type": "string", "pattern": f"^({AMOUNT.pattern})$"}
