"""What the repository must hold and what it must not: locks, documents, nobody's machine."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-gpio.txt")
FOLDERS = (".ci", "benchmarks", "controller", "docs", "drivers", "firmware_bridge", "sim", "systemd", "tests")
DOCUMENTS = sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

#: Traces of one machine or index. Written in pieces, so that this file does not hold them itself.
FOREIGN = re.compile(
    "|".join(
        [
            r"(^|[^\w/])/" + r"(root|home/\w+)/",
            "--(extra-)?index" + "-url",
            "find" + "-links",
            r"https?://[^ \"]*/(sim" + r"ple|packages/[0-9a-f]{2})/",
            "files" + r"\.pythonhosted",
            r"registry" + r"\.npmjs",
        ]
    ),
    re.MULTILINE,
)


def files() -> list[Path]:
    """Every file that is ours, in a clone or in an unpacked archive."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    found = [*ROOT.glob("*.*"), ROOT / "Makefile", ROOT / "LICENSE", *inside]
    return sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts and path.name != "table.toml")


def text_of(path: Path) -> str | None:
    """The file's text, or None when it is a picture or the like."""
    data = path.read_bytes()
    return None if b"\0" in data else data.decode("utf-8")


def requirements(lock: str) -> dict[str, str]:
    """Name → the whole entry, hashes included."""
    entries = re.split(r"(?m)^(?=[A-Za-z0-9])", (ROOT / lock).read_text())
    return {entry.split("==")[0]: entry for entry in entries if "==" in entry}


def normalised(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name.group()).lower()


def test_no_folder_is_left_unread() -> None:
    kept = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."} - set(FOLDERS)
    ignored_folders = set(re.findall(r"(?m)^/?([\w.-]+)/$", (ROOT / ".gitignore").read_text()))
    assert kept <= ignored_folders, "add the folder to FOLDERS"


def test_no_file_speaks_of_somebodys_machine_or_index() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group().strip()}"
        for path in files()
        if (text := text_of(path)) is not None
        for match in FOREIGN.finditer(text)
    ]
    assert found == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_version_and_hashes(lock: str) -> None:
    entries = requirements(lock)
    assert len(entries) > 20
    for name, entry in entries.items():
        assert re.match(rf"{re.escape(name)}==[\w.]+", entry)
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), f"{lock}: {name} has no hash"


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = {
        "requirements.txt": project["project"]["dependencies"],
        "requirements-dev.txt": project["project"]["dependencies"] + project["dependency-groups"]["dev"],
        "requirements-gpio.txt": project["project"]["dependencies"] + project["project"]["optional-dependencies"]["gpio"],
    }
    for lock, names in asked.items():
        missing = {normalised(name) for name in names} - requirements(lock).keys()
        assert not missing, f"{lock} lacks {missing}; run `make lock`"


def test_the_locks_agree() -> None:
    """One resolution: what the demo runs on is what the tests ran on."""
    runtime = {name: entry.split()[0] for name, entry in requirements("requirements.txt").items()}
    for other in LOCKS[1:]:
        versions = {name: entry.split()[0] for name, entry in requirements(other).items()}
        assert runtime.items() <= versions.items()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_a_document_names_exists(document: str) -> None:
    """Links, and paths in backquotes that look like files of ours."""
    text = (ROOT / document).read_text()
    folder = (ROOT / document).parent
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link and not link.startswith("#")]
    missing = [link for link in links if not (folder / link).exists()]
    named = re.findall(
        r"`((?:controller|drivers|firmware_bridge|sim|tests|docs|benchmarks|\.ci)/[\w./-]*\w/?|[\w-]+(?:\.example)?\.(?:toml|txt|md))`",
        text,
    )
    missing += [name for name in named if not (ROOT / name).exists() and not ignored(name)]
    assert missing == [], f"{document} names files that are not there"


def ignored(name: str) -> bool:
    """Files a user makes himself."""
    return name in {"table.toml"}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_a_document_names_exists(document: str) -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    assert set(re.findall(r"`make ([a-z-]+)", (ROOT / document).read_text())) <= targets


def test_the_licence_and_the_hands_of_the_demo_travel_with_a_clone() -> None:
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")
    for hands in (ROOT / "sim/hands", ROOT / "sim/hands_of_games", ROOT / "tests/data/phh"):
        assert list(hands.glob("**/*.phh"))
        assert "MIT License" in (hands / "LICENSE").read_text()


def test_no_file_reaches_outside_the_clone() -> None:
    """A path that climbs out of the repository is there on some machines only."""
    outside = re.compile(r"(?<![\w./])(?:\.\./)+[\w-]+/")
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files()
        for match in outside.finditer(text_of(path) or "")
        if not (path.parent / match.group()).resolve().is_relative_to(ROOT)
    ]
    assert found == []
