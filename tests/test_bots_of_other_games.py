"""The levels of Heart of Five and H3ROES C4RDS, and the searching bot: legal, honest, and able to say why."""

from __future__ import annotations

import random
from typing import Any

import pytest

import houserules as hr
from bench.blunders import Heroes
from houserules.bots import PERSONALITIES, Adaptive, Bot, Effort, Limit, levels
from houserules.bots.personality import Personality
from houserules.bots.search import Searcher
from houserules.cards import PACK
from houserules.games.heart_of_five.bots import LEANINGS as HEART_LEANINGS
from houserules.games.heart_of_five.bots import WEIGHTS, WORDS, Advanced, HeartJudge
from houserules.games.heroes.bots import LEANINGS as HEROES_LEANINGS
from houserules.games.heroes.bots import Expert
from houserules.games.shedding.bots import SheddingJudge
from houserules.games.shedding.weights import tuned
from houserules.kernel.bits import COMPILED

TABLE = {"match": {"wins": 1, "rounds": 1}}
LIMIT = Limit(iterations=200 if COMPILED else 12)


def heart() -> Any:
    return hr.load(TABLE)


def leaning_expert(game: Any, name: str) -> Searcher:
    judge = SheddingJudge(game, tuned(), PERSONALITIES[name])
    return Searcher(game, LIMIT, seed=5, judge=judge)


PLAYERS: dict[str, tuple[Any, int, Any]] = {
    "beginner": (heart(), 4, lambda game: hr.bot("beginner", game, seed=5)),
    "intermediate": (heart(), 4, lambda game: hr.bot("intermediate", game, seed=5)),
    "intermediate, two decks": (heart(), 6, lambda game: hr.bot("intermediate", game, seed=5)),
    "intermediate:tidy": (heart(), 4, lambda game: hr.bot("intermediate:tidy", game, seed=5)),
    "advanced:hasty": (
        heart(),
        3,
        lambda game: Advanced(game, LIMIT, seed=5, personality=PERSONALITIES["hasty"]),
    ),
    "heroes expert:aggressive": (hr.load("heroes"), 2, lambda game: hr.bot("expert:aggressive", game, seed=5)),
    "expert:defensive": (hr.load("shithead"), 3, lambda game: leaning_expert(game, "defensive")),
    "advanced": (heart(), 3, lambda game: Advanced(game, LIMIT, seed=5)),
    "heroes easy": (hr.load("heroes"), 2, lambda game: hr.bot("easy", game, seed=5)),
    "heroes medium": (hr.load("heroes"), 2, lambda game: hr.bot("medium", game, seed=5)),
    "heroes hard": (hr.load("heroes"), 2, lambda game: hr.bot("hard", game, seed=5)),
    "heroes expert": (hr.load("heroes"), 2, lambda game: hr.bot("expert", game, seed=5)),
    "expert": (hr.load("shithead"), 3, lambda game: Searcher(game, LIMIT, seed=5)),
    "expert, parity and suits": (
        hr.load("smellyhead"),
        2,
        lambda game: Searcher(game, LIMIT, seed=5),
    ),
}
each = pytest.mark.parametrize(("game", "seats", "make"), PLAYERS.values(), ids=PLAYERS)


def waited_longest(match: hr.Match[Any], acted: dict[int, int]) -> int:
    """Where several may act at once: one who may always act would never let others."""
    seat = min(match.to_act, key=lambda seat: acted.get(seat, -1))
    acted[seat] = len(match.moves)
    return seat


@each
def test_it_plays_legal_moves_to_the_end_of_some_dozens(game: Any, seats: int, make: Any) -> None:
    match = hr.Match.new(game, seats=seats, seed="legal")
    bot: Bot = make(game)
    acted: dict[int, int] = {}
    while match.to_act and len(match.moves) < 60:
        seat = waited_longest(match, acted)
        match.play(seat, bot.choose(match.view(seat)))

    assert len(match.moves) == 60 or match.outcome is not None


@each
def test_what_is_hidden_does_not_change_its_move(game: Any, seats: int, make: Any) -> None:
    """Everything hidden is dealt anew: the view is the same, and so is the move."""
    chance = random.Random(3)
    match = hr.Match.new(game, seats=seats, seed="honest")
    acted: dict[int, int] = {}
    checked = 0
    while match.to_act and checked < 12:
        seat = waited_longest(match, acted)
        view = match.view(seat)
        if len(view.legal) > 1 and chance.random() < 0.5:
            twin = game.view(game.redeal(match.state, seat, chance.getrandbits(31)), seat)
            assert make(game).choose(view) == make(game).choose(twin)
            checked += 1
        match.play(seat, chance.choice(view.legal))

    assert checked >= 5


