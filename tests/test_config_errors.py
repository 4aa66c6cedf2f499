"""A mistake in table.toml is told with its line, its key and what to write instead; several at once."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from controller import config, config_model
from controller.config import ConfigError
from controller.config_checks import warnings_of
from controller.config_model import Config, ReaderSection
from controller.error_catalogue import catalogue
from controller.game.chips import Stakes

READER = '[[reader]]\nname = "hf0"\ndriver = "feig"\nlink = "tcp:10.0.0.5:10001"\nantennas = { 1 = "board" }\n'


def write(folder: Path, text: str) -> Path:
    file = folder / "table.toml"
    file.write_text(text)
    return file


def messages(folder: Path, text: str) -> list[str]:
    """The error's lines without the folder: `line: key: …`."""
    file = write(folder, text)
    with pytest.raises(ConfigError) as caught:
        config.load(file)
    assert all(message.startswith(f"{file}:") for message in caught.value.messages)
    return [message.removeprefix(f"{file}:") for message in caught.value.messages]


#: What is written below `schema = 1` → how the message begins, and what else it must say.
MISTAKES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "typo in a key": ("[stakes]\nbig_blid = 2", "3: stakes.big_blid: unknown key", ("nearest is 'big_blind'", "small_blind")),
    "typo in a section": ("[tabel]\nseats = 3", "2: tabel: unknown key", ("nearest is 'table'",)),
    "typo in a reader": (f"{READER}lnk = 'x'", "7: reader[1].lnk: unknown key", ("nearest is 'link'",)),
    "key of no likeness": ("[web]\nzzz = 1", "3: web.zzz: unknown key; keys here: enabled, host, port", ()),
    "below the bound": ("[table]\nseats = 1", "3: table.seats: 1 is not allowed", ("from 2 to 10",)),
    "above the bound": ("[mqtt]\nport = 70000", "3: mqtt.port: 70000 is not allowed", ("from 1 to 65_535",)),
    "wrong type": ('[table]\nseats = "9"', '3: table.seats: "9" is not allowed', ("a whole number from 2 to 10",)),
    "fraction of a chip": ("[stakes]\nante = 0.5", "3: stakes.ante: 0.5 is not allowed", ("whole number",)),
    "number for a word": ("[mqtt]\ntls = 1", "3: mqtt.tls: 1 is not allowed", ("true or false",)),
    "not a number": ("[sensing]\nvanish_s = nan", "3: sensing.vanish_s: nan is not allowed", ("a number from 0.1 to 60",)),
    "typo in a word": ('[mqtt]\nbroker = "extrnal"', '3: mqtt.broker: "extrnal" is not allowed', ("nearest is 'external'", '"off"')),
    "bad id": ('[table]\nid = "Main"', '3: table.id: "Main" is not allowed', ("[a-z0-9-]",)),
    "value for a section": ("stakes = 5", "2: stakes: 5 is not allowed", ("a section",)),
    "section for a list": ("[reader]\nname = 'x'", "2: reader: a table is not allowed", ("[[…]]",)),
    "missing key": (
        "[[reader]]\nname = 'a'\nlink = 'tcp:h:1'\nantennas = {1 = 'board'}",
        "2: reader[1].driver: is missing",
        ("add driver",),
    ),
    "password in the file": ('[mqtt]\npassword = "s3cret"', "3: mqtt.password: unknown key", ("password_file",)),
    "unknown driver": (READER.replace("feig", "fieg"), "4: reader[1].driver: there is no driver 'fieg'", ("nearest is 'feig'",)),
    "shuffling machine": (
        READER.replace("board", "shufler"),
        "6: reader[1].antennas.1: there is no zone 'shufler'",
        ("nearest is 'shuffler'", "and shuffler"),
    ),
    "unknown zone": (READER.replace("board", "baord"), "6: reader[1].antennas.1: there is no zone 'baord'", ("nearest is 'board'",)),
    "antenna by name": (READER.replace("1 =", "one ="), "6: reader[1].antennas.one: an antenna is named by its output's number", ()),
    "no antenna": (READER.replace('1 = "board"', ""), "6: reader[1].antennas: a table is not allowed", ("at least 1",)),
    "ninth antenna": (READER.replace("1 =", "9 ="), "6: reader[1].antennas.9: a feig reader has no output 9", ("8",)),
    "seat the table lacks": (
        "[table]\nseats = 6\n" + READER.replace("board", "seat/7/hole"),
        "8: reader[1].antennas.1: seat/7/hole is at no seat",
        ("table.seats",),
    ),
    "one name twice": (
        READER + READER.replace("10.0.0.5", "10.0.0.6").replace("board", "muck"),
        "8: reader[2].name: 'hf0' is already the name of reader[1]",
        (),
    ),
    "one link twice": (
        READER + READER.replace("hf0", "hf1").replace("board", "muck"),
        "10: reader[2].link: 'tcp:10.0.0.5:10001' is already the link of reader[1]",
        (),
    ),
    "bad link": (READER.replace("tcp:", "tpc:"), "5: reader[1].link: 'tpc:10.0.0.5:10001' is no link address", ("tcp:HOST:PORT",)),
    "bad option": (READER + "options = { adress = 3 }", "7: reader[1].options.adress: ", ("'address'",)),
    "option out of bounds": (READER + "options = { address = 300 }", "7: reader[1].options.address: ", ("255",)),
    "outputs as an option": (READER + "options = { antennas = 3 }", "7: reader[1].options.antennas: ", ("take this out",)),
    "small above big blind": ("[stakes]\nsmall_blind = 5", "3: stakes.small_blind: 5 is more than the big blind", ("big_blind (2)",)),
    "an unknown limit": ('[game]\nlimit = "pot limit"', "3: game.limit: ", ("pot_limit",)),
    "spread limit without its maxima": (
        '[game]\nlimit = "spread_limit"\n[stakes]\nmax_bets = []',
        "5: stakes.max_bets: In spread limit",
        ("most of each street",),
    ),
    "a small bet that is no big blind": (
        '[game]\nlimit = "fixed_limit"\n[stakes]\nbig_blind = 20\nsmall_bet = 30',
        "6: stakes.small_bet: In fixed limit the big blind is one small bet",
        ("cooke.12.05.b",),
    ),
    "k above n": ("[sensing]\nappear_n = 2", "2: sensing.appear_k: appear_k is 3", ("appear_n",)),
    "password without a name": (
        '[mqtt]\nbroker = "external"\npassword_file = "p"',
        "4: mqtt.password_file: a password needs a name",
        ("username",),
    ),
    "authority without TLS": (
        '[mqtt]\nbroker = "external"\nca_file = "table.toml"',
        "4: mqtt.ca_file: is of use with TLS only",
        ("tls = true",),
    ),
    "logo missing": ('[overlay]\nlogo = "logo.svg"', "3: overlay.logo: there is no file", ("logo.svg", "name a file that is there")),
    "logo of a kind that is not served": (
        '[overlay]\nlogo = "table.toml"',
        "3: overlay.logo: table.toml is no picture that is served",
        (".svg", ".png", ".webp"),
    ),
    "delay beyond an hour": ("[overlay]\ndelay_s = 3601", "3: overlay.delay_s:", ("3_600",)),
    "policy that is none": ('[overlay]\nreveal = "sometimes"', "3: overlay.reveal:", ("never", "showdown", "after_hand", "always")),
    "authority missing": ('[mqtt]\nbroker = "external"\ntls = true\nca_file = "no.pem"', "5: mqtt.ca_file: there is no file", ("no.pem",)),
    "embedded off loopback": (
        '[mqtt]\nhost = "0.0.0.0"',
        "3: mqtt.host: the embedded broker listens on 127.0.0.1 only",
        ("take host out",),
    ),
    "embedded elsewhere": ('[mqtt]\nhost = "127.0.0.5"', "3: mqtt.host: the embedded broker listens on 127.0.0.1 only", ("127.0.0.5",)),
    "embedded with TLS": ("[mqtt]\ntls = true", "3: mqtt.tls: the embedded broker has no such thing", ('broker = "external"',)),
    "plain text off loopback": (
        '[mqtt]\nbroker = "external"\nhost = "10.0.0.9"\nusername = "t"',
        "2: mqtt.tls: the way to 10.0.0.9 leaves this machine unencrypted",
        ("allow_plaintext_off_loopback",),
    ),
    "anonymous off loopback": (
        '[mqtt]\nbroker = "external"\nhost = "10.0.0.9"\ntls = true',
        "2: mqtt.username: 10.0.0.9 would let anybody in",
        ("allow_anonymous_off_loopback",),
    ),
    "syntax": ("[table]\nseats = = 3", "3: column 9: Invalid value", ()),
    "syntax at the end": ('[table]\nname = "x', "3: ", ("table.example.toml",)),
    "key twice": ("[table]\nseats = 3\nseats = 4", "4: column 10: Cannot overwrite a value", ()),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_place_and_remedy(name: str, tmp_path: Path) -> None:
    text, begins, says = MISTAKES[name]
    [message] = messages(tmp_path, f"schema = 1\n{text}\n")
    assert message.startswith(begins)
    for words in says:
        assert words in message


