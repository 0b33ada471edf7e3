"""The terminal in every language: no message is missing or left over, nothing is too wide, errors have their words."""

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

import coatl.terminal
from coatl.board.rules import BoardRules
from coatl.bots.registry import bots
from coatl.engine.errors import CoatlError, IllegalAction, RecordError
from coatl.game import Game
from coatl.hints.facts import Aim, CardFact, CoatlFact, Facts, Hint, Other
from coatl.messages import HOLE, languages, namespace, speak, t
from coatl.solver.facts import Change
from coatl.terminal.board.actions import HEADING_WIDTH
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.explanation import why_page
from coatl.terminal.hints import hint_page
from coatl.terminal.layout import LABEL
from coatl.terminal.presenter import presenter_of
from coatl.terminal.prompt import Prompt
from coatl.terminal.scene import Scene, head_line
from coatl.terminal.seats import bot_sentence, shown_name
from coatl.terminal.theme import THEME
from coatl.terminal.wording import error_text, styled
from tests.terminal.keyboard import Room, eager_choice, new_game

SOURCES = [path for path in Path(coatl.terminal.__file__).parent.parent.rglob("*.py") if "server" not in path.parts]
LANGUAGES = list(languages())
OTHERS = [language for language in LANGUAGES if language != "en"]
OWN = tuple(f"terminal{part}" for part in ("", "_board", "_card", "_remote", "_solve", "_verify", "_why"))
WIDTH = 80
TABLES: dict[str, dict[str, Any]] = {
    "board": {"players": 4},
    "board solo": {"solo": True, "difficulties": [1, 4], "promo": True},
    "board gold": {"players": 2, "golden_feathers": True},
    "card": {"players": 3},
    "card solo": {"solo": True, "opponent": "carl2"},
}


# ---------------------------------------------------------------- the keys in the source


def keys_in_source() -> Iterator[str]:
    """Every key that the source gives to `t` or `styled`, or hands on to them; what is filled in later is `*`."""
    known = set(all_keys())
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("t", "styled") and node.args:
                yield from literals(node.args[0])
            elif isinstance(node, ast.Constant) and node.value in known:
                yield str(node.value)
            elif isinstance(node, ast.JoinedStr) and next(literals(node)).startswith(OWN):
                yield from literals(node)


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be, as far as they can be read."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def fits(pattern: str, key: str) -> bool:
    return bool(re.fullmatch(re.escape(pattern).replace(r"\*", r"[\w.-]*"), key))


def all_keys() -> list[str]:
    """The keys of all messages; English lacks a few files, since what they say is in the code."""
    files = Path(coatl.messages.__file__).parent.glob("*/*.json")
    return sorted({f"{file.stem}.{key}" for file in files for key in namespace(file.parent.name, file.stem)})


def test_every_key_in_the_source_has_a_message() -> None:
    known = all_keys()
    patterns = set(keys_in_source())
    assert len(patterns) > 150
    assert [pattern for pattern in sorted(patterns) if not any(fits(pattern, key) for key in known)] == []


def test_no_message_of_the_terminal_is_left_over() -> None:
    patterns = {pattern for pattern in keys_in_source() if not pattern.startswith("*")}
    own = [key for key in all_keys() if key.partition(".")[0] in OWN]
    assert [key for key in own if not any(fits(pattern, key) for pattern in patterns)] == []


# ---------------------------------------------------------------- how it looks


def moments(table: str) -> Iterator[Game]:
    """A game at its beginning, on its way and at its end."""
    kind = table.split()[0]
    game = new_game(f"wide {table}", kind=kind, **TABLES[table])
    random = Random(table)
    steps = 0
    while not game.over:
        if steps in (0, 9, 40, 95, 96, 97):
            yield game
        game.play(eager_choice(game.legal(), random))
        steps += 1
    yield game


def drawn(game: Game) -> str:
    """Everything that is shown of a moment."""
    output = io.StringIO()
    screen = Prompt(Console(file=output, theme=THEME, highlight=False, width=WIDTH), io.StringIO())
    presenter = presenter_of(game)
    if game.result is not None:
        view = game.view("end")
        screen.show(head_line(presenter, view, WIDTH), presenter.result(view, game.result, WIDTH))
        return output.getvalue()
    view = game.view(min(game.seat, len(game.names)))
    screen.draw(Scene(presenter, view))
    return output.getvalue()


@pytest.mark.parametrize("table", TABLES)
def test_no_line_is_wider_than_the_terminal(table: str) -> None:
    for game in moments(table):
        for language in LANGUAGES:
            speak(language)
            wide = [line for line in drawn(game).splitlines() if cell_len(line.rstrip()) > WIDTH]
            assert wide == [], language
            assert not re.search(r"(?<!\d)…", drawn(game)), language  # nothing was cut off


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_and_headings_fit_their_columns(language: str) -> None:
    for name in ("terminal_board", "terminal_card"):
        for key, message in namespace(language, name).items():
            text = HOLE.sub("12", str(message)) if key == "label_deck" else HOLE.sub("1", str(message))
            if key.startswith("label_"):
                assert cell_len(text) <= LABEL, text
            if key.startswith("heading_"):
                assert cell_len(text) <= HEADING_WIDTH, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_tasks_and_help_are_in_the_language_and_fit(language: str, tmp_path: Path) -> None:
    speak(language)
    for kind in ("board", "card"):
        shown = Room(new_game("5", kind=kind), tmp_path, ["?", "log", "hum"]).run()
        assert max(cell_len(line.rstrip()) for line in shown.splitlines()) <= WIDTH
        assert t("terminal.commands") in shown
        assert t("table.log_empty") in shown
        assert t(f"terminal_{kind}.example_done") in shown
        assert "[action.unknown]" in shown


