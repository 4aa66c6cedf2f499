"""The file itself: what it lets others see, how it is refused, what it costs."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from daemon_process import ROOT
from kept_felt import KeptFelt, place_in

from controller.game.cards import FULL_DECK
from controller.game.zones import HOLE
from controller.journal.errors import JournalError
from controller.journal.keys import load_key
from controller.journal_commands import open_journal

#: What differs between two tables whatever is played: random, sealed or a hash under a random key.
SEALED = {"salt", "mac", "chain", "hash", "sealed", "mono_ns"}


def play(felt: KeptFelt, holes: dict[int, tuple[str, str]]) -> None:
    felt.seat(1, 2, 3)
    felt.deal(holes)
    felt.act("call", "call", "check")
    felt.board("2s", "Th", "9h", "3d")
    felt.act("check", "check", "check")
    felt.contradict("rfid.two_places", "board")
    felt.turn.close()


def rows_of(file: Path) -> list[tuple[str, list[tuple[object, ...]]]]:
    """Every row of every table, with the size in the place of what is sealed; not the two random names, which are older than any card."""
    found = []
    connection = sqlite3.connect(file)
    for (table,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('meta', 'sequence') ORDER BY name"
    ).fetchall():
        cursor = connection.execute(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608 -- our own tables
        names = [column[0] for column in cursor.description]
        rows = [
            tuple(len(value) if name in SEALED and isinstance(value, bytes) else None if name in SEALED else value for name, value in pairs)
            for pairs in (list(zip(names, row, strict=True)) for row in cursor)
        ]
        found.append((table, rows))
    connection.close()
    return found


def test_without_the_key_two_tables_with_other_hidden_cards_differ_in_ciphertext_only(tmp_path: Path) -> None:
    files = []
    for name, holes in (
        ("a", {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}),
        ("b", {1: ("2d", "3c"), 2: ("Ac", "Qs"), 3: ("4c", "5d")}),
    ):
        folder = tmp_path / name
        folder.mkdir()
        felt = KeptFelt(place_in(folder, snapshot_hands=1))
        play(felt, holes)
        files.append(folder / "journal.db")
    first, second = map(rows_of, files)
    assert first == second
    assert len(dict(first)["turns"]) > 20
    assert files[0].stat().st_size == files[1].stat().st_size


def test_every_card_takes_as_much_room(tmp_path: Path) -> None:
    sizes = set()
    for card in (FULL_DECK[0], FULL_DECK[31], FULL_DECK[-1]):
        folder = tmp_path / str(card)
        folder.mkdir()
        felt = KeptFelt(place_in(folder))
        felt.card("2c" if card == 0 else "9s" if card == FULL_DECK[31] else "As", HOLE[1])
        felt.cut()
        with open_journal(place_in(folder)) as (rows, _):
            sizes.add(tuple(len(row.sealed) for row in rows.turns()))
    assert len(sizes) == 1


def test_no_two_rows_share_a_nonce_and_the_same_event_never_looks_the_same(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    for boot in range(3):
        felt = KeptFelt(place, boot_id=f"b{boot}")
        felt.contradict("rfid.two_places", "board")
        felt.cut()
    with open_journal(place) as (rows, reader):
        turns = list(rows.turns())
        assert len({(reader.boot(row.boot).salt, row.turn) for row in turns}) == len(turns) == 3
        assert len({row.sealed for row in turns}) == 3


def change(file: Path, sql: str) -> None:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute(sql)
    connection.close()


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE turns SET sealed = zeroblob(length(sealed)) WHERE turn = 9", "turn 9"),
        ("UPDATE turns SET told = 99 WHERE turn = 9", "turn 9"),
        ("DELETE FROM turns WHERE turn = 9", "turn 9 is missing"),
        ("UPDATE turns SET mac = zeroblob(16) WHERE turn = 9", "the chain breaks at turn 9"),
        ("UPDATE boots SET utc_ms = utc_ms + 1", "boot 1 is not as it was written"),
        ("DELETE FROM boots", "boot 1 is missing"),
    ],
)
def test_a_changed_journal_is_refused_where_it_was_changed_and_left_as_it_is(tmp_path: Path, sql: str, said: str) -> None:
    place = place_in(tmp_path)
    play(KeptFelt(place), {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")})
    change(place.file, sql)
    there = rows_of(place.file)
    with pytest.raises(JournalError, match=said) as refused:
        KeptFelt(place, boot_id="b2")
    assert "journal restore" in str(refused.value)
    assert rows_of(place.file) == there


def test_files_that_are_no_journal_of_this_table_are_refused_and_left_alone(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    KeptFelt(place).cut()
    other = tmp_path / "other"
    other.mkdir()
    KeptFelt(place_in(other)).cut()
    sqlite3.connect(tmp_path / "foreign.db").executescript("CREATE TABLE a (b); INSERT INTO a VALUES (1)")
    newer = tmp_path / "newer.db"
    shutil.copy(place.file, newer)
    change(newer, "PRAGMA user_version = 9")
    (tmp_path / "zeros.db").write_bytes(bytes(20_000))
    (tmp_path / "text.db").write_text("not a data base at all " * 500)
    for file, code, remedy in (
        (tmp_path / "foreign.db", "journal.foreign", "name another file"),
        (newer, "journal.newer", "update smarttable"),
        (tmp_path / "zeros.db", "journal.damaged", "journal restore"),
        (tmp_path / "text.db", "journal.damaged", "journal restore"),
        (other / "journal.db", "journal.other_key", "restore its key"),
    ):
        there = file.read_bytes()
        with pytest.raises(JournalError, match=remedy) as refused:
            KeptFelt(place._replace(file=file))
        assert refused.value.code == code
        assert str(file) in str(refused.value)
        assert file.read_bytes() == there


def test_the_key_is_private_and_never_made_anew_for_a_journal_that_has_one(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    KeptFelt(place).cut()
    assert place.key_file.stat().st_mode & 0o777 == 0o600
    assert place.file.stat().st_mode & 0o777 == 0o600
    key = load_key(place.key_file)
    place.key_file.chmod(0o644)
    with pytest.raises(JournalError, match="chmod 600"):
        KeptFelt(place)
    place.key_file.unlink()
    with pytest.raises(JournalError, match="missing"):
        KeptFelt(place)
    assert not place.key_file.exists()
    place.key_file.write_text("abc")
    place.key_file.chmod(0o600)
    with pytest.raises(JournalError, match="no table key") as refused:
        KeptFelt(place)
    assert key is not None
    assert key.hex() not in str(refused.value)


def test_a_second_daemon_is_refused_while_the_first_one_writes(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    with pytest.raises(JournalError, match="another smarttable"):
        KeptFelt(place_in(tmp_path))
    felt.seat(1)
    felt.cut()
    KeptFelt(place_in(tmp_path)).cut()


#: What a hand of three that sees a river may cost on disk: room that is kept, and bytes that are written; docs/journal.md states them.
HAND_BYTES = 6_500
HAND_WRITTEN_BYTES = 80_000


@pytest.mark.slow
def test_a_hand_costs_at_most_a_commit_an_event_and_little_room(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3, stack=100_000)
    holes = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}

    def hands(many: int) -> None:
        for _ in range(many):
            felt.play_checked_down(holes, ("Th", "9h", "3d", "4s", "8c"), ("2s", "2h", "5s"))
            for text in (*holes[1], *holes[2], *holes[3], "Th", "9h", "3d", "4s", "8c", "2s", "2h", "5s"):
                felt.card(text, "stub", None)

    hands(1)
    commits, head = felt.journal.counters["commits"], felt.journal._head
    size, written = page_bytes(felt), written_bytes()
    hands(20)
    written = written_bytes() - written
    commits, events = felt.journal.counters["commits"] - commits, felt.journal._head.events - head.events
    assert commits <= events
    assert events > 20 * 35
    assert (page_bytes(felt) - size) / 20 < HAND_BYTES
    assert written / 20 < HAND_WRITTEN_BYTES
    stated = f"at most {HAND_BYTES:,} bytes that stay and {HAND_WRITTEN_BYTES:,} that are written"
    assert stated in (ROOT / "docs/journal.md").read_text("utf-8"), "what the documentation says is what is held here"
    felt.cut()


def written_bytes() -> int:
    """Bytes this process has handed to the kernel so far."""
    return int(Path("/proc/self/io").read_text().split("wchar: ")[1].split()[0])


def page_bytes(felt: KeptFelt) -> int:
    connection = sqlite3.connect(felt.recovered.store.path)
    pages = connection.execute("PRAGMA page_count").fetchone()[0] * connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    return int(pages)
