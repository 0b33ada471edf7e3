"""All cards as data: the printed decks, and how to read a deck of one's own."""