# ---------------------------------------------------------------- names, bots and errors


def test_names_of_bots_and_automata_are_translated_and_those_of_people_are_not() -> None:
    names = ["You", "Artisan", "High priest 2", "Player 3", "ADAM", "CARL 2.0", "Ann", "search:50ms", "bot:My"]
    assert [shown_name(name) for name in names] == ["Player", *names[1:]]  # a verb in the third person follows
    speak("uk")
    shown = [shown_name(name) for name in names]
    assert shown == ["Гравець", "Майстер", "Верховний жрець 2", "Гравець 3", "АДАМ", "КАРЛ 2.0", *names[6:]]


def test_every_bot_is_described_in_every_language() -> None:
    sentences = {(language, spec) for language in OTHERS for spec in namespace(language, "terminal_bots")}
    assert sentences == {(language, spec) for language in OTHERS for spec in bots()}
    assert bot_sentence("priest") == bots()["priest"].sentence
    speak("de")
    assert bot_sentence("priest").startswith("Schaut")


def test_an_error_is_worded_by_its_code() -> None:
    fault = IllegalAction("action.illegal", "'take body9' is not legal now.", ["take body1", "done"])
    assert error_text(fault) == str(fault)
    speak("de")
    assert error_text(fault) == "Das geht jetzt nicht. Möglich: take body1, done. [action.illegal]"
    many = error_text(CoatlError("why.who", "Nobody.", [str(number) for number in range(1, 31)]))
    assert many == "So heißt hier niemand. Möglich: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 … (insgesamt 30). [why.who]"


def test_what_only_the_error_knows_follows_in_english() -> None:
    speak("fr")
    told = error_text(RecordError("record.line", "Line 7 is no action."))
    assert told.endswith("(Line 7 is no action.) [record.line]")
    assert error_text(CoatlError("new.code", "Something new.")) == "Something new. [new.code]"


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_word_the_same_codes(language: str) -> None:
    worded = namespace(language, "terminal_errors")
    assert worded.keys() == namespace("fr", "terminal_errors").keys()
    assert not worded.keys() & namespace("en", "errors").keys()  # those are worded for the pages as well
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    codes = {code.replace(".", "_").replace("-", "_") for code in re.findall(r'"([a-z]+\.[a-z-]+|usage)"', source)}
    assert worded.keys() <= codes


def test_values_may_have_styles() -> None:
    speak("de")
    text = styled("terminal.advice", name=("Novize", "name"), action=("take {n}", "typed"))
    assert text.plain == "Novize würde take {n} spielen."
    assert [(span.start, span.end, span.style) for span in text.spans] == [(0, 6, "name"), (13, 21, "typed")]


def plain(part: RenderableType) -> str:
    output = io.StringIO()
    Console(file=output, theme=THEME, highlight=False, width=200).print(part)
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())


def test_a_hint_is_worded_from_its_facts() -> None:
    facts = Facts(
        "finish",
        points=7,
        coatls=(CoatlFact(1, "(BB", "(BBR)", 7),),
        cards=(CardFact("K5", 1, 2, 7, 2, ((1, 2),)),),
        aim=Aim(2, "", "(BKR)", 9, "BK"),
        at_once=8,
        games=1200,
        others=(Other(("take body3",), "BK", less=1.25), Other(("take body4",), "BK", less=0.01)),
    )
    hint = Hint(("extend 1 tail R", "fulfil K5 1", "done"), facts)
    speak("de")
    assert plain(hint_page(hint.data())).splitlines() == [
        f"{t('table.hint_finish', n=7)} Tippe: extend 1 tail R, fulfil K5 1, done.",
        f"  {t('table.hint_becomes', was='(BB', coatl='(BBR)', n=7)}",
        f"  {t('table.hint_card', card='K5', times=2, n=7)}",
        f"  {t('table.hint_aim', coatl='(BKR)', n=9)}",
        "  Es fehlt noch: B K.",
        f"  {t('table.hint_at_once', n=8)}",
        "  In 1.200 simulierten Spielen erprobt.",
        f"{t('table.hint_less', n=1.2)} take body3",
        f"{t('table.hint_as_good')} take body4",
    ]


def test_a_turn_of_the_card_game_is_worded_change_by_change() -> None:
    changes = (
        Change("over RG left", "coatl", "!", now="RG^B"),
        Change("raise B1", "level", "!", "B1", 1, 2, 3),
        Change("over RG left", "fall", "!", "Y2", 1, 0, -2),
        Change("over RG left", "temple", "!", "T1", 0, 1, 4),
        Change("discard RG", "reveal", "!"),
    )
    hint = Hint(("over RG left",), Facts("turn", 9.25, 4, changes=changes))
    speak("uk")
    shown = plain(hint_page(hint.data()))
    assert "!" not in shown
    assert "table.hint" not in shown
    assert t("table.hint_level", card="B1", was=1, now=2, n=3) in shown


def test_a_score_is_explained_in_the_language() -> None:
    rules = new_game("1").rules
    assert isinstance(rules, BoardRules)
    found = Cards(rules).score("(BBRBBKYBBYY)", ["K5", "T3"])
    assert "!B B B !B stands 3 times (pieces 1–2, 4–5, 8–9); level 2: 5 points" in plain(why_page(Cards(rules), found))
    speak("de")
    shown = plain(why_page(Cards(rules), found))
    assert "3-mal erfüllt (Teile 1–2, 4–5, 8–9); Stufe 2: 5 Punkte" in shown
    assert "✓ kein Grün; · genau 9 Teile: 3 Punkte" in shown
