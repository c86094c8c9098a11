"""The numbers of the rules in every rule sheet: those of the clauses in docs/rules/shithead.md, as in the kernel."""

from __future__ import annotations

from typing import Final

from houserules.cards import Rank

HEADINGS: Final = (
    "The deal",
    "The setup",
    "What the pile asks for",
    "A turn",
    "Powers",
    "Taking the pile",
    "The end",
)
"""S1 to S7, as on the pages of the rules and in the kernel. What everybody may see (S8) is the same in every house."""

NUMBER_OF: Final = {
    "seats": "1.1",
    "decks": "1.2a",
    "jokers": "1.2b",
    "blind": "1.5a",
    "up": "1.5b",
    "hand": "1.5c",
    "stock": "1.5d",
    "rest": "1.5e",
    "bundle": "1.9",
    "setup": "2.2",
    "begins": "2.8",
    "leads": "2.10",
    "flip": "2.11",
    "first choice": "2.12",
    "empty": "3.1",
    "order": "3.2a",
    "values": "3.2b",
    "ordinary": "3.2c",
    "latest": "3.6",
    "lock": "3.7",
    "from hand": "4.1a",
    "from up": "4.1b",
    "runs": "4.31",
    "as many": "4.32",
    "peek": "4.34",
    "across": "4.33",
    "zones": "4.2",
    "from blind": "4.4",
    "draw": "4.7",
    "next": "4.9",
    "two": "4.12",
    "add": "4.13",
    "directions": "5.6",
    "alike": "5.11a",
    "alike within": "5.11b",
    "alike again": "5.11c",
    "alike first": "5.12",
    "alike through": "5.14",
    "alike never": "5.16",
    "burned": "5.17",
    "jump in": "5.26",
    "take": "6.1",
    "take leads": "6.3",
    "take up": "6.4",
    "take blind": "6.5",
    "try": "6.7",
    "out": "7.1",
    "until": "7.4",
    "limit": "7.6",
    "left": "7.7",
    "not last": "7.9",
    "announce": "7.10",
}
"""The clause of Shithead that says the same. Letters divide what is one clause there; a rule that Shithead lacks
has a number after its last one."""

NUMBER_OF_POWER: Final = {
    Rank.TWO: "5.1",
    Rank.SEVEN: "5.2",
    Rank.EIGHT: "5.3",
    Rank.TEN: "5.4",
    Rank.JACK: "5.5",
    Rank.JOKER: "5.7",
    Rank.THREE: "5.18",
    Rank.FOUR: "5.19",
    Rank.FIVE: "5.20",
    Rank.SIX: "5.21",
    Rank.NINE: "5.22",
    Rank.QUEEN: "5.23",
    Rank.KING: "5.24",
    Rank.ACE: "5.25",
}
"""Of what the cards of a rank do. If its suits do different things, letters part them."""
