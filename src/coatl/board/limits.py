"""Numbers of the board game that options and state share; help reads them without NumPy."""

DIFFICULTIES = 5  # of the game against ADAM (RULES 4.5)
