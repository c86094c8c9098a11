"""What a house says of each topic of its rule sheet, section by section. Powers stand in sheet_powers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from houserules.cards import Rank

from .house import House
from .sheet_words import counted, joined, number_word, rank_list, span

Said = tuple[str, str] | tuple[str, str, str]
"""A topic, its text, and perhaps a note."""


def say_deal(house: House) -> Iterator[Said]:
    low, high = house.seats
    yield "seats", f"{number_word(low).capitalize()} play." if low == high else f"{span(low, high).capitalize()} play."
    yield _decks(house)
    jokers = {0: "no Jokers", 1: "one Joker"}.get(house.jokers, f"{number_word(house.jokers)} Jokers")
    yield "jokers", f"A deck has 52 cards and {jokers}."
    yield "blind", f"Everybody is dealt {counted(house.blind, 'blind card')}, which nobody may look at."
    yield "up", f"Everybody is dealt {counted(house.up, 'face-up card')}, which all may see."
    yield "hand", f"Everybody is dealt a hand of {counted(house.hand, 'card')}."
    yield "stock", "The rest is the stock, face down."


def _decks(house: House) -> Said:
    match house.decks:
        case int(number):
            return "decks", f"{counted(number, 'deck').capitalize()} {'is' if number == 1 else 'are'} used."
        case "fewest":
            text = "As many decks are used as it takes to deal everybody in."
        case formula:
            text = f"The number of decks is {json.dumps(formula)}, rounded up."
    groups = groupby(range(house.seats[0], house.seats[1] + 1), key=house.decks_for)
    spans = [(decks, list(seats)) for decks, seats in groups]
    each = [f"{number_word(decks)} for {span(seats[0], seats[-1])}" for decks, seats in spans]
    return "decks", text, f"That is {joined(each, 'and')}."


def say_setup(house: House) -> Iterator[Said]:
    match house.setup:
        case "none":
            yield "setup", "There is no setup: the cards stay as they were dealt."
        case "swap":
            yield "setup", "Before play you may swap hand cards for face-up ones, until you say that you are ready."
        case "choose":
            text = "Before play you choose, card by card, which of your hand and face-up cards lie face up."
            yield "setup", text
    if not house.begins:
        yield "begins", "Seat 0 begins."
        return
    order = " ".join(map(str, house.begins))
    tie = "Of one rank, clubs come before diamonds, hearts and spades; then the lower seat begins."
    nobody = " If nobody holds any of these, seat 0 begins." if others_dealt(house) else ""
    yield "begins", f"Whoever holds the lowest card in hand begins. For this the order is {order}. {tie}{nobody}"


def others_dealt(house: House) -> bool:
    """Is there a rank in the deck by which nobody begins?"""
    ranks = set(Rank) if house.jokers else set(Rank) - {Rank.JOKER}
    return not ranks <= set(house.begins)


def say_asks(house: House) -> Iterator[Said]:
    yield "empty", "An empty pile asks for nothing: any card may be laid."
    if house.higher:
        yield "order", "Otherwise the usual order counts: the next card must be higher than what lies there."
    else:
        yield "order", "Otherwise the usual order counts: the next card must be as high as what lies there, or higher."
    joker = "A Joker is above them (15)." if house.jokers else ""
    yield "values", "From the lowest the order is 2 to 10, Jack (11), Queen (12), King (13), Ace (14).", joker
    yield "ordinary", "A card without a power must meet what the pile asks for, and asks for its own value."
    yield "latest", "What the latest card asks for takes the place of what was asked before."


def say_turn(house: House) -> Iterator[Said]:
    yield "zones", "You play from your hand while you have one, then your face-up cards, then your blind cards."
    sets, one = "one or more cards of one rank", "one card at a time"
    yield "from hand", f"From the hand you lay {sets if house.play_hand == 'set' else one}."
    mixed = (
        "any of them together that each meet what the pile asks for: ordinary ones land first, from the lowest, then"
        " those that go on anything, then those that burn; if any burns, you play again"
    )
    yield "from up", f"Of the face-up cards you lay {({'set': sets, 'single': one, 'mixed': mixed})[house.play_up]}."
    yield "from blind", "Blind cards are turned over one at a time, unseen before."
    yield "draw", _draw(house)
    yield "next", "Then the turn passes to the next seat still in: to the higher number at first."
    if house.reverse_again:
        yield "two", "With two players left, who turns the direction of play plays again."
    else:
        yield "two", "With two players left, turning the direction does not change whose turn it is."


def _draw(house: House) -> str:
    when = "after the last play of your turn, or as soon as your hand is empty," if house.draw_late else "after a play"
    aside = f" (Drawing {number_word(house.draw)} is set aside.)" if house.draw and house.refill else ""
    if house.refill:
        first = "" if house.draw_late else ", before another turn if there is one"
        return f"{when.capitalize()} you draw until you hold {counted(house.refill, 'card')}{first}.{aside}"
    if house.draw:
        again = when if house.draw_late else "after a play from the hand"
        return f"{again.capitalize()} you draw {counted(house.draw, 'card')}."
    return f"Nobody draws{f', not even {when[:-1]}' if house.draw_late else ''}."


def say_burning(house: House) -> Iterator[Said]:
    """What is said of powers of any house: when the direction turns, and what cards alike do."""
    yield "directions", "The direction turns before seats are counted. If you play again, nobody misses a turn by it."
    yield "burned", "A pile that burns leaves the game."
    if house.alike:
        number = number_word(house.alike).capitalize()
        yield "alike", f"{number} or more cards of one rank on top of each other burn the pile."
    else:
        yield "alike", "Cards of one rank never burn the pile, however many lie on top of each other."
    if house.alike_one_play:
        yield "alike within", "To burn it they must come from one play."
    else:
        yield "alike within", "To burn it they may come from several plays and players."
    if house.alike_again:
        yield "alike again", "Whoever burns a pile with cards of one rank plays again."
    else:
        yield "alike again", "Whoever burns a pile with cards of one rank has finished the turn."
    if house.alike_through:
        yield "alike through", "Invisible and see-through cards between cards of one rank do not part them."
    else:
        yield "alike through", "Any other card between cards of one rank parts them."
    yield (
        "alike first",
        "What such cards do to the direction or to turns missed comes first; all else they do falls away.",
    )
    if house.alike_never:
        yield "alike never", f"Of these ranks no number burns the pile: {rank_list(house.alike_never, 'and')}."
    else:
        yield "alike never", "No rank is exempt from burning the pile in this way."


def say_taking(house: House) -> Iterator[Said]:
    if house.free_take:
        yield "take", "You may take the pile into your hand even if you could play; if you cannot, you must."
    else:
        yield "take", "You take the pile into your hand if you cannot play, and only then."
    if house.take_up:
        yield "take up", "If you take it while you play from your face-up cards, the lowest of these goes along."
    else:
        yield "take up", "If you take it while you play from your face-up cards, these stay where they are."
    yield "take blind", "A blind card that may not be laid goes into your hand, and the pile with it."
    if house.taker_leads:
        yield (
            "take leads",
            "Whoever takes the pile in their own turn draws nothing and plays onto the empty pile.",
        )
    else:
        yield "take leads", "Whoever takes the pile in their own turn draws nothing, and the next player leads."


def say_end(house: House) -> Iterator[Said]:
    yield "out", "Whoever has no cards left is out, in the best place left; a turn still due falls to the next player."
    if house.first_out_ends:
        yield "until", "The game ends as soon as one player is out."
    else:
        yield "until", "The game ends when only one player has cards left."
    yield "limit", f"It ends after {counted(house.limit, 'play')} at the latest; taking the pile counts as one."
    if house.limit_shared:
        yield "left", "Those still in at the end share the next place."
    else:
        yield "left", "Those still in at the end follow by cards left, the fewest first, then by seat."
    if house.not_last:
        ranks = rank_list(house.not_last, "and")
        yield "not last", f"Of these ranks none may be your last card, unless the pile is empty: {ranks}."
    else:
        yield "not last", "Any card may be your last one."


SECTIONS: Final = (say_deal, say_setup, say_asks, say_turn, say_burning, say_taking, say_end)
"""All of them, in the order of their numbers; powers come before burning."""
