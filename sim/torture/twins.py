"""The same hand with other cards face down: nothing that is told of it may differ, up to where somebody shows."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from controller.game.cards import JOKER, Card, parse_card
from sim.torture.plan import Happened, Laid, Plan, Spoken, Step, Taking, Turned

#: What befalls a card that everybody sees.
_SEEN = ("boxed", "twin")


def unshown(plan: Plan) -> Plan:
    """Return a hand up to where somebody shows his cards, or names them."""
    for number, step in enumerate(plan.steps):
        if isinstance(step, Spoken) and ("cards" in step.press.fields or (step.press.verb == "show" and isinstance(step.ruling, Taking))):
            return replace(plan, steps=plan.steps[:number])
    return plan


def twin_of(plan: Plan, seed: int) -> Plan:
    """Return the hand with other cards wherever they lie face down all the time. Call with a hand that is `unshown`."""
    seen = _in_sight(plan.steps)
    hidden = [card for card in plan.setup.deck if card not in seen and card != JOKER]
    others = list(hidden)
    random.Random(f"torture twin:{seed}:{plan.seed}:{plan.number}").shuffle(others)  # noqa: S311 # a repeatable run is the point
    of = dict(zip(hidden, others, strict=True))
    deck = tuple([of.get(card, card) for card in plan.setup.deck])
    return replace(plan, setup=replace(plan.setup, deck=deck), steps=tuple([_with(step, of) for step in plan.steps]))


def _in_sight(steps: Sequence[Step]) -> set[Card]:
    seen: set[Card] = set()
    for step in steps:
        if (isinstance(step, Laid) and step.up) or isinstance(step, Turned) or (isinstance(step, Happened) and step.what in _SEEN):
            seen.add(step.card)
        elif isinstance(step, Spoken) and "card" in step.press.fields:  # it fell, and everybody saw it
            seen.update(card for card in [parse_card(step.press.fields["card"])] if card is not None)
    return seen


def _with(step: Step, of: dict[Card, Card]) -> Step:
    if isinstance(step, Laid | Turned | Happened):
        return replace(step, card=of.get(step.card, step.card))
    return step
