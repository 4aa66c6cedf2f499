"""A hand that went wrong, as a scenario: what was done, and after its last act what ought to have come of it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict

from controller.game.cards import Card, card_text
from controller.game.zones import BOARD, BURN, HOLE_SEAT, MUCK, UP_SEAT, Zone
from sim.scenario.differs import words
from sim.torture.answers import changed
from sim.torture.errors import TortureError
from sim.torture.games import FIRST
from sim.torture.oddities import WAGERS
from sim.torture.plan import (
    ASKED,
    WAITING,
    Correction,
    Happened,
    Laid,
    Noticed,
    Plan,
    Press,
    Refusal,
    Ruled,
    Settled,
    Slipped,
    Spoken,
    Step,
    Turned,
    Waited,
)
from sim.torture.setup import Setup
from sim.torture.table import Played

#: Whose place it is, of down-cards and of up-cards.
SEAT: Final = HOLE_SEAT | UP_SEAT
#: Stakes that need not be written.
_USUAL: Final = {"ante": 0, "ante_from": "all", "min_bet": 0, "small_bet": 0, "big_bet": 0, "max_bets": (), "unit": 1, "bring_in": 0}


#: What befalls a card → the act.
_HAPPENED: Final = {
    "boxed": "boxed: {card}",
    "fell": "drop: {card}",
    "foreign": "foreign: {{card: {card}, to: {zone}}}",
    "twin": "foreign: {{card: {card}, to: {zone}, face: up}}",
    "back": "foreign: {{card: {card}, to: {zone}, back: blue}}",
}


def save(played: Played, folder: Path) -> Path:
    """Write a hand's failure down as a scenario in this folder and return its file. Raises: TortureError."""
    plan, failure = played.plan, played.failure
    if failure is None:
        raise ValueError("nothing went wrong in this hand")
    file = folder / f"seed{plan.seed}-hand{plan.number}-{failure.kind}.yaml"
    name = f"{failure.kind}: hand {plan.number} of seed {plan.seed}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(text_of(plan, name, failure.step), encoding="utf-8")
    except OSError as error:
        raise TortureError(f"{file}: {error.strerror}; name with --out a folder that can be written") from None
    return file


def text_of(plan: Plan, name: str, last: int | None = None) -> str:
    """Return a plan as a scenario, up to step `last` or whole; what has to be so is written for that step, or for every one."""
    setup = plan.setup
    stakes: dict[str, Any] = {
        field: one for field, one in asdict(setup.stakes).items() if field != "limit" and (field not in _USUAL or one != _USUAL[field])
    }
    head = [
        f"name: {json.dumps(name)}",
        "table:",
        *([f"  game: {setup.game}"] if setup.game != FIRST else []),
        f"  book: {setup.book}",
        *([f"  options: {words(options)}"] if (options := changed(setup.answers, setup.book)) else []),
        *([f"  limit: {setup.stakes.limit}"] if setup.stakes.limit != "no_limit" else []),
        f"  stakes: {words(stakes | ({'max_bet': stakes.pop('max_bets')} if setup.stakes.max_bets else {}))}",
        f"  seats: {words(setup.stacks)}",
        f"  button: {setup.button}",
        f"  deck: {_deck(setup)}",
        "do:",
    ]
    steps = plan.steps if last is None else plan.steps[: last + 1]
    return "\n".join([*head, *_acts(steps, setup, last), ""])


def _acts(steps: Sequence[Step], setup: Setup, last: int | None) -> list[str]:
    lines: list[str] = []
    given_up: set[int] = set()  # cards that the act before moves too
    held: defaultdict[int, set[Card]] = defaultdict(set)
    lying: dict[Card, Zone] = {}
    for number, step in enumerate(steps):
        shown = last in (None, number)
        if isinstance(step, Laid):
            if (seat := SEAT.get(step.zone)) is not None:
                held[seat].add(step.card)
            if number not in given_up:
                lines.append(f"  - {_laid(step, moved=step.card in lying)}")
            lying[step.card] = step.zone
        elif isinstance(step, Settled):
            lines += [_expect(step.stands, board=last == number)] if shown else []
        elif not isinstance(step, Spoken):
            if isinstance(step, Happened) and step.what == "fell":
                lying[step.card] = Zone("floor")
            lines += _of_the_deal(step, lying, shown=shown)
        elif number == 0:  # the first act begins the hand
            lines += [f"  - next_hand: {{deck: {_deck(setup)}}}", _expect(step.stands)] if last == 0 else []
        else:
            lines += _spoken(step, setup, shown=shown)
            if _gives_up(step, setup):
                given_up |= _run_to_the_muck(steps, number + 1, held[step.press.fields["seat"]])
    return lines


def _spoken(step: Spoken, setup: Setup, *, shown: bool) -> list[str]:
    """What was said, and what has to come of it."""
    lines = [f"  - {_said(step, setup)}"]
    if isinstance(step.ruling, Refusal):
        rules = f", rules: {words(step.ruling.rules)}" if step.ruling.rules else ""
        refused = f"refused: {{why: {step.ruling.code}{rules}}}"
        lines.append(f"  - expect: {{{refused}, {_stands(step.stands)}}}" if shown else f"  - expect: {{{refused}}}")
    elif isinstance(step.ruling, Correction) and shown:
        one = step.ruling
        corrected = f"corrected: {{seat: {one.seat}, to: {one.to_chips}, rules: {words(one.rules)}}}"
        lines.append(f"  - expect: {{{corrected}, {_stands(step.stands)}}}")
    elif shown:
        lines.append(_expect(step.stands))
    return lines


