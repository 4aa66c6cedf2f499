"""The example file loads as it is, explains every key, and states the defaults truthfully."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from controller import config
from controller.config_model import Config, ReaderSection
from controller.game.zones import CARD_ZONES
from sim.layout import STANDARD_LAYOUT

EXAMPLE = Path(__file__).resolve().parents[1] / "table.example.toml"
WRITTEN = tomllib.loads(EXAMPLE.read_text())
#: The file with every `#key = …` line taken in: all keys it knows.
WHOLE = tomllib.loads(re.sub(r"(?m)^#(?=[a-z_]+ = )", "", EXAMPLE.read_text()))
#: These have no default, the comment shows what one could look like.
WITHOUT_DEFAULT = {"mqtt.password_file", "mqtt.ca_file", "web.tls_cert", "web.tls_key", "overlay.logo", "overlay.css"}


def keys() -> Iterator[tuple[str, str, Any]]:
    """Yield (section, key, default) of every key a section may have; [[reader]] apart."""
    for section, field in Config.model_fields.items():
        model = field.annotation
        if isinstance(model, type) and issubclass(model, BaseModel):
            yield from ((field.alias or section, key, below.default) for key, below in model.model_fields.items())


def test_the_example_is_a_config_without_warnings() -> None:
    checked = config.check(EXAMPLE)
    assert checked.warnings == ()
    assert checked.config.table.seats == 10
    layout = {(reader.name, antenna): zone for reader in checked.config.readers for antenna, zone in reader.antennas.items()}
    assert layout == dict(STANDARD_LAYOUT)
    assert set(layout.values()) == CARD_ZONES


@pytest.mark.parametrize(("section", "key", "default"), list(keys()), ids=[f"{section}.{key}" for section, key, _ in keys()])
def test_every_key_is_shown_with_its_default(section: str, key: str, default: Any) -> None:
    assert key in WHOLE[section], f"[{section}] of table.example.toml does not mention {key}"
    assert key not in WRITTEN[section], f"{section}.{key} is a default: show it behind a `#`"
    if f"{section}.{key}" not in WITHOUT_DEFAULT:
        written = WHOLE[section][key]
        shown = Path(written) if isinstance(default, Path) else tuple(written) if isinstance(default, tuple) else written
        assert (type(shown), shown) == (type(default), default)


def test_every_reader_key_is_shown() -> None:
    assert set(WHOLE["reader"][0]) == set(ReaderSection.model_fields)
    required = {
        key for key, field in ReaderSection.model_fields.items() if field.default is PydanticUndefined and not field.default_factory
    }
    assert required <= set(WRITTEN["reader"][1])


def test_the_example_has_no_key_of_its_own(tmp_path: Path) -> None:
    """With every default written out, the config is the same."""
    text = re.sub(r"(?m)^#(?=[a-z_]+ = )(?!password_file|ca_file|tls_cert|tls_key|logo|css)", "", EXAMPLE.read_text())
    (tmp_path / "all.toml").write_text(text)
    (tmp_path / "some.toml").write_text(EXAMPLE.read_text())
    assert config.load(tmp_path / "all.toml") == config.load(tmp_path / "some.toml")
