"""How the bots judge the board game, compiled."""
