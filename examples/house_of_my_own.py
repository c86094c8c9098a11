"""A house of my own: fives burn and nines are glass. It is held to the contract that every game keeps."""

import tomllib

import houserules as hr
from houserules.testing import check_game

HOUSE = """
name = "Fives and nines"
seats = [2, 5]

[deck]
decks = 1
jokers = 0

[deal]
blind = 3
up = 3
hand = 3
setup = "swap"
begins = "seat"

[play]
hand = "set"
up = "set"
compare = ">="
refill = { to = 3 }

[powers]
2 = { on = "any", do = ["reset"] }
5 = { on = "any", do = ["burn", "again"] }
9 = { on = "any", do = ["mirror"] }

[pattern]
alike = 4
do = ["burn", "again"]

[take]
when = "forced"
up = "stays"

[end]
until = "one-left"
limit = 2000
"""


def main() -> None:
    game = hr.load(tomllib.loads(HOUSE))
    print(game.name, "has the hash", game.hash)
    print(check_game(game, matches=1))


if __name__ == "__main__":
    main()
