"""What a house says of each topic of its rule sheet, section by section. Powers stand in sheet_powers.

A house is given in its normal form, and nothing is said about what it does not have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

from houserules.cards import Rank, Suit

from .contradictions import every_power
from .house import NAME_OF, CallSuit, ChooseWay, Counter, Dodge, House, Low, Mirror, Parity, Power, Reset, Wild
from .normal_form import can_be_alike, cards_left, deck_counts, in_deck, leaves_stock, plays_again, reverses
from .sheet_words import counted, joined, number_word, rank_list, span

Said = tuple[str, str] | tuple[str, str, str]
"""A topic, its text, and perhaps a note."""
NAMED_OR_ANSWERED: Final = (CallSuit, ChooseWay, Wild, Counter, Dodge)
ASKS_OTHERWISE: Final = (Low, Parity, CallSuit, ChooseWay, Counter, Dodge, Reset, Wild, Mirror)
TRIED: Final = "It counts as your play; if it may not be laid, you take it with the pile."
FIRST_DEALT: Final = "whoever was dealt the first card"
"""Seat 0: at a table of cards and people nobody sits on a number."""


# -- S1 The deal, S2 The setup ---------------------------------------------------------------------------------------


def say_deal(house: House) -> Iterator[Said]:
    low, high = house.seats
    yield "seats", f"{number_word(low).capitalize()} play." if low == high else f"{span(low, high).capitalize()} play."
    yield _decks(house)
    jokers = f" and {_by_seats(house, 'jokers', 'Joker')}" if house.jokers else ""
    yield "jokers", f"A deck has {4 * (13 - len(house.left_out))} cards{jokers}."
    if house.blind:
        yield "blind", f"Everybody is dealt {_by_seats(house, 'blind', 'blind card')}, which nobody may look at."
    if house.up:
        yield "up", f"Everybody is dealt {_by_seats(house, 'up', 'face-up card')}, which all may see."
    if house.hand == "all":
        yield "hand", "All other cards are dealt as hands, so that some players may get one more."
    else:
        yield "hand", f"Everybody is dealt a hand of {_by_seats(house, 'hand', 'card')}."
    if leaves_stock(house):
        yield _stock(house)
    if house.stock != "all":
        yield (
            "rest",
            f"Of the rest only {_by_seats(house, 'stock', 'card')} may be drawn; all others are put aside.",
        )
    if house.bundle:
        yield "bundle", " ".join(_bundle(house))


def _bundle(house: House) -> Iterator[str]:
    yield "Then everybody lays the hand cards that are of the rank of one of their face-up cards face up with it, the"
    yield f"lowest first, until {number_word(house.most_up)} cards lie face up."
    if any(cards_left(house, seats) for seats in range(house.seats[0], house.seats[1] + 1)):
        yield "For each a card is drawn from the stock, which stays in the hand. Without a stock one stays there."
    else:
        yield "One stays in the hand."


def _by_seats(house: House, field: str, thing: str) -> str:
    """How many of something there are; if that depends on the players, for how many of them."""
    value = getattr(house, field)
    if isinstance(value, int):
        return counted(value, thing)
    if isinstance(value, str):
        return f"{thing}s ({value})"
    groups = [(number, [seats for seats, _ in group]) for number, group in groupby(value, key=itemgetter(1))]
    (number, seats), *others = groups
    first = f"{counted(number, thing)} (with {span(seats[0], seats[-1])} players)"
    return joined(
        [first, *(f"{number_word(number)} (with {span(seats[0], seats[-1])})" for number, seats in others)], "or"
    )


def _decks(house: House) -> Said:
    counts = deck_counts(house)
    players = range(house.seats[0], house.seats[1] + 1)
    groups = groupby(zip(counts, players, strict=False), key=itemgetter(0))
    spans = [(decks, [seats for _, seats in group]) for decks, group in groups]
    (first, seats), *others = [(number_word(decks), span(seats[0], seats[-1])) for decks, seats in spans]
    each = joined([f"{first} for {seats} players", *(f"{decks} for {seats}" for decks, seats in others)], "and")
    match house.decks:
        case int(number):
            return "decks", f"{counted(number, 'deck').capitalize()} {'is' if number == 1 else 'are'} used."
        case "fewest":
            return "decks", "As many decks are used as it takes to deal everybody in.", f"That is {each}."
    return "decks", f"How many decks are used depends on the players: {each}."


def _stock(house: House) -> Said:
    if not (house.refill or house.draw or house.flip or house.bundle or house.tries != "no"):
        return "stock", "The rest of the cards is put aside."
    without = [seats for seats in range(house.seats[0], house.seats[1] + 1) if cards_left(house, seats) == 0]
    players = joined([number_word(seats) for seats in without], "or")
    return "stock", "The rest is the stock, face down.", f"With {players} players nothing is left." if without else ""


def say_setup(house: House) -> Iterator[Said]:
    match house.setup:
        case "swap":
            yield "setup", "Before play you may swap hand cards for face-up ones, until you say that you are ready."
        case "choose":
            text = "Before play you choose, card by card, which of your hand and face-up cards lie face up."
            yield "setup", text
    yield "begins", " ".join(_begins(house)), _equal_cards(house)
    match house.leads:
        case "that-card":
            yield "leads", "If a card in hand decided who begins, it is shown, and must be led alone."
        case "that-rank":
            yield "leads", "If a card in hand decided who begins, it is shown, and only cards of its rank may be led."
    if house.flip:
        text = "Before the first play the top card of the stock begins the pile. It counts for its value alone."
        again = f" Of these ranks it is covered by the next card: {rank_list(house.flip_again, 'and')}."
        yield "flip", text + (again if house.flip_again else "")
    if house.first_choice:
        yield "first choice", "Whoever begins may leave the first play to the next player, who cannot pass it on."


BEGINS: Final = {
    "lowest": "whoever holds the lowest card in hand begins.",
    "lowest-up": "whoever has the lowest face-up card begins.",
    "most": "whoever holds most cards of the lowest rank in any hand begins.",
    "worst-up": "whoever has the worst face-up cards begins: those whose places in the order add up to least.",
    "seat": "whoever was dealt the first card begins.",
}
EQUAL: Final = "the player who was dealt to earlier"


def _begins(house: House) -> Iterator[str]:
    first, *others = house.begins_by or (("lowest",) if house.begins else ("seat",))
    yield f"{BEGINS[first][0].upper()}{BEGINS[first][1:]}"
    for test in others:
        begins = f"{EQUAL} begins." if test == "seat" else BEGINS[test]
        yield f"If several are equal, or none has such a card: {begins}"
    if first == "seat" and not others:
        return
    yield f"For this the order is {' '.join([NAME_OF[rank] for rank in house.begins])}."
    if "seat" not in others:
        yield _tie(house)
        if others_dealt(house):
            yield f"If nobody holds any of these, {FIRST_DEALT} begins."


def _tie(house: House) -> str:
    if house.tie == "next-lowest":
        return f"Of one rank, the next lowest cards decide, and so on; of equals, {EQUAL}."
    if house.tie == "seat":
        return f"Of one rank, {EQUAL} begins."
    first, *others = [str(suit) for suit in (Suit if house.tie == "suit" else house.tie)]
    return f"Of one rank, {first} come before {joined(others, 'and')}."


def _equal_cards(house: House) -> str:
    """Two decks have every card twice, and the two Jokers of a deck are equal."""
    order = house.begins_by[:1] != ("seat",) and bool(house.begins or house.begins_by)
    if not order or "seat" in house.begins_by or house.tie in ("seat", "next-lowest"):
        return ""
    jokers = Rank.JOKER in house.begins and house.jokers not in (0, 1)
    twice = jokers or max(deck_counts(house), default=2) > 1
    return f"Of equal cards, that of {EQUAL} comes first." if twice else ""


def others_dealt(house: House) -> bool:
    """Is there a rank in the deck by which nobody begins?"""
    return not set(in_deck(Rank, house)) <= set(house.begins)


# -- S3 What the pile asks for, S4 A turn ----------------------------------------------------------------------------


def say_asks(house: House) -> Iterator[Said]:
    barred = house.leads != "any" or any(not power.lead for power in house.powers)
    yield "empty", "An empty pile asks for nothing.", "" if barred else "Any card may be laid."
    yield "order", f"Otherwise the usual order counts: the next card must be {_compared(house)}."
    yield _values(house)
    yield "ordinary", "An ordinary card must meet what the pile asks for, and asks for its own value."
    if any(isinstance(power.demand, ASKS_OTHERWISE) for power in every_power(house)):
        yield "latest", "What the latest card asks for takes the place of what was asked before."
    if house.lock:
        yield "lock", _lock(house)


def _lock(house: House) -> str:
    text = (
        "If two plays one after the other are of the same suits, only these suits may follow until the pile is gone."
        " Jokers have no suit, and a play with one locks nothing"
    )
    powers = every_power(house)
    if any(power.anywhere and "suit" not in power.not_under for power in powers):
        bound = any(power.anywhere and "suit" in power.not_under for power in powers)
        return (
            f"{text}. Cards that go on anything may follow all the same{', unless a suit binds them' if bound else ''}."
        )
    return f"{text}."


def _values(house: House) -> Said:
    above = "A Joker is above them." if house.jokers and Rank.JOKER not in house.ranks else ""
    if not house.ranks:
        return "values", "From the lowest the order is 2 to 10, Jack, Queen, King, Ace.", above
    out = f" There is no {rank_list(house.left_out, 'and')} in the deck." if house.left_out else ""
    return "values", f"From the lowest the order is {rank_list(house.ranks, 'and')}.{out}", above


def _compared(house: House) -> str:
    if house.next_only:
        return "exactly one rank higher than what lies there"
    return "higher than what lies there" if house.higher else "as high as what lies there, or higher"


def say_turn(house: House) -> Iterator[Said]:
    up = house.up if house.play_up != "as-hand" else 0
    zones = [name for name, count in (("face-up", up), ("blind", house.blind)) if count]
    if zones:
        table = " cards, then your ".join(zones)
        yield "zones", f"You play from your hand while you have one, then your {table} cards."
    sets, one = "one or more cards of one rank", "one card at a time"
    yield "from hand", f"From the hand you lay {sets if house.play_hand == 'set' else one}."
    if house.run_least:
        yield "runs", _runs(house)
    if house.as_many:
        least = "A play must have at least as many cards as the play before had on the pile"
        yield "as many", f"{least}. Cards that go on anything and blind cards need not."
    mixed = (
        "one or more, of different ranks too, if each of them may lie on the pile as it is. Ordinary ones land first,"
        " from the lowest, then those that go on anything, then those that burn. The last one decides what follows, but"
        " if any burns the pile, you play again"
    )
    ways = {"set": sets, "single": one, "mixed": mixed}
    if house.up and house.play_up == "as-hand":
        yield "from up", "As soon as your hand is empty, you take your face-up cards into it."
    elif house.up:
        yield "from up", f"From the face-up cards you lay {ways[house.play_up]}."
    if house.across:
        yield "across", ACROSS
    if house.blind:
        yield "from blind", "Blind cards are played unseen: you turn over one at a time."
    if house.peek:
        yield "peek", "Once a match, with only blind cards left, you may look at one of them before you turn one over."
    if house.refill or house.draw:
        first = plays_again(house) and not house.draw_late
        yield "draw", _draw(house), "If you play again, you draw first." if first else ""
    if house.adds != "no":
        which = "that you then drew" if house.adds == "drawn" else "from your hand, also those that you then drew"
        text = f"After a play from the hand you may add cards of the same rank {which}, if the pile is still there."
        yield "add", text
    turned = ", until a card turns the direction" if reverses(house) else ""
    yield "next", "Then it is the turn of the next player still in.", f"Play goes round to the left{turned}."
    if house.reverse_again:
        yield "two", "With two players left, a play that turns the direction gives another turn."


def _runs(house: House) -> str:
    suits = "of one suit" if house.run_suited else "of any suits"
    cards = f"{number_word(house.run_least)} or more cards {suits} whose ranks follow each other"
    return (
        f"From the hand you may also lay a run: {cards}. Its lowest card must meet what the pile asks for, each other"
        " one lands on the one before, and the highest decides what follows. Cards that are laid one at a time are not"
        " in it."
    )


def _draw(house: House) -> str:
    when = "after the last play of your turn, or as soon as your hand is empty," if house.draw_late else "after a play"
    if house.refill:
        return f"{when.capitalize()} you draw until you hold {counted(house.refill, 'card')}, while the stock lasts."
    again = when if house.draw_late else "after a play from the hand"
    return f"{again.capitalize()} you draw {counted(house.draw, 'card')}, while the stock lasts."


# -- S5 Powers, but for what each card does --------------------------------------------------------------------------


def say_burning(house: House) -> Iterator[Said]:
    """What is said of powers of any house: when the direction turns, and what cards alike do."""
    powers = every_power(house)
    turns = ["The direction turns before the turn passes."] if reverses(house) else []
    if skips(house) and plays_again(house):
        turns.append("If the same player plays again, nobody misses a turn.")
    if turns:
        yield "directions", " ".join(turns)
    if house.alike or any(power.burn or "burn" in power.pair for power in powers):
        yield "burned", "A pile that burns leaves the game."
    if house.alike:
        yield from _alike(house)


def _alike(house: House) -> Iterator[Said]:
    if isinstance(house.alike, int):
        number = number_word(house.alike).capitalize()
        yield "alike", f"{number} or more cards of one rank on top of each other burn the pile."
    else:
        cards = _by_seats(house, "alike", "card")
        yield "alike", f"So many cards of one rank on top of each other, or more, burn the pile: {cards}."
    if house.alike_one_play:
        yield "alike within", "Cards of one rank that burn the pile must come from one play."
    else:
        yield "alike within", "Cards of one rank that burn the pile may come from several plays and players."
    if house.alike_again:
        yield "alike again", "Whoever burns a pile with cards of one rank plays again."
    else:
        yield "alike again", "Whoever burns a pile with cards of one rank does not play again."
    if first := " ".join(_still_done(house)):
        yield "alike first", first
    yield "alike through", _between_alike(house)
    if house.jumps != "no":
        where = "in hand" if house.jumps == "hand" else "in hand, or face up without a hand,"
        missing = "all cards of the rank on top that are still missing to burn the pile"
        asked = "Those who might have them are asked, the next player first, and play goes on from whoever lays them."
        yield "jump in", f"After a play, whoever has {where} {missing} may lay them out of turn. {asked}"
    if house.alike_never:
        ranks = rank_list(house.alike_never, "and")
        yield "alike never", f"Cards of these ranks do not burn the pile by lying on each other: {ranks}."


def skips(house: House) -> bool:
    """Can anything make a player miss a turn?"""
    return any(power.skip != "no" or "skip" in power.pair for power in every_power(house))


def _still_done(house: House) -> Iterator[str]:
    """What cards do that burn the pile by being alike, and whether they would do more than that."""
    powers = [power for power in every_power(house) if can_be_alike(power.rank, house)]
    still = [
        does
        for does, is_done in [
            ("turn the direction", reverses(house)),
            ("make somebody miss a turn", skips(house) and not house.alike_again),
            ("turn the usual order over", any(power.revolution == "next" for power in powers)),
        ]
        if is_done
    ]
    if still:
        yield f"If such cards {joined(still, 'or')}, they still do."
    if any(_loses_by_burning(power, house) for power in powers):
        yield f"{'They' if still else 'Such cards'} do nothing else."


def _loses_by_burning(power: Power, house: House) -> bool:
    """Does it do anything that a burn by cards of one rank does not, and that means something without the pile?"""
    if power.next or isinstance(power.demand, NAMED_OR_ANSWERED):
        return True
    again = power.again or "again" in power.pair
    return (again and not house.alike_again) or (house.alike_again and (power.skip != "no" or "skip" in power.pair))


def _between_alike(house: House) -> str:
    if house.alike_through:
        parted = "Invisible and see-through cards between cards of one rank do not part them"
        return f"{parted}, but count as the rank that they lie on." if house.alike_match else f"{parted}."
    parted = "Any other card between cards of one rank parts them"
    match = "but invisible, see-through and copying cards count as the rank that they lie on"
    return f"{parted}, {match}." if house.alike_match else f"{parted}."


# -- S6 Taking the pile, S7 The end ----------------------------------------------------------------------------------


def say_taking(house: House) -> Iterator[Said]:
    if house.previous_takes:
        before = "the player before you takes the pile into the hand"
        freely = f"Instead of playing you may say that {before}; if you cannot play, you must."
        yield "take", freely if house.free_take else f"If you cannot play, and only then, {before}."
    elif house.free_take:
        yield "take", "You may take the pile into your hand even if you could play; if you cannot, you must."
    else:
        yield "take", "You take the pile into your hand if you cannot play, and only then."
    if house.take_named != "no":
        what = "one that you choose" if house.take_named == "card" else "all cards of a rank that you choose"
        lowest = "besides the lowest, " if house.take_up else ""
        yield "take up", f"If you take it while you play from your face-up cards, {lowest}{what} of these goes along."
    elif house.take_up:
        yield "take up", "If you take it while you play from your face-up cards, the lowest of these goes along."
    if house.blind:
        pile = "the player before you takes the pile" if house.previous_takes else "the pile with it"
        yield "take blind", f"A blind card that may not be laid goes into your hand, and {pile}."
    when = "Whenever you may take the pile, you may"
    match house.tries:
        case "stuck":
            yield "try", f"{when} instead turn the top card of the stock onto it. {TRIED}"
        case "free":
            text = "Instead of playing or taking the pile, you may turn the top card of the stock onto it."
            yield "try", f"{text} {TRIED}"
        case "draw":
            once = "once a turn and only while you play from your hand"
            yield "try", f"{when} first draw the top card of the stock, {once}."
    nothing = "Nothing is drawn then." if house.refill or house.draw else ""
    yield "take leads", _after_taking(house), nothing


def _after_taking(house: House) -> str:
    if house.previous_takes:
        place = "before" if house.previous_leads else "after"
        return f"Then {'the taker' if house.taker_leads else f'the player {place} the taker'} leads."
    if house.taker_leads:
        return "If you take it in your turn, you play again, onto the empty pile."
    return f"If you take it in your turn, the {'player before you' if house.previous_leads else 'next player'} leads."


def say_end(house: House) -> Iterator[Said]:
    due = "If you go out with a play that gives another turn, the next player has it."
    yield (
        "out",
        "Whoever has no cards left is out, and gets the best place that is left.",
        due if plays_again(house) and not house.first_out_ends else "",
    )
    if house.first_out_ends:
        yield "until", "The game ends as soon as one player is out: that is the winner."
    else:
        yield "until", "The game ends when only one player has cards left: that player has lost."
    yield "limit", f"It ends after {counted(house.limit, 'play')} at the latest; taking the pile counts as one."
    if house.limit_shared:
        yield "left", "If several are still in at the end, they share the next place."
    else:
        equal = f"of equals, {EQUAL}"
        yield "left", f"If several are still in at the end, the one with fewer cards is placed better; {equal}."
    if house.penalty:
        yield "announce", _announce(house)
    if house.not_last:
        ranks = rank_list(house.not_last, "or", articles=True)
        yield "not last", f"Your last card may not be {ranks}, unless the pile is empty."


ACROSS: Final = (
    "If your hand is of one rank and you would draw nothing, you may lay all of it in one play with face-up cards of"
    " that rank."
)


def _announce(house: House) -> str:
    said = "Once nothing is drawn any more: before a play that leaves you one card in all, you announce your last card"
    draws = f"draws {counted(house.penalty, 'card')} from the stock, or takes the pile if there is no stock"
    jump = ", and nobody needs it out of turn" if house.jumps != "no" else ""
    return f"{said}. It holds for your next play{jump}. Whoever forgets it {draws}."


FOLLOWS: Final = frozenset(
    ("stock", "latest", "zones", "from blind", "directions", "alike first", "burned", "take blind")
)
"""Topics that only work out what other rules mean: in these alone two houses never differ."""
SECTIONS: Final = (say_deal, say_setup, say_asks, say_turn, say_burning, say_taking, say_end)
"""All of them, in the order of their numbers; powers come before burning."""
