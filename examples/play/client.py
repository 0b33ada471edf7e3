"""A program that plays a whole game at a table of a server: `pip install 'coatl[client]'`, and `coatl serve` runs."""

import argparse
import random

from coatl.client import Server, bot, me

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000")
parser.add_argument("--opponent", default="novice", help="a bot of the server")
wanted = parser.parse_args()

with Server(wanted.address) as server:
    table = server.create("card", seats=[me("My bot"), bot(wanted.opponent)])
    print("Watch it:", table.link)
    for _ in table:  # events, until the game is over
        if legal := table.legal():
            gains = [action for action in legal if action.split()[0] in ("raise", "fulfil", "steal")]
            table.play(random.choice(gains or legal))
    table.verify()  # what was promised before the first move
    print("Points:", table.info["result"]["points"])
