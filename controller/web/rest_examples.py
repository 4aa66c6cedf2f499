"""Examples in the description of `/api/v1`: of answers, and of every command."""

from __future__ import annotations

from typing import Any, Final

from controller.feed.commands import VERBS

_STAMP: Final = {"schema": 1, "boot_id": "5f0c9d2e71b8a346", "utc": "2026-01-31T20:15:00.000Z", "table_ms": 754_200}

_QUALITY: Final = {"capability": "cards", "parts_down": [], "discrepancies": []}
_SEAT: Final = {
    "seat": 3, "name": "Ann", "stack": 9_400, "bet": 600, "state": "in_hand", "position": "CO", "to_act": False, "last_action": "raise 600",
    "drew": [],
    "cards": {"count": 2, "shown": []}, "result": None,
}  # fmt: skip
_PLAYER: Final = {"seat": 3, "name": "Ann", "stack": 10_000, "result": 850, "shown": []}
_HAND: Final = {
    "number": 17, "hand": "h17", "began_utc": "2026-01-31T20:12:31.400Z", "ended_utc": "2026-01-31T20:14:02.900Z", "stage": "ended",
    "small_blind": 50, "big_blind": 100, "ante": 0, "button": 5, "board": ["Kd", "7c", "2s"], "pot": 1_450, "players": [_PLAYER],
    "winners": [3], "corrections": 0, "questions": 0,
}  # fmt: skip
_STORY: Final = {
    **_STAMP, "seq": 412, "rev_before": 398, "rev_after": 399, "kind": "acted", "hand": "h17", "text": "Seat 3 raises to 600.", "seat": 3,
    "amount": 600, "to": 600, "do": "raise",
}  # fmt: skip
_FACT: Final = {
    "utc": "2026-01-31T20:12:40.100Z", "kind": "fact", "text": "a card stub → seat/3/hole, face down, within 640 ms", "role": None,
    "who": None, "id": None, "verb": None, "seat": None, "entry": None,
    "moved": {"from_zone": "stub", "to_zone": "seat/3/hole", "side": "down", "card": None, "within_ms": None}, "evidence": {"part": "hf0"},
    "told": [
        {
            **_STAMP, "seq": 405, "rev_before": 391, "rev_after": 392, "kind": "card_dealt", "hand": "h17",
            "text": "Seat 3 is dealt a card.", "seat": 3,
        }
    ],
    "refused": None, "message": None,
}  # fmt: skip
_PART: Final = {
    **_STAMP, "as_of_seq": 412, "part": "hf0", "state": "ok", "reason": "", "remedy": "", "since_utc": "2026-01-31T18:00:02.000Z",
    "counters": {"sweeps": 8_113},
}  # fmt: skip

