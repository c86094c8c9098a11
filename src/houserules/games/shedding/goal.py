"""What a house is about: who wins, who loses, and what the loser is called."""

from __future__ import annotations

from .house import House


def loser_title(house: House) -> str:
    """Shithead, Smellyhead, Poohead: a game is named after the one who loses it."""
    heads = [word for word in house.name.split() if word.lower().endswith("head")]
    return heads[0] if heads else "Shithead"


def about(house: House) -> str:
    """What somebody says who explains the game to a friend."""
    if house.first_out_ends:
        return "Get rid of all your cards. The first player without cards wins, and that ends the game."
    loser = f"the last one with cards is the {loser_title(house)}"
    return f"Get rid of all your cards. The first player without cards wins; {loser}."
