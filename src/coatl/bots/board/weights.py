"""The numbers by which the bots judge the board game, found by matches against themselves; all in points or turns."""

import numpy as np

(
    TEMPO,  # points that a turn is worth
    SINGLE,  # turns for a body segment that lies on the supply board, but in no pair that is wanted
    UNSEEN,  # turns for one that does not lie there
    END_UNSEEN,  # turns for a head or tail that is not on the supply board
    CHOOSE,  # turns for cards that lie in the row
    FULL,  # turns more if the board must be emptied on the way
    CHANCE,  # how sharply a design that takes too long is given up
    SECOND,  # of the value of the second design, which may be changed meanwhile
    FUTURE,  # value of a coatl that is not thought of yet, its turns paid for
    UNKNOWN,  # points of a card from the deck
    CLUTTER,  # points that a card in hand costs that no design uses
    TOKEN,  # points of a sacrifice token
    CLOG,  # points that a piece costs that no design uses
    ROW_SURE,  # of the points of a design, for each of its cards that still lies in the row
    WIDTH,  # coatls that are grown side by side when designs are looked for
) = range(15)

WEIGHTS = np.array([2.8, 0.9, 1.3, 2.0, 0.8, 0.7, 1.2, 0.9, -4.0, 0.6, 0.3, 1.0, 0.25, 0.9, 10])
