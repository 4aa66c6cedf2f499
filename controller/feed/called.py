"""What `state` says beside the cards and chips: the called floor, the called clock, and the entry made last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from controller.effects import Tell
from controller.feed.stories import is_entry, story_text
from controller.feed.views import View
from controller.table.table import CalledClock, StandingCall, Table

#: Kind of story → the verb it was entered by; `None` = the entry cannot be corrected.
_VERBS: Final[Mapping[str, str | None]] = {
    "hand_started": None,
    "posted": "post",
    "acted": "act",
    "acted_early": "act",
    "drew": "act",
    "run_it": "run_it",
    "shown": None,
    "mucked": "muck",
    "seat_taken": "sit",
    "seat_left": "stand",
    "bought_in": "buy_in",
    "button_moved": "button",
    "hand_void": "void_hand",
}

#: Amounts that a correction of these may change: which field of the story holds them.
_AMOUNT_IN: Final[Mapping[str, str]] = {
    "acted": "to_chips",
    "acted_early": "to_chips",
    "bought_in": "amount_chips",
    "seat_taken": "amount_chips",
}


def called_views(table: Table, utc: Callable[[int], str]) -> View:
    """Return the fields `floor_call` and `clock` of `state`; `utc` says a table time in UTC."""
    return {
        "floor_call": None if table.floor_call is None else _call_view(table.floor_call, utc),
        "clock": None if table.clock is None else _clock_view(table.clock, utc),
    }


def _call_view(call: StandingCall, utc: Callable[[int], str]) -> View:
    return {"seq": call.seq, "seat": call.seat, "reason": call.reason, "since_utc": utc(call.at_ns)}


def _clock_view(called: CalledClock, utc: Callable[[int], str]) -> View:
    ends_ns = called.ends_ns
    return {
        "seat": called.seat,
        "ends_utc": None if ends_ns is None else utc(ends_ns),
        "ends_table_ms": None if ends_ns is None else ends_ns // 1_000_000,
        "left_ms": called.left_ns // 1_000_000 if ends_ns is None else None,
        "expired": called.expired,
    }


class LastEntry:
    """Follows the stories of a table and holds the last entry of a person in the present hand.

    Invariants: `view` is what `correct` by the dealer would change; None when there is nothing, or it cannot be changed.
    """

    def __init__(self) -> None:
        self.view: View | None = None
        self._at_ns = self._began_ns = -1

    def note(self, tell: Tell) -> None:
        """Take one story. A correction tells the whole hand anew."""
        if tell.kind == "correction" and tell.more is not None:
            self._begin()
            self._note_all(tell.more.retold)
        else:
            self._note(tell)

    def _note_all(self, tells: Iterable[Tell]) -> None:
        for tell in tells:
            self._note(tell)

    def _note(self, tell: Tell) -> None:
        if tell.kind == "hand_started":
            self._begin()
            self._began_ns = tell.at_ns
        elif tell.kind == "posted" and tell.at_ns == self._began_ns and self.view is None:
            pass  # for the deal before, which was a misdeal: it came with the hand's beginning
        elif is_entry(tell) and tell.hand is not None and tell.code is None:  # a clock that ran out is nobody's entry
            verb = "straddle" if tell.do == "straddle" else _VERBS.get(tell.kind, "enter_card")
            before, same = self.view, tell.at_ns == self._at_ns and tell.kind == "posted"
            self._at_ns = tell.at_ns
            if verb is None or (tell.kind == "hand_void" and tell.rules):  # a ruling voided it: that is decided otherwise, not corrected
                self.view = None
            elif same and before is not None and before["verb"] == verb:  # one command posted for several
                seat = before["seat"] if before["seat"] == tell.seat else None
                self.view = {**before, "seat": seat, "do": None, "text": f"{before['text'][:-1]}; {story_text(tell)}"}
            else:
                self.view = _entry_view(tell, verb)

    def _begin(self) -> None:
        self.view, self._at_ns, self._began_ns = None, -1, -1


def _entry_view(tell: Tell, verb: str) -> View:
    amount = _AMOUNT_IN.get(tell.kind)
    to = None if amount is None or tell.do in {"fold", "check", "call"} else getattr(tell, amount)
    return {"seq": tell.seq, "text": story_text(tell), "verb": verb, "seat": tell.seat, "do": tell.do, "to": to}
