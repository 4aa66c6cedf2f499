"""Commands as the acts of the language that press them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from controller import events
from controller.effects import Effect
from controller.game.cards import card_text
from sim.scenario.record_lines import Act
from sim.scenario.rotation import written as round_words
from sim.scenario.ruled import announcements_in, rulings_in

#: The name of an act and its fields.
Row: TypeAlias = tuple[str, Mapping[str, Any]]


def act_of(command: Any, effects: Sequence[Effect]) -> Act | None:
    """Return the act of a command that was taken; `effects` is what it led to. None: the language has none."""
    told = _BY_WHAT_WAS_TOLD.get(type(command))
    if told is not None:
        return Act(*told(command, effects))
    row = _ACTS.get(type(command))
    return None if row is None else Act(*row(command))


def _ack(_command: events.Ack, effects: Sequence[Effect]) -> Row:
    """What was acknowledged is named by what it is about, for an id means nothing in a scenario."""
    announced = announcements_in(effects)
    return "ack", {"announcement": announced[-1].about} if announced else {}


def _floor(command: events.FloorRule, effects: Sequence[Effect]) -> Row:
    """What was decided about is named by what it is."""
    ruling = rulings_in(effects)[-1]
    return "floor", {
        "kind": ruling.kind,
        "seat": ruling.seat,
        "decision": command.decision,
        "alternative": command.alternative or None,
        "reason": command.reason or None,
        "by": _by(command.head.role),
    }


def _report(command: events.Report, effects: Sequence[Effect]) -> Row:
    """Where the button belonged is known from the hand before, which is not played: it is said."""
    due = next((one.seat for one in rulings_in(effects) if one.seat), None) if command.what == "button_wrong" else None
    return "report", {
        "what": command.what,
        "seat": command.seat or due,
        "card": None if command.card is None else card_text(command.card),
        "by": command.by or None,
        "zone": command.zone or None,
        "number": command.number or None,
        "role": _by_floor(command.head.role),
    }


def shuffled(step: str) -> Row:
    """Return the act of a step of the shuffle."""
    return (step, {}) if step in ("riffle", "box", "cut") else ("shuffle", {"step": None if step == "shuffle" else step})


def _shuffle(command: events.Shuffle) -> Row:
    if _by_floor(command.head.role):  # whose word is taken
        return "press", {"verb": "shuffle", "with": {"step": command.step}, "by": "floor"}
    return shuffled(command.step)


def _button(command: events.Button) -> Row:
    return ("press", {"verb": "button", "with": {"draw": True}}) if command.draw else ("button", {"to": command.seat})


def _lasts(clock: events.Clock) -> Mapping[str, Any]:
    return {"lasts": f"{clock.seconds}s"} if clock.seconds is not None else {} if clock.house_time else {"stop": True}


def _by_floor(role: str) -> str | None:
    return "floor" if role in ("floor", "admin") else None


def _by(role: str) -> str:
    return "dealer" if role == "dealer" else "floor"


#: Command → the act that presses it.
_ACTS: Final[Mapping[type, Callable[[Any], Row]]] = {
    events.Post: lambda e: ("post", {"seat": e.seat} if e.seat else {"who": "blinds"}),
    events.Straddle: lambda e: ("straddle", {"seat": e.seat, "amount": e.amount_chips}),
    events.Act: lambda e: ("act", {"seat": e.seat, "do": e.do, "to": e.to_chips, "early": e.early or None, "by": _by_floor(e.head.role)}),
    events.Show: lambda e: ("show", {"seat": e.seat, "cards": e.cards and [*map(card_text, e.cards)], "by": _by_floor(e.head.role)}),
    events.Draw: lambda e: ("act", {"seat": e.seat, "do": e.do, "number": e.number}),
    events.RunIt: lambda e: ("run_it", {"times": e.times}),
    events.Muck: lambda e: ("muck", {"seat": e.seat}),
    events.Sit: lambda e: ("sit", {"seat": e.seat, "stack": e.stack_chips, "name": e.name}),
    events.Stand: lambda e: ("stand", {"seat": e.seat}),
    events.BuyIn: lambda e: ("buy_in", {"seat": e.seat, "amount": e.amount_chips} | ({"behind": True} if e.behind else {})),
    events.Button: _button,
    events.EnterCard: lambda e: ("enter", {"place": e.zone, "card": card_text(e.card), "by": _by(e.head.role)}),
    events.Pause: lambda _: ("pause", {}),
    events.Resume: lambda _: ("resume", {}),
    events.FloorCall: lambda e: ("call_floor", {"seat": e.seat, "reason": e.reason or None}),
    events.Clock: lambda e: ("time", {"seat": e.seat, **_lasts(e), "by": _by(e.head.role)}),
    events.Request: lambda e: (
        "request",
        {"seat": e.seat, "what": e.what} | ({"of": e.of} if e.of else {}) | ({"amount": e.amount_chips} if e.amount_chips else {}),
    ),
    events.Shuffle: _shuffle,
    events.Answer: lambda e: ("answer", {"with": e.answer}),
    events.VoidHand: lambda e: ("void", {"reason": e.reason or None}),
    events.SetRotation: lambda e: (
        "rotation",
        {
            "games": [round_words(one) for one in e.rounds] if e.rounds else None,
            "position": e.position if e.position > 1 else None,
            "minutes": e.minutes,
            "stop": True if e.rounds == () else None,
        },
    ),
    events.SetStakes: lambda e: (
        "stakes",
        {
            "small_blind": e.stakes.small_blind,
            "big_blind": e.stakes.big_blind,
            "ante": e.stakes.ante,
            **{name: getattr(e.stakes, name) or None for name in ("limit", "small_bet", "big_bet", "unit")},
            "max_bets": [*e.stakes.max_bets] or None,
        },
    ),
}
#: And those of which it is told what they are about.
_BY_WHAT_WAS_TOLD: Final[Mapping[type, Callable[[Any, Sequence[Effect]], Row]]] = {
    events.Ack: _ack,
    events.FloorRule: _floor,
    events.Report: _report,
}
