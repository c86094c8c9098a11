"""Bots: they get a view and nothing else, and say a move."""
