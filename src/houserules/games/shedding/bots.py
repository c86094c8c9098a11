"""The levels of the Shithead family, for any house: easy, medium, hard, and expert, which searches."""

from __future__ import annotations

import random
from typing import Final

import msgspec

from houserules.bots.base import Advice, Bot, require_turn
from houserules.bots.judge import Because, Facts, Judge, Words
from houserules.bots.personality import BALANCED, Leanings, Personality
from houserules.bots.search import Searcher
from houserules.bots.spec import Level, Limit
from houserules.cards import written
from houserules.core import Announce, Flip, Move, Peek, Play, Ready, Swap, Take
from houserules.core import View as CoreView
from houserules.kernel import shedding as kernel
from houserules.kernel.shedding_weigher import SHARES, THOUSAND, Weigher, phase_of

from .game import Shedding
from .numbers import least_revealing, number_of, numbers_of
from .view import View
from .weights import MEDIUM, SURE, Plan, Weights, tuned

MOST_NOISE: Final = 12_000
"""In hundredths of a point: the largest difference between the weights of two ordinary plays."""

FIELDS: Final = Weights.__struct_fields__

UNSURE: Final = 0.5
"""One move is called better if it leads by this many points, because weights are rounded."""

ANNOUNCED: Final = "whoever does not announce the last card pays for it"

SELDOM: Final = 0.05
"""A chance below this is not worth mentioning."""

LEANINGS: Final[Leanings] = {
    "attack": {"trap": 10, "trap_pile": 4, "trap_block": 20, "low_block": 15, "give": 2, "give_leader": 40},
    "hoard": {"plain": 20, "kept": -10, "last_kept": -10},
    "haste": {"cards": 35, "again": 20},
    "tidy": {"burn": 20, "burned": 1.5, "burned_high": 2, "burn_block": 10},
    "care": {"split": -6, "match": -5, "own_fit": 4, "stuck": -10, "low_self": -4},
}
"""The facts that each leaning of a personality is about, and the points that doubling it adds. They are added to what a
level thinks and do not multiply it: self-play found that a burn as such is worth less than nothing, so a bot that likes
burns would avoid them."""

CERTAIN: Final[Facts] = {field: worth for field, worth in msgspec.structs.asdict(SURE).items() if worth}
"""What everybody wants: to go out, to play when that is possible, not to get the pile."""

REASONS: Final[dict[str, Words]] = {
    "win": ("it is the last card", ""),
    "played": ("something can be played, and taking the pile costs more", "the pile is worth having"),
    "plain": ("{kept}", "now is the time for a card that goes on anything"),
    "cards": ("it gets rid of {count} at once", "it lays only {count}"),
    "rank": ("", "{low}"),
    "reach": ("", "it keeps the cards that fit more piles"),
    "kept": ("", "{kept}"),
    "burn": ("it burns the pile", "it leaves the pile lying"),
    "burned": ("it burns a pile of {burned}", ""),
    "burned_high": ("it burns high cards out of the game", "it leaves high cards in the game"),
    "burn_block": ("it burns the pile before a seat that is nearly out", ""),
    "low_value": ("a high pile now asks for low cards", "the pile still asks for high cards"),
    "low_block": ("it asks a seat that is nearly out for low cards", ""),
    "low_self": ("", "more of its own cards will do"),
    "reset": ("the pile asks for nothing any more", "the pile still asks for something"),
    "glass_laid": ("the card beneath decides what the pile asks for", ""),
    "again": ("it plays on", "the turn passes on"),
    "stuck": ("", "something can follow it"),
    "trap": ("{trap}", ""),
    "trap_pile": ("{trap}", ""),
    "trap_block": ("{trap}", ""),
    "split": ("", "it keeps equal cards together"),
    "last_kept": ("", "a card that goes on anything is left"),
    "match": ("", "it keeps what matches its face-up cards"),
    "taken": ("", ""),
    "taken_reach": ("the pile has good cards", ""),
    "give": ("somebody else takes a pile of {given}", ""),
    "give_leader": ("the pile goes to the seat with the fewest cards", ""),
    "give_next_seat": ("the pile goes to the next seat", "it spares the next seat"),
    "give_self": ("", "the pile goes to somebody else"),
    "own_fit": ("{own_fit} of its own will do next", ""),
    "pile": ("whoever takes the pile now takes more", "the pile stays small"),
    "up_reach": ("cards that fit more piles lie face up", "cards that fit more piles stay in hand"),
    "up_kept": ("one more card that goes on anything lies face up", "what goes on anything stays in hand"),
    "up_rank": ("higher cards lie face up", "lower cards lie face up"),
    "swapped": ("the exchange is to its advantage", "the exchange is not to its advantage"),
    "up_pairs": ("equal cards lie face up together", "no equal cards lie face up"),
}
"""What to say if a move has more of a fact than another, and if it has less. The words are true either way, whatever
the weights are."""