#: Operation → what it answers.
EXAMPLES: Final[dict[str, Any]] = {
    "answer": {
        **_STAMP, "as_of_seq": 412, "id": "panel-17", "verb": "act", "ok": True, "code": "", "message": "", "rev": 399, "rules": [],
    },
    "status": {
        **_STAMP,
        "as_of_seq": 412,
        "state": "online",
        "session": 1,
        "since_utc": "2026-01-31T18:00:04.000Z",
        "capability": "cards",
        "sequence": "5f0c2a9e1b7d4c36",
    },
    "info": {
        **_STAMP, "as_of_seq": 412, "software_version": "0.1.0", "table_name": "Table 1", "game": "holdem", "limit": "no_limit",
        "seats": 10, "unit": "chip", "house_book": "cooke", "house_options": {"action_clock_seconds": 45}, "drivers": {"hf0": "feig"},
        "config_hash": "9c1d2e3f40516273",
    },
    "health": {"ok": True, "parts": {"hf0": _PART}},
    "hands": {"hands": [_HAND], "next_before": 17, "oldest": 1, "newest": 17},
    "hand": {"summary": _HAND, "timeline": [_FACT]},
    "antennas": {
        "table_ms": 754_200,
        "antennas": [
            {"part": "hf0", "antenna": 3, "zone": "seat/3/hole", "sweeps": 8_113, "sweeps_per_s": 7.4, "silent_ms": 96, "cards": 2},
            {"part": "hf1", "antenna": 6, "zone": "stub", "sweeps": 7_960, "sweeps_per_s": 7.2, "silent_ms": 120, "cards": None},
        ],
    },
    "machine": {
        "software_version": "0.1.0", "python_version": "3.13.5", "system": "Linux 6.12, aarch64", "uptime_s": 7_412, "loop_lag_ms": 3,
        "outbox": 0, "readings": 81_130, "events": 2_212,
        "counters": {"hf0": {"sweeps": 8_113, "time_outs": 0}},
        "disk": {"free_bytes": 21_400_000_000, "total_bytes": 31_000_000_000, "journal_bytes": 4_300_000, "low": False},
    },
    "setup": {
        "game": "holdem", "games": ["holdem", "omaha"], "rotations": ["hose", "horse"], "limit": "no_limit", "unit": "chip",
        "stakes": {
            "small_blind": 50, "big_blind": 100, "ante": 0, "ante_from": "all", "min_bet": 0,
            "limit": "no_limit", "small_bet": 0, "big_bet": 0, "max_bets": [], "button_blind": 0, "unit": 1, "game": "", "bring_in": 0,
        },
        "pictures": ["Ann.png", "Bela.png"],
    },
    "decks": {
        "decks": [{"name": "blue", "cards": 52, "in_play": True}, {"name": "red", "cards": 52, "in_play": False}],
        "known": 52,
    },
    "code": {
        "code": "serial.unplugged", "cause": "The serial device went away.", "remedy": "Plug it in again; it is opened again by itself.",
    },
    "rule": {
        "id": "cooke.8.01.09.a", "book": "cooke", "section": "8.01.09", "title": "Clock: one minute ten",
        "summary": "A player on the clock has one minute and ten seconds.",
    },
    "option": {
        "name": "exposed_card_remedy", "question": "What becomes of a hole card that the dealer exposed?",
        "answers": [
            {"book": "cooke", "answer": "replace_after_deal_becomes_burn", "words": "replaced after the deal",
             "silent": False},
            {"book": "home", "answer": "replace_at_once", "words": "replaced at once", "silent": False},
        ],
    },
    "mistakes": {
        "dealers": [{"name": "Maria", "hours": 2.5, "mistakes": [{"kind": "misdeal", "count": 1, "per_hour": 0.4}]}],
    },
    "check_seats": {
        "ok": True, "rev": 399, "problems": [],
        "steps": [
            {
                "line": 2, "seat": 3, "verb": "sit", "body": {"id": "seats-5f0c9d2e71b8a346-399-3-1c291ca3", "seat": 3, "name": "Ann",
                "country": "SE", "stack": 10_000}, "text": "Ann sits down with 10000",
            }
        ],
    },
    "events": {"events": [_STORY], "next_after": 412, "newest": 412, "gap": None},
}  # fmt: skip

#: Verb → its own fields. What is not here is asked with its `id` alone, or made of the model's bounds.
_ARGUMENTS: Final[dict[str, dict[str, Any]]] = {
    "new_hand": {"stakes": {"small_blind": 50, "big_blind": 100}},
    "act": {"seat": 3, "do": "raise", "to": 600},
    "show": {"seat": 3, "cards": ["Kd", "Kh"]},
    "sit": {"seat": 3, "name": "Ann", "stack": 10_000},
    "request": {"seat": 2, "what": "stack", "of": 5},
    "answer": {"prompt": "h412-p1", "with": "check"},
    "floor_rule": {"ruling": "h412-r1", "decision": "override", "reason": "he had said call", "alternative": "act_again"},
    "buy_in": {"seat": 3, "amount": 5_000},
    "button": {"seat": 3},
    "enter_card": {"zone": "board", "card": "Kd"},
    "floor_call": {"seat": 3, "reason": "a card lies face up in the deal"},
    "ack": {"what": "floor_call"},
    "clock": {"seat": 3, "seconds": 30},
    "dealer": {"name": "Dora"},
    "player": {"seat": 3, "country": "SE"},
    "stakes": {"small_blind": 100, "big_blind": 200},
    "rotation": {"name": "horse"},
    "house_option": {"option": "action_clock_seconds", "answer": 45},
    "correct": {"seq": 412, "change": {"do": "call"}},
    "void_hand": {"reason": "a card was exposed in the deal"},
}


def command_example(verb: str) -> dict[str, Any]:
    """Return the body of a command as it could be sent."""
    given = _ARGUMENTS.get(verb)
    return {"id": "panel-17", **(_required(verb) if given is None else given)}


def _required(verb: str) -> dict[str, Any]:
    """The fields that must be there, each with the least that its bounds allow."""
    schema = VERBS[verb].model.model_json_schema()
    fields = {name: schema["properties"][name] for name in schema.get("required", ()) if name != "id"}
    return {name: _least(field) for name, field in fields.items()}


def _least(field: dict[str, Any]) -> Any:
    if "enum" in field or "const" in field:
        return field.get("const", field.get("enum", [None])[0])
    return {"integer": field.get("minimum", 0), "string": "Ann", "boolean": True}.get(field.get("type", ""))
