"""Selectors of tournaments: they read, and their queries do not grow with the data."""
