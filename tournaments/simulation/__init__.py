"""Whole nights by the services alone: what a club would do, without the club."""
