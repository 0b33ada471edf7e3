"""What happened and what would happen, as plain data: terminal, server, client and pages word and draw it.

`actions` reads an action into its parts, `effects` says what it moved, `automata` what ADAM and CARL did step by step,
`scores` why a coatl scores, `reach` how cards stand now and after each placement, `progress` how far the game is.
Each module knows both games; what differs stands in `board/` and `card/`, under the same names.
"""
