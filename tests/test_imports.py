"""The import table of the architecture, held against the syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OURS = ("controller", "drivers", "firmware_bridge", "sim")

GAME = "controller.game"
EVENTS = "controller.events"
EFFECTS = "controller.effects"
RULES = "controller.rules"
TABLE = "controller.table"
CORE = "controller.core"

#: Room → what of ours it may import. The longest matching room holds; a room may import itself.
ALLOWED: dict[str, tuple[str, ...]] = {
    "controller": ("controller", "drivers.base", "drivers.registry", "firmware_bridge"),  # the shell
    GAME: (),
    EVENTS: ("controller.game.cards", "controller.game.chips", "controller.game.zones"),
    RULES: (GAME, EVENTS),
    EFFECTS: ("controller.rules.ruling", EVENTS, GAME),
    TABLE: (GAME, RULES, EVENTS, EFFECTS),
    CORE: (GAME, RULES, TABLE, EVENTS, EFFECTS),
    "controller.histories": (GAME, EVENTS),
    "controller.sensing": ("controller.game.cards", "controller.game.chips", "controller.game.zones", EVENTS, "drivers.base"),
    "controller.feed": (GAME, EVENTS, EFFECTS, RULES, TABLE),
    "controller.contract": ("controller.feed.payloads", "controller.mqtt.topics"),
    "controller.journal": (EVENTS,),
    "controller.mqtt": ("controller.feed",),
    "controller.web": ("controller.feed",),
    "drivers": ("drivers.base", "firmware_bridge"),
    "drivers.base": (),
    "drivers.registry": ("drivers", "firmware_bridge"),
    "firmware_bridge": (),
    "sim": ("firmware_bridge", "drivers.base", GAME, EVENTS, EFFECTS, RULES, TABLE, CORE, "controller.histories"),
    # what it expects must come from nowhere but the rule books: no engine, no house; what the table came to it reads off as scenarios do
    "sim.torture": (
        "sim",
        "firmware_bridge",
        "controller.game.cards",
        "controller.game.chips",
        "controller.game.zones",
        EFFECTS,
        "controller.table.table",
        "controller.rules.catalogue.row",
    ),
}

#: Only these modules of the shell may name `sim`, and only inside a function (a lazy import).
MAY_START_SIM = {
    "controller.cli",
    "controller.contract_cli",
    "controller.coverage_cli",
    "controller.scenario_cli",
    "controller.torture_cli",
}

#: A room that is pure imports none of these and has no `try`.
PURE = (GAME, RULES, TABLE, CORE)
IMPURE = {
    "asyncio", "logging", "pydantic", "time", "random", "datetime", "os", "sys", "io", "pathlib", "socket", "subprocess",
    "threading", "secrets", "numpy",
}  # fmt: skip


def modules() -> list[tuple[str, Path]]:
    found = []
    for top in OURS:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found.append((name, path))
    return found


def inside(name: str, room: str) -> bool:
    return name == room or name.startswith(room + ".")


def room_of(name: str) -> str:
    return max((room for room in ALLOWED if inside(name, room)), key=len)


def imports(tree: ast.AST, module: str) -> Iterator[tuple[str, bool]]:
    """Yield (imported name, lazily) of every import; lazily = inside a function."""

    def walk(node: ast.AST, lazy: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            deeper = lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            if isinstance(child, ast.Import):
                yield from ((alias.name, deeper) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{module}: write imports in full"
                base = child.module or ""
                yield base, deeper
                yield from ((f"{base}.{alias.name}", deeper) for alias in child.names)
            yield from walk(child, deeper)

    yield from walk(tree, False)


@pytest.mark.parametrize(("name", "path"), modules(), ids=[name for name, _ in modules()])
def test_imports_follow_the_table(name: str, path: Path) -> None:
    tree = ast.parse(path.read_text())
    room = room_of(name)
    for target, lazy in imports(tree, name):
        if target.split(".")[0] not in OURS or target in OURS:
            continue
        if inside(target, "sim") and not inside(name, "sim"):
            assert lazy, f"{name} imports {target} at its top: only a command's lazy import may"
            assert name in MAY_START_SIM, f"{name} imports {target}: nothing but the commands may"
            continue
        # `from a.b import c` yields a.b and a.b.c: a parent package of an allowed module is no import of its own
        fine = any(inside(target, other) or inside(other, target) for other in ALLOWED[room]) or inside(target, room)
        assert fine, f"{name} ({room}) imports {target}; allowed: {', '.join(ALLOWED[room]) or 'nothing of ours'}"


@pytest.mark.parametrize(("name", "path"), [m for m in modules() if any(inside(m[0], room) for room in PURE)])
def test_pure_rooms_are_pure(name: str, path: Path) -> None:
    tree = ast.parse(path.read_text())
    for target, _ in imports(tree, name):
        assert target.split(".")[0] not in IMPURE, f"{name} imports {target}"
    tries = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Try | ast.TryStar)]
    assert not tries, f"{name}: `try` at line {tries}; in a pure room nothing raises"
