"""A hub that plays a script: the feed's own models, without a table behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.feed.payloads import (
    CardsView,
    Info,
    LegalActionView,
    LegalView,
    PartHealth,
    PotView,
    Quality,
    QuestionView,
    SeatState,
    State,
    Status,
    Story,
)
from controller.feed.subscription import FeedMessage, Subscription

HEAD: dict[str, Any] = {"boot_id": "b1", "utc": "2026-01-01T00:00:00.000Z", "table_ms": 0}

TWO_PLACES = [
    QuestionView(
        code="rfid.two_places",
        zones=["seat/3/hole", "seat/4/hole"],
        question="One card answers from two places: see which place holds it and move it clear of the other (seat 3, seat 4).",
    )
]


class ScriptedHub:
    """Hands out what `publish` is given, through the feed's own subscriptions."""

    def __init__(self, *, bound: int = 256) -> None:
        self.held: dict[str, FeedMessage] = {}
        self.subscriptions: list[Subscription] = []
        self._bound = bound
        self._listeners: list[Callable[[FeedMessage], None]] = []
        self._seq = 0

    def snapshot(self) -> tuple[FeedMessage, ...]:
        return tuple(self.held.values())

    def subscribe(self) -> Subscription:
        subscription = Subscription(self.subscriptions.remove, self._bound)
        self.subscriptions.append(subscription)
        return subscription

    def on_message(self, listener: Callable[[FeedMessage], None]) -> None:
        self._listeners.append(listener)

    def publish(self, name: str, payload: Any) -> None:
        retained = name != "event"
        message = FeedMessage(name, payload.model_dump_json().encode(), retained, self._seq)
        if retained:
            self.held[name] = message
        for listener in self._listeners:
            listener(message)
        for subscription in tuple(self.subscriptions):
            subscription._put(message)

    def tell(self, kind: str, text: str, **fields: Any) -> None:
        self._seq += 1
        rev = fields.pop("rev", self._seq)
        self.publish(
            "event", Story(**HEAD, seq=self._seq, rev_before=rev - 1, rev_after=rev, kind=kind, text=text, **{"hand": "h128", **fields})
        )

    def end(self) -> None:
        for subscription in tuple(self.subscriptions):
            subscription._end()


def seat(number: int, name: str | None = None, stack: int = 0, **fields: Any) -> SeatState:
    """A seat as told: empty when nobody is named; `cards` is (count, shown)."""
    count, shown = fields.pop("cards", (0, ()))
    defaults: dict[str, Any] = {
        "bet": 0,
        "state": "waiting" if name else "empty",
        "position": None,
        "to_act": False,
        "last_action": None,
        "drew": [],
        "result": None,
        "short_name": None,
        "country": None,
        "picture": None,
    }
    return SeatState(seat=number, name=name, stack=stack, cards=CardsView(count=count, shown=list(shown)), **{**defaults, **fields})


#: What `actions` is made of.
BOUNDS = ("call", "can_raise", "min_raise_to", "max_raise_to")


def actions(call: int, can_raise: bool, min_raise_to: int | None, max_raise_to: int | None) -> list[LegalActionView]:
    """Each action as the table tells it, after a bet where there is something to call: no more than that is asked of these states."""
    bounds: dict[str, tuple[int | None, int | None] | None] = {
        "fold": (None, None),
        "check": None if call else (None, None),
        "call": (call, call) if call else None,
        "bet": (min_raise_to, max_raise_to) if can_raise and not call else None,
        "raise": (min_raise_to, max_raise_to) if can_raise and call else None,
        "complete": None,
        "all_in": (max_raise_to, max_raise_to),
    }
    return [action(do, given) for do, given in bounds.items()]


def action(do: Any, bounds: tuple[int | None, int | None] | None, step: int = 1) -> LegalActionView:
    """One action with its bounds; None = it is not legal."""
    least, most = bounds or (None, None)
    legal = bounds is not None
    code, why = ("", "") if legal else ("act.not_now", "Not now.")
    return LegalActionView(do=do, legal=legal, min=least, max=most, step=step if least else None, code=code, why=why, rules=[])


