"""The bot that thinks ahead: it knows only its view, says what it found, and decides alike however it is waited for."""

import asyncio
import os
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import houserules as hr
from bench.blunders import book
from houserules.bots import Adaptive, Bot, BotSpec, Effort, Limit, levels, make_bot
from houserules.bots.search import Option, Searcher, Thought, _options
from houserules.bots.search_pool import SearchPool
from houserules.bots.search_result import Found, SearchResult, added
from houserules.bots.timed_search import SearchTask
from houserules.errors import RequestError
from houserules.games import GAMES
from houserules.games.heart_of_five.bots import Advanced
from houserules.games.shedding.documents import SHIPPED
from houserules.kernel.bits import COMPILED
from houserules.kernel.position import UNIT
from tests.positions import given

ITERATIONS = 2_000 if COMPILED else 100
ALIKE_ITERATIONS = 60 if COMPILED else 4
ALIKE_VIEWS = int(os.environ.get("HOUSERULES_ALIKE", "25" if COMPILED else "8"))


def dealt(seats: int = 2) -> hr.Match[Any]:
    match = hr.Match.new(hr.load("shithead"), seats=seats, seed="think")
    for seat in range(seats):
        match.play(seat, "ready")
    return match


def task(match: hr.Match[Any], **more: Any) -> SearchTask:
    return SearchTask(game="shithead", view=match.view(match.to_act[0]), seed=1, **more)


# -- The same thought ------------------------------------------------------------------------------------------------


def test_with_iterations_the_same_seed_thinks_the_same() -> None:
    match = dealt(3)
    view = match.view(match.to_act[0])
    thoughts = [Searcher(match.game, Limit(iterations=60), seed=7).think(view) for _ in range(2)]

    assert thoughts[0].options == thoughts[1].options
    assert thoughts[0].iterations == 60


def test_what_is_hidden_does_not_change_the_move() -> None:
    match = dealt(3)
    seat = match.to_act[0]
    twin = match.game.redeal(match.state, seat, 4711)
    bot = Searcher(match.game, Limit(iterations=60), seed=7)

    assert match.game.position(twin) != match.position()
    assert bot.think(match.game.view(twin, seat)).options == bot.think(match.view(seat)).options


def test_it_says_what_it_found() -> None:
    match = given("KC KD", "AC AD", pile="9H")
    bot = Searcher(match.game, Limit(iterations=ITERATIONS), seed=1)

    assert str(bot.choose(match.view(0))) == "play KC KD"
    assert bot.last is not None
    best, other = bot.last.best, bot.last.runner_up
    assert best is not None
    assert other is not None
    assert best.low <= best.chance <= best.high
    assert best.chance > other.chance
    assert best.move == bot.last.move
    assert {option.move for option in bot.last.options} <= set(match.legal(0))


def test_one_move_needs_no_thought() -> None:
    match = given("4C", "AC AD", pile="9H")
    bot = Searcher(match.game, Limit(iterations=10**9))

    assert str(bot.choose(match.view(0))) == "take"
    assert bot.last is not None
    assert bot.last.options == ()


def test_a_whole_match_with_its_setup() -> None:
    """A handful of iterations a move: every move is legal, and the setup comes to an end."""
    for game in (*SHIPPED, "heart-of-five"):
        match = hr.Match.new(hr.load(game), seats=2, seed="whole")
        bots = [Searcher(match.game, Limit(iterations=24), seed=seat, most=60) for seat in range(2)]
        while match.to_act and len(match.moves) < 60:
            seat = match.to_act[-1]
            match.play(seat, bots[seat].choose(match.view(seat)))
        assert match.position().get("phase", "play") == "play"


