"""How a review judges the card game, compiled."""
