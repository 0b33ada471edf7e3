"""What a coatl scores with its cards, and why: both games."""

import coatl

for game, serpent, cards in (
    ("board", "(BBRBBKYBBYY)", ["Y4", "K5", "R5", "T3"]),
    ("card", "(RG^BYGRB)", ["G1", "B1"]),
):
    scored = coatl.score(game, serpent, cards)
    print(f"{serpent} in the {game} game: {scored.total} points")
    for name, card in scored.cards.items():
        print(f"  {name}: {card.why}")