def test_it_does_not_go_round_in_circles() -> None:
    """With a Joker for a hand and no pile, to take it oneself changes nothing: not again, if another way is as good."""
    match = given("jj / JD / 4C", "2C 3C 4D 5C 6S 9S / / 5D")
    bot = Searcher(match.game, Limit(iterations=1))
    oneself, other = (Option(hr.Target(seat), chance, 0.4, 0.6, 9) for seat, chance in ((0, 0.55), (1, 0.52)))
    thought = Thought(oneself.move, (oneself, other), 18, 0.0)
    said: list[hr.Move] = []
    while hr.Target(1) not in said and len(said) < 9:
        match.play(0, "play jj")
        view = match.view(0)
        said.append(bot.avoid_repetition(view, thought))
        assert bot.avoid_repetition(view, thought) == said[-1]  # asked again at the same moment, it says the same
        match.play(0, said[-1])

    assert said == [oneself.move, other.move]


def test_it_stays_with_what_is_much_better() -> None:
    match = given("jj / JD / 4C", "2C 3C 4D 5C 6S 9S / / 5D")
    bot = Searcher(match.game, Limit(iterations=1))
    oneself, other = (Option(hr.Target(seat), chance, 0.0, 1.0, 9) for seat, chance in ((0, 0.55), (1, 0.42)))
    thought = Thought(oneself.move, (oneself, other), 18, 0.0)
    said: list[hr.Move] = []
    while hr.Target(1) not in said and len(said) < 9:
        match.play(0, "play jj")
        said.append(bot.avoid_repetition(match.view(0), thought))
        match.play(0, said[-1])

    assert said == [oneself.move] * 3 + [other.move]  # but not for ever


def test_a_bot_cannot_be_told_to_cheat() -> None:
    with pytest.raises(ValueError, match="nothing to cheat with"):
        task(dealt(), iterations=5, options={"cheats": 1}).run()


def test_either_time_or_iterations() -> None:
    with pytest.raises(RequestError, match="either"):
        Limit()
    with pytest.raises(RequestError, match="either"):
        Limit(ms=5, iterations=5)


def test_two_searches_are_added() -> None:
    one = SearchResult((Found("take", 10, 20, 30), Found("ready", 5, 1, 1)), 15)
    other = SearchResult((Found("ready", 20, 4, 4),), 20)

    assert added([one, other]) == SearchResult((Found("ready", 25, 5, 5), Found("take", 10, 20, 30)), 35)


def test_plans_that_begin_alike_are_told_apart() -> None:
    """A good way and a bad one may begin with the same swap: the good one is what the swap is worth."""
    match = hr.Match.new(hr.load("shithead"), seats=2, seed="setup")
    swap, other = (str(move) for move in match.legal(0)[:2])
    one = SearchResult((Found(swap, 100, 60 * UNIT, 60 * UNIT**2, 1), Found(swap, 50, 5 * UNIT, 5 * UNIT**2, 2)), 150)
    two = SearchResult((Found(other, 110, 50 * UNIT, 50 * UNIT**2, 3),), 110)
    result = added([one, two])

    assert [(found.move, found.plan) for found in result.found] == [(swap, 1), (other, 3), (swap, 2)]
    assert [(str(option.move), option.chance) for option in _options(result, match.view(0))] == [
        (swap, 0.6),
        (other, 50 / 110),
    ]


# -- Waiting and not waiting -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pool() -> Iterator[SearchPool]:
    """For all tests of this file."""
    some = SearchPool(2)
    yield some
    some.close()


def bots_of(game: Any, pool: SearchPool) -> dict[str, Bot]:
    """Every level of a game, as strong as it is and trying less hard, and behind an adaptive one."""
    made: dict[str, Bot] = {}
    for level, about in levels(game).items():
        spec = BotSpec(level, limit=Limit(iterations=ALIKE_ITERATIONS) if about.thinks else None)
        made[level], made[f"{level}, noisy"] = (make_bot(spec, game, seed=5) for _ in range(2))
        made[f"{level}, noisy"].effort = Effort(noise=0.4, memory=0.5, share=0.5)
        made[f"{level}, adaptive"] = Adaptive(make_bot(spec, game, seed=5), 0.8)
    for bot in made.values():
        inner = bot.bot if isinstance(bot, Adaptive) else bot
        if isinstance(inner, Searcher):
            inner._own_pool = pool
    return made