@pytest.mark.parametrize(("text", "begins"), [("", "1: schema: is missing; add schema = 1"), ("schema = 2", "1: schema: 2 is not allowed")])
def test_the_version_must_be_written(text: str, begins: str, tmp_path: Path) -> None:
    [message] = messages(tmp_path, text)
    assert message.startswith(begins)


@pytest.mark.parametrize("value", ["[" * 5000 + "]" * 5000, "{a=" * 3000 + "1" + "}" * 3000, "9" * 5000])
def test_what_the_toml_reader_itself_cannot_take_is_one_message(value: str, tmp_path: Path) -> None:
    file = write(tmp_path, f"schema = {value}\n")
    with pytest.raises(config.ConfigError) as raised:
        config.check(file)
    [message] = raised.value.messages
    assert message.startswith(f"{file}: a number is too long or brackets are too deep; ")


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(config.ConfigError) as raised:
        config.check(Path("/dev/zero"))
    [message] = raised.value.messages
    assert message.startswith("/dev/zero: is longer than 1,000,000 bytes")


@pytest.mark.parametrize("key", ["[deck]\nfile", "[mqtt]\nca_file"])
@pytest.mark.parametrize(
    ("written", "says"),
    [("a\\u0000b", "a path is needed"), ("~no-such-user-here/decks.json", "write the whole path"), ("", "a path is needed")],
)
def test_a_path_no_file_can_have_is_named(key: str, written: str, says: str, tmp_path: Path) -> None:
    [message] = messages(tmp_path, f'schema = 1\n{key} = "{written}"\n')
    assert message.startswith("3: ")
    assert says in message


