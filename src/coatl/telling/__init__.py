"""What happened and what would happen, as plain data: for pages and programs that word it themselves.

`reach` tells how cards stand with coatls, now and after each placement. It is made from a view, so it knows what a
player can count for himself.
"""
