"""Every page of the table: its files, their weight, nothing inline, and both languages whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from words import REFUSALS, RULED, STATIC, modules, read_words

from controller.config_model import WebSection
from controller.error_catalogue import catalogue
from controller.error_rows import ROWS
from controller.events import DISCREPANCIES
from controller.feed.commands import VERBS
from controller.feed.stories import _TEXTS as STORY_KINDS
from controller.rules import ruling_words
from controller.web.assets import load_assets
from controller.web.guard import SECURITY_HEADERS, content_policy
from controller.web.pages import LANGUAGES, LOGIN, PAGES, Page
from controller.web.word_columns import column_name

EVERY = (*PAGES, LOGIN)

#: What a page may weigh with all its files, those that come late too, in the one language that it shows: a slow network, a small computer.
LIMIT_BYTES = 150_000

#: What the codes of refused commands begin with.
COMMANDS = {*VERBS, "cmd", "state", "*"}

#: What the reasons of a part's health begin with …
PARTS = {"link", "serial", "tcp", "rfid", "mqtt", "journal", "part", "deck"}

#: … and those that only a command line or a tool meets.
NO_PART = {
    "deck.none", "journal.closed", "journal.copy", "journal.exists", "journal.fault_point", "journal.foreign", "journal.in_use",
    "journal.newer", "journal.no_file", "journal.no_key", "journal.not_kept", "journal.other_key", "journal.seats", "link.address",
    "link.none", "tcp.listen",
}  # fmt: skip

#: The system's clock, not a player's; the file of the decks, not the deck that is changed.
NO_COMMAND = {"clock.unknown", "clock.unsynchronised", "deck.none", "deck.unusable"}

#: The texts of these modules are the table's own in English, so that they have no English rows.
TOLD = STATIC / "told.words.js"
REASONS = STATIC / "reasons.words.js"
TABLES_OWN = {TOLD, REASONS}


def files_of(page: Page) -> set[str]:
    """Return the names of all files that the page loads, early and late, its own included."""
    found: set[str] = set()
    waiting = [page.html]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        text = (STATIC / name).read_text()
        waiting += re.findall(r'(?:src|href)="/static/([^"]+)"', text)
        waiting += re.findall(r'(?:from|import\() ?"\./([^"]+)"', text)
        waiting += re.findall(r'fetch\("/static/([^"]+)"', text)
    return found


def files_in(page: Page, language: str) -> set[str]:
    """Return the names of all that a browser asks for which shows the page in `language`."""
    names = files_of(page)
    return names | {column_name(name, language) for name in names if name.endswith(".words.js")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", EVERY, ids=lambda page: page.path)
def test_a_page_has_all_its_files_and_is_light(page: Page, language: str) -> None:
    assets = load_assets("Table 1", language)
    names = files_in(page, language)
    assert names <= set(assets), names - set(assets)
    assert sum(len(assets[name].body) for name in names) < LIMIT_BYTES
    assert sum(len(assets[name].packed) for name in names) < LIMIT_BYTES / 2, "as it goes over the wire"


@pytest.mark.parametrize("page", EVERY, ids=lambda page: page.path)
def test_a_page_begins_in_the_language_of_the_table(page: Page) -> None:
    for language in LANGUAGES:
        body = load_assets("Table 1", language)[page.html].body.decode()
        assert f'<html lang="{language}">' in body
        assert "{{" not in body


def test_a_page_leads_to_others_for_their_roles() -> None:
    roles = {page.path: page.roles for page in PAGES}
    link = re.compile(r'<a [^>]*href="([^"]+)" data-roles="([^"]+)"')
    ways = [way for page in PAGES for way in link.findall((STATIC / page.html).read_text())]
    assert {path for path, _ in ways} >= {"/dealer", "/floor", "/table", "/status"}
    for path, named in ways:
        assert set(named.split()) == roles[path], path


def test_no_file_is_left_that_no_page_loads() -> None:
    loaded = set().union(*(files_of(page) for page in EVERY))
    assert {file.name for file in STATIC.iterdir()} - loaded == set()


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.html")), ids=lambda file: file.name)
def test_nothing_is_inline(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"\son\w+\s*=|\sstyle\s*=|<style|javascript:", text)
    for tag in re.findall(r"<script[^>]*>", text):
        assert 'src="/static/' in tag
    assert not re.search(r'(?:src|href)="(?!/)', text), "a file of somebody else's"


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.js")), ids=lambda file: file.name)
def test_no_text_becomes_markup_or_code(file: Path) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", file.read_text())


@pytest.mark.parametrize("module", [module for module in modules() if module not in TABLES_OWN], ids=lambda module: module.name)
def test_both_languages_say_the_same_things(module: Path) -> None:
    words = read_words(module)
    assert tuple(words) == LANGUAGES
    for language, texts in words.items():
        assert texts.keys() == words["en"].keys(), language
        for key, text in texts.items():
            assert text.strip(), f"{key}: no text"
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", words["en"][key])), f"{key}: other values"


@pytest.mark.parametrize("page", EVERY, ids=lambda page: page.path)
def test_a_page_says_nothing_that_has_no_text(page: Page) -> None:
    names = files_of(page)
    texts = set().union(
        *(read_words(STATIC / name)["en"] for name in names if name.endswith(".words.js") and STATIC / name not in TABLES_OWN)
    )
    used = set(re.findall(r'data-say(?:-label)?="([^"]+)"', (STATIC / page.html).read_text()))
    for name in names:
        if name.endswith(".js") and not name.endswith(".words.js"):
            used |= set(re.findall(r'\b(?:say|felt)\("([^"]+)"', (STATIC / name).read_text()))
    assert used - texts == set()


def test_what_the_table_tells_is_told_in_every_language() -> None:
    told, refusals = read_words(TOLD), read_words(REFUSALS)
    assert tuple(told) == tuple(refusals) == LANGUAGES[1:]
    assert all(text.strip() and "{" not in text for texts in refusals.values() for text in texts.values())
    assert {key for language in told for key in told[language].keys() & refusals[language].keys()} == set()
    assert set(DISCREPANCIES) <= {key.removeprefix("code.") for key in told["de"]}, "questions are asked at once, not fetched"
    words = {language: told[language] | refusals[language] for language in told}
    codes = {code for code, _, _ in ROWS if code.partition(".")[0] in COMMANDS} - NO_COMMAND
    sorts = {key.split(".")[0] for key in read_words(RULED)["de"]} & {"ruling", "announcement", "prompt"}
    for language, texts in words.items():
        kinds = {key.split(".")[1] for key in texts if key.startswith("s.")} | sorts
        assert set(STORY_KINDS) - kinds == set(), language
        assert {f"code.{code}" for code in codes | set(DISCREPANCIES)} - texts.keys() == set(), language
        fields = set(re.findall(r"{(\w+)}", " ".join(texts.values())))
        assert fields <= {
            "who",
            "hand",
            "amount",
            "to",
            "name",
            "pot",
            "cards",
            "zones",
            "results",
            "question",
            "all_in",
            "reason",
            "seconds",
            "number",
            "did",
            "option",
            "answer",
            "game",
            "games",
            "times",
            "board",
            "on_board",
            "limit",
        }, language


def test_what_is_said_of_rulings_is_in_no_file_of_a_page() -> None:
    """It is fetched word by word (ruled.words.js): whatever the table may ever rule costs a page nothing until then."""
    fetched = re.compile(r"(story\.)?(ruling|announcement|prompt|remedy|kind|until|alternative|answer)\.")
    for name in ("told.words.js", "banner.words.js", "docket.words.js"):
        found = {key for texts in read_words(STATIC / name).values() for key in texts if fetched.match(key)}
        assert found == set(), name


def test_the_words_of_rulings_are_the_tables_own() -> None:
    words = read_words(STATIC / "banner.words.js")
    for language, texts in words.items():
        own = {key.removeprefix("status."): text for key, text in texts.items() if key.startswith("status.")}
        assert own == {status: getattr(row, language) for status, row in ruling_words.STATUSES.items()}, language


def test_what_a_part_can_suffer_from_is_told_in_every_language() -> None:
    words = read_words(REASONS)
    assert tuple(words) == LANGUAGES[1:]
    codes = {code for code in catalogue() if code.partition(".")[0] in PARTS} - NO_PART - set(DISCREPANCIES)
    for language, texts in words.items():
        assert {f"code.{code}" for code in codes} ^ texts.keys() == set(), language


def test_the_config_offers_the_languages_there_are() -> None:
    for language in LANGUAGES:
        assert WebSection.model_validate({"language": language}).language == language
    assert tuple(read_words(STATIC / "felt.words.js")) == LANGUAGES


def test_a_page_may_need_more_than_the_others() -> None:
    policy = content_policy({"img-src": "data:", "media-src": "'self'"})
    assert "img-src 'self' data:; " in policy
    assert policy.endswith("; media-src 'self'")
    assert content_policy() == SECURITY_HEADERS["content-security-policy"]
    page = Page("/x", "x.html", sources={"img-src": "data:"})
    assert page.headers == {"content-security-policy": content_policy({"img-src": "data:"})}
    assert Page("/y", "y.html").headers == {}
