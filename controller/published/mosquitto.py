"""The ACL of the sample broker, made from the topic table and the verbs: `python -m controller.published.mosquitto > FILE`."""

from __future__ import annotations

import sys
from typing import Final

from controller.feed.commands import VERBS
from controller.mqtt.topics import TOPICS

#: Every table's root: one broker may serve several.
_ROOT: Final = "smarttable/v1/+/"
#: Where answers go that are asked for by an MQTT 5 response topic: below the name of the user who asks.
_REPLIES: Final = "smarttable-reply/"

#: Users that publish commands, those of the role of the same name in the verbs; the others publish none.
_COMMANDS: Final = {
    "floor": "panels and programs of the floor",
    "dealer": "panels and programs of the dealer",
    "device": "buttons and the like, which do the little that any device may",
}
#: Topics that only those hear who work at the table or on air.
_INNER: Final = frozenset({"health/<part>", "metrics", "cmd/<verb>/result"})

_HEAD: Final = """\
# Who may say and hear what. Made from the topic table and the verbs by `make docs`: what is changed here by hand is lost.
# What no line allows is refused. A table with a user of its own: copy the part of `table` and put its id in place of the +.
"""


def acl_text() -> str:
    """Return the ACL file."""
    public = [_filter(topic.name) for topic in TOPICS if topic.name not in _INNER and topic.name != "cmd/<verb>"]
    inner = [_filter(topic.name) for topic in TOPICS if topic.name in _INNER]
    parts = [
        _HEAD,
        "# the table itself: all that is its own, and answers to whoever asks for them",
        "user table",
        f"topic readwrite {_ROOT}#",
        f"topic write {_REPLIES}#",
    ]
    for user, about in _COMMANDS.items():
        verbs = [verb for verb, row in VERBS.items() if user in row.roles]
        parts += ["", f"# {about}", f"user {user}"]
        parts += [f"topic read {topic}" for topic in (*public, *inner)]
        parts += [f"topic write {_ROOT}cmd/{verb}" for verb in verbs]
        parts += [f"topic read {_REPLIES}{user}/#"]
    parts += ["", "# what is put on air is told nothing more here: hole cards go over the overlay's own feed", "user broadcast"]
    parts += [f"topic read {topic}" for topic in (*public, *(one for one in inner if "/cmd/" not in one))]
    parts += ["", "# displays in the room, which only show", "user public"]
    parts += [f"topic read {topic}" for topic in public]
    return "\n".join(parts) + "\n"


def _filter(name: str) -> str:
    return _ROOT + "/".join("+" if part.startswith("<") else part for part in name.split("/"))


if __name__ == "__main__":
    sys.stdout.write(acl_text())