FREE_LOOK: Final = "it costs nothing to look"

PUBLIC: Final[Facts] = {
    **dict.fromkeys(("win", "burn", "burned", "burned_high", "burn_block", "low_value", "low_block", "reset"), 0),
    **dict.fromkeys(("glass_laid", "again", "give", "give_leader", "give_next_seat", "up_pairs"), 0),
    "cards": 1,
}
"""What everybody sees of a move. What it is compared with, what can follow it and what others may have are not public:
they depend on cards in the hand."""


def forgotten(view: View, memory: float, seed: int) -> View:
    """A view that remembers only a share of the cards that everybody saw go into a rival's hand.

    It is the same for the same card and seed: what is forgotten stays forgotten."""
    seats = []
    for seat, row in enumerate(view.seats):
        known, lacks, lacking = row.known, row.lacks, row.lacking
        if seat != view.seat:
            known = tuple([card for card in known if random.Random(f"{seed} {seat} {card}").random() < memory])
            if random.Random(f"{seed} {seat} lacks").random() >= memory:
                lacks, lacking = (), 0
        seats.append(msgspec.structs.replace(row, known=known, lacks=lacks, lacking=lacking))
    return msgspec.structs.replace(view, seats=tuple(seats))


def leaning(plan: Plan, personality: Personality) -> Plan:
    """A plan with the taste of a personality added."""
    taste = personality.taste(LEANINGS)
    phases = [msgspec.structs.asdict(phase) for phase in (plan.early, plan.late, plan.open)]
    return Plan(*(Weights(**{**phase, **{fact: phase[fact] + taste[fact] for fact in taste}}) for phase in phases))


