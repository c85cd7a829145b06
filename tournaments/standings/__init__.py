"""Places from cards: the table, tie-breaks that say why, and the cut."""