def state(rev: int, seats: Iterable[SeatState], **fields: Any) -> State:
    """A table of ten seats at `rev`; seats not given are empty."""
    given = {view.seat: view for view in seats}
    places = fields.pop("places", 10)
    pots = [PotView(amount=amount, seats=list(who)) for amount, who in fields.pop("pots", ())]
    quality = Quality(capability="cards", parts_down=fields.pop("parts_down", []), discrepancies=fields.pop("discrepancies", []))
    legal = fields.pop("legal", None)
    if isinstance(legal, Mapping):
        legal = LegalView(**{"actions": actions(*(legal[bound] for bound in BOUNDS)), "rules": [], **legal})
    defaults: dict[str, Any] = {
        "hand": None,
        "stage": "between",
        "street": None,
        "board": [],
        "board_cards": 5,
        "boards": [],
        "run_it": None,
        "pot_total": sum(pot.amount for pot in pots) + sum(view.bet for view in given.values()),
        "button": None,
        "small_blind": 50,
        "big_blind": 100,
        "ante": 0,
        "limit": "no_limit",
        "game": "holdem",
        "hand_cards": 2,
        "small_bet": None,
        "big_bet": None,
        "rotation": None,
        "to_act": None,
        "draw": None,
        "to_show": None,
        "paused": False,
        "hidden": False,
        "floor_call": None,
        "clock": None,
        "dealer": None,
        "last_entry": None,
        "rulings": [],
        "announcements": [],
        "prompts": [],
    }
    return State(
        **HEAD,
        as_of_seq=rev,
        rev=rev,
        pots=pots,
        legal=legal,
        quality=quality,
        seats=[given.get(number) or seat(number) for number in range(1, places + 1)],
        **{**defaults, **fields},
    )


def ruling(number: int, kind: str, text: str, **fields: Any) -> dict[str, Any]:
    """A ruling as `state` tells it: proposed to the dealer where nothing else is said; `remedy` steps are (do, fields)."""
    remedy = [{"do": do, "seats": [], "cards": [], "amount": None, "to": None, **more} for do, more in fields.pop("remedy", ())]
    return {
        "id": f"h7-r{number}", "hand": "h7", "kind": kind, "status": "proposed", "seat": None, "cards": [], "amount": None, "to": None,
        "rules": [], "options": {}, "remedy": remedy, "steps": [], "text": text, "who": "dealer", "may_until": None, "until_utc": None,
        "evidence": None, "reason": None, "about": None, "alternatives": [], "alternative": None, **fields,
    }  # fmt: skip


def announcement(number: int, about: str, text: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": f"h7-a{number}", "hand": "h7", "about": about, "seat": None, "amount": None, "seconds": None, "text": text, "rules": [],
        "until_utc": None,
        "acknowledged": False, **fields,
    }  # fmt: skip


def prompt(number: int, what: str, text: str, answers: Iterable[str], **fields: Any) -> dict[str, Any]:
    return {
        "id": f"h7-p{number}", "hand": "h7", "who": "dealer", "what": what, "seat": None, "amount": None, "text": text, "rules": [],
        "answers": list(answers), **fields,
    }  # fmt: skip


def info(**fields: Any) -> Info:
    defaults: dict[str, Any] = {
        "as_of_seq": 0,
        "software_version": "0.1.0",
        "table_name": "Table 1",
        "limit": "no_limit",
        "game": "holdem",
        "seats": 10,
        "unit": "chip",
        "house_book": "cooke",
        "house_options": {},
        "drivers": {"hf0": "feig"},
        "config_hash": "0",
    }
    return Info(**HEAD, **{**defaults, **fields})


def status(state: str = "online") -> Status:
    return Status(**HEAD, as_of_seq=0, state=state, session=1, since_utc=HEAD["utc"], capability="cards", sequence="q1")


def health(part: str, state: str = "ok", reason: str = "") -> PartHealth:
    return PartHealth(
        **HEAD,
        as_of_seq=0,
        part=part,
        state=state,
        reason=reason,
        remedy="",
        since_utc=HEAD["utc"],
        counters={},
    )
