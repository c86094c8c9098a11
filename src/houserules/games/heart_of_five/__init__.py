"""Heart of Five: tricks of melds, bombs, and a five of hearts above them all."""
