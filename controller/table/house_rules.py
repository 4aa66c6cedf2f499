"""What the floor changes of the house's answers between hands, and the house as it is with them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from controller.game.outcome import More, Refused, Told
from controller.rules.answers import contradicted, unusable
from controller.rules.catalogue.option import shown
from controller.rules.house import MAX_TOLD_BYTES, House
from controller.rules.options import HouseOptions
from controller.table.blinds import CONDITIONS_RULES
from controller.table.table import Table, running, said

Answer = bool | int | str

_NAMES: Final = frozenset(HouseOptions.__struct_fields__)


def in_force(table: Table, house: House) -> House:
    """Return the house with what the floor has changed; `step` gives it to everything that asks."""
    return _with(house, table.around.answers) if table.around.answers else house


def answer(table: Table, option: str, wanted: Answer | None, house: House) -> Refused | tuple[Table, list[Told]]:
    """Set the house's answer to a question from the next hand on; None = as the file has it, which is what `house` is."""
    if running(table) is not None and "conditions.between_hands" not in house.without:
        return Refused("house_option.running", "The house's answers change between hands: play this one out.", CONDITIONS_RULES)
    wrong = unusable(option, wanted)
    if wrong is not None:
        return wrong
    filed, changed = getattr(house.options, option), dict(table.around.answers)
    now = filed if wanted is None else wanted
    if now == changed.get(option, filed):
        return Refused("house_option.same", f"{option} is {shown(now)} already.")
    changed[option] = now
    if now == filed:
        del changed[option]
    answers = tuple(sorted(changed.items()))
    then = _with(house, answers)
    wrong = contradicted(then, option)
    if wrong is not None:
        return wrong
    if then.told_bytes() > MAX_TOLD_BYTES:
        return Refused("house_option.too_many", "More changed answers cannot be told: take one back, or write them into the table's file.")
    return said(table, answers=answers), [Told("house_changed", more=More(option=option, answer=now))]


@lru_cache(maxsize=8)  # the same changes event after event; a house keeps its hash
def _with(house: House, answers: tuple[tuple[str, Answer], ...]) -> House:
    return replace(house, options=replace(house.options, **{name: given for name, given in answers if name in _NAMES}))
