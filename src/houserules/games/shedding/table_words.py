"""Words that players use, and the words of the format that they mean: for messages, never for reading."""

from __future__ import annotations

from typing import Final

RANKS: Final = {
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
    "t": "10",
    "jack": "J",
    "knave": "J",
    "queen": "Q",
    "king": "K",
    "ace": "A",
    "1": "A",
    "11": "J",
    "12": "Q",
    "13": "K",
    "14": "A",
    "15": "Joker",
    "*": "Joker",
    "jk": "Joker",
    "wildcard": "Joker",
}

SUITS: Final = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades", "c": "clubs", "d": "diamonds"} | {
    "h": "hearts",
    "s": "spades",
}

EFFECTS: Final = {
    **dict.fromkeys(("invisible", "glass", "see-through", "transparent", "nothing", "ghost", "clear-card"), "mirror"),
    **dict.fromkeys(("pick-up", "pickup", "take", "take-pile", "give", "give-pile", "attack", "shoot"), "force-take"),
    **dict.fromkeys(("bomb", "clear", "kill", "explode", "remove", "discard"), "burn"),
    **dict.fromkeys(("lower", "under", "below", "cap", "lower-than", "seven-or-lower", "or-lower"), "low"),
    **dict.fromkeys(("miss", "miss-a-turn", "miss-a-go", "miss-turn", "jump", "pass"), "skip"),
    **dict.fromkeys(("turn", "turn-round", "direction", "change-direction", "switch"), "reverse"),
    **dict.fromkeys(("go-again", "play-again", "another-turn", "extra-turn", "cover"), "again"),
    **dict.fromkeys(("restart", "start-over", "anything", "low-again", "refresh"), "reset"),
    **dict.fromkeys(("even", "odd", "even-only", "odd-only"), "parity"),
    **dict.fromkeys(("suit", "suit-call", "name-suit", "call"), "call-suit"),
    **dict.fromkeys(("high-or-low", "choose", "way", "up-or-down"), "choose-way"),
    **dict.fromkeys(("choose-player", "name-next", "next-player", "pick-player"), "next"),
    **dict.fromkeys(("revolt", "overturn", "upside-down", "invert", "kakumei"), "revolution"),
    **dict.fromkeys(("exchange", "trade", "steal", "swap-hands", "swap-cards", "trade-hands"), "swap"),
    **dict.fromkeys(("imitate", "copy", "stands-for"), "wild"),
}

NUMBERS: Final = {word: number for word, number in RANKS.items() if number.isdecimal() and len(word) > 2} | {
    "none": "0",
    "zero": "0",
    "one": "1",
}

KEYS: Final = {
    **dict.fromkeys(("players", "player", "people"), "seats"),
    **dict.fromkeys(("title", "called"), "name"),
    **dict.fromkeys(("parent", "base", "extend", "inherits", "from", "like"), "extends"),
    **dict.fromkeys(("special", "specials", "special-cards", "rules", "effects", "power", "cards", "ranks"), "powers"),
    **dict.fromkeys(("packs", "pack"), "deck.decks"),
    **dict.fromkeys(("down", "face-down", "hidden", "facedown"), "deal.blind"),
    **dict.fromkeys(("face-up", "faceup", "visible", "open"), "deal.up"),
    **dict.fromkeys(("hand-size", "cards-in-hand"), "deal.hand"),
    **dict.fromkeys(("swap", "exchange"), "deal.setup"),
    **dict.fromkeys(("starts", "start", "first", "starter", "first-player"), "deal.begins"),
    **dict.fromkeys(("four-of-a-kind", "quads", "four-alike", "same"), "pattern.alike"),
    **dict.fromkeys(("pick-up", "pickup", "picks-up"), "take"),
    **dict.fromkeys(("voluntary", "free-take"), "take.when"),
    **dict.fromkeys(("winner", "ends", "finish"), "end.until"),
    **dict.fromkeys(("max-turns", "turns", "max-plays"), "end.limit"),
    **dict.fromkeys(("last-card", "finish-on"), "end.not-last"),
    **dict.fromkeys(("say-last-card", "call-last-card", "knock", "uno", "mau"), "end.announce"),
    **dict.fromkeys(("shibari", "suit-lock", "locked"), "pattern.lock"),
}


IN_POWER: Final = dict.fromkeys(("effect", "effects", "action", "actions", "power", "ability"), "do")
"""Words for keys of a power."""
IN_DEAL: Final = dict.fromkeys(("cards", "card", "number", "each", "size"), "deal.hand")
"""Words for keys of the deal."""
NO_EFFECT: Final = ("none", "no", "ordinary", "normal", "plain", "")


def meant(word: object, table: dict[str, str]) -> str:
    """What a player means by a word; empty if that is not known."""
    if not isinstance(word, str | int) or isinstance(word, bool):
        return ""
    plain = str(word).strip().lower().replace("_", "-").replace(" ", "-")
    return table.get(plain) or table.get(plain.removesuffix("s"), "")


def selector_meant(text: str) -> str:
    """What a player means by `red J`, `black sevens` or `7H`, as a power selects it; empty if that is not known."""
    first, _, second = text.strip().lower().partition(" ")
    if first in ("red", "black") and (rank := _rank(second)):
        return f"{rank}:{first}"
    if (suit := SUITS.get(text[-1:].lower())) and (rank := _rank(text[:-1])):
        return f"{rank}:{suit}"
    return ""


def _rank(word: str) -> str:
    plain = word.strip().upper()
    return plain if plain in (*RANKS.values(),) else meant(word, RANKS)
