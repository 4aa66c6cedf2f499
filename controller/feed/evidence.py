"""Why something was accepted, as everyone may know it."""

from __future__ import annotations

from typing import Any

from controller.events import BY_HAND, Evidence


def evidence_view(evidence: Evidence, *, counts: bool) -> dict[str, Any]:
    """Return why a Fact was accepted: parts and zones; with `counts` how often seen, and the confidence.

    Only for a card that lies face up: a tag that answers badly does so in every hand, and by its
    counts would mark its card from the back.
    """
    if evidence.part.startswith(BY_HAND):
        return {"part": "hand", "entered_by": evidence.part.removeprefix(BY_HAND)}
    view: dict[str, Any] = {"part": evidence.part}
    if evidence.rival_zone is not None:
        view["rival_zone"] = evidence.rival_zone
    if counts:
        view.update(seen=evidence.seen, sweeps=evidence.sweeps, confidence_permille=evidence.confidence_permille)
        if evidence.rival_zone is not None:
            view["rival_seen"] = evidence.rival_seen
    if evidence.by_expectation:
        view["by_expectation"] = True
    return view
