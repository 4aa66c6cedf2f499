"""What changed between two `state` payloads, and how to apply it: pure, on plain JSON values.

A delta holds the changed top-level fields under `set` and, whole, only the changed seats under
`seats`; `rev_from` and `rev_to` say between which revisions it leads. A page that holds
`rev_from` applies it; one that does not asks for a fresh snapshot.
"""

from __future__ import annotations

from typing import Any, Final

State = dict[str, Any]
Delta = dict[str, Any]

#: Fields told otherwise than under `set`: `rev` is `rev_to`, seats go one by one.
_APART: Final = frozenset({"rev", "seats"})


def diff(before: State, after: State) -> Delta:
    """Return the delta that leads from `before` to `after`.

    Shape: both are `state` payloads; `seats` in the delta is in seat order.
    Invariants: `apply(diff(a, b), a) == b`.
    """
    changed = {field: now for field, now in after.items() if field not in _APART and (field not in before or before[field] != now)}
    gone = [field for field in before if field not in after]
    seats = after["seats"]
    if [seat["seat"] for seat in seats] == [seat["seat"] for seat in before["seats"]]:
        seats = [now for was, now in zip(before["seats"], seats, strict=True) if was != now]
    else:  # another table layout: a page must drop the seats it knew
        changed["seats"], seats = seats, []
    delta: Delta = {"rev_from": before["rev"], "rev_to": after["rev"], "set": changed, "seats": seats}
    return {**delta, "gone": gone} if gone else delta


def apply(delta: Delta, state: State) -> State:
    """Return `state` as it is after `delta`; `state` is left alone.

    Shape: `state["rev"]` is the delta's `rev_from`; another state gives nonsense.
    """
    gone = delta.get("gone", ())
    after = {field: was for field, was in state.items() if field not in gone}
    after.update(delta["set"], rev=delta["rev_to"])
    changed = {seat["seat"]: seat for seat in delta["seats"]}
    after["seats"] = [changed.get(seat["seat"], seat) for seat in after["seats"]]
    return after