def test_all_mistakes_are_told_at_once_from_top_to_bottom(tmp_path: Path) -> None:
    told = messages(tmp_path, "schema = 1\n[web]\nport = 0\n[table]\nseets = 1\nseats = 99\n[mqtt]\nhost = 7\n")
    assert [message.split(": ")[:2] for message in told] == [
        ["3", "web.port"],
        ["5", "table.seets"],
        ["6", "table.seats"],
        ["8", "mqtt.host"],
    ]


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file.*table\.example\.toml"):
        config.load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"schema = 1\n[table]\nname = '\xe4'\n")
    with pytest.raises(ConfigError, match=r"latin\.toml:3: is not UTF-8"):
        config.load(tmp_path / "latin.toml")


@pytest.mark.parametrize(
    ("mode", "content", "says"),
    [
        (0o644, "s3cret\n", "chmod 600"),
        (0o602, "s3cret\n", "chmod 600"),
        (0o600, " \n", "is empty"),
        (None, "", "cannot read"),
    ],
)
def test_a_secret_file_must_be_private_and_hold_something(mode: int | None, content: str, says: str, tmp_path: Path) -> None:
    secret = tmp_path / "mqtt.password"
    if mode is not None:
        secret.write_text(content)
        secret.chmod(mode)
    text = 'schema = 1\n[mqtt]\nbroker = "external"\nusername = "t"\npassword_file = "mqtt.password"\n'
    [message] = messages(tmp_path, text)
    assert message.startswith("5: mqtt.password_file: ")
    assert says in message
    assert "s3cret" not in message


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o400])
def test_a_private_secret_is_named_and_never_shown(mode: int, tmp_path: Path) -> None:
    secret = tmp_path / "mqtt.password"
    secret.write_text("s3cret word\n")
    secret.chmod(mode)
    file = write(tmp_path, 'schema = 1\n[mqtt]\nbroker = "external"\nusername = "t"\npassword_file = "mqtt.password"\n')
    checked = config.check(file)
    assert checked.config.mqtt.password_file == secret, "a path is meant from the file's folder"
    assert "s3cret" not in repr(checked)


