"""Pictures of positions: made from what a viewer sees, readable without colours, and whole SVG documents."""

import random
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import coatl
from coatl.decks.loader import load_board, load_card
from coatl.drawing.art import COLOURS, GLYPHS, scale, symbol, tokens
from coatl.game import Game, load
from coatl.messages import languages, speak
from tests.cli.command import answered

RECORDS = Path(__file__).resolve().parents[1] / "compatibility/0.1/records"
SVG = "{http://www.w3.org/2000/svg}"


def words(picture: str) -> list[str]:
    """Everything that is written in a picture, its title among it."""
    return [element.text or "" for element in ElementTree.fromstring(picture).iter() if element.text]


@cache
def played(game: str, **options: Any) -> Game:
    """A game in its middle, by dice."""
    found, dice = coatl.new(game, seed=5, **options), random.Random(5)
    while not found.over and len(found.entries) < 60:
        found.play(dice.choice(found.legal()))
    return found


TABLES: list[tuple[str, dict[str, Any]]] = [
    ("board", {"players": 3}),
    ("board", {"solo": True}),
    ("board", {"players": 2, "golden_feathers": True}),
    ("card", {"players": 2}),
    ("card", {"solo": True, "opponent": "carl2"}),
]


@pytest.mark.parametrize(("name", "options"), TABLES, ids=[f"{name} {options}" for name, options in TABLES])
def test_every_symbol_that_a_picture_uses_is_in_it(name: str, options: dict[str, Any]) -> None:
    game = played(name, **options)
    for seat in (None, 1):
        root = ElementTree.fromstring(game.to_svg(seat))
        drawn = {element.get("id") for element in root.iter(f"{SVG}g")}
        used = {(element.get("href") or "").removeprefix("#") for element in root.iter(f"{SVG}use")}
        assert used
        assert used <= drawn


def test_a_picture_shows_what_lies_on_the_table() -> None:
    game = played("board", players=3)
    view = game.view(1)
    shown = words(game.to_svg(1))
    for player in view.players:
        for coatl_view in player.coatls:
            assert coatl_view.pieces in shown
            assert set(coatl_view.cards) <= set(shown)
    assert {card for card in view.row if card} <= set(shown)
    assert set(view.players[0].hand) <= set(shown)


def test_a_picture_of_the_card_game_shows_coatls_and_prophecies() -> None:
    view = played("card", players=2).view(1)
    shown = words(view.to_svg())
    for player in view.players:
        assert player.coatl in shown
        assert set(player.prophecies) <= set(shown)


@pytest.mark.parametrize("name", ["board", "card"])
def test_a_picture_is_made_from_the_view_alone(name: str) -> None:
    """RULES 6: a view knows no secret, so neither does its picture."""
    game = played(name, players=2)
    for seat in (None, 1, 2):
        seen = game.view(seat)
        copy = type(seen)(**{field: getattr(seen, field) for field in seen.__dataclass_fields__})
        assert copy.to_svg() == seen.to_svg()


def test_hidden_cards_of_others_are_backs() -> None:
    game = played("board", players=2)
    for viewer, other in ((1, 2), (2, 1)):
        open_cards = {*game.view(None).row, *(c for p in game.view(None).players for k in p.coatls for c in k.cards)}
        secret = set(game.view(other).players[other - 1].hand) - open_cards
        secret -= set(game.view(viewer).players[other - 1].known) | set(game.view(viewer).players[viewer - 1].hand)
        assert secret
        assert not secret & set(words(game.to_svg(viewer)))


def test_every_colour_carries_its_sign() -> None:
    """Whoever sees no colours reads the signs."""
    for letter in COLOURS:
        for kind in ("head", "body", "tail"):
            assert GLYPHS[letter] in symbol(f"{kind}-{letter}")
    for letter in "RGBYK":
        for token in (letter, f"!{letter}", f"{letter}+", f"[^{letter}]", f"{letter}^"):
            assert GLYPHS[letter] in scale(token).content, token
    assert all(GLYPHS[letter] in scale("[GY]").content for letter in "GY")


def test_every_pattern_of_the_decks_is_drawn_whole() -> None:
    patterns = [card.pattern for card in load_board().prophecy] + [card.pattern for card in load_card().prophecy]
    for pattern in patterns:
        assert "".join(tokens(pattern)) == pattern.replace(" ", "")


def test_an_own_deck_is_drawn_with_its_own_cards(tmp_path: Path) -> None:
    deck = tmp_path / "my.toml"
    cards = "".join(
        f'[[prophecy]]\nid = "{colour}{number}"\ncolour = "red"\nkind = "count"\npattern = "{colour}"\n'
        "levels = { 3 = 2, 4 = 17 }\n"
        for colour in "RGBYK"
        for number in range(1, 10)
    )
    deck.write_text(f'[game]\nid = "board"\n\n{cards}', encoding="utf-8")
    game = coatl.new("board", players=2, seed=1, deck=deck)
    assert any("4→17" in line for line in words(game.to_svg()))
    assert any("4→17" in line for line in words(game.view(1)._repr_svg_()))


def test_a_picture_speaks_every_language() -> None:
    try:
        titles = set()
        for language in languages():
            speak(language)
            for name in ("board", "card"):
                shown = words(played(name, players=2).to_svg(1))
                assert not [line for line in shown if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", line)]  # a bare key
            titles.add(shown[0])
        assert len(titles) == len(languages())
    finally:
        speak("en")


# ---------------------------------------------------------------- coatl show


def test_show_draws_a_moment_of_a_record(tmp_path: Path) -> None:
    record, target = RECORDS / "board-over.coatl", tmp_path / "table.svg"
    result = answered("show", str(record), "--at", "30", "--seat", "1", "--svg", str(target), state=tmp_path)
    assert (result.returncode, result.stdout) == (0, "")
    steps = Game.steps(load(record).record())
    game = next(game for number, game in enumerate(steps) if number == 30)
    assert target.read_text(encoding="utf-8") == game.to_svg(1)


def test_show_draws_the_end_with_every_card(tmp_path: Path) -> None:
    record, target = RECORDS / "card-over.coatl", tmp_path / "end.svg"
    assert answered("show", str(record), "--svg", str(target), state=tmp_path).returncode == 0
    assert target.read_text(encoding="utf-8") == load(record).to_svg("end")


def test_show_without_a_file_shows_the_table_in_the_terminal(tmp_path: Path) -> None:
    record = str(RECORDS / "board-unfinished.coatl")
    last = str(len(load(record).entries))
    shown = answered("show", record, state=tmp_path).stdout
    assert shown == answered("replay", record, "--at", last, state=tmp_path).stdout


def test_show_refuses_what_is_not_there(tmp_path: Path) -> None:
    record = str(RECORDS / "board-over.coatl")
    for words_, code in (
        (("--seat", "9"), "seat.unknown"),
        (("--at", "9999", "--svg", "x.svg"), "replay.number"),
        (("--svg", str(tmp_path / "no" / "x.svg")), "file.write"),
    ):
        result = answered("show", record, *words_, state=tmp_path)
        assert result.returncode == 2
        assert f"[{code}]" in result.stderr
