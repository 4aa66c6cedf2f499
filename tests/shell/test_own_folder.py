"""Folders for a while: gone with their process, or with the next start when it was killed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from controller.own_folder import HELD, own_folder

KILLED = """
import time
from controller.own_folder import own_folder
with own_folder("of-ours-") as folder:
    print(folder, flush=True)
    time.sleep(600)
"""


def test_a_killed_process_leaves_its_folder_to_the_next_start_and_one_that_lives_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, "-c", KILLED], env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            theirs = Path(process.stdout.readline().strip())
            with own_folder("of-ours-") as ours:
                assert theirs.is_dir(), "it is in use"
                assert stat.S_IMODE(ours.stat().st_mode) == 0o700
            assert not ours.exists()
        finally:
            process.kill()
    assert theirs.is_dir()
    with own_folder("of-ours-"):
        assert not theirs.exists()


def test_what_is_not_ours_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    without_lock, open_to_others, other_name = (tmp_path / name for name in ("of-ours-a", "of-ours-b", "of-others"))
    for folder in (without_lock, open_to_others, other_name):
        folder.mkdir(mode=0o700)
        (folder / "kept").write_text("kept")
    for folder in (open_to_others, other_name):
        (folder / HELD).touch()
    open_to_others.chmod(0o755)
    (tmp_path / "of-ours-link").symlink_to(other_name)
    with own_folder("of-ours-"):
        assert all((folder / "kept").exists() for folder in (without_lock, open_to_others, other_name))
        assert (tmp_path / "of-ours-link").is_symlink()