def positions_of(name: str, count: int) -> Iterator[hr.View]:
    """Views of matches that are played at random, one by one."""
    game, chance = hr.load(name), random.Random(name)
    match: hr.Match[Any] = hr.Match.new(game, seats=2, seed="alike")
    acted: dict[int, int] = {}
    for number in range(count):
        if not match.to_act:
            match = hr.Match.new(game, seats=game.seats[-1], seed=f"alike {number}")
        seat = min(match.to_act, key=lambda seat: acted.get(seat, -1))
        acted[seat] = number
        view = match.view(seat)
        yield view
        match.play(seat, chance.choice(view.legal))


@pytest.mark.parametrize("game", GAMES)
def test_waiting_and_not_waiting_choose_alike(game: str, pool: SearchPool) -> None:
    """All levels of all games: noise, effort, endings that are proved, moves that are not repeated. With
    HOUSERULES_ALIKE=1000 it looks at a thousand views of each game."""
    waiting, other = (bots_of(hr.load(game), pool) for _ in range(2))

    async def alike() -> int:
        seen = 0
        for view in positions_of(game, ALIKE_VIEWS):
            for level, bot in waiting.items():
                assert await other[level].choose_async(view) == bot.choose(view), (level, view)
                assert other[level].chance.getstate() == bot.chance.getstate(), level
                seen += 1
        return seen

    assert asyncio.run(alike()) == ALIKE_VIEWS * len(waiting)


@pytest.mark.parametrize("game", GAMES)
def test_waiting_and_not_waiting_explain_alike(game: str, pool: SearchPool) -> None:
    waiting, other = (bots_of(hr.load(game), pool) for _ in range(2))

    async def alike() -> None:
        for view in positions_of(game, 3):
            for level, bot in waiting.items():
                assert await other[level].explain_async(view) == bot.explain(view), (level, view)
                assert await other[level].explain_async(view, view.legal[-1]) == bot.explain(view, view.legal[-1])

    asyncio.run(alike())


def test_an_ending_is_proved_in_an_event_loop_too(pool: SearchPool) -> None:
    """A search of one iteration knows nothing: only the proof finds the move."""
    position = book().heart[0]
    match = position.match()
    bot = Advanced(match.game, Limit(iterations=1), seed=1)  # type: ignore[arg-type]
    bot._own_pool = pool

    assert not position.is_blunder(match.game.listed(match.state, 0, asyncio.run(bot.choose_async(match.view(0)))))


def test_who_has_nothing_to_decide_is_refused_in_an_event_loop_too(pool: SearchPool) -> None:
    match = dealt()
    bot = Searcher(match.game, Limit(ms=50), pool=pool)

    with pytest.raises(hr.IllegalMove):
        asyncio.run(bot.choose_async(match.view(1 - match.to_act[0])))


def test_an_event_loop_goes_on_meanwhile(pool: SearchPool) -> None:
    match = dealt()
    bot = Searcher(match.game, Limit(ms=250), pool=pool)

    async def both() -> tuple[hr.Move, int]:
        ticks = 0
        thought = asyncio.ensure_future(bot.choose_async(match.view(match.to_act[0])))
        while not thought.done():
            await asyncio.sleep(0.005)
            ticks += 1
        return await thought, ticks

    move, ticks = asyncio.run(both())

    assert move in match.legal(match.to_act[0])
    assert ticks > 5


class Slow(Bot):
    """It writes only `choose`, and says that it takes time."""

    thinks = True

    def choose(self, view: hr.View) -> hr.Move:
        self.thread = threading.current_thread()
        return view.legal[0]


def test_a_bot_that_writes_only_choose_has_both_forms() -> None:
    """One that takes time does so in a thread."""
    match = dealt()
    view = match.view(match.to_act[0])
    slow, quick = Slow(), Slow()
    quick.thinks = False

    assert asyncio.run(slow.choose_async(view)) == asyncio.run(quick.choose_async(view)) == view.legal[0]
    assert quick.thread is threading.current_thread()
    assert slow.thread is not quick.thread
    assert asyncio.run(slow.explain_async(view)) == slow.explain(view)
