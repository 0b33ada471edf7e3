"""How a review judges the board game, compiled."""
