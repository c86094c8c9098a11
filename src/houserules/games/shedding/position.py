"""Positions of the family: a match at one moment as a JSON document, written and strictly read."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from houserules.cards import BIG_JOKER, SMALL_JOKER, Card, Rank, read_suit
from houserules.core import JSON, is_number, to_document
from houserules.errors import NotationError, PositionError
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import packed
from houserules.kernel.shedding_imagine import NAMED_ELSE, NOBODY_NAMED, lay_pile
from houserules.kernel.tables import ADD_DRAWN, CALL, NEXT, SWAP, TARGET, TRY_DRAW, WAY, WILD, Tables

from .choices import WAYS
from .house import RANK_NAMES, House
from .marks import Marks, fresh_cards, fresh_kinds, give_marks, marks_of, may_be_announced, read_marks, seen_cards
from .state import (
    FLIPPED,
    NOBODY,
    ZONES,
    State,
    blind_of,
    hand_of,
    jokers_numbered,
    laid_out,
    seats_out,
    sizes_of,
    starts_of,
    stock_of,
    up_of,
)
from .view import called_of, pending_of, ready_of

NEEDED: Final = ("game", "seats", "pile", "stock", "burned", "to_act", "direction", "phase", "pending")
OPTIONAL: Final = ("called", "laid", "ready", "out", "plays", "pending_zone", "marks", "seed")
MOST_OWED: Final = 16
"""No play has more cards of one rank."""
STAGES: Final = {
    CALL: kernel.NAME_SUIT,
    WAY: kernel.NAME_WAY,
    WILD: kernel.NAME_RANK,
    TARGET: kernel.NAME_SEAT,
    NEXT: kernel.NAME_NEXT,
    SWAP: kernel.NAME_SWAP,
}
KINDS_OF_PENDING: Final[dict[object, int]] = {
    None: 0,
    "target": TARGET,
    "call": CALL,
    "choose": WAY | WILD,
    "next": NEXT,
    "swap": SWAP,
    "card": SWAP,
    **dict.fromkeys(("up", "add", "jump"), 0),
}


# -- Writing ---------------------------------------------------------------------------------------------------------


def write_position(game: str, state: State) -> dict[str, JSON]:
    core = state.kernel
    pending = pending_of(core)
    zones = [[hand_of(core, seat), up_of(core, seat), blind_of(core, seat)] for seat in range(core.seats)]
    lists = _named_throughout(
        [*(zone for seat in zones for zone in seat), state.pile, stock_of(core), state.burned], core
    )
    seats: list[JSON] = [dict(zip(ZONES, lists[3 * seat : 3 * seat + 3], strict=True)) for seat in range(core.seats)]
    document: dict[str, JSON] = {
        "game": game,
        "seats": seats,
        "pile": lists[-3],
        "stock": lists[-2],
        "burned": lists[-1],
        "to_act": None if core.over else core.turn,
        "direction": 1 if core.step > 0 else -1,
        "phase": "setup" if core.stage == kernel.SETUP else "play",
        "pending": pending,
        "ready": to_document(ready_of(core)),
        "out": to_document(seats_out(core)),
        "plays": core.plays,
        "pending_zone": ZONES[core.zone] if pending else None,
        "seed": state.seed,
    }
    if core.tables.by_plays:
        document["laid"] = to_document(sizes_of(state.starts))
    if _has_names(core.tables):
        document["called"] = called_of(core)
    if core.tables.marked or core.begins >= 0:
        marks = marks_of(core, state.laid_by)
        if fresh := fresh_cards(core):
            marks = msgspec.structs.replace(marks or Marks(), fresh=fresh)
        if core.peeked and (seen := seen_cards(core)):
            marks = msgspec.structs.replace(marks or Marks(), seen=seen)
        document["marks"] = to_document(marks)
    return document


def _named_throughout(lists: list[tuple[Card, ...]], core: kernel.SheddingPosition) -> list[JSON]:
    """The lists as text; the Jokers of the whole document are jj first, then JJ, so that no card stands too often."""
    every = jokers_numbered(tuple([card for cards in lists for card in cards]), core.decks)
    texts: list[JSON] = []
    at = 0
    for cards in lists:
        texts.append(to_document(every[at : at + len(cards)]))
        at += len(cards)
    return texts


def _has_names(tables: Tables) -> bool:
    return any(effects & (CALL | WAY | WILD) for effects in tables.effects)


# -- Reading ---------------------------------------------------------------------------------------------------------


def called_answer(called: str | None) -> tuple[int, int] | None:
    """What was named, as the kernel takes it: the effect that asked for it, and its number. None if it cannot
    be named."""
    if called is None:
        return 0, 0
    if called in WAYS:
        return WAY, WAYS.index(called)
    if called in RANK_NAMES:
        return WILD, RANK_NAMES[called] - 2
    with contextlib.suppress(NotationError):
        return CALL, read_suit(called).number
    return None


def stage_of(core: kernel.SheddingPosition, pending: str | None) -> int:
    """What the match waits for if this has to be named for the card on top; PLAY if that card does not need it."""
    if pending in ("add", "jump"):
        allowed = core.tables.adds if pending == "add" else core.tables.jumps
        stage = kernel.ADD if pending == "add" else kernel.JUMP
        return stage if allowed and core.top != core.tables.nothing else kernel.PLAY
    if pending == "up":
        has_choice = core.tables.take_named and core.top != core.tables.nothing
        return kernel.NAME_UP if has_choice else kernel.PLAY
    effect = core.tables.effects[core.acts] & KINDS_OF_PENDING[pending]
    if effect & SWAP and pending == "card":
        return kernel.NAME_CARD if core.names_card() else kernel.PLAY
    return STAGES[effect] if effect else kernel.PLAY


def read_position(
    game: str, house: House, tables_for: Callable[[int], Tables], document: Mapping[str, object]
) -> State:
    return _Reader(house, tables_for, document).state(game)


class _Reader:
    def __init__(self, house: House, tables_for: Callable[[int], Tables], document: Mapping[str, object]) -> None:
        self.house = house
        self.tables_for = tables_for
        self.tables = tables_for(house.seats[0])
        self.document = document
        self.count: dict[Card, int] = {}  # how many of each card were read so far; Jokers count as one card
        self.decks = 0

    def state(self, game: str) -> State:
        if not isinstance(self.document, Mapping):
            raise PositionError("position", "write an object with game, seats, pile and the rest")
        self.keys(self.document, "", NEEDED, OPTIONAL)
        if self.document["game"] != game:
            raise PositionError("game", f"this is read as {game!r}, not {self.document['game']!r}")
        seats = self.listed(self.document["seats"], "seats")
        few, many = self.house.seats
        if not few <= len(seats) <= many:
            raise PositionError("seats", f"{self.house.name} has {few} to {many} seats, not {len(seats)}")
        self.decks = self.house.decks_for(len(seats))
        self.tables = self.tables_for(len(seats))
        core = kernel.bare(self.tables, len(seats), self.decks, packed([]))
        for seat, value in enumerate(seats):
            self.seat(core, seat, value)
        pile = self.cards(self.document["pile"], "pile")
        core.stock = packed([number for number, _ in self.cards(self.document["stock"], "stock")])
        burned = self.cards(self.document["burned"], "burned")
        marks = read_marks(self.document.get("marks"), self.tables)
        self.pile(core, pile, marks.flipped)
        core.step = self.choice("direction", (1, -1))
        core.plays = self.number("plays", 0, self.house.limit) if "plays" in self.document else 0
        self.pending(core)
        self.out(core)
        self.phase(core)
        self.to_act(core)
        self.marks(core, marks)
        seed = self.document.get("seed")
        if not isinstance(seed, str | None) or (seed is not None and not seed.isprintable()):
            raise PositionError("seed", "write a text, or null")
        pile_cards, burned_cards = (tuple([card for _, card in cards]) for cards in (pile, burned))
        laid_by = bytes((FLIPPED,)) * marks.flipped + bytes((NOBODY,)) * (len(pile) - marks.flipped)
        starts = starts_of(self.laid(len(pile)))
        return State(core, pile_cards, burned_cards, seed, laid_out(core), laid_by, starts)

    # Keys and simple values.

    def keys(
        self, table: Mapping[str, object], path: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> None:
        for key in table:
            if key not in needed and key not in optional:
                known = ", ".join((*needed, *optional))
                raise PositionError(f"{path}{key}", f"there is no such key here; the keys are {known}")
        for key in needed:
            if key not in table:
                raise PositionError(f"{path}{key}", "this key is missing")

    def listed(self, value: object, path: str) -> list[object]:
        if not isinstance(value, list | tuple):
            raise PositionError(path, "write a list in brackets")
        return list(value)

    def number(self, key: str, low: int, high: int) -> int:
        value = self.document[key]
        if not is_number(value) or not low <= value <= high:
            raise PositionError(key, f"write a whole number from {low} to {high}")
        return value

    def choice(self, key: str, values: tuple[int, ...]) -> int:
        value = self.document[key]
        if not is_number(value) or value not in values:
            raise PositionError(key, f"write {' or '.join(map(str, values))}")
        return value

    def seats(self, key: str, core: kernel.SheddingPosition) -> list[int]:
        seats = []
        for place, value in enumerate(self.listed(self.document.get(key, []), key)):
            if not is_number(value) or not 0 <= value < core.seats or value in seats:
                raise PositionError(f"{key}[{place}]", f"write each seat once, from 0 to {core.seats - 1}")
            seats.append(value)
        return seats

    # Cards.

    def cards(self, value: object, path: str) -> list[tuple[int, Card]]:
        """The cards of a list: for the kernel, and for people."""
        return [self.card(text, f"{path}[{place}]") for place, text in enumerate(self.listed(value, path))]

    def card(self, text: object, path: str) -> tuple[int, Card]:
        if not isinstance(text, str):
            raise PositionError(path, "write a card in quotes, as in 7H")
        try:
            card = Card.read(text)
        except NotationError as problem:
            raise PositionError(path, problem.message) from problem
        if card is BIG_JOKER:
            card = SMALL_JOKER
        jokers = self.tables.jokers
        most = self.decks * (jokers if card.rank is Rank.JOKER else card.rank not in self.house.left_out)
        met = self.count.get(card, 0)
        if met == most:
            what = "a Joker" if card.rank is Rank.JOKER else text
            raise PositionError(path, f"{what} stands here too often: {self.decks} deck(s) have {most}")
        self.count[card] = met + 1
        if card.rank is Rank.JOKER:
            return met // jokers << 6 | 52 + met % jokers, card
        return met << 6 | card.kind, card

    def seat(self, core: kernel.SheddingPosition, seat: int, value: object) -> None:
        path = f"seats[{seat}]"
        if not isinstance(value, Mapping):
            raise PositionError(path, "write a table with hand, up and blind")
        self.keys(value, f"{path}.", ZONES)
        for number, _ in self.cards(value["hand"], f"{path}.hand"):
            core.put(0, seat, number)
        ups = self.cards(value["up"], f"{path}.up")
        blinds = self.cards(value["blind"], f"{path}.blind")
        most_up = max(self.tables.up, self.tables.bundle)
        for name, cards, most in (("up", ups, most_up), ("blind", blinds, self.tables.blind)):
            if len(cards) > most:
                raise PositionError(f"{path}.{name}", f"there are at most {most} of these")
        for number, _ in ups:
            core.put(core.up_at, seat, number)
        for number, _ in blinds:
            core.put_blind(seat, number)

    # What must fit together.

    def pile(self, core: kernel.SheddingPosition, pile: list[tuple[int, Card]], flipped: int) -> None:
        """Lay the pile again, card by card: what it asks for follows from that, and from what was named."""
        called = self.document.get("called")
        answer = called_answer(called) if isinstance(called, str | None) else None
        if answer is None:
            raise PositionError("called", "write null, a suit as in hearts, a rank as in K, high or low")
        if not 0 <= flipped <= (len(pile) if self.tables.flip else 0):
            raise PositionError("marks.flipped", "so many cards were not turned up from the stock")
        laid = lay_pile(core, [number for number, _ in pile], self.laid(len(pile)), *answer, flipped)
        if laid == NOBODY_NAMED:
            raise PositionError("called", "no visible card on the pile has anything named for it: write null")
        if laid == NAMED_ELSE:
            raise PositionError("called", "this cannot be named for the card on the pile")

    def laid(self, cards: int) -> list[int]:
        """How many cards each play of the pile had; as many plays as cards, if the position does not say."""
        value = self.document.get("laid")
        if value is None:
            return [1] * cards if self.tables.by_plays else []
        sizes = [size for size in self.listed(value, "laid") if is_number(size) and size > 0]
        if len(sizes) != len(self.listed(value, "laid")) or sum(sizes) != cards:
            raise PositionError("laid", f"write how many cards each play had, from the bottom: {cards} together")
        return sizes if self.tables.by_plays else []

    def marks(self, core: kernel.SheddingPosition, marks: Marks) -> None:
        if (marks.lead is not None or marks.left) and (core.plays or core.stage != kernel.PLAY or core.pile_size()):
            raise PositionError("marks", "the first play has been made")
        if marks.left and not self.tables.first_choice:
            raise PositionError("marks.left", "in this house nobody leaves the first play to another seat")
        if not 0 <= marks.owed <= (MOST_OWED if core.may_miss() else 0):
            raise PositionError("marks.owed", "so many seats need not miss their turn")
        if marks.begins is not None and not (core.stage == kernel.SETUP and 0 <= marks.begins < core.seats):
            raise PositionError("marks.begins", "in the setup, write the seat that will begin; otherwise leave it out")
        self.more_marks(core, marks)
        if marks.tried and (self.tables.tries != TRY_DRAW or core.stage != kernel.PLAY):
            raise PositionError("marks.tried", "nobody draws a card before a play")
        if marks.announced and not may_be_announced(core):
            raise PositionError("marks.announced", "nobody has announced a last card here")
        give_marks(core, marks)
        if core.stage == kernel.NAME_SWAP and not core.partners():
            raise PositionError("pending", "there is nobody to exchange cards with")
        if core.stage == kernel.NAME_CARD and not core.partners() >> core.player & 1:
            raise PositionError("marks.player", "cards cannot be exchanged with this seat")
        if marks.lead is not None and core.found(kernel.HAND, core.fits) == 0:
            raise PositionError("marks.lead", "the seat that begins does not hold it")

    def more_marks(self, core: kernel.SheddingPosition, marks: Marks) -> None:
        """What is kept in mind while cards may be added, or others may jump in."""
        if core.stage < kernel.NAME_SWAP and (marks.skips or marks.player is not None or marks.fresh):
            raise PositionError("marks", "skips, player and fresh are for a pending swap, card, add or jump")
        if core.stage in (kernel.NAME_CARD, kernel.JUMP) and (
            marks.player is None or not 0 <= marks.player < core.seats
        ):
            raise PositionError("marks.player", "write the seat that has played, or that cards are exchanged with")
        if any(not 0 <= seat < core.seats for seat in marks.looked) or (marks.looked and not self.tables.peeks):
            raise PositionError(
                "marks.looked", "write the seats that have looked at a blind card, where that is allowed"
            )
        if any(seat not in marks.looked or not 0 < blind <= core.blinds(seat) for seat, blind in marks.seen):
            raise PositionError(
                "marks.seen", "write pairs of a seat that has looked and one of its blind cards, from 1"
            )
        if not 0 <= marks.skips <= MOST_OWED:
            raise PositionError("marks.skips", "write how many seats miss their turn")
        drawn_only = core.stage == kernel.ADD and self.tables.adds == ADD_DRAWN
        if bool(marks.fresh) != drawn_only or (drawn_only and not fresh_kinds(marks.fresh)):
            raise PositionError("marks.fresh", "write the cards that were drawn, if only these may be added")

    def pending(self, core: kernel.SheddingPosition) -> None:
        pending = self.document["pending"]
        if not isinstance(pending, str | None) or pending not in KINDS_OF_PENDING:
            raise PositionError(
                "pending", 'write null, "target", "call", "choose", "next", "swap", "card", "up", "add" or "jump"'
            )
        core.stage = stage_of(core, pending)
        is_named = core.named >= 0 and pending in ("target", "call", "choose", "next")
        if pending is not None and (core.stage == kernel.PLAY or is_named):
            raise PositionError("pending", f"the card on top of the pile does not need a {pending}")
        zone = self.document.get("pending_zone")
        if zone is not None and zone not in ZONES:
            raise PositionError("pending_zone", f"write null, {', '.join(ZONES)}")
        if zone is not None and not pending:
            raise PositionError("pending_zone", "nothing is pending: write null")
        core.zone = ZONES.index(zone) if isinstance(zone, str) else kernel.HAND

    def out(self, core: kernel.SheddingPosition) -> None:
        to_act = self.document["to_act"]
        bare = [seat for seat in range(core.seats) if core.left(seat) == 0]
        if core.stage != kernel.PLAY:  # a seat that laid its last card is out only after it has named what it must
            bare = [seat for seat in bare if seat != to_act]
        out = self.seats("out", core) if "out" in self.document else bare
        if sorted(out) != bare:
            raise PositionError("out", f"the seats without cards are out, in the order in which they went: {bare}")
        for seat in out:
            core.gone |= 1 << seat
            core.order = core.order << 4 | (seat + 1)
        first_out = self.tables.until == 0 and bool(out)
        core.over = core.stage == kernel.PLAY and (
            len(out) >= core.seats - 1 or first_out or core.plays >= self.house.limit
        )
        if len(out) == core.seats:
            raise PositionError("seats", "somebody must have cards")
        if core.stage != kernel.PLAY and len(out) >= core.seats - 1:
            raise PositionError("pending", "only one seat is left, so the match is over: give another seat cards")

    def phase(self, core: kernel.SheddingPosition) -> None:
        phase = self.document["phase"]
        ready = self.seats("ready", core)
        if phase == "play":
            if ready:
                raise PositionError("ready", "the setup is over: write []")
            return
        if phase != "setup" or self.house.setup == "none":
            raise PositionError("phase", 'write "setup" or "play"' if self.house.setup != "none" else 'write "play"')
        if core.top != self.tables.nothing or core.gone or core.stage != kernel.PLAY or core.plays:
            raise PositionError("phase", "in the setup nothing has been played yet")
        if len(ready) == core.seats:
            raise PositionError("ready", 'everybody is ready: the phase is "play"')
        core.stage = kernel.SETUP
        for seat in ready:
            core.ready |= 1 << seat

    def to_act(self, core: kernel.SheddingPosition) -> None:
        """In the setup every seat that is not ready may act: the lowest of them stands for all."""
        if self.document["to_act"] is None and (core.over or core.stage == kernel.SETUP):
            seat = 0
        else:
            seat = self.number("to_act", 0, core.seats - 1)
        if core.stage == kernel.SETUP:
            core.turn = min(seat for seat in range(core.seats) if not core.ready >> seat & 1)
            return
        core.turn = seat
        if core.over:
            return
        if core.gone >> core.turn & 1:
            raise PositionError("to_act", f"seat {core.turn} is out")
        if core.stage == kernel.NAME_UP and (core.zone_now() != kernel.UP or core.zone != kernel.UP):
            raise PositionError("pending", "the seat does not play from face-up cards")
        if core.stage == kernel.PLAY:
            core.zone = core.zone_now()