class SheddingJudge(Judge):
    """It counts the facts of the weigher, and takes their worth from a plan."""

    public = PUBLIC

    def __init__(self, game: Shedding, plan: Plan, personality: Personality = BALANCED) -> None:
        self.game = game
        self.weigher = Weigher(game.tables, plan.vector())
        self.plan = [msgspec.structs.asdict(phase) for phase in (plan.early, plan.late, plan.open)]
        taste = personality.taste(LEANINGS)
        self.taste = {**taste, **CERTAIN} if taste else {}
        self._looked: tuple[View, kernel.SheddingPosition] | None = None

    def table(self, view: CoreView) -> kernel.SheddingPosition:
        """A table that the seat cannot tell from the real one. It is kept, because it is asked for move by move."""
        assert isinstance(view, View)
        if self._looked is None or self._looked[0] is not view:
            self._looked = view, self.game.imagine(view, 0).kernel
        return self._looked[1]

    def facts(self, view: CoreView, move: Move) -> Facts:
        state, weigher = self.table(view), self.weigher
        weigher.look(state)
        if state.stage == kernel.SETUP:
            weigher.weigh_row(_row_after(state, move))
        else:
            weigher.weigh(state, number_of(state, move))
        return {
            field: weigher.facts[fact] / (THOUSAND if SHARES[fact] else 1)
            for fact, field in enumerate(FIELDS)
            if weigher.facts[fact]
        }

    def weights(self, view: CoreView) -> Facts:
        state = self.table(view)
        return self.plan[0 if state.stage == kernel.SETUP else phase_of(state)]

    def tastes(self, view: CoreView) -> Facts:  # noqa: ARG002 - a taste is the same in all phases
        return self.taste

    def because(self, view: CoreView, move: Move, instead: Move) -> tuple[str, tuple[Because, ...]]:
        return (FREE_LOOK, ()) if isinstance(move, Peek) else super().because(view, move, instead)

    def public_because(self, view: CoreView, move: Move) -> tuple[str, tuple[Because, ...]]:
        if isinstance(move, Announce):
            return ANNOUNCED, ()
        if isinstance(move, Flip):
            return "nobody knows what lies there", ()
        if isinstance(move, Peek):
            return FREE_LOOK, ()
        return super().public_because(view, move)

    def words(self, view: CoreView, move: Move, instead: Move, ours: Facts, theirs: Facts) -> dict[str, Words]:  # noqa: ARG002 - the facts say all
        plain = ours.get("plain")
        numbers = {
            "count": _cards(ours.get("cards", 0)),
            "low": "low cards go first" if plain else "",  # a two is low too, but worth keeping
            "kept": self._kept(instead) if plain else "it spends fewer good cards",
            "burned": _cards(ours.get("burned", 0)),
            "given": _cards(ours.get("give", 0)),
            "own_fit": _cards(ours.get("own_fit", 0)),
            "trap": _trap(ours, theirs, instead),
        }
        return {fact: (more.format(**numbers), less.format(**numbers)) for fact, (more, less) in REASONS.items()}

    def _kept(self, instead: Move) -> str:
        """Of the cards of another play, those that go on anything: others may go with them."""
        cards = instead.cards if isinstance(instead, Play) else ()
        kept = tuple([card for card in cards if self.game.tables.keep >> card.kind & 1])
        if not kept:
            return ""
        return f"it keeps {written(kept)}, which {'goes' if len(kept) == 1 else 'go'} on anything"


def _trap(ours: Facts, theirs: Facts, instead: Move) -> str:
    """The chance that the next seat has no answer, if worth mentioning, and how many cards it takes then."""
    trap, other = ours.get("trap", 0.0), theirs.get("trap", 0.0)
    if trap < SELDOM:
        return ""
    who = "a seat that is nearly out" if "trap_block" in ours else "the next seat"
    than = f", after {instead} in {other:.0%}" if other and f"{trap:.0%}" != f"{other:.0%}" else ""
    return f"{who} has no answer in {trap:.0%} of cases and takes {_cards(ours.get('pile', 0))}{than}"


def _row_after(state: kernel.SheddingPosition, move: Move) -> list[int]:
    """The cards face up after a swap, or as they lie."""
    ups = state.listed(state.up_at, state.turn)
    if isinstance(move, Swap):
        number = number_of(state, move)
        ups[number & 7] = state.listed(0, state.turn)[number >> 3]
    return ups


class FamilyBot(Bot):
    """A bot for one house of the family."""

    def __init__(self, game: Shedding, seed: int = 0) -> None:
        super().__init__(seed)
        self.game = game

    def seen(self, view: CoreView) -> View:
        require_turn(view)
        if not isinstance(view, View):
            raise TypeError(f"this bot plays {self.game.name}, and this is a view of {view.game}")
        return view