#: Values of every TOML kind, each right for some key.
ANYTHING = st.sampled_from(
    [
        "true", "-1", "0", "5", "70000", "0.5", "nan", "''", "'feig'", "'board'", "'tcp:h:1'", '"\\u0000"', "1979-05-27", "[]", "{}",
        "[1, 'a']", "[[1]]", "[{ name = 'x' }]", "{ 1 = 'board' }", "{ 1 = 'board', 300 = 'muck' }", "{ a = { b = [{}] } }",
        "'/dev/null'", "'🂡'",
    ]
)  # fmt: skip
SECTIONS: dict[str, Any] = {
    **config_model.SECTIONS,
    "reader": ReaderSection,
    "x": Config,
}
KEYS = st.sampled_from(sorted({key for model in SECTIONS.values() for key in model.model_fields}))
BODIES = st.dictionaries(KEYS, ANYTHING, max_size=5)


@given(BODIES, st.dictionaries(st.sampled_from(sorted(SECTIONS)), BODIES, max_size=4), st.lists(BODIES, max_size=2))
@pytest.mark.slow
def test_whatever_is_written_is_a_config_or_told(
    top: dict[str, str], sections: dict[str, dict[str, str]], readers: list[dict[str, str]]
) -> None:
    """Invariants: no file makes `check` fail in another way, and each message has a line of the file."""
    parts = [
        ("", {"schema": "1", **top}),
        *((f"[{name}]", body) for name, body in sections.items()),
        *(("[[reader]]", body) for body in readers),
    ]
    text = "\n".join(line for header, body in parts for line in [header, *(f"{key} = {value}" for key, value in body.items())])
    with TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        file.write_text(text)
        told: tuple[str, ...] = ()
        try:
            loaded: Config | None = config.load(file)
        except ConfigError as error:
            loaded, told = None, error.messages
    assert (loaded is None) == bool(told)
    for message in told:
        line = int(message.removeprefix(f"{file}:").split(":")[0])
        assert 1 <= line <= text.count("\n") + 1


def test_values_come_from_the_file_and_defaults_from_the_model(tmp_path: Path) -> None:
    file = write(tmp_path, f"schema = 1\n[stakes]\nbig_blind = 200\nsmall_blind = 100\n{READER}")
    checked = config.check(file)
    rows = {row.key: row for row in checked.rows}
    assert rows["stakes.big_blind"] == ("stakes.big_blind", "200", f"{file}:3")
    assert rows["reader[1].antennas.1"] == ("reader[1].antennas.1", "board", f"{file}:9")
    assert rows["table.seats"] == ("table.seats", "10", "default")
    assert rows["deck.file"] == ("deck.file", str(tmp_path / "run/decks.json"), "default")
    assert rows["mqtt.tls"].value == "false"


def test_the_house_is_what_the_file_says(tmp_path: Path) -> None:
    text = 'schema = 1\n[table]\nseats = 6\n[stakes]\nsmall_blind = 5\nbig_blind = 10\nante = 1\nante_from = "button"\nmin_bet = 20\n'
    house = config.load(write(tmp_path, text)).house()
    assert (house.variant, house.seats, house.stakes) == ("holdem", 6, Stakes(5, 10, 1, "button", 20))


