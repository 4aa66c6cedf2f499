"""Make the recorded game that `/overlay?replay=1` shows without a table: a real table, played by hand.

python tests/web/overlay_record.py
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "feed")]

from broadcast_felt import BroadcastFelt  # noqa: E402 -- found by the line above when this is run as a program

from controller.feed.delta import diff  # noqa: E402 # the path is set first
from controller.feed.reveal import Broadcast  # noqa: E402 # the path is set first
from controller.game.cards import Card, card_text  # noqa: E402 # the path is set first
from controller.game.chips import Stakes  # noqa: E402 # the path is set first
from controller.game.zones import HOLE, MUCK, STUB  # noqa: E402 # the path is set first

FILE = TESTS.parent / "controller" / "web" / "static" / "overlay.replay.json"

#: What the page does not look at.
STAMPS = ("schema", "boot_id", "utc", "as_of_seq")

INFO = {
    "title": "Harbour Room Main Event", "sponsor": "Final table", "table_name": "Demo", "game": "holdem", "limit": "no_limit",
    "unit": "chip", "seats": 8, "look": "broadcast", "stale": "flag", "files": [],
}  # fmt: skip

PLAYERS = (
    (1, "Ingrid Solheim", "NO", 2_310_000), (2, "Mateus Carvalho", "BR", 1_145_000), (3, "Chidi Okafor", "NG", 3_480_000),
    (4, "Yuki Tanabe", "JP", 640_000), (6, "Rosalind Achterberg", "NL", 1_905_000), (7, "Luc Marchetti", "FR", 2_760_000),
    (8, "Dolores Ibarra", "ES", 415_000),
)  # fmt: skip


class Room(BroadcastFelt):
    """A final table; every few seconds something happens."""

    def __init__(self) -> None:
        super().__init__(Broadcast("always"), seats=8, stakes=Stakes(10_000, 20_000, ante=20_000, ante_from="big_blind"))
        for seat, name, country, stack in PLAYERS:
            self.do("sit", seat=seat, name=name, country=country, stack=stack)

    def hand(self, holes: Sequence[tuple[str, str]], preflop: Sequence[str], *streets: tuple[str, Sequence[str], Sequence[str]]) -> None:
        """One hand: hole cards in deal order; a street is its burn, its cards and its acts."""
        self.do("new_hand")
        hand = self.turn.table.hand
        assert hand is not None
        self.deal_only(dict(zip(hand.seats, holes, strict=True)))
        self.acts(preflop)
        for burn, cards, acts in streets:
            self.wait(1.5)
            self.board(burn, *cards)
            self.acts(acts)

    def deal_only(self, holes: dict[int, tuple[str, str]]) -> None:
        self.do("post")
        for turn in range(2):
            for seat, cards in holes.items():
                self.card(cards[turn], HOLE[seat])

    def acts(self, acts: Sequence[str]) -> None:
        for act in acts:
            self.wait(2.0)
            seat = int(self.state()["to_act"])
            self.act(act)
            if act == "fold":
                for card in self.lying_at(seat):
                    self.card(card, MUCK, HOLE[seat])

    def lying_at(self, seat: int) -> list[str]:
        return [card_text(Card(card)) for card, zone in enumerate(self.turn.table.card_zones) if zone == HOLE[seat]]

    def showdown(self) -> None:
        while self.state()["to_show"] is not None:
            self.wait(2.0)
            self.do("show", seat=self.state()["to_show"])
        self.wait(6.0)

    def gather(self) -> None:
        for card, zone in enumerate(self.turn.table.card_zones):
            if zone not in {None, STUB}:
                self.card(card_text(Card(card)), STUB, zone)


def played() -> Room:
    """Three hands: a raise that takes it, an all-in with a side pot, and one that is shown down on the river."""
    room = Room()
    room.do("button", seat=3)
    room.hand(
        [("7h", "2c"), ("9d", "9s"), ("Kc", "4h"), ("8c", "3d"), ("As", "Qs"), ("Jd", "5c"), ("Td", "6s")],
        ["fold", "fold", "raise 45000", "fold", "fold", "fold", "call"],
        ("2h", ("Ac", "7d", "4s"), ("check", "bet 60000", "fold")),
    )
    room.wait(5.0)
    room.gather()
    room.hand(
        [("6c", "4c"), ("Kd", "Kh"), ("9h", "2d"), ("Ad", "Kc"), ("Jc", "8s"), ("Qh", "Qc"), ("5d", "5s")],
        ["fold", "raise 50000", "fold", "raise 160000", "all_in", "fold", "all_in", "fold", "call"],
        ("Ts", ("Qd", "7c", "2s"), ()),
        ("9c", ("Ks",), ()),
        ("5h", ("3c",), ()),
    )
    room.showdown()
    room.gather()
    room.hand(
        [("6d", "3s"), ("Ts", "Td"), ("9c", "4d"), ("Ah", "Th"), ("Jc", "Tc"), ("Qs", "7c")],
        ["fold", "raise 45000", "call", "fold", "fold", "all_in", "call", "fold"],
        ("2d", ("4h", "8d", "Jh"), ()),
        ("Kc", ("2c",), ()),
        ("5c", ("6h",), ()),
    )
    room.showdown()
    return room


def recorded() -> dict[str, Any]:
    """Return the replay: what is on air, the first state, and (ms after the one before, delta) of each that follows."""
    room = played()
    states = [
        (at_ns, {key: value for key, value in msgspec.json.decode(message.body).items() if key not in STAMPS})
        for at_ns, message in room.aired
        if message.name == "state"
    ][len(PLAYERS) - 1 :]
    deltas = [[(now_ns - at_ns) // 1_000_000, diff(before, now)] for (at_ns, before), (now_ns, now) in itertools.pairwise(states)]
    return {"info": INFO, "state": states[0][1], "deltas": deltas}


def written(replay: dict[str, Any]) -> bytes:
    """Return the file of a replay: a line a state."""
    lines = [msgspec.json.encode(delta) for delta in replay["deltas"]]
    head = msgspec.json.encode({"info": replay["info"], "state": replay["state"]})
    return head[:-1] + b',"deltas":[\n' + b",\n".join(lines) + b"\n]}\n"


if __name__ == "__main__":
    FILE.write_bytes(written(recorded()))
