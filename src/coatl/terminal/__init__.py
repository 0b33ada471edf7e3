"""Cóatl in the terminal: the table is drawn from views, and what is typed becomes an action."""
