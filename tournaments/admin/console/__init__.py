"""The event console: one page per step of a night, inside the stock admin site."""
