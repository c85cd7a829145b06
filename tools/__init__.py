"""What ``dev.py`` is made of: the standard library only."""
