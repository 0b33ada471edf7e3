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
    LAST,  # of the worth of a turn, while the last coatl is built
    GROWTH,  # points that a turn is worth while designs are grown: patience finds the better ones
    CHOICE,  # and while they are chosen
    WIDTH,  # coatls that are grown side by side when designs are looked for
    ADAM_RATE,  # points that ADAM makes in a turn, about
    LACKING,  # turns for a prophecy that a coatl needs (difficulty 4) and that is neither in hand nor in the row
) = range(20)

WEIGHTS = np.array(
    [3.2, 0.95, 1.45, 2.2, 1.2, 1.0, 1.1, 0.97, -5.0, 0.75, 0.2, 1.0, 0.25, 0.87, 0.8, 3.2, 2.9, 40, 1.45, 0.0]
)

# With difficulty 4 (RULES 4.5) a coatl takes so long that it must not be measured by those with one prophecy.
FOUR_WEIGHTS = WEIGHTS.copy()
FOUR_WEIGHTS[[FUTURE, LAST, LACKING]] = -16.0, 0.65, 1.0
