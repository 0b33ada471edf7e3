"""How the bots judge the card game, compiled."""
