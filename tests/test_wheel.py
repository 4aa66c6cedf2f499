"""The wheel carries all that the demo needs: installed away from the clone it plays a hand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from controller import __version__

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("controller", "drivers", "firmware_bridge", "sim")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with the locked backend: nothing is fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(build, check=True, timeout=300, cwd=folder)
    [built] = folder.glob("*.whl")
    return built


def test_every_file_of_the_packages_is_in_it(wheel: Path) -> None:
    ours = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    assert ours <= inside
    assert {name.split("/")[0] for name in inside} == {*PACKAGES, f"smarttable-{__version__}.dist-info"}


def test_installed_away_from_the_clone_it_plays_a_hand(wheel: Path, tmp_path: Path) -> None:
    """The locked packages are lent by the environment that runs the tests, so nothing is fetched."""
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True, timeout=300)
    python = venv / "bin/python"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (venv / "lib" / version / "site-packages/locked.pth").write_text(sysconfig.get_path("purelib"))
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel], check=True, timeout=300)
    where = subprocess.run(
        [python, "-c", "import sim; print(sim.__file__)"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert where.stdout.startswith(str(venv)), "what runs must be the wheel, not the clone"
    checked = subprocess.run([python, "-m", "pip", "check"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert not re.search(r"^smarttable ", checked.stdout, re.MULTILINE), f"the wheel asks for more than the lock holds: {checked.stdout}"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    demo = subprocess.run(
        [venv / "bin/smarttable", "demo", "--hands", "1", "--headless", "--speed", "50"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert demo.returncode == 0, demo.stdout + demo.stderr
