"""What a table may do wrong: each row takes a recorded session and breaks one rule in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from recorded import Said, find


class Mutant(NamedTuple):
    """A fault: the rule it breaks, and the topic of the message that shows it."""

    rule: str
    topic: str
    make: Callable[[list[Said]], None]


def _move(said: list[Said], place: int, to: int) -> None:
    said.insert(to, said.pop(place))


def _swap_last_two_events(said: list[Said]) -> None:
    a, b = find(said, "event", -2), find(said, "event", -1)
    said[a], said[b] = said[b], said[a]


def _change(name: str, nth: int = -1, **changed: object) -> Callable[[list[Said]], None]:
    def make(said: list[Said]) -> None:
        place = find(said, name, nth)
        said[place] = said[place].but(**changed)

    return make


def _drop(name: str, nth: int = -1) -> Callable[[list[Said]], None]:
    return lambda said: said.pop(find(said, name, nth)) and None


def _keep(name: str) -> Callable[[list[Said]], None]:
    """Publish the last message of a topic with the other retain flag."""

    def make(said: list[Said]) -> None:
        place = find(said, name, -1)
        said[place] = said[place]._replace(retain=not said[place].retain)

    return make


def _never_keep(name: str) -> Callable[[list[Said]], None]:
    def make(said: list[Said]) -> None:
        said[:] = [message._replace(retain=False) if message.name == name else message for message in said]

    return make


def _begin_anew(said: list[Said]) -> None:
    """A restart that forgot: another boot tells it all again under the same numbers."""
    said += [message.but(boot_id="boot-2") if message.body and not message.is_asked else message for message in said]


def _online_first(said: list[Said]) -> None:
    _move(said, find(said, "status", state="online"), 0)


def _online_before_state(said: list[Said]) -> None:
    _move(said, find(said, "status", -1, state="online"), find(said, "info", -1) + 1)


def _info_after_state(said: list[Said]) -> None:
    _move(said, find(said, "health/hf0", -1), find(said, "seat/6", -1))


def _event_in_the_birth(said: list[Said]) -> None:
    _move(said, find(said, "event", -1, kind="seat_taken"), find(said, "status", -1, state="online"))


def _left_out_health(said: list[Said]) -> None:
    said.pop(find(said, "health/hf0", -1))


def _stale_will(said: list[Said]) -> None:
    said.append(said[find(said, "status", state="lost")])


def _same_seq_twice(said: list[Said]) -> None:
    place = find(said, "event", -1)
    said.insert(place + 1, said[place].but(text="Something else."))


def _state_first(said: list[Said]) -> None:
    event = find(said, "event", -1)
    _move(said, find(said, "state", -1), event)


def _old_state_again(said: list[Said]) -> None:
    said.append(said[find(said, "state", -3)])


def _left_by_another_boot(said: list[Said]) -> None:
    said.insert(0, said[find(said, "health/hf0")].but(part="hf7", boot_id="boot-0")._replace(name="health/hf7"))


def _too_large(said: list[Said]) -> None:
    said.append(said[find(said, "health/hf0", -1)].but(remedy="x" * 16_000))


def _unknown_topic(said: list[Said]) -> None:
    said.append(said[find(said, "health/hf0", -1)]._replace(name="gossip"))


def _two_answers(said: list[Said]) -> None:
    said.append(said[find(said, "cmd/sit/result")].but(rev=999))


def _hole_card_in_state(said: list[Said]) -> None:
    place = find(said, "state", -1)
    seats = said[place].fields["seats"]
    seats[2]["cards"]["shown"] = ["Qs", "Qd"]
    said[place] = said[place].but(seats=seats)


def _hole_card_in_event(said: list[Said]) -> None:
    place = find(said, "event", -1, kind="card_dealt")
    said[place] = said[place].but(cards=["Qs"])


def _hole_card_in_words(said: list[Said]) -> None:
    place = find(said, "event", 0, kind="card_dealt")
    said[place] = said[place].but(text="Seat 3 is dealt the As.")


def _last_hands_card(said: list[Said]) -> None:
    """A card that lay face up in the hand before is a card like any other now."""
    place = find(said, "event", -1, kind="card_dealt")
    said[place] = said[place].but(cards=["Ah"])


def _hand_again(said: list[Said]) -> None:
    place = find(said, "event", -1, kind="hand_started")
    said[place] = said[place].but(hand="h1")


def _ruled_otherwise(said: list[Said]) -> None:
    place = _state_behind(said, "confirmed")
    said[place] = said[place].but(rulings=[{**said[place].fields["rulings"][0], "status": "in_force"}])


def _forgets_the_reminder(said: list[Said]) -> None:
    """The dealer was reminded, and then it is told as if nobody had."""
    first = find(said, "announcement")
    again = find(said, "announcement", 1, id=said[first].fields["id"])
    said[first] = said[first].but(reminded=True)
    said[again] = said[again].but(acknowledged=False)


def _hides_what_waits(said: list[Said]) -> None:
    place = _state_behind(said, "reopened")
    said[place] = said[place].but(rulings=[])


def _state_behind(said: list[Said], status: str) -> int:
    """The place of the first state after a ruling was told so."""
    told = find(said, "ruling", status=status)
    return next(place for place in range(told, len(said)) if said[place].name == "state")


MUTANTS: dict[str, Mutant] = {
    "online first": Mutant("1.1", "status", _online_first),
    "online before state": Mutant("1.1", "status", _online_before_state),
    "health after state": Mutant("1.1", "status", _info_after_state),
    "event in the birth": Mutant("1.1", "status", _event_in_the_birth),
    "a part left out": Mutant("1.1", "status", _left_out_health),
    "info of another boot": Mutant("1.1", "status", _change("info", boot_id="boot-0")),
    "session number again": Mutant("1.2", "status", _change("status", 0, session=5)),
    "stale will": Mutant("1.3", "status", _stale_will),
    "gap in seq": Mutant("2.1", "event", _drop("event", -3)),
    "seq begins anew in its sequence": Mutant("2.1", "event", _begin_anew),
    "events out of order": Mutant("2.1", "event", _swap_last_two_events),
    "seq with two meanings": Mutant("2.2", "event", _same_seq_twice),
    "state before its event": Mutant("2.3", "state", _state_first),
    "old state again": Mutant("2.4", "state", _old_state_again),
    "rev does not follow": Mutant("2.5", "event", _change("event", rev_before=7)),
    "rev of another seq": Mutant("2.5", "state", _change("state", rev=7)),
    "retained event": Mutant("3.1", "event", _keep("event")),
    "retained heartbeat": Mutant("3.1", "metrics", _keep("metrics")),
    "retained command": Mutant("3.1", "cmd/sit", _keep("cmd/sit")),
    "state never retained": Mutant("3.2", "state", _never_keep("state")),
    "last state not retained": Mutant("3.2", "seat/3", _keep("seat/3")),
    "left by another boot": Mutant("3.3", "health/hf7", _left_by_another_boot),
    "field missing": Mutant("4.1", "metrics", lambda said: said.append(Said("metrics", b'{"schema": 1}', False))),
    "unknown field": Mutant("4.1", "state", _change("state", mood="good")),
    "chips as text": Mutant("4.1", "state", _change("state", pot_total="300")),
    "another schema": Mutant("4.1", "info", _change("info", schema=2)),
    "no JSON": Mutant("4.1", "event", lambda said: said.append(Said("event", b"{", False))),
    "too large": Mutant("4.2", "health/hf0", _too_large),
    "unknown topic": Mutant("4.3", "gossip", _unknown_topic),
    "no answer": Mutant("5.1", "cmd/sit", _drop("cmd/sit/result")),
    "two answers": Mutant("5.2", "cmd/sit/result", _two_answers),
    "hole card in state": Mutant("6.1", "state", _hole_card_in_state),
    "hole card in event": Mutant("6.1", "event", _hole_card_in_event),
    "hole card in words": Mutant("6.1", "event", _hole_card_in_words),
    "last hand's card": Mutant("6.1", "event", _last_hands_card),
    "no heartbeat": Mutant("7.1", "metrics", lambda said: said.pop(find(said, "metrics")) and None),
    "hand number again": Mutant("7.2", "event", _hand_again),
    "retained ruling": Mutant("3.1", "ruling", _keep("ruling")),
    "a ruling that is no message of its topic": Mutant("4.1", "ruling", _change("ruling", -1, kind="whim")),
    "an id of another kind": Mutant("8.1", "ruling", _change("ruling", 0, id="h2-a1")),
    "a number left out": Mutant("8.1", "announcement", _change("announcement", -1, id="h2-a4")),
    "a ruling of another hand": Mutant("8.1", "ruling", _change("ruling", 0, id="h1-r1")),
    "a ruling that goes back": Mutant("8.2", "ruling", _change("ruling", -1, status="in_force")),
    "opened as decided": Mutant("8.2", "ruling", _change("ruling", 0, status="confirmed")),
    "a state with another decision": Mutant("8.3", "state", _ruled_otherwise),
    "announced again after it was said": Mutant("8.4", "announcement", _change("announcement", 0, acknowledged=True)),
    "a reminder taken back": Mutant("8.4", "announcement", _forgets_the_reminder),
    "a state that hides what waits": Mutant("8.3", "state", _hides_what_waits),
}