def test_a_config_cannot_be_changed(tmp_path: Path) -> None:
    loaded = config.load(write(tmp_path, f"schema = 1\n{READER}"))
    with pytest.raises(ValidationError, match="frozen"):
        loaded.table.seats = 3
    with pytest.raises(TypeError):
        loaded.readers[0].antennas[2] = loaded.readers[0].antennas[1]  # type: ignore[index] # that is the point


def test_the_fingerprint_tells_configs_apart_but_not_their_comments(tmp_path: Path) -> None:
    prints = [
        config.load(write(tmp_path, text)).fingerprint()
        for text in ("schema = 1", "# hello\nschema = 1\n[table]\nseats = 10", "schema = 1\n[table]\nseats = 9")
    ]
    assert prints[0] == prints[1] != prints[2]


def test_an_unstable_device_name_is_a_warning_that_names_the_stable_one(tmp_path: Path) -> None:
    loaded = config.load(write(tmp_path, "schema = 1\n" + READER.replace("tcp:10.0.0.5:10001", "serial:/dev/ttyUSB7")))
    by_id = tmp_path / "by-id"
    [*_, without] = [problem.text for problem in warnings_of(loaded, by_id) if problem.path[-1] == "link"]
    assert f"the name under {by_id}" in without
    by_id.mkdir()
    (by_id / "usb-FTDI_1").symlink_to("/dev/ttyUSB7")
    (by_id / "usb-FTDI_0").symlink_to("/dev/ttyUSB6")
    [*_, with_name] = [problem.text for problem in warnings_of(loaded, by_id) if problem.path[-1] == "link"]
    assert with_name.endswith(f"write serial:{by_id}/usb-FTDI_1")


def test_zones_without_an_antenna_are_a_warning(tmp_path: Path) -> None:
    [warning] = config.check(write(tmp_path, f"schema = 1\n[table]\nseats = 2\n{READER}")).warnings
    assert "no antenna reads seat/1/hole, seat/2/hole, burn, muck, stub" in warning


def test_live_hole_cards_without_a_delay_are_a_warning(tmp_path: Path) -> None:
    live = 'schema = 1\n[overlay]\nreveal = "always"\n'
    [warning] = config.check(write(tmp_path, live)).warnings
    assert "overlay.delay_s: hole cards go on air as they are dealt" in warning
    assert config.check(write(tmp_path, live + "delay_s = 1200\n")).warnings == ()


CODES = {
    "config.unknown_key": "schema = 1\n[table]\nseatz = 6\n",
    "config.missing_key": '[table]\nname = "x"\n',
    "config.bad_value": "schema = 1\n[table]\nseats = 60\n",
    "config.blinds": "schema = 1\n[stakes]\nsmall_blind = 9\nbig_blind = 2\n",
    "config.limit": 'schema = 1\n[game]\nlimit = "spread_limit"\n[stakes]\nmax_bets = []\n',
    "config.sensing": "schema = 1\n[sensing]\nappear_k = 5\nappear_n = 4\n",
    "config.syntax": "schema = \n",
    "config.same_link": "schema = 1\n" + READER + READER.replace('"hf0"', '"hf9"'),
    "config.same_name": "schema = 1\n" + READER + READER.replace("10001", "10002"),
    "config.mqtt_embedded": "schema = 1\n[mqtt]\ntls = true\n",
    "config.mqtt_plaintext": 'schema = 1\n[mqtt]\nbroker = "external"\nhost = "10.0.0.9"\nallow_anonymous_off_loopback = true\n',
    "config.mqtt_anonymous": 'schema = 1\n[mqtt]\nbroker = "external"\nhost = "10.0.0.9"\nallow_plaintext_off_loopback = true\n',
    "config.secret_file": 'schema = 1\n[mqtt]\nbroker = "external"\nusername = "u"\npassword_file = "nowhere"\n',
}


@pytest.mark.parametrize("code", CODES)
def test_each_message_ends_with_the_code_of_its_kind_and_explain_knows_it(code: str, tmp_path: Path) -> None:
    told = messages(tmp_path, CODES[code])
    assert told[0].endswith(f" [{code}]"), told
    assert catalogue()[code].remedy
