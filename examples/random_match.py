"""Play a whole match at random and tell what happened."""

import random
import sys

import houserules as hr


def main(seed: str) -> None:
    match = hr.Match.new(hr.load("shithead"), seats=4, seed=seed)
    names = hr.Names("Ann", "Ben", "Cem", "Dora")
    chance = random.Random(seed)
    while match.to_act:
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.view(seat).legal))
    for event in match.events(None):  # as somebody sees it who looks on
        print(event.tell(names))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "friday")
