"""Hands played into a journal by a program of its own, whose system calls are watched.

Usage: python played_hands.py FOLDER HANDS GATHERED. Every event of a hand has a turn of its own, the worst there is; GATHERED
says how the cards come back after it: "singly" or "together", as an antenna sees them. FOLDER/played.json says what there was to write.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import sys
from pathlib import Path

from felt import card_of
from kept_felt import KeptFelt, place_in

from controller.events import CardMoved, Evidence
from controller.game.zones import STUB
from controller.journal.disk import FOLD_AFTER

#: Written to where a hand begins and where it ends; nobody has it open.
MARKS_TO = 777
HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}
BOARD, BURNS = ("Th", "9h", "3d", "4s", "8c"), ("2s", "2h", "5s")


def mark() -> None:
    with contextlib.suppress(OSError):
        os.write(MARKS_TO, b"hand")


def main(folder: Path, hands: int, gathered: str) -> None:
    felt = KeptFelt(place_in(folder, snapshot_hands=2))
    felt.seat(1, 2, 3, stack=100_000)
    sys.stdin.readline()
    counts = []

    def count() -> None:
        counts.append(felt.journal._head.events)
        mark()

    for _ in range(hands):
        count()
        felt.play_checked_down(HOLES, BOARD, BURNS)
        count()
        felt.clock.at_ns += 1_000_000
        at_ns = felt.clock.at_ns
        cards = (card_of(text) for text in (*HOLES[1], *HOLES[2], *HOLES[3], *BOARD, *BURNS))
        back = [CardMoved(card, None, STUB, "down", at_ns, at_ns + 1, Evidence("hf0", 3, 4)) for card in cards]
        for events in [back] if gathered == "together" else [[one] for one in back]:
            felt.take(*events)
        felt.recovered.store.unfolded += FOLD_AFTER // 3  # as if that many hands had gone by
        felt.turn.tidy()
    count()
    boot = felt.recovered.store.read().state_marks()
    said = {"events": [after - before for before, after in itertools.pairwise(counts)], "snapshots": len(boot)}
    (folder / "played.json").write_text(json.dumps({**said, "folds": felt.journal.counters["folds"]}))
    felt.cut()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
