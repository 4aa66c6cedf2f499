"""The overlay's feed of a daemon: made from the config and, after a restart, from the journal.

A delay must not be cut short by a restart, nor what was on air be taken off: the turns of the last `delay_s`
seconds are folded again from the journal and wait for their time as they did before.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from controller.clock import Clock
from controller.config import Config
from controller.effects import Tell
from controller.feed.broadcast import BroadcastFeed, newcomers_after
from controller.feed.broadcast_views import Aired
from controller.feed.reveal import Broadcast
from controller.journal.reading import JournalReader
from controller.recovery import Recovered, fold, house_of, time_of
from controller.rules.house import House
from controller.table.table import new_table


def broadcast_feed(config: Config, clock: Clock, boot_id: str, past: Sequence[Aired]) -> BroadcastFeed:
    """Return the feed of [overlay], with what it says of itself. `past` comes from `before_this_start`."""
    overlay = config.overlay
    feed = BroadcastFeed(clock, boot_id, overlay.broadcast(), past)
    feed.set_info(
        table_name=config.table.name,
        title=overlay.title or config.table.name,
        sponsor=overlay.sponsor,
        game=config.games_played()[0][0],
        limit=config.games_played()[0][1],
        unit=config.money.unit,
        seats=config.table.seats,
        look=overlay.look,
        stale=overlay.stale,
    )
    return feed


def before_this_start(recovered: Recovered | None, house: House, broadcast: Broadcast) -> Sequence[Aired]:
    """Return what the overlay goes on with: what is on air at this start, and what waits for its time behind it.

    Must be called before the journal begins a new run. Time: each turn has the table time of the latest thing in it.
    Raises: JournalError when the journal cannot be read.
    """
    if recovered is None:
        return (Aired(0, new_table(house)),)
    newcomers: frozenset[int] = frozenset()
    for tell in recovered.of_hand:
        newcomers = newcomers_after(newcomers, tell)
    start_ns = round(recovered.start_s * 1e9)
    now = Aired(start_ns, recovered.table, newcomers)
    if not broadcast.delay_s:
        return (now,)
    past = _still_to_come(recovered, house, start_ns - broadcast.delay_s * 1_000_000_000)
    if not past:
        return (now,)
    return past if past[-1].table == now.table else (*past, now)


def _still_to_come(recovered: Recovered, house: House, due_ns: int) -> Sequence[Aired]:
    """The last turn that was over by `due_ns`, and all behind it. Where the journal begins later, an empty table before that."""
    reader = JournalReader(recovered.store.read(), recovered.keys)
    turn, hand = _last_due(reader, due_ns)
    if turn is None:
        return ()
    past: list[Aired] = []
    for aired in _folded(reader, house, turn, hand):
        if past and aired.at_ns <= due_ns:
            past.clear()
        past.append(aired)
    if past and past[0].at_ns > due_ns:
        past.insert(0, Aired(due_ns, new_table(house_of(next(iter(reader.boots.values()))))))
    return past


def _last_due(reader: JournalReader, due_ns: int) -> tuple[int | None, int]:
    """The number and the hand of the newest turn that was over by `due_ns`, else of the oldest; None in an empty journal."""
    turn, hand = None, 0
    for row, events in reader.turns_backwards():
        turn, hand = row.turn, row.hand
        if events and max(map(time_of, events)) <= due_ns:
            break
    return turn, hand


def _folded(reader: JournalReader, house: House, turn: int, hand: int) -> Iterator[Aired]:
    newcomers: frozenset[int] = frozenset()
    at_ns = 0
    for one in fold(reader, house, before_hand=hand, from_turn=turn - 1):
        at_ns = max([at_ns, *map(time_of, one.turn.events)])
        for effect in itertools.chain.from_iterable(one.effects):
            if isinstance(effect, Tell):
                newcomers = newcomers_after(newcomers, effect)
        yield Aired(at_ns, one.table, newcomers)