class Easy(FamilyBot):
    """Plays the lowest card that fits, with all its equals. It saves nothing for later, and does not look ahead."""

    name = "easy"

    def choose(self, view: CoreView) -> Move:
        moves = self.seen(view).legal
        if moves[-1] == Ready():
            return moves[-1]
        if self.game.tables.penalty and Announce() in moves:
            return Announce()
        if self.effort.noise and self.chance.random() < self.effort.noise:
            return self.chance.choice(moves)
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            return min(plays, key=self._height)
        others = [move for move in moves if not isinstance(move, Take)]
        return self.chance.choice(others or list(moves))

    def _height(self, play: Play) -> tuple[int, int]:
        """Low plays first, of these the ones with most cards."""
        return max(self.game.tables.strength[card.rank - 2] for card in play.cards), -len(play.cards)

    def explain(self, view: CoreView, move: Move | None = None) -> Advice:
        move = self.choose(view) if move is None else move
        return Advice(move, self.public_reason(view, move))

    def public_reason(self, view: CoreView, move: Move) -> str:  # noqa: ARG002 - it always plays so
        if isinstance(move, Announce):
            return ANNOUNCED
        return "the lowest that will do" if isinstance(move, Play) else "one is as good as another"


class Weighing(FamilyBot):
    """Tries every move, counts what it does, and adds up weights for that: medium and hard."""

    def __init__(self, name: str, game: Shedding, plan: Plan, seed: int, personality: Personality) -> None:
        self.name = personality.named(name)
        self.weigher = Weigher(game.tables, leaning(plan, personality).vector())
        self.judge: SheddingJudge = SheddingJudge(game, plan, personality)
        super().__init__(game, seed)

    def choose(self, view: CoreView) -> Move:
        view = self.seen(view)
        if len(view.legal) == 1:
            return view.legal[0]
        noise = self.effort.noise
        if noise and self.chance.random() < noise * noise:
            return self.chance.choice(view.legal)  # unsure weights alone still beat a beginner
        state = self.game.imagine(self.remembered(view), 0).kernel
        moves = numbers_of(state, view.legal)
        if len(moves) == 1:
            return least_revealing(state, next(iter(moves.values())))
        self.weigher.noise = round(noise * MOST_NOISE)
        return least_revealing(state, moves[self.weigher.best(state, self.chance.getrandbits(32))])

    def remembered(self, view: View) -> View:
        """The view with only what the bot remembers."""
        return view if self.effort.memory >= 1 else forgotten(view, self.effort.memory, self.seed)

    def explain(self, view: CoreView, move: Move | None = None) -> Advice:
        view = self.seen(view)
        move = self.choose(view) if move is None else move
        if len(view.legal) == 1:
            return Advice(move, "it is the only move there is")
        if isinstance(move, Announce):
            return Advice(move, ANNOUNCED)
        known, judge = self.remembered(view), self.judge
        state = judge.table(known)
        moves = numbers_of(state, view.legal)
        moves.pop(number_of(state, move), None)
        if not moves:
            return Advice(move, "which of equal cards goes makes no difference")
        worth = {number: judge.worth(known, equal[0]) for number, equal in moves.items()}
        best = max(worth, key=worth.__getitem__)
        other = least_revealing(state, moves[best])
        if worth[best] > judge.worth(known, move) + UNSURE:
            said, facts = judge.because(known, other, move)
            return Advice(
                move, f"it tried less hard than it can: {other} was better, because {said}", None, other, facts
            )
        said, facts = judge.because(known, move, other)
        return Advice(move, said or "one is as good as another", None, other, facts)


def _cards(count: float) -> str:
    return "one card" if count == 1 else f"{count:.0f} cards"


# -- The levels --------------------------------------------------------------------------------------------------------


def _expert(game: Shedding, limit: Limit, seed: int, personality: Personality) -> Bot:
    player = Searcher(game, limit, seed=seed, judge=SheddingJudge(game, tuned(), personality))
    player.name = personality.named("expert")
    return player


LEVELS: Final[dict[str, Level]] = {
    "easy": Level(lambda game, _limit, seed, _personality: Easy(game, seed), leans=False),
    "medium": Level(lambda game, _limit, seed, personality: Weighing("medium", game, MEDIUM, seed, personality)),
    "hard": Level(lambda game, _limit, seed, personality: Weighing("hard", game, tuned(), seed, personality)),
    "expert": Level(_expert, thinks=True),
}
"""From the weakest."""
