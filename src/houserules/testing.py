"""The laws that every game keeps, checked on random matches: for the games of this package and for yours.

1 who may act has moves, nobody else has          6 nobody is shown what it may not know
2 what is offered can be played                   7 an outcome ranks every seat
3 all else is refused and changes nothing         8 a position read back is the same position
4 cards are conserved                             9 a match ends
5 seed and moves replay to the same match        10 a move and its text are one

`check_game(game)` is all that a test needs. A law that is broken raises LawBroken, whose message says where; the same
seats and seed given to `check_match` lead there again. docs/testing.md is the guide.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Generic, TypeVar

import msgspec

from .cards import BIG_JOKER, PACK, SMALL_JOKER, Card, Suit
from .core import JSON, Event, Game, Move, Seat, Viewer, to_document
from .errors import HouseRulesError, IllegalMove
from .match import Match

S = TypeVar("S")

SENTENCES: Final = {
    1: "who may act has moves, nobody else has",
    2: "what is offered can be played",
    3: "all else is refused and changes nothing",
    4: "cards are conserved",
    5: "seed and moves replay to the same match",
    6: "nobody is shown what it may not know",
    7: "an outcome ranks every seat",
    8: "a position read back is the same position",
    9: "a match ends",
    10: "a move and its text are one",
}

GARBAGE: Final = ("", "?", "play", "play 1X", "play 7H,7D", "takes", "swap 3H", "flip two", "target -1", "call 7", "\0")
"""Texts that are no move in any game."""


class LawBroken(AssertionError):
    """What `law` says does not hold; the message says of which game, in which match, where and how."""

    def __init__(self, law: int, where: str, what: str) -> None:
        super().__init__(f"law {law} ({SENTENCES[law]}) is broken by {where}: {what}")
        self.law = law


class Nonsense(Move, frozen=True):
    """A move that no game knows."""


# -- Random matches --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """A state of a match, and the move that was made in it: None at the end."""

    moves: int
    """How many were made before."""
    state: S
    seat: Seat | None = None
    move: Move | None = None
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Run(Generic[S]):
    """A random match, move by move. The laws look at each moment, and closely (at all moves, all viewers) at some."""

    game: Game[S]
    seats: int
    seed: str
    depth: int
    moments: list[Moment[S]] = field(default_factory=list)

    @property
    def end(self) -> S:
        return self.moments[-1].state

    def chance(self, law: int) -> Random:
        """For each law its own, so that one law checked alone does what it does among all."""
        return Random(f"{self.seed} law {law}")

    def close(self, law: int) -> list[Moment[S]]:
        """The moments to look at closely: the first, the last, some of each kind of move, and `depth` others."""
        if self.depth >= len(self.moments):
            return self.moments
        chosen = {0, len(self.moments) - 1}
        met: Counter[type[Move]] = Counter()
        for moment in self.moments[:-1]:
            kind = type(moment.move) if moment.move is not None else Move
            met[kind] += 1
            if met[kind] <= 3:
                chosen.add(moment.moves)
        chosen.update(self.chance(law).sample(range(len(self.moments)), self.depth))
        return [self.moments[number] for number in sorted(chosen)]

    def broken(self, law: int, moment: Moment[S], what: str, seat: Viewer = None) -> LawBroken:
        at = f"before move {moment.moves + 1}" if moment.move is not None else f"after {moment.moves} moves"
        who = "" if seat is None else f", seat {seat}"
        return LawBroken(law, f"{self.game.id} with {self.seats} seats, seed {self.seed!r}, {at}{who}", what)


def random_match(game: Game[S], seats: int, seed: str, *, depth: int = 40, limit: int = 20_000) -> Run[S]:
    """Play random moves to the end: law 9, and of laws 1 and 2 what playing cannot do without."""
    run = Run(game, seats, seed, depth)
    chance = run.chance(9)
    met: Counter[type[Move]] = Counter()
    state = game.new(seats, seed)
    while acting := game.to_act(state):
        here = Moment(len(run.moments), state)
        if here.moves >= limit:
            raise run.broken(9, here, f"it is still going on after {limit} moves")
        seat = chance.choice(acting)
        moves = game.legal(state, seat)
        if not moves:
            raise run.broken(1, here, "it may act, and has no move", seat)
        move = chance.choice(moves)
        met[type(move)] += 1
        # Writing a position is slow beside a move, and a game that changes its states does so soon and often.
        before = game.position(state) if met[type(move)] <= 8 or here.moves % 16 == 0 else None
        progress = _applied(run, here, seat, move)
        if before is not None and game.position(state) != before:
            raise run.broken(2, here, f"{move} changed the state it was played in", seat)
        run.moments.append(Moment(here.moves, state, seat, move, progress.events))
        state = progress.state
    run.moments.append(Moment(len(run.moments), state))
    return run


def _applied(run: Run[S], moment: Moment[S], seat: Seat, move: Move) -> Any:
    """Play a move that is offered."""
    try:
        return run.game.apply(moment.state, seat, move)
    except HouseRulesError as problem:
        raise run.broken(2, moment, f"{move} is offered and refused: {problem.code}, {problem}", seat) from problem
    except Exception as problem:
        raise run.broken(2, moment, f"{move} is offered and raises {problem!r}", seat) from problem


# -- Law 1: who may act has moves, nobody else has -------------------------------------------------------------------


def moves_are_offered(run: Run[S]) -> None:
    game = run.game
    for moment in run.moments:
        acting = game.to_act(moment.state)
        if len(set(acting)) != len(acting) or not set(acting) <= set(range(run.seats)):
            raise run.broken(1, moment, f"to_act is {acting}: each seat once, from 0 to {run.seats - 1}")
        if (moment.move is None) != (acting == ()):
            raise run.broken(1, moment, f"to_act is {acting}, and was something else a moment ago")
        for seat in range(run.seats):
            moves = game.legal(moment.state, seat)
            if seat in acting and not moves:
                raise run.broken(1, moment, "it may act, and has no move", seat)
            if seat not in acting and moves:
                raise run.broken(1, moment, f"it may not act, and has moves: {_listed(moves)}", seat)
            if len(set(moves)) != len(moves):
                raise run.broken(1, moment, f"a move is listed twice: {_listed(moves)}", seat)
    for moment in run.close(1):
        _views_agree(run, moment)


def _views_agree(run: Run[S], moment: Moment[S]) -> None:
    """A view offers what the game offers."""
    game, state = run.game, moment.state
    for viewer in _viewers(run):
        view = game.view(state, viewer)
        moves = () if viewer is None else game.legal(state, viewer)
        told = (view.game, view.seat, view.to_act, view.legal, view.outcome)
        true = (game.id, viewer, game.to_act(state), moves, game.outcome(state))
        for name, seen, is_ in zip(("game", "seat", "to_act", "legal", "outcome"), told, true, strict=True):
            if seen != is_:
                raise run.broken(1, moment, f"the view says {name} is {seen}, and it is {is_}", viewer)


# -- Law 2: what is offered can be played ----------------------------------------------------------------------------


def offered_moves_apply(run: Run[S]) -> None:
    game = run.game
    for moment in run.close(2):
        before = _fingerprint(run, moment)
        for seat in game.to_act(moment.state):
            moves = game.legal(moment.state, seat)
            for move in moves:
                _applied(run, moment, seat, move)
            if _fingerprint(run, moment) != before:
                difference = _difference(before[0], game.position(moment.state)) or "what a spectator sees"
                raise run.broken(2, moment, f"one of {_listed(moves)} changed the state: {difference}", seat)


def _fingerprint(run: Run[S], moment: Moment[S]) -> tuple[dict[str, JSON], object]:
    """All that can be told of a state from outside; a position may leave out what has been shown, a view does not."""
    return run.game.position(moment.state), run.game.view(moment.state, None)


# -- Law 3: all else is refused and changes nothing ------------------------------------------------------------------


def other_moves_are_refused(run: Run[S]) -> None:
    chance = run.chance(3)
    pool = tuple(dict.fromkeys(moment.move for moment in run.moments if moment.move is not None))
    for moment in run.close(3):
        before = _fingerprint(run, moment)
        tried: list[Move] = []
        for seat in range(run.seats):
            moves = run.game.legal(moment.state, seat)
            probes = [*chance.sample(pool, min(4, len(pool))), Nonsense()]
            if moves:
                probes += chance.sample(pool, min(16, len(pool)))
                for move in chance.sample(moves, min(2, len(moves))):
                    probes += [*_mutations(move, chance), *_merged(move, chance.choice(moves))]
            elif acting := run.game.to_act(moment.state):
                probes.append(chance.choice(run.game.legal(moment.state, acting[0])))
            unlisted = [move for move in dict.fromkeys(probes) if move not in moves]
            for move in unlisted:
                _refused(run, moment, seat, move, moves)
            tried += unlisted
        _nobody_is_refused(run, moment, chance.choice(pool))
        _garbage_is_refused(run, moment, chance.choice(GARBAGE))
        after = _fingerprint(run, moment)
        if after != before:
            difference = _difference(before[0], after[0]) or "what a spectator sees"
            raise run.broken(3, moment, f"one of {_listed(tried)} changed the state: {difference}")


def _refused(run: Run[S], moment: Moment[S], seat: Seat, move: Move, moves: tuple[Move, ...]) -> None:
    """A move that is not listed is refused, unless it is a listed one told in other words (7D 7H for 7H 7D)."""
    try:
        progress = run.game.apply(moment.state, seat, move)
    except IllegalMove as problem:
        if not problem.code or not problem.message:
            raise run.broken(3, moment, f"{move} is refused without a code or a sentence", seat) from problem
        return
    except Exception as problem:
        raise run.broken(3, moment, f"{move!r} raises {problem!r}, not IllegalMove", seat) from problem
    if run.game.listed(moment.state, seat, move) in moves:
        return
    position = run.game.position(progress.state)
    alike = [listed for listed in moves if type(listed) is type(move)]
    if all(run.game.position(_applied(run, moment, seat, listed).state) != position for listed in alike):
        raise run.broken(3, moment, f"{move!r} is accepted, and is none of what is offered: {_listed(moves)}", seat)


def _nobody_is_refused(run: Run[S], moment: Moment[S], move: Move) -> None:
    for seat in (-1, run.seats):
        try:
            run.game.apply(moment.state, seat, move)
        except HouseRulesError:
            continue
        except Exception as problem:
            raise run.broken(3, moment, f"{move} by a seat that is not there raises {problem!r}", seat) from problem
        raise run.broken(3, moment, f"{move} is accepted from a seat that is not there", seat)


def _garbage_is_refused(run: Run[S], moment: Moment[S], text: str) -> None:
    match = Match(run.game, moment.state, run.seed)
    try:
        match.play(0, text)
    except IllegalMove as problem:
        if problem.code == "unreadable" and problem.message and not match.moves:
            return
        raise run.broken(3, moment, f"the text {text!r} is refused as {problem.code}, not unreadable", 0) from problem
    raise run.broken(3, moment, f"the text {text!r} is accepted", 0)


def _mutations(move: Move, chance: Random) -> Iterator[Move]:
    """The move with one thing changed: another card, one more, one less, another number."""
    for name in move.__struct_fields__:
        for value in _others(getattr(move, name), chance):
            yield msgspec.structs.replace(move, **{name: value})


def _merged(move: Move, other: Move) -> Iterator[Move]:
    """Two offers in one: all the cards of both."""
    if type(move) is type(other):
        for name in move.__struct_fields__:
            one, two = getattr(move, name), getattr(other, name)
            if isinstance(one, tuple):
                yield msgspec.structs.replace(move, **{name: one + two})


def _others(value: object, chance: Random) -> list[object]:
    match value:
        case Card():
            return [chance.choice(PACK), SMALL_JOKER, BIG_JOKER]
        case Suit():
            return list(Suit)
        case bool():
            return [not value]
        case int():
            return [value - 1, value + 1, value - 64, 10**20, -(10**20)]  # and past what the kernel can hold
        case tuple():
            place = chance.randrange(len(value)) if value else 0
            news = _others(value[place], chance) if value else []
            replaced = [(*value[:place], new, *value[place + 1 :]) for new in news]
            return [(), value[1:], value[::-1], value * 2, *replaced, *((*value, new) for new in news)]
    return []


# -- Law 4: cards are conserved --------------------------------------------------------------------------------------


def cards_are_conserved(run: Run[S]) -> None:
    dealt = run.game.cards(run.moments[0].state)
    if list(dealt) != _in_order(dealt):
        raise run.broken(4, run.moments[0], "game.cards is not sorted")
    for moment in run.moments:
        cards = run.game.cards(moment.state)
        if cards != dealt:
            raise run.broken(4, moment, _cards_differ(dealt, cards))


def _in_order(cards: tuple[Any, ...]) -> list[object]:
    """Sorted; what a card is, only its game knows."""
    return sorted(cards)


def _cards_differ(dealt: tuple[object, ...], cards: tuple[object, ...]) -> str:
    lost, new = Counter(dealt) - Counter(cards), Counter(cards) - Counter(dealt)
    if not lost and not new:
        return "game.cards is not sorted"
    return f"lost: {_named(lost.elements())}; new: {_named(new.elements())}"


def _named(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards)) or "none"


# -- Law 5: seed and moves replay to the same match ------------------------------------------------------------------


def records_replay(run: Run[S]) -> None:
    """At the end and at some moment before it; the record goes through JSON, and moves through their texts."""
    game = run.game
    match = Match.new(game, seats=run.seats, seed=run.seed)
    sampled = run.chance(5).randrange(len(run.moments))
    for moment in run.moments:
        if moment.moves == sampled or moment.move is None:
            position = game.position(moment.state)
            if match.position() != position:
                what = f"the same moves lead elsewhere: {_difference(position, match.position())}"
                raise run.broken(5, moment, what)
            _record_replays(run, moment, json.loads(json.dumps(match.record())))
        if moment.move is not None and moment.seat is not None:
            try:
                match.play(moment.seat, moment.move)
            except HouseRulesError as problem:
                raise run.broken(5, moment, f"a replay refuses {moment.move}: {problem}", moment.seat) from problem


def _record_replays(run: Run[S], moment: Moment[S], record: dict[str, Any]) -> None:
    position = run.game.position(moment.state)
    again = Match.new(run.game, seats=record["seats"], seed=record["seed"])
    try:
        for seat, text in record["moves"]:
            again.play(seat, text)
        read = Match.from_record(json.dumps(record), run.game)
        written_again = json.loads(json.dumps(read.record()))
        if written_again != record:
            difference = _difference(record, written_again)
            raise run.broken(5, moment, f"its record read and written is another one: {difference}")
    except HouseRulesError as problem:
        raise run.broken(5, moment, f"its record cannot be replayed: {problem}") from problem
    for replayed in (again.position(), read.position()):
        if replayed != position:
            raise run.broken(5, moment, f"its record leads elsewhere: {_difference(position, replayed)}")


# -- Law 6: nobody is shown what it may not know ---------------------------------------------------------------------


def views_keep_secrets(run: Run[S], *, hidden: bool = True) -> None:
    """What a viewer is shown stays the same when all that it may not know is dealt anew: views, events, refusals.

    `hidden=False` is for games in which everybody sees everything: nothing can be dealt anew there.
    """
    chance = run.chance(6)
    same = set(_viewers(run))
    for moment in run.close(6):
        for viewer in _viewers(run):
            twin = run.game.redeal(moment.state, viewer, chance.getrandbits(31))
            _views_are_twins(run, moment, twin, viewer)
            _events_are_twins(run, moment, twin, viewer, chance)
            _refusals_are_twins(run, moment, twin, viewer, chance)
            if viewer in same and run.game.position(twin) != run.game.position(moment.state):
                same.discard(viewer)
    if hidden and same:
        who = ", ".join(sorted(map(_who, same)))
        raise run.broken(6, run.moments[-1], f"redeal never changes anything for {who}, so it proves nothing")


def _views_are_twins(run: Run[S], moment: Moment[S], twin: S, viewer: Viewer) -> None:
    game = run.game
    view, other = game.view(moment.state, viewer), game.view(twin, viewer)
    told, otherwise = to_document(view), to_document(other)
    if view != other or told != otherwise:
        difference = _difference(told, otherwise) or "equal as JSON, but not as values"
        raise run.broken(6, moment, f"the view of {_who(viewer)} tells two deals apart: {difference}", viewer)
    if game.cards(twin) != game.cards(moment.state):
        cards = _cards_differ(game.cards(moment.state), game.cards(twin))
        raise run.broken(6, moment, f"redeal for {_who(viewer)} does not deal the same cards: {cards}", viewer)


def _events_are_twins(run: Run[S], moment: Moment[S], twin: S, viewer: Viewer, chance: Random) -> None:
    """A move made in both deals tells a bystander the same, unless the table itself shows the difference afterwards.

    The seat that moves may learn more than its view keeps (in which order it drew its cards), so it is no bystander.
    Its own twin, in which it can make each of its moves, is put before a spectator.
    """
    game = run.game
    for seat in game.to_act(moment.state):
        moves = game.legal(moment.state, seat)
        common = set(game.legal(twin, seat)).intersection(moves)
        if not common:
            continue
        move = chance.choice([move for move in moves if move in common])
        bystander = None if seat == viewer else viewer
        if seat == viewer and game.view(moment.state, None) != game.view(twin, None):
            continue
        one = _applied(run, moment, seat, move)
        two = _applied(run, Moment(moment.moves, twin, seat, move), seat, move)
        if game.view(one.state, bystander) != game.view(two.state, bystander):
            continue
        told = [to_document(event.seen_by(bystander)) for event in one.events]
        otherwise = [to_document(event.seen_by(bystander)) for event in two.events]
        if told != otherwise:
            what = f"the events of {move} by seat {seat} tell {_who(bystander)} two deals apart"
            raise run.broken(6, moment, f"{what}: {_difference(told, otherwise)}", bystander)


def _refusals_are_twins(run: Run[S], moment: Moment[S], twin: S, viewer: Viewer, chance: Random) -> None:
    """A refusal speaks to the seat that moved, so it is made of what this seat knows."""
    if viewer is None:
        return
    some = chance.choice(run.moments).move or Nonsense()
    for move in (some, *_sample(_mutations(some, chance), chance)):
        told, otherwise = (_refusal(run.game, state, viewer, move) for state in (moment.state, twin))
        if told != otherwise:
            what = f"the answer to {move!r} tells two deals apart: {told!r} and {otherwise!r}"
            raise run.broken(6, moment, what, viewer)


def _refusal(game: Game[S], state: S, seat: Seat, move: Move) -> str | None:
    try:
        game.apply(state, seat, move)
    except IllegalMove as problem:
        return f"{problem.code}: {problem.message}"
    except Exception as problem:  # noqa: BLE001 - law 3 says what is wrong with it
        return repr(problem)
    return None


def _sample(moves: Iterable[Move], chance: Random) -> list[Move]:
    every = list(moves)
    return [chance.choice(every)] if every else []


# -- Law 7: an outcome ranks every seat ------------------------------------------------------------------------------


def outcomes_rank(run: Run[S]) -> None:
    """Place 1 is first and ties share; payoffs run evenly from 1 to 0, and seats that tie share theirs evenly."""
    for moment in run.moments[:-1]:
        if run.game.outcome(moment.state) is not None:
            raise run.broken(7, moment, f"there is an outcome, and seats {run.game.to_act(moment.state)} may still act")
    last = run.moments[-1]
    outcome = run.game.outcome(last.state)
    if outcome is None:
        raise run.broken(7, last, "nobody may act, and there is no outcome")
    places, payoffs = outcome.places, outcome.payoffs
    if len(places) != run.seats or len(payoffs) != run.seats or not outcome.reason:
        raise run.broken(7, last, f"each seat has a place and a payoff, and there is a reason: {outcome}")
    for seat, (place, payoff) in enumerate(zip(places, payoffs, strict=True)):
        before = sum(other < place for other in places)
        if place != before + 1:
            raise run.broken(7, last, f"{before} seats are before it, so its place is {before + 1}: {places}", seat)
        due = run.seats - 1 - before - (places.count(place) - 1) / 2
        if abs(payoff * (run.seats - 1) - due) > 1e-9:
            what = f"place {place} among {places} gets {due / (run.seats - 1):g}, not {payoff:g}"
            raise run.broken(7, last, what, seat)


# -- Law 8: a position read back is the same position ----------------------------------------------------------------


def positions_round_trip(run: Run[S]) -> None:
    """What has been shown may be lost by a position, so views are not compared; all that can be played is."""
    game = run.game
    for moment in run.close(8):
        position = game.position(moment.state)
        try:
            state = game.from_position(json.loads(json.dumps(position)))
        except HouseRulesError as problem:
            raise run.broken(8, moment, f"its position is refused: {problem}") from problem
        if game.position(state) != position:
            raise run.broken(8, moment, f"its position has changed: {_difference(position, game.position(state))}")
        if game.to_act(state) != game.to_act(moment.state):
            raise run.broken(8, moment, f"to_act is {game.to_act(state)}, and was {game.to_act(moment.state)}")
        if game.outcome(state) != game.outcome(moment.state):
            raise run.broken(8, moment, f"the outcome is {game.outcome(state)}, and was {game.outcome(moment.state)}")
        for seat in range(run.seats):
            moves, read = game.legal(moment.state, seat), game.legal(state, seat)
            if Counter(moves) != Counter(read):
                odd = set(moves).symmetric_difference(read)
                what = f"other moves are offered in its position: {_listed(tuple(odd))}"
                raise run.broken(8, moment, what, seat)


# -- Law 9: a match ends ---------------------------------------------------------------------------------------------


def matches_end(run: Run[S]) -> None:
    """The run was played to its end by `random_match`, which gives up at its limit; and nobody may go on."""
    acting = run.game.to_act(run.end)
    if acting != ():
        raise run.broken(9, run.moments[-1], f"it was over, and seats {acting} may act")


# -- Law 10: a move and its text are one -----------------------------------------------------------------------------


def moves_have_texts(run: Run[S]) -> None:
    chance = run.chance(10)
    for moment in run.close(10):
        for seat in run.game.to_act(moment.state):
            moves = run.game.legal(moment.state, seat)
            for move in moves:
                _text_reads_back(run, moment, seat, move)
            move = chance.choice(moves)
            match = Match(run.game, moment.state, run.seed)
            match.play(seat, str(move))
            spoken, meant = match.position(), run.game.position(_applied(run, moment, seat, move).state)
            if spoken != meant:
                what = f"{str(move)!r} as text leads elsewhere than as a value: {_difference(meant, spoken)}"
                raise run.broken(10, moment, what, seat)


def _text_reads_back(run: Run[S], moment: Moment[S], seat: Seat, move: Move) -> None:
    try:
        read = run.game.read(str(move))
    except HouseRulesError as problem:
        raise run.broken(10, moment, f"{str(move)!r} is offered and cannot be read: {problem}", seat) from problem
    if read != move:
        raise run.broken(10, moment, f"{str(move)!r} stands for {move!r}, and is read as {read!r}", seat)


# -- All of them -----------------------------------------------------------------------------------------------------

LAWS: Final[dict[int, Callable[[Run[Any]], None]]] = {
    1: moves_are_offered,
    2: offered_moves_apply,
    3: other_moves_are_refused,
    4: cards_are_conserved,
    10: moves_have_texts,  # before law 5, because records are made of texts
    5: records_replay,
    6: views_keep_secrets,
    7: outcomes_rank,
    8: positions_round_trip,
    9: matches_end,
}


@dataclass(frozen=True, slots=True)
class Summary:
    """What was played, without a law being broken."""

    matches: int
    moves: int


def check_match(
    game: Game[S], seats: int, seed: str, *, depth: int = 40, limit: int = 20_000, hidden: bool = True
) -> Run[S]:
    """Check every law on one random match: the same arguments, the same match and the same checks."""
    run = random_match(game, seats, seed, depth=depth, limit=limit)
    for number, law in LAWS.items():
        if number == 6:
            views_keep_secrets(run, hidden=hidden)
        else:
            law(run)
    return run


def check_game(
    game: Game[S],
    seats: int | Iterable[int] | None = None,
    matches: int = 3,
    seed: str = "contract",
    *,
    depth: int = 40,
    limit: int = 20_000,
    hidden: bool = True,
) -> Summary:
    """Check every law on some random matches for each number of seats, by default for all that the game allows.

    `depth` moments of a match are looked at closely; `limit` moves must be enough for it. Say `hidden=False` of a game
    in which everybody sees everything.
    """
    counts = game.seats if seats is None else [seats] if isinstance(seats, int) else seats
    played = moves = 0
    for count in counts:
        for number in range(matches):
            run = check_match(game, count, f"{seed}-{number}", depth=depth, limit=limit, hidden=hidden)
            played += 1
            moves += len(run.moments) - 1
    return Summary(played, moves)


# -- Telling what is wrong -------------------------------------------------------------------------------------------


def _viewers(run: Run[S]) -> tuple[Viewer, ...]:
    return (None, *range(run.seats))


def _who(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _listed(moves: Iterable[Move], most: int = 12) -> str:
    texts = [str(move) for move in moves]
    return ", ".join(texts[:most]) + (f" and {len(texts) - most} more" if len(texts) > most else "")


def _difference(one: object, two: object, path: str = "") -> str:
    """The first place where two documents differ; empty if they do not."""
    if one == two:
        return ""
    match one, two:
        case dict(), dict() if one.keys() == two.keys():
            found = (_difference(one[key], two[key], f"{path}.{key}" if path else str(key)) for key in one)
            return next(filter(None, found), "")
        case list(), list() if len(one) == len(two):
            found = (_difference(*pair, f"{path}[{place}]") for place, pair in enumerate(zip(one, two, strict=True)))
            return next(filter(None, found), "")
    return f"{path or 'all'} is {_short(one)}, and {_short(two)}"


def _short(value: object, most: int = 300) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."
