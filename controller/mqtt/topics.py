"""The topic table: what is on the broker, how it is kept, and which model it follows.

The session, the publisher and the user page read this one table.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from controller.feed import payloads

#: What becomes of a message while no broker listens: the last value is kept, all are queued, or it is dropped.
WhenOffline = Literal["last", "queue", "drop"]

#: Most seats any table has: `seat/<n>` beyond this table's own are cleared.
MAX_SEATS: Final = 10

#: Retained payloads stay below this, with every seat taken.
MAX_RETAINED_BYTES: Final = 16_000

#: Every table's topics begin so.
FAMILY: Final = "smarttable/"

STATUS: Final = "status"
EVENT: Final = "event"
#: The topics that tell stories, in one sequence of `seq`.
STORIES: Final = (EVENT, "ruling", "announcement")
COMMANDS: Final = "cmd/"


class Topic(NamedTuple):
    """One row: a topic below the table's root. `model` None = the verb's own model."""

    name: str
    retain: bool
    qos: Literal[0, 1]
    expiry_s: int | None
    model: type[payloads.Payload] | None
    when_offline: WhenOffline
    content: str


TOPICS: Final[tuple[Topic, ...]] = (
    Topic("status", True, 1, None, payloads.Status, "last", "`online`, `stopped` or `lost`; also the will"),
    Topic("info", True, 1, None, payloads.Info, "last", "versions, game, drivers, hash of the config; told when it changes"),
    Topic("state", True, 1, None, payloads.State, "last", "the whole public picture of the table"),
    Topic("seat/<n>", True, 1, None, payloads.SeatMessage, "last", "one seat, for small displays"),
    Topic("event", False, 1, 300, payloads.Story, "queue", "one thing that happened; consecutive `seq`"),
    Topic(
        "ruling",
        False,
        1,
        300,
        payloads.RulingStory,
        "queue",
        "an irregularity, opened or decided; its `seq` counts with `event`",
    ),
    Topic("announcement", False, 1, 60, payloads.AnnouncementStory, "queue", "what the dealer has to say; its `seq` counts with `event`"),
    Topic("health/<part>", True, 1, None, payloads.PartHealth, "last", "how a part is: state, reason, what to do"),
    Topic("metrics", False, 0, 60, payloads.Metrics, "drop", "counters, every 5 s: the heartbeat"),
    Topic("cmd/<verb>", False, 1, 10, None, "drop", "what people and programs ask; you publish it, **never retained**"),
    Topic("cmd/<verb>/result", False, 1, 60, payloads.CommandAnswer, "drop", "what became of the command with that `id`"),
)

#: Filter of the retained topics whose number nobody knows beforehand: parts come and go with the config.
KEPT_PARTS: Final = "health/+"

_BY_NAME: Final = {topic.name: topic for topic in TOPICS}


def root_of(table_id: str) -> str:
    """Return what stands before every topic of a table."""
    return f"{FAMILY}v1/{table_id}/"


def topic_of(name: str) -> Topic:
    """Return the row of a topic named below the root, such as `seat/3`.

    Raises: KeyError when the table has no such topic: a fault of ours, never of a sender.
    """
    if name in _BY_NAME:
        return _BY_NAME[name]
    head, _, rest = name.partition("/")
    if head == "cmd":
        return _BY_NAME["cmd/<verb>/result" if rest.endswith("/result") else "cmd/<verb>"]
    return _BY_NAME[{"seat": "seat/<n>", "health": "health/<part>"}[head]]


def markdown() -> str:
    """Return the table as the user page shows it."""
    lines = ["| topic | retained | QoS | expiry | while the broker is away | model | content |", "|---|---|---|---|---|---|---|"]
    offline = {"last": "last value kept", "queue": "queued, sent in order", "drop": "dropped"}
    for topic in TOPICS:
        expiry = "–" if topic.expiry_s is None else f"{topic.expiry_s} s"
        model = "by verb" if topic.model is None else f"`{topic.model.__name__}`"
        retain = "yes" if topic.retain else "no"
        lines.append(f"| `{topic.name}` | {retain} | {topic.qos} | {expiry} | {offline[topic.when_offline]} | {model} | {topic.content} |")
    return "\n".join(lines) + "\n"
