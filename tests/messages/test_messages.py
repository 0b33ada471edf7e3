"""The messages: the same ones in every language, plural forms and numbers as each language has them."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import coatl.messages
from coatl.engine.errors import CoatlError
from coatl.messages import CHOSEN, HOLE, Message, Translator, languages, namespace, plural_form, plurals, wanted
from coatl.messages.locales import VARIABLES

LANGUAGES = list(languages())
OTHERS = [language for language in LANGUAGES if language != "en"]
IN_CODE = {"terminal_bots", "terminal_errors"}  # in English the code itself says these


def namespaces_of(language: str) -> set[str]:
    folder = files(coatl.messages).joinpath(language)
    return {file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json")}


NAMESPACES = sorted(namespaces_of("en"))


def messages_of(language: str) -> dict[str, Message]:
    """All messages of a language by their keys."""
    return {f"{name}.{key}": text for name in NAMESPACES for key, text in namespace(language, name).items()}


def texts(message: Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def holes(message: Message) -> set[str]:
    return {hole for text in texts(message) for hole in HOLE.findall(text)}


def test_there_is_a_folder_for_each_language() -> None:
    folders = {entry.name for entry in files(coatl.messages).iterdir() if entry.is_dir() and len(entry.name) == 2}
    assert folders == set(LANGUAGES)


def test_no_message_stands_twice_in_a_file() -> None:
    """The second would be read, and the first never."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs), [key for key, _ in pairs]
        return dict(pairs)

    for file in Path(coatl.messages.__file__).parent.rglob("*.json"):
        json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=once)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_english_messages(language: str) -> None:
    assert namespaces_of(language) == {*NAMESPACES, *IN_CODE}
    assert messages_of(language).keys() == messages_of("en").keys()


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_fills_the_same_holes(language: str) -> None:
    english = messages_of("en")
    for key, message in messages_of(language).items():
        assert holes(message) == holes(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_have_all_plural_forms_of_their_language_and_say_something(language: str) -> None:
    _, forms = plurals.RULES[languages()[language]["plurals"]]
    english = messages_of("en")
    for key, message in messages_of(language).items():
        assert all(text.strip() for text in texts(message)), key
        if isinstance(message, dict):
            assert message.keys() == forms, key
        else:
            assert isinstance(english[key], str), key


# ---------------------------------------------------------------- typography

SIGNS = {"terminal_card.signs", "terminal_card.example_try", "rules.synonyms"}  # their marks are no punctuation
LOOSE = {  # what a language never writes: a mark that may begin a line, a mark of another language
    "fr": r"(?<=\S) [:;!?»](?!\w)|« |\w[;!?](?!\w)|'",
    "de": r"“(?=\w)|[\"«»]|\w\.\.\.",
    "es": r"[\"“”„]|^[^¿]*\?|^[^¡]*!",
    "uk": r"[\"“”„']|[ыэёъ]",
    "ru": r"[\"“”„']|[іїєґ]",
}


@pytest.mark.parametrize("language", LOOSE)
def test_texts_are_set_as_the_language_sets_them(language: str) -> None:
    loose = re.compile(LOOSE[language])
    said = {
        f"{name}.{key}": texts(message)
        for name in namespaces_of(language)
        for key, message in namespace(language, name).items()
        if f"{name}.{key}" not in SIGNS
    }
    page = files(coatl.messages).joinpath(language, "rules.md").read_text(encoding="utf-8")
    said["rules.md"] = re.sub(r"```.*?```|`[^`\n]*`", "`", page, flags=re.DOTALL).splitlines()
    assert {key: bad for key, lines in said.items() if (bad := [line for line in lines if loose.search(line)])} == {}


# ---------------------------------------------------------------- numbers

FORMS: dict[str, dict[str, list[float]]] = {  # as Intl.PluralRules answers
    "germanic": {"one": [1], "other": [0, 2, 11, 21, 0.5, 1.5, 1_000_000]},
    "french": {"one": [0, 1, 1.5], "many": [1_000_000, 3_000_000], "other": [2, 11, 21, 2.5, 1_000_001]},
    "spanish": {"one": [1], "many": [1_000_000, 3_000_000], "other": [0, 2, 11, 21, 0.5, 1.5, 1_000_001]},
    "slavic": {
        "one": [1, 21, 101, 1001],
        "few": [2, 3, 4, 22, 104],
        "many": [0, 5, 11, 12, 14, 20, 111, 1_000_000],
        "other": [1.5, 0.1],
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_take_the_forms_of_unicode(language: str) -> None:
    for form, numbers in FORMS[languages()[language]["plurals"]].items():
        assert {plural_form(language, number) for number in numbers} == {form}, form


@pytest.mark.parametrize(
    ("language", "large", "small"),
    [
        ("en", "1,234,567", "0.5"),
        ("fr", "1\u202f234\u202f567", "0,5"),
        ("de", "1.234.567", "0,5"),
        ("es", "1.234.567", "0,5"),
        ("uk", "1\u00a0234\u00a0567", "0,5"),
        ("ru", "1\u00a0234\u00a0567", "0,5"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(language: str, large: str, small: str) -> None:
    number = Translator(language).number
    assert (number(1_234_567), number(0.5), number(20)) == (large, small, "20")
    assert number(0.5, decimals=2) == small + "0"


# ---------------------------------------------------------------- the reader


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two messages in English, one of them in Ukrainian as well."""
    known: dict[str, dict[str, Message]] = {
        "en": {"took": "{name} took {n}", "left": {"one": "{n} turn left", "other": "{n} turns left"}},
        "uk": {"left": {"one": "{n} хід", "few": "{n} ходи", "many": "{n} ходів", "other": "{n} ходу"}},
    }
    monkeypatch.setattr(coatl.messages, "namespace", lambda language, name: known[language] if name == "log" else {})


@pytest.mark.usefixtures("words")
def test_the_number_decides_and_english_helps_out() -> None:
    t = Translator("uk")
    assert [t("log.left", n=n) for n in (1, 3, 1005, 1.5)] == ["1 хід", "3 ходи", "1\u00a0005 ходів", "1,5 ходу"]
    assert t("log.took", name="Ann", n=1.5) == "Ann took 1.5"  # an English sentence has English numbers
    assert t("log.took", name="{n}") == "{n} took {n}"  # what fills a hole is no message
    assert t("log.none") == "log.none"
    assert (t.has("log.took"), t.has("log.none"), t.has("none.took")) == (True, False, False)


def test_an_unknown_language_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(CoatlError, match=rf"'xx'.* Allowed: {', '.join(LANGUAGES)}\. \[language\.unknown\]"):
        Translator("xx")


# ---------------------------------------------------------------- which language is wanted


@pytest.fixture
def surroundings(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in (CHOSEN, *VARIABLES):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    return monkeypatch


@pytest.mark.parametrize(
    ("given", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "tlh_XX.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "uk_UA.UTF-8"}, "uk"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "uk_UA.UTF-8", "LC_ALL": "ru_RU"}, "ru"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "COATL_LANG": "fr"}, "fr"),
    ],
)
def test_the_user_or_the_system_chooses(surroundings: pytest.MonkeyPatch, given: dict[str, str], language: str) -> None:
    for name, value in given.items():
        surroundings.setenv(name, value)
    assert wanted() == language


def test_without_variables_the_system_is_asked(surroundings: pytest.MonkeyPatch) -> None:
    surroundings.setattr("locale.getlocale", lambda: ("uk_UA", "UTF-8"))
    assert wanted() == "uk"


def test_an_unknown_choice_is_an_error(surroundings: pytest.MonkeyPatch) -> None:
    surroundings.setenv(CHOSEN, "tlh")
    with pytest.raises(CoatlError, match=re.escape("[language.unknown]")):
        wanted()
