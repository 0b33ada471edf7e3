"""Tables on the network: people, bots and automata play both games, and nothing is lost or leaked (docs/server.md)."""
