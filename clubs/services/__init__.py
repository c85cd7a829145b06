"""The ways to change clubs, players, roles and tokens."""