@each
def test_it_says_why(game: Any, seats: int, make: Any) -> None:
    """A legal move and a sentence; a chance lies in its interval."""
    match = hr.Match.new(game, seats=seats, seed="why")
    acted: dict[int, int] = {}
    chance = random.Random(4)
    bot: Bot = make(game)
    while match.to_act and len(match.moves) < 25:
        seat = waited_longest(match, acted)
        view = match.view(seat)
        advice = bot.explain(view)
        assert game.listed(match.state, seat, advice.move) in view.legal
        assert advice.why
        if advice.chance is not None:
            assert 0 <= advice.chance.low <= advice.chance.share <= advice.chance.high <= 1
        match.play(seat, chance.choice(view.legal))


@each
def test_a_move_is_explained_afterwards_from_the_view_it_was_chosen_from(game: Any, seats: int, make: Any) -> None:
    """Whatever was drawn from its chance since, and without drawing from it."""
    match = hr.Match.new(game, seats=seats, seed="afterwards")
    acted: dict[int, int] = {}
    bot: Bot = make(game)
    played: list[tuple[Any, hr.Move]] = []
    while match.to_act and len(match.moves) < 20:
        seat = waited_longest(match, acted)
        view = match.view(seat)
        played.append((view, bot.choose(view)))
        match.play(seat, played[-1][1])
    for view, move in played:
        stream = bot.chance.getstate()
        advice = bot.explain(view, move)
        assert advice.move == move
        assert advice.why
        assert advice.runner_up != move
        assert bot.chance.getstate() == stream


@each
def test_it_may_be_told_to_try_less_hard(game: Any, seats: int, make: Any) -> None:
    """Still legal moves, and in the long run others."""
    bot: Bot = make(game)
    bot.effort = Effort(noise=1.0, memory=0.0, share=0.1)
    match = hr.Match.new(game, seats=seats, seed="noise")
    seat = match.to_act[0]
    view = match.view(seat)

    moves = {bot.choose(view) for _ in range(40)}
    assert moves <= set(view.legal)
    assert len(moves) > 1


@each
def test_another_view_is_refused(game: Any, seats: int, make: Any) -> None:
    """What is no view, and a view of a seat that has nothing to decide."""
    match = hr.Match.new(game, seats=seats, seed="refused")
    with pytest.raises(TypeError):
        make(game).choose(match.state)
    idle = [seat for seat in range(seats) if seat not in match.to_act]
    for seat in idle:
        with pytest.raises(hr.IllegalMove):
            make(game).choose(match.view(seat))


def test_levels_are_listed_from_the_weakest() -> None:
    assert list(levels(heart())) == ["random", "beginner", "intermediate", "advanced"]
    assert list(levels(hr.load("heroes"))) == ["random", "easy", "medium", "hard", "expert"]
    assert list(levels(hr.load("duel")))[-1] == "expert"


def test_advanced_proves_an_ending() -> None:
    """It may even lay suits that the list does not name, and knows that it wins."""
    hands = [["KC", "KD", "4C"], ["9C", "9D", "AC"]]
    held = [card for hand in hands for card in hand]
    pack = [card.text for card in PACK]
    position = {
        "game": "heart-of-five",
        "hands": hands,
        "to_act": 0,
        "leader": 0,
        "last": None,
        "passes": 0,
        "out": [],
        "round": 1,
        "wins": [0, 0],
        "losses": [0, 0],
        "played": [card for card in pack if card not in held],
    }
    game: Any = hr.load("heart-of-five")
    advice = Advanced(game, Limit(iterations=1)).explain(hr.Match.from_position(game, position).view(0))

    assert str(advice.move) == "play KC KD"
    assert advice.chance is not None
    assert advice.chance.share == 1.0
    assert "goes out first" in advice.why


def test_the_expert_of_heroes_uses_what_it_was_shown() -> None:
    """Of the rival's cards that Dr. Manhattan has shown it fights one that is worth most to it."""
    game = hr.load("heroes")
    for seed in range(400):
        match = hr.Match.new(game, seats=2, seed=f"shown {seed}")
        bots = [Expert(seat) for seat in range(2)]
        acted: dict[int, int] = {}
        while match.to_act and len(match.moves) < 80:
            seat = waited_longest(match, acted)
            view: Any = match.view(seat)
            if view.known and view.phase == "card_selection_rival":
                worth = {move: bots[seat].worth(view, move.slot) for move in view.legal}
                assert worth[bots[seat].choose(view)] == max(worth.values())
                assert bots[seat].explain(view).why.startswith("Dr. Manhattan has shown what lies there: it wins ")
                return
            match.play(seat, bots[seat].choose(view))
    pytest.fail("Dr. Manhattan never showed anything")


