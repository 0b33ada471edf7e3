"""A client for `coatl serve`, written from docs/server.md alone; docs/client.md shows how to use it.

with Server("http://127.0.0.1:8000") as server:
    table = server.create("card", seats=[me("Ann"), bot("priest")])
    for event in table:
        if table.legal():
            table.play(table.legal()[0])
"""

from coatl.extras import naming_extras

with naming_extras():
    from coatl.client.links import Link, parse_link
    from coatl.client.server import Server, bot, invited, me, opened
    from coatl.client.table import Event, Table

__all__ = ["Event", "Link", "Server", "Table", "bot", "invited", "me", "opened", "parse_link"]
