"""A script as the Events that the same hand yields over the wire: fact level.

Each card that moves is one `CardMoved`, with the evidence its antenna would give; each word said
is one Command. Nothing is decided here: the events are made before the table has seen the first.

Time: events follow each other at a dealer's pace from `start_ns` on; a card's interval is one
sweep of its antenna.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from controller.events import Act, Button, CardMoved, Command, Draw, Event, Evidence, Fact, Header, Muck, NewHand, Post, Show, Sit
from controller.game.chips import Stakes
from controller.game.zones import MUCK, Zone
from controller.histories.handfile import HandFile
from sim.layout import STANDARD_LAYOUT, STUD_LAYOUT
from sim.script import Script
from sim.steps import Move, Step

#: From one event to the next, and from the last sweep without a card to the first one with it.
PACE_NS: Final = 400_000_000
SWEEP_NS: Final = 300_000_000
#: How many cards on top of a pile answer its antenna.
GLIMPSED: Final = 3

_EVIDENCE: Final[dict[Zone, Evidence]] = {zone: Evidence(part, 2, 2) for (part, _), zone in {**STANDARD_LAYOUT, **STUD_LAYOUT}.items()}

#: When a step is, by position: (time, end of the sweep, what its command begins with).
_Slot: TypeAlias = tuple[int, int, Header]


def _slot(at_ns: int, cmd_id: str) -> _Slot:
    return at_ns, at_ns + SWEEP_NS, Header(at_ns, cmd_id, "dealer")


#: What most hands need, made once: from time 0 on, with the ids `r<n>`.
_SLOTS: Final = tuple([_slot(n * PACE_NS, f"r{n}") for n in range(250)])


def seating(hand: HandFile, start_ns: int = 0) -> list[Event]:
    """Return the commands that seat the players of a hand at an empty table and place the button."""
    events: list[Event] = []
    for seat, (name, stack) in enumerate(zip(hand.names, hand.stacks, strict=True), 1):
        head = Header(start_ns, f"s{seat}", "dealer")
        events.append(Sit(head, seat, player_name(name, seat), stack))
    button = len(hand.stacks)
    events.append(Button(Header(start_ns, "s0", "dealer"), button))
    return events


def player_name(name: str, seat: int) -> str:
    """Return what a player is called at the table: `p3` where the file gives no name."""
    return name.strip()[:64] or f"p{seat}"


def events_of(script: Script, start_ns: int = 0) -> list[Event]:
    """Return the events of a hand, from `new_hand` to the last thing its file tells.

    Invariants: one event a step, in order; the command of step n has the id `r<n>`.
    """
    return step_events(script.steps, script.hand.stakes, start_ns, of=script.hand)


def step_events(
    steps: Sequence[Step], stakes: Stakes, start_ns: int = 0, ids: Sequence[str] = (), of: HandFile | None = None
) -> list[Event]:
    """Return the events of some steps; `ids` gives the commands' ids by position, `r<n>` unless told; `of` = the hand they begin."""
    if start_ns or ids or len(steps) > len(_SLOTS):
        ids = ids or [f"r{n}" for n in range(len(steps))]
        times = [start_ns + n * PACE_NS for n in range(len(steps))]
        slots: Sequence[_Slot] = [_slot(at_ns, cmd_id) for cmd_id, at_ns in zip(ids, times, strict=True)]
    else:
        slots = _SLOTS
    events: list[Event] = []
    add = events.append
    for step, (at_ns, by_ns, head) in zip(steps, slots, strict=False):  # slots may be more than steps
        if type(step) is Move:
            zone = step.to_zone
            add(CardMoved(step.card, step.from_zone, zone, step.side, at_ns, by_ns, _EVIDENCE[zone]))
        elif step.do is not None:
            add(Act(head, step.seat, step.do, step.to_chips))
        elif step.draw is not None:
            add(Draw(head, step.seat, step.draw, step.number))
        elif step.verb == "new_hand":
            add(NewHand(head, stakes, of.game, of.dead_small) if of is not None else NewHand(head, stakes))
        else:
            add(_BUILD[step.verb](head, step.seat))
    return events


def collection(script: Script, start_ns: int) -> list[Fact]:
    """Return what the antennas tell of the dealer gathering the cards after the hand.

    What lay open to an antenna is seen to be gone. The muck goes on the stub last: the cards
    that come to lie on top are seen there, and of those below nothing is heard.
    """
    by_ns = start_ns + SWEEP_NS
    facts: list[Fact] = []
    for move in script.collect:
        if move.from_zone != MUCK:
            gone = Evidence(_EVIDENCE[move.from_zone].part, 0, 2)
            facts.append(CardMoved(move.card, move.from_zone, None, "down", start_ns, by_ns, gone))
    on_top = [move for move in script.collect if move.from_zone == MUCK][-GLIMPSED:]
    return facts + [CardMoved(move.card, MUCK, move.to_zone, "down", start_ns, by_ns, _EVIDENCE[move.to_zone]) for move in on_top]


_BUILD: Final[dict[str, Callable[[Header, int], Command]]] = {
    "post": lambda head, _: Post(head),
    "show": Show,
    "muck": Muck,
}