# -- Personalities ---------------------------------------------------------------------------------------------------


def test_each_family_says_what_the_leanings_are_about() -> None:
    """Of facts that there are; the leanings are those of a personality."""
    leanings = set(Personality.__struct_fields__) - {"name", "manner", "words"}
    assert set(HEART_LEANINGS) == leanings
    assert set(HEROES_LEANINGS) < leanings
    assert {fact for facts in HEART_LEANINGS.values() for fact in facts} < set(WEIGHTS)
    assert set(WORDS) == set(WEIGHTS)


@pytest.mark.parametrize("level", ["intermediate", "advanced"])
def test_a_level_of_heart_of_five_is_named_with_its_personality(level: str) -> None:
    assert hr.bot(f"{level}:hasty", heart(), ms=5).name == f"{level}:hasty"
    assert hr.bot(f"{level}:balanced", heart(), ms=5).name == level


def test_without_a_personality_nothing_is_liked() -> None:
    """Then the level chooses as it always did."""
    assert HeartJudge(heart()).taste == {}
    assert Expert().bold == 1


def test_a_personality_shows_at_heart_of_five() -> None:
    """In a few hundred decisions some are others."""
    game = heart()
    plain, hasty = hr.bot("intermediate", game, seed=1), hr.bot("intermediate:hasty", game, seed=1)
    otherwise = 0
    for seed in range(6):
        match = hr.Match.new(game, seats=4, seed=f"taste {seed}")
        while match.to_act:
            view = match.view(match.to_act[0])
            otherwise += plain.choose(view) != hasty.choose(view)
            match.play(match.to_act[0], plain.choose(view))

    assert otherwise > 0


@pytest.mark.parametrize(
    ("name", "least", "most"), [("aggressive", 101, 104), ("defensive", 94, 98), ("tidy", 100, 100)]
)
def test_a_personality_shows_in_the_bets_of_heroes(name: str, least: int, most: int) -> None:
    """Medium bets a quarter of its 400 credits."""
    match = Heroes(name="", why="", credits=(400, 400)).match()
    move = hr.bot(f"medium:{name}", match.game, seed=1).choose(match.view(0))

    assert isinstance(move, hr.Bet)
    assert least <= move.amount <= most


def test_an_expert_of_heroes_leans_only_among_bets_that_are_equally_good() -> None:
    """Those of the table, with other shares."""
    view: Any = hr.Match.new(hr.load("heroes"), seats=2, seed="bets").view(0)
    bold, careful = (Expert(1, PERSONALITIES[name]) for name in ("aggressive", "defensive"))
    for standing in ((700, 300, 200), (300, 700, 200), (900, 100, 200)):
        means = []
        for bot in (bold, careful):
            bot.standing = lambda view, standing=standing: standing  # type: ignore[method-assign, misc]
            mixed = bot.mixture(view)
            means.append(sum(amount * share for amount, share in mixed) / sum(share for _, share in mixed))
        assert means[0] >= means[1]


def test_adaptive_explains_the_bets_it_made() -> None:
    view = hr.Match.new(hr.load("heroes"), seats=2, seed="bets").view(0)
    advice = Adaptive(Expert(1), 0.3).explain(view, hr.Bet(60))

    assert advice.move == hr.Bet(60)
    assert "100 against 100 credits" in advice.why
    assert advice.chance is not None


@pytest.mark.parametrize("level", ["random", "easy", "medium", "hard", "expert"])
def test_nobody_keeps_the_rival_of_heroes_waiting_for_a_bet(level: str) -> None:
    """Whoever bets nothing has not bet yet, and a bot is asked once. It happened with two credits left."""
    game = hr.load("heroes")
    match = hr.Match.new(game, seats=2, seed="poor")
    position = match.position()
    position["players"][1]["credits"] = 2  # type: ignore[index, call-overload]
    view = hr.Match.from_position(game, position).view(1)

    moves = {str(hr.bot(level, game, seed=seed).choose(view)) for seed in range(30)}

    assert moves <= {"bet 1", "bet 2"}
