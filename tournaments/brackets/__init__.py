"""Knock-out trees: seeds, slots, and who goes where."""
