"""What is expected of a story that the table told, beside those it did tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from controller.effects import Effect, Tell
from controller.game.cards import card_text
from sim.scenario.expectations import NONE

#: Field of the expectation → what it is of a Tell.
_FIELDS: Final[Mapping[str, str]] = {
    "seat": "seat", "amount": "amount_chips", "to": "to_chips", "do": "do", "pot": "pot", "code": "code",
    "all_in": "all_in", "name": "name",
}  # fmt: skip


def story_differs(args: Mapping[str, Any], told: Iterable[Effect]) -> Iterator[tuple[str, str, str]]:
    """Yield what is not as expected: that no story of the kind has these fields, or that none of those names the rules."""
    kind = [tell for tell in told if isinstance(tell, Tell) and tell.kind == args["kind"]]
    wanted = {key: value for key, value in args.items() if key not in ("kind", "rules")}
    fits = [tell for tell in kind if all(_of(tell, key) == value for key, value in wanted.items())]
    if not fits:
        yield (
            "story",
            _shown({"kind": args["kind"], **wanted}),
            ", ".join(_shown({key: _of(tell, key) for key in wanted}) for tell in kind) or NONE,
        )
        return
    rules = args.get("rules", [])
    if not any(set(rules) <= set(tell.rules) for tell in fits):
        named = sorted({rule for tell in fits for rule in tell.rules})
        yield "story.rules", f"[{', '.join(rules)}]", f"[{', '.join(named)}]"


def _of(tell: Tell, key: str) -> Any:
    if key == "cards":
        return [card_text(card) for card in tell.cards]
    return getattr(tell, _FIELDS[key])


def _shown(fields: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in fields.items()) + "}"
