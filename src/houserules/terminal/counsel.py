"""What a hint and a reason say to a player: the move in words, why, and what the number means."""

from __future__ import annotations

import re
from typing import Final

from houserules.bots import Advice
from houserules.core import Bet, Call, Choose, Flip, Move, Names, Peek, Pick, Play, Ready, Swap, Take, Target
from houserules.table import Reason

CLOSE: Final = 0.02
"""Two moves whose shares are nearer than this are about as good."""
ROUGH: Final = 0.3
"""A share whose interval is wider than this is a rough guess."""

_VERBS: Final = {"has": "have", "is": "are"}
_THIRD: Final = re.compile(r"\bit (gets|lays|keeps|spends|plays|stays|leaves|spares|wins|has)\b")
_DISTANCE: Final = re.compile(r"\bit is (\d+) away from")


def to_you(reason: str) -> str:
    """A reason that speaks of a bot, said to the player who asks for advice.

    >>> to_you("it keeps its bomb, and 2 cards of its own will do next")
    'you keep your bomb, and 2 cards of your own will do next'
    """
    said = _THIRD.sub(lambda found: f"you {_VERBS.get(found[1], found[1].removesuffix('s'))}", reason)
    said = _DISTANCE.sub(r"you are \1 away from", said)
    return re.sub(r"\bfor it\b", "for you", re.sub(r"\bits\b", "your", said))


def in_words(move: Move, names: Names) -> str:
    """A move as one player says it to another: Play 7H 7D. Take the pile."""
    match move:
        case Play():
            return f"play {str(move).removeprefix('play ')}"
        case Take():
            return "take the pile"
        case Flip(number):
            return f"turn over blind card {number}"
        case Peek(number):
            return f"look at blind card {number}"
        case Swap(hand, up):
            return f"swap {hand} for {up}"
        case Ready():
            return "say ready"
        case Target(seat):
            return f"give the pile to {names.inside(seat)}"
        case Call(suit):
            return f"call {suit}"
        case Choose():
            return f"choose {str(move).removeprefix('choose ')}"
        case Bet(amount):
            return f"bet {amount}"
        case Pick(slot):
            return f"pick slot {slot}"
    return str(move)


def hint_line(advice: Advice, seats: int, names: Names) -> str:
    """What the strongest bot would do in your place, and what that is worth."""
    move = in_words(advice.move, names)
    other = None if advice.runner_up is None else in_words(advice.runner_up, names)
    reason = to_you(advice.why if advice.reason is None else advice.reason)
    sentences = [move, reason, _prospects(advice, seats, other)]
    if advice.chance is None and other is not None:
        sentences.append(f"second best: {other}")
    return " ".join([_sentence(one) for one in sentences if one])


def _prospects(advice: Advice, seats: int, other: str | None) -> str:
    """What the share means here: with two players the chance to win, with more the place to expect."""
    chance = advice.chance
    if chance is None:
        return ""
    second = advice.runner_up_chance
    rough = "roughly" if chance.high - chance.low > ROUGH else "about"
    if seats == 2:
        said = f"you win {rough} {_percent(chance.share)} of the time"
        than = "" if second is None else _percent(second)
    else:
        said = f"on average you finish in {rough} {_place(chance.share, seats)} of {seats}"
        than = "" if second is None else f"in {_place(second, seats)}"
    if second is None or other is None:
        return said
    # If the runner-up came to more, it was only tried less often.
    is_close = second > chance.share - CLOSE
    return f"{said} either way" if is_close else f"{said}, and {than} if you {other}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _place(share: float, seats: int) -> str:
    """Payoffs run evenly from 1 for the first place to 0 for the last."""
    return f"place {1 + (1 - share) * (seats - 1):.1f}".removesuffix(".0")


def why_line(reason: Reason, names: Names) -> str:
    """Why a bot made a move. During the match nothing is said that only its seat knows; afterwards everything is."""
    name = names(reason.seat)
    chose = f"{name} chose to {in_words(reason.move, names)}"
    if reason.advice is None:
        return f"{chose}: {reason.public or secret(name)}."
    if reason.advice.move != reason.move:
        return f"{chose}: it was close, and thinking again it might choose another move."
    return f"{chose}: {reason.advice.why}."


def secret(name: str) -> str:
    """The reason for a move if every other reason would reveal what the bot holds."""
    return f"the reason lies in the cards of {name}, which stay secret until the match is over"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
