"""In which role a command of the broker is done: a message does not say who sent it, so the broker and the config do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from controller.feed.commands import VERBS, Verb

#: `floor`, `dealer`: whoever may publish is that. `by_verb`: the least that may send the verb, for a broker that lets each
#: publish only what is his. `off`: none are taken.
CommandRole = Literal["floor", "dealer", "by_verb", "off"]

#: From the least to the greatest.
RANKS: Final = ("device", "dealer", "floor", "admin")


def least_role(verb: Verb) -> str:
    """Return the least role that may send `verb`."""
    return next(role for role in RANKS if role in verb.roles)


def sender_role(setting: CommandRole, verb: str, verbs: Mapping[str, Verb] = VERBS) -> str:
    """Return the role of whoever published `cmd/<verb>`; what no verb is, is refused in any role."""
    if setting != "by_verb":
        return setting
    row = verbs.get(verb)
    return "dealer" if row is None else least_role(row)
