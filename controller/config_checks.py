"""What no single key of table.toml can tell: checks across keys, and against this machine's files."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from controller.config_antennas import antenna_problems
from controller.config_errors import Problem
from controller.config_game import deck_warnings, game_problems
from controller.config_house import house_problems
from controller.config_lines import Path as KeyPath
from controller.config_model import Config, MqttSection, OverlaySection, ReaderSection
from controller.config_nearest import nearest_hint
from controller.config_rotation import rotation_problems
from controller.config_speaker import announcement_problems, speaker_problems, speaker_warnings
from controller.config_web import web_problems, web_warnings
from controller.game.variants import VARIANTS
from controller.game.zones import CARD_ZONES, HOLE_SEAT, SIGHT_ZONES, UP_SEAT, Zone
from controller.mqtt.settings import on_loopback
from controller.table.stakes import stakes_wrong
from controller.web.overlay_files import LOGO_TYPES, file_problem
from drivers.base import DriverError
from drivers.registry import DRIVERS, make_driver
from firmware_bridge.links import check_address
from firmware_bridge.transport import Transport, TransportError

_BY_ID: Final = Path("/dev/serial/by-id")
#: Where the embedded broker is found.
_EMBEDDED_HOSTS: Final = ("127.0.0.1", "localhost")
_UNSTABLE: Final = re.compile(r"^/dev/tty(USB|ACM)\d+$")


def errors_of(config: Config) -> list[Problem]:
    """Return everything that keeps this config from being used."""
    return [
        *game_problems(config),
        *antenna_problems(config),
        *_stakes(config),
        *rotation_problems(config),
        *house_problems(config.house_rules),
        *_sensing(config),
        *_readers(config),
        *_zones(config),
        *_mqtt(config.mqtt),
        *_secrets(config.mqtt),
        *web_problems(config.web),
        *announcement_problems(config.announcements),
        *speaker_problems(config.speaker),
        *_overlay(config.overlay),
    ]


def warnings_of(config: Config, by_id: Path = _BY_ID) -> list[Problem]:
    """Return what will work but is probably not meant."""
    return [
        *_unstable_links(config, by_id),
        *_blind_zones(config),
        *deck_warnings(config),
        *web_warnings(config.web),
        *speaker_warnings(config.speaker),
        *_live_hole_cards(config.overlay),
    ]


def secret_problem(path: Path) -> str:
    """Return why the secret in the file `path` cannot be used, or nothing."""
    try:
        mode = path.stat().st_mode
        readable = not stat.S_ISREG(mode) or bool(path.read_bytes().strip())
    except OSError as error:
        return f"cannot read {path}: {error.strerror}; write the password there, one line, and run: chmod 600 {path}"
    if not stat.S_ISREG(mode):
        return f"{path} is not a plain file; name a file that holds the password, one line"
    if mode & stat.S_IRWXO:
        return f"{path} can be read by everybody on this machine (mode {stat.S_IMODE(mode):04o}); run: chmod 600 {path}"
    return "" if readable else f"{path} is empty; write the password there, one line"


def _stakes(config: Config) -> Iterator[Problem]:
    stakes = config.stakes
    if stakes.small_blind > stakes.big_blind:
        yield Problem(
            ("stakes", "small_blind"),
            f"{stakes.small_blind} is more than the big blind; allowed: 0 to big_blind ({stakes.big_blind})",
            "config.blinds",
        )
        return
    wrong = stakes_wrong(replace(config.stakes_played(), game=config.game.variant))
    if wrong is not None:
        rule = f" ({wrong.rules[0]})" if wrong.rules else ""
        yield Problem(("stakes", wrong.field), f"{wrong.message.rstrip('.')}{rule}", "config.limit")


def _sensing(config: Config) -> Iterator[Problem]:
    """Each number is in its bounds by now; whether they go together is for the settings themselves to say."""
    try:
        config.sensing_settings()
    except ValueError as error:
        yield Problem(("sensing", str(error).split(" ", 1)[0]), str(error), "config.sensing")


def _readers(config: Config) -> Iterator[Problem]:
    names: dict[str, int] = {}
    links: dict[str, int] = {}
    for index, reader in enumerate(config.readers):
        here = ("reader", index)
        first = names.setdefault(reader.name, index)
        if first != index:
            yield Problem(
                (*here, "name"), f"{reader.name!r} is already the name of reader[{first + 1}]; give each reader its own", "config.same_name"
            )
        first = links.setdefault(reader.link.partition("?")[0], index)
        if first != index:
            yield Problem(
                (*here, "link"),
                f"{reader.link!r} is already the link of reader[{first + 1}]; one link leads to one reader",
                "config.same_link",
            )
        wrong = check_address(reader.link)
        if wrong:
            yield Problem((*here, "link"), wrong, "config.bad_link")
        yield from _driver(reader, here)


def _driver(reader: ReaderSection, here: KeyPath) -> Iterator[Problem]:
    """Only the driver knows its options and its outputs: ask it."""
    if reader.driver not in DRIVERS:
        near = nearest_hint(reader.driver, DRIVERS)
        yield Problem(
            (*here, "driver"), f"there is no driver {reader.driver!r}{near}; drivers: {', '.join(DRIVERS)}", "config.unknown_driver"
        )
    elif "antennas" in reader.options:
        yield Problem(
            (*here, "options", "antennas"), "the outputs are those of the section antennas; take this out", "config.driver_options"
        )
    else:
        try:
            make_driver(reader.driver, reader.name, _no_link, reader.driver_options())
        except DriverError as error:
            yield _driver_problem(str(error), reader, here)


def _driver_problem(said: str, reader: ReaderSection, here: KeyPath) -> Problem:
    """At the option or the antenna that the driver complains of, else at the reader."""
    antenna = re.search(r"antennas\[(\d+)\]", said)
    if antenna:
        output = list(reader.antennas)[int(antenna[1])]
        return Problem(
            (*here, "antennas", str(output)),
            f"a {reader.driver} reader has no output {output}: {said.rpartition(': ')[2]}",
            "config.driver_options",
        )
    key = next((key for key in reader.options if re.search(rf"option '?{re.escape(key)}\b", said)), None)
    return Problem(here if key is None else (*here, "options", key), said, "config.driver_options")


async def _no_link() -> Transport:
    raise TransportError("link.none", "this driver was made to check its options")


#: Seat of each zone that is at a seat.
_SEAT_OF: Final = {**HOLE_SEAT, **UP_SEAT}


def _zones(config: Config) -> Iterator[Problem]:
    """A zone may lie over several antennas: some tables have one for each card."""
    for index, reader in enumerate(config.readers):
        for antenna, zone in reader.antennas.items():
            path = ("reader", index, "antennas", str(antenna))
            if _SEAT_OF.get(Zone(zone), 0) > config.table.seats:
                yield Problem(
                    path,
                    f"{zone} is at no seat: the table has {config.table.seats}; raise table.seats or take the antenna out",
                    "config.no_such_seat",
                )


def _mqtt(mqtt: MqttSection) -> Iterator[Problem]:
    if mqtt.password_file is not None and not mqtt.username:
        yield Problem(("mqtt", "password_file"), "a password needs a name with it; add username", "config.mqtt_login")
    if mqtt.ca_file is not None and not mqtt.tls:
        yield Problem(("mqtt", "ca_file"), "is of use with TLS only; add tls = true", "config.mqtt_tls")
    if mqtt.broker == "embedded":
        if mqtt.host not in _EMBEDDED_HOSTS:
            yield Problem(
                ("mqtt", "host"),
                f"the embedded broker listens on 127.0.0.1 only, not on {mqtt.host}; take host out",
                "config.mqtt_embedded",
            )
        for key, given in (("tls", mqtt.tls), ("username", mqtt.username)):
            if given:
                yield Problem(
                    ("mqtt", key), 'the embedded broker has no such thing; take it out, or set broker = "external"', "config.mqtt_embedded"
                )
    if mqtt.broker != "external" or on_loopback(mqtt.host):
        return
    if not mqtt.tls and not mqtt.allow_plaintext_off_loopback:
        yield Problem(
            ("mqtt", "tls"),
            f"the way to {mqtt.host} leaves this machine unencrypted; set tls = true, or allow_plaintext_off_loopback = true",
            "config.mqtt_plaintext",
        )
    if not mqtt.username and not mqtt.allow_anonymous_off_loopback:
        yield Problem(
            ("mqtt", "username"),
            f"{mqtt.host} would let anybody in; set username and password_file, or allow_anonymous_off_loopback = true",
            "config.mqtt_anonymous",
        )


def _secrets(mqtt: MqttSection) -> Iterator[Problem]:
    if mqtt.password_file is not None and mqtt.username:
        problem = secret_problem(mqtt.password_file)
        if problem:
            yield Problem(("mqtt", "password_file"), problem, "config.secret_file")
    if mqtt.ca_file is not None and not mqtt.ca_file.is_file():
        yield Problem(("mqtt", "ca_file"), f"there is no file {mqtt.ca_file}; name the authority's certificate (PEM)", "config.mqtt_tls")


def _overlay(overlay: OverlaySection) -> Iterator[Problem]:
    for key, path in (("logo", overlay.logo), ("css", overlay.css)):
        problem = "" if path is None else file_problem(path)
        if problem:
            yield Problem(("overlay", key), problem, "config.overlay_file")
    if overlay.logo is not None and overlay.logo.suffix.lower() not in LOGO_TYPES:
        allowed = ", ".join(LOGO_TYPES)
        yield Problem(("overlay", "logo"), f"{overlay.logo.name} is no picture that is served; allowed: {allowed}", "config.overlay_file")


def _unstable_links(config: Config, by_id: Path) -> Iterator[Problem]:
    for index, reader in enumerate(config.readers):
        device = reader.link.removeprefix("serial:").partition("?")[0]
        if not _UNSTABLE.match(device):
            continue
        stable = next((link for link in _listed(by_id) if link.resolve() == Path(device).resolve()), None)
        remedy = f"write serial:{stable}" if stable else f"write the name under {by_id} that points to it"
        yield Problem(("reader", index, "link"), f"{device} may be another device after the next start; {remedy}", "config.unstable_link")


def _listed(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _blind_zones(config: Config) -> Iterator[Problem]:
    """A table with readers but without some antenna plays that zone by hand: say which."""
    if not config.readers:
        return
    covered = {zone for reader in config.readers for zone in reader.antennas.values()}
    in_sight = any(VARIANTS[game].up_cards for game, _ in config.games_played())
    wanted = CARD_ZONES | SIGHT_ZONES if in_sight or covered & SIGHT_ZONES else CARD_ZONES
    missing = [zone for zone in wanted if zone not in covered and _SEAT_OF.get(zone, 0) <= config.table.seats]
    if missing:
        yield Problem(
            ("reader",),
            f"no antenna reads {', '.join(sorted(missing, key=_by_seat))}; cards there are entered by hand",
            "config.blind_zones",
        )


def _by_seat(zone: str) -> tuple[int, str]:
    return (_SEAT_OF.get(Zone(zone), 99), zone)


def _live_hole_cards(overlay: OverlaySection) -> Iterator[Problem]:
    if overlay.reveal == "always" and not overlay.delay_s:
        text = "hole cards go on air as they are dealt; set delay_s, unless the programme itself is late enough"
        yield Problem(("overlay", "delay_s"), text, "config.overlay_live")
