"""The recorded hands as texts, and altered copies of them."""

from __future__ import annotations

import json
import random
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from controller.game.cards import FULL_DECK, card_text

DATA = Path(__file__).resolve().parents[1] / "data" / "phh"
INPUTS = ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions")
CARD = re.compile(r"[2-9TJQKA][cdhs]")


@cache
def holdem_files() -> tuple[Path, ...]:
    """Every recorded no-limit hold'em hand."""
    return tuple(file for file in sorted(DATA.rglob("*.phh")) if re.search(r"^variant = ['\"]NT", file.read_text("utf-8"), re.MULTILINE))


@cache
def fields(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def hand_text(file: Path, **changes: Any) -> str:
    """The file's inputs alone, no result and no names, with some fields changed.

    Antes are not trimmed: one file says they are, and its stacks say they are not.
    """
    inputs = {name: fields(file)[name] for name in INPUTS} | changes
    return "\n".join(f"{name} = {json.dumps(value)}" for name, value in inputs.items()) + "\nante_trimming_status = false\n"


def other_cards(actions: list[str], draw: random.Random) -> list[str]:
    """The same actions with every card exchanged for another, alike wherever it is named."""
    names = [card_text(card) for card in FULL_DECK]
    exchange = dict(zip(names, draw.sample(names, len(names)), strict=True))
    return [CARD.sub(lambda found: exchange[found[0]], action) for action in actions]