def _of_the_deal(step: Turned | Happened | Waited | Slipped | Ruled | Noticed, lying: Mapping[Card, Zone], *, shown: bool) -> list[str]:
    """What went wrong in the deal, and what has to have been ruled about it."""
    if isinstance(step, Turned):
        return [f"  - expose: {{seat: {SEAT[lying[step.card]]}, card: {card_text(step.card)}}}"]
    if isinstance(step, Waited):
        return [f"  - wait: {step.seconds:g}s"]
    if isinstance(step, Happened):
        return [f"  - {_HAPPENED[step.what].format(card=card_text(step.card), zone=step.zone)}"]
    if isinstance(step, Slipped):
        return [f"  # {step.kind}"]
    if isinstance(step, Noticed):
        return [f"  - expect: {{question: {{code: {step.code}, place: {step.zone}}}}}"] if shown else []
    return [_ruled(step)] if shown else []


def _run_to_the_muck(steps: Sequence[Step], first: int, held: Collection[Card]) -> set[int]:
    """The numbers of the steps from there on with which a player's cards go to the muck."""
    gone = takewhile(lambda n: isinstance(one := steps[n], Laid) and one.zone == MUCK and one.card in held, range(first, len(steps)))
    return set(gone)


def _deck(setup: Setup) -> str:
    return words([card_text(card) for card in setup.deck])


def _gives_up(step: Spoken, setup: Setup) -> bool:
    """Whether the language moves the cards into the muck with this act by itself."""
    named = _named(step, setup)
    return not isinstance(step.ruling, Refusal) and (named[0] == "muck" or (named[0] == "act" and named[1]["do"] == "fold"))


def _laid(step: Laid, *, moved: bool) -> str:
    """`moved` = it does not come from the deck."""
    card = card_text(step.card)
    if moved:
        return f"move: {{card: {card}, to: {step.zone}}}"
    if step.zone in HOLE_SEAT:
        return f"deal: {{to: {HOLE_SEAT[step.zone]}, cards: [{card}]{', face: up' if step.up else ''}}}"
    if step.zone in UP_SEAT:
        return f"deal: {{to: {UP_SEAT[step.zone]}, cards: [{card}], up: true}}"
    if step.zone == BURN:
        return f"burn: {card}"
    if step.zone == BOARD:
        return f"board: [{card}]"
    return f"move: {{card: {card}, to: {step.zone}}}"


def _ruled(step: Ruled) -> str:
    about = {"kind": step.ruling} | ({} if step.seat is None else {"seat": step.seat}) | {"remedy": step.remedy, "rules": list(step.rules)}
    return f"  - expect: {{ruling: {_flow(about)}}}"


def _said(step: Spoken, setup: Setup) -> str:
    name, fields = _named(step, setup)
    return f"{name}: {_flow(fields)}" if fields else name


def _named(step: Spoken, setup: Setup) -> tuple[str, dict[str, Any]]:
    """Return the act that presses this, and its fields; `press` where the language has none that says the same."""
    press, fields = step.press, step.press.fields
    if press.verb == "floor_rule" and not press.again:
        how: dict[str, Any] = {name: fields[name] for name in ("decision", "alternative") if name in fields}
        return "floor", {"kind": fields["ruling"].removeprefix(WAITING), **how, "by": press.role}
    if press.verb in ("answer", "shuffle") and not press.again:
        what = fields.get("prompt", "").removeprefix(ASKED)
        said = {"with": fields["with"]} if "with" in fields else {}
        return press.verb, ({"question": what} if what else {}) | said
    if press.role == "dealer" and press.behind is None and not press.again and fields.get("seat", setup.button) in setup.stacks:
        if press.verb == "act" and _is_plain_act(fields) and step.told in ("", "acted"):
            return "act", fields
        if press.verb == "post":
            return "post", fields or {"who": "blinds"}
        if press.verb == "show" or (press.verb == "muck" and not isinstance(step.ruling, Refusal)):
            return press.verb, fields
    return "press", _raw(press)


def _is_plain_act(fields: dict[str, Any]) -> bool:
    do, to = fields["do"], fields.get("to")
    if do in WAGERS:
        return type(to) is int and to > 0
    return do in ("fold", "check", "call", "bring_in", "all_in") and to is None


def _raw(press: Press) -> dict[str, Any]:
    more: dict[str, Any] = {"with": press.fields} if press.fields else {}
    if press.role != "dealer":
        more["by"] = press.role
    if press.behind is not None:
        more["behind"] = press.behind
    if press.again:
        more["again"] = True
    return {"verb": press.verb} | more


def _flow(value: Any) -> str:
    """Return a value in one line of YAML; text that could be read as something else is quoted."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and not value.isidentifier():
        return json.dumps(value)
    return words(value)


def _expect(stands: dict[str, Any], *, board: bool = False) -> str:
    return f"  - expect: {{{_stands(stands, board=board)}}}"


def _stands(stands: dict[str, Any], *, board: bool = False) -> str:
    """`board` = with its cards, whose order readers cannot tell."""
    state = {name: one for name, one in stands["state"].items() if board or name != "board"}
    return ", ".join(f"{name}: {words(one)}" for name, one in (stands | {"state": state}).items())
