"""Positions as pictures: a view of either game drawn as SVG, for notebooks, pages of text and bug reports.

A picture is made from a view and the deck's cards alone, so it shows what its viewer sees and nothing else. Every
colour carries its sign (flame, leaf, drop, sun, knife), as in the pages.
"""
