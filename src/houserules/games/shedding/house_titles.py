"""What the keys of a house are called in forms: a title, a line of help, and a title for each word to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Said(NamedTuple):
    """About one key."""

    title: str
    help: str = ""
    words: Mapping[str, str] = {}
    """A title for each word that the key may be."""


_COMPARE: Final = {">=": "As high or higher", ">": "Strictly higher", "next": "Exactly one rank higher"}
_EACH: Final = {"each": "Once for each card", "once": "Once for a play"}
_MOVED: Final = {
    "all": "All cards",
    "none": "Nothing",
    "chosen": "One that you choose",
    "lowest": "The lowest",
    "highest": "The highest",
}
_MODE: Final = {"replace": "In place of the usual order", "add": "Beside the usual order"}

TITLES: Final[Mapping[str, Said]] = {
    "name": Said("Name"),
    "version": Said("Version", "a number for your own use; it changes no rule"),
    "seats": Said("Players", "the fewest and the most"),
    "extends": Said("Starts from"),
    # -- Tables
    "deck": Said("The deck"),
    "deal": Said("The deal"),
    "play": Said("Playing cards"),
    "play.refill": Said("Drawing from the stock"),
    "pattern": Said("Cards of one rank on top"),
    "take": Said("Taking the pile"),
    "end": Said("The end"),
    "session": Said("The evening", "how one match after the other is counted"),
    "powers": Said("Powers", "what a card does, and where it may be laid"),
    # -- The deck and the deal
    "deck.decks": Said("Decks", words={"fewest": "As few as possible"}),
    "deck.jokers": Said("Jokers in each deck"),
    "deck.ranks": Said("The ranks, from the lowest", "none: 2 to 10, Jack, Queen, King, Ace, Joker"),
    "deck.stock": Said("Cards in the stock", "the others are out of the game", {"all": "All that are left"}),
    "deal.blind": Said("Blind cards", "face down, and nobody looks at them"),
    "deal.up": Said("Face-up cards"),
    "deal.hand": Said("Cards in hand"),
    "deal.setup": Said(
        "Before play",
        "do players exchange hand and face-up cards?",
        {"none": "Nothing", "swap": "Swap cards", "choose": "Choose the face-up cards"},
    ),
    "deal.begins": Said(
        "Who begins",
        "the next one counts if players are equal, or have no such card",
        {
            "lowest": "The lowest card in hand",
            "lowest-up": "The lowest face-up card",
            "most": "Most cards of the lowest rank",
            "worst-up": "The worst face-up cards",
            "seat": "The first seat",
        },
    ),
    "deal.order": Said("Lowest card first", "which rank counts as lowest when somebody has to begin"),
    "deal.tie": Said(
        "If the lowest cards are equal",
        words={
            "suit": "The suit decides",
            "seat": "The first seat decides",
            "next-lowest": "The next lowest card decides",
            "clubs": "Clubs",
            "diamonds": "Diamonds",
            "hearts": "Hearts",
            "spades": "Spades",
        },
    ),
    "deal.leads": Said(
        "The first play",
        words={"any": "Any cards", "that-card": "The card that decided", "that-rank": "Cards of its rank"},
    ),
    "deal.flip": Said("A card of the stock begins the pile", "it counts for its value alone"),
    "deal.bundle": Said(
        "Equal cards are bundled", "hand cards of the rank of a face-up card are laid with it before play"
    ),
    "deal.first-choice": Said("Whoever begins may leave it to the next player"),
    # -- Playing
    "play.hand": Said(
        "From the hand",
        words={"set": "Any number of one rank", "single": "One card at a time", "run": "One rank, or a run"},
    ),
    "play.run": Said("Runs from the hand"),
    "play.run.least": Said("A run has at least", "this number of cards"),
    "play.run.suit": Said("Its cards are of", words={"one": "One suit", "any": "Any suits"}),
    "play.count": Said("How many cards", words={"any": "Any number", "as-many": "At least as many as the play before"}),
    "play.up": Said(
        "From the face-up cards",
        words={
            "set": "Any number of one rank",
            "single": "One card at a time",
            "mixed": "Any cards that fit",
            "as-hand": "They go into the empty hand",
        },
    ),
    "play.across": Said("The last cards of the hand", "with face-up cards of their rank, if nothing is drawn"),
    "play.add": Said(
        "After a play, add cards of its rank",
        words={"no": "Never", "drawn": "Those just drawn", "any": "Any in the hand"},
    ),
    "play.peek": Said("Look at a blind card", "once a match, with only blind cards left"),
    "play.compare": Said("The next card", words=_COMPARE),
    "play.reverse-for-two": Said(
        "A reverse with two players left", words={"nothing": "Does nothing", "again": "Gives another turn"}
    ),
    "play.refill.to": Said("Fill the hand up to", "0: nobody draws"),
    "play.refill.when": Said(
        "When", words={"before-again": "Also before another turn", "after-turn": "Only after the turn"}
    ),
    "play.refill.draw": Said("Draw after each play", "this number of cards, however many are in hand"),
    # -- Cards of one rank
    "pattern.alike": Said("How many burn the pile", "0: never"),
    "pattern.do": Said("What then happens", words={"burn": "The pile burns", "again": "Play again"}),
    "pattern.never": Said("Never with these ranks"),
    "pattern.within": Said("They may come from", words={"any": "Several plays", "one-play": "One play only"}),
    "pattern.mirrors": Said(
        "A mirror between them",
        words={"part": "Parts them", "pass": "Does not count", "match": "Counts as one of them"},
    ),
    "pattern.through-mirrors": Said("Count through mirrors", "a mirror between them does not separate them"),
    "pattern.lock": Said(
        "Two plays of the same suits",
        "one after the other",
        {"no": "Mean nothing", "suit": "Lock the pile to these suits"},
    ),
    "pattern.jump-in": Said(
        "Completing a burn out of turn",
        "everybody who might have the missing cards is asked",
        {"no": "Nobody may", "hand": "From the hand", "visible": "Also from face-up cards"},
    ),
    # -- Taking and ending
    "take.when": Said("You may take the pile", words={"forced": "Only if you must", "free": "Whenever you like"}),
    "take.up": Said(
        "While you play from face-up cards",
        words={
            "lowest": "The lowest comes along",
            "stays": "They stay",
            "chosen": "One that you choose comes along",
            "chosen-rank": "All of a rank that you choose come along",
        },
    ),
    "take.who": Said("Who takes it", words={"oneself": "Whoever cannot play", "previous": "The one before"}),
    "take.leads": Said(
        "Who plays next",
        words={"next": "The next player", "taker": "Whoever took it", "previous": "The player before the taker"},
    ),
    "take.try": Said(
        "The top card of the stock",
        "before the pile is taken",
        {
            "no": "Stays where it is",
            "stuck": "May be turned onto the pile",
            "free": "The same, at any time",
            "draw": "May be drawn into the hand",
        },
    ),
    "end.until": Said("It ends when", words={"one-left": "One is left", "first-out": "The first one is out"}),
    "end.limit": Said("At the latest after", "this number of plays"),
    "end.at-limit": Said(
        "Then those still in", words={"fewest-cards": "Are placed by their cards", "shared": "Share the place"}
    ),
    "end.announce": Said("The last card has to be announced"),
    "end.announce.penalty": Said(
        "Whoever forgets it draws", "this number of cards, or takes the pile without a stock; 0: nobody has to say it"
    ),
    "end.not-last": Said("Never as the last card", "unless the pile is empty"),
    # -- The evening
    "session.score": Said(
        "What is counted", words={"none": "Wins", "letters": "Letters for the last", "places": "Points for places"}
    ),
    "session.word": Said("The word to spell", "whoever has all its letters has lost the evening"),
    "session.points": Said(
        "A match is worth", words={"beaten": "A point for each player beaten", "winner": "A point for the winner"}
    ),
    "session.until": Said("The evening is over at", "this number of points; 0: whenever you like"),
    "session.next": Said(
        "The next match is begun by",
        words={
            "rules": "Whoever the deal says",
            "loser": "Whoever came last",
            "winner": "Whoever won",
            "after-loser": "The player after the last",
        },
    ),
    "session.tribute": Said(
        "The last gives the winner",
        "this number of the best cards of the next deal, for the lowest; 0: none",
    ),
    # -- A power
    "power": Said("A power"),
    "power.do": Said("What it does"),
    "power.on": Said("It may be laid", words={"any": "On anything", "order": "In order"}),
    "power.only-on": Said("Only on these ranks", "none marked: on any"),
    "power.not-on": Said("Not on these ranks"),
    "power.not-under": Said(
        "But not while the pile asks for",
        words={"low": "A low card", "parity": "Even or odd", "suit": "A suit"},
    ),
    "power.sees-through": Said("Look beneath mirrors", "for the ranks it may or may not be laid on"),
    "power.compare": Said("The card after it", "in the usual order", {"usual": "As for all cards", **_COMPARE}),
    "power.most": Said("At most at once", "0: any number"),
    "power.pair": Said(
        "Two at once do this instead",
        "none marked: the same as one",
        {
            "reset": "Reset",
            "burn": "Burn",
            "low": "Low",
            "skip": "Skip",
            "reverse": "Reverse",
            "again": "Again",
        },
    ),
    "power.lead": Said("May begin a pile", "with nothing else to lay, any card may"),
    "power.when-on": Said("It does this only on", "none marked: on anything", {"empty": "No pile", "pile": "Any card"}),
    "power.else": Said("Otherwise it does"),
    "power.joins": Said("May be joined", "laid from the hand together with one card of another rank"),
    # -- Effects
    "reset": Said("Reset", "the pile asks for nothing"),
    "burn": Said("Burn", "the pile leaves the game"),
    "low": Said("Low", "the next card must be low"),
    "mirror": Said("Invisible", "what lies beneath counts"),
    "skip": Said("Skip", "the next player misses a turn"),
    "reverse": Said("Reverse", "the direction turns"),
    "again": Said("Again", "you play once more"),
    "force-take": Said("Give the pile", "somebody takes it"),
    "wild": Said("Wild", "it stands for a rank that you name"),
    "call-suit": Said("Call a suit", "you name the suit of the next card"),
    "parity": Said("Even or odd", "the next card must be one of them"),
    "choose-way": Said("High or low", "you choose which way the next card goes"),
    "next": Said("Name the next player", "you name who plays next"),
    "revolution": Said("Revolution", "the order turns over: low cards beat high ones"),
    "swap": Said("Exchange cards", "with another player; or take or give one"),
    # -- Their settings
    "swap.with": Said(
        "With", words={"chosen": "Whom you choose", "next": "The next player", "previous": "The one before"}
    ),
    "swap.zone": Said("Cards of", words={"hand": "The hands", "up": "The face-up rows"}),
    "swap.give": Said("You give", words=_MOVED),
    "swap.take": Said("You take", words=_MOVED),
    "revolution.until": Said("It lasts", words={"pile": "Until the pile is gone", "next": "Until the next revolution"}),
    "low.limit": Said(
        "The highest card allowed",
        "11 is a Jack, 12 a Queen, 13 a King, 14 an Ace",
        {"": "Own rank", "beneath": "What lies beneath"},
    ),
    "choose-way.strict": Said("Strictly higher or lower", "a card of its own rank will not do"),
    "low.compare": Said("Allowed are", words={"<=": "Cards up to it", "<": "Cards below it"}),
    "low.mode": Said("This holds", words=_MODE),
    "parity.which": Said("Which cards", words={"even": "Even", "odd": "Odd"}),
    "parity.mode": Said("This holds", words=_MODE),
    "mirror.copies": Said(
        "It shows",
        words={"value": "The value beneath", "demand": "All that was asked for", "power": "What the card does, too"},
    ),
    "mirror.own-effects": Said("It does its own effects, too", "besides what it copies"),
    "mirror.powers": Said("Only what these ranks do", "none marked: what any card does"),
    "mirror.on-empty": Said("On an empty pile", words={"any": "It asks for nothing", "own": "It counts as itself"}),
    "call-suit.mode": Said("This holds", words=_MODE),
    "wild.as": Said("It may stand for"),
    "wild.power": Said("It does what that rank does, too"),
    "wild.joins": Said("It may join a set", "laid from the hand with cards of a rank, as one of them"),
    "wild.alone": Said("It may be laid alone", "on an empty pile it may in any case"),
    "force-take.who": Said(
        "Who takes it", words={"chosen": "Whom you choose", "next": "The next player", "previous": "The one before"}
    ),
    "force-take.counter": Said("Unless they lay one of"),
    "force-take.oneself": Said("You may choose yourself"),
    "force-take.card": Said("The card itself", words={"with-pile": "Goes with the pile", "burned": "Leaves the game"}),
    "reverse.count": Said("Several at once", words=_EACH),
    "skip.counter": Said("Unless they lay one of"),
    "skip.count": Said("Several at once", words=_EACH),
    "again.follow": Said("A card must be able to follow", "if there is no other rank beneath it"),
}
"""By the name that docs/houses.md gives the key, or by the table or the effect itself."""


def form_words(name: str) -> dict[str, object]:
    """What a form shows: `title`, `description`, and `titles` for the words that may be chosen."""
    said = TITLES[name]
    help_line = {"description": said.help} if said.help else {}
    return {"title": said.title, **help_line, **({"titles": dict(said.words)} if said.words else {})}
