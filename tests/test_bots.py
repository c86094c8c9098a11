"""Bots: they get a view and nothing else, choose a legal move, and say why; levels, personalities, honesty."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

import houserules as hr
from houserules.bots import (
    PERSONALITIES,
    TIMES,
    Adaptive,
    Advice,
    Bot,
    BotSpec,
    Effort,
    Limit,
    fallbacks,
    levels,
    make_bot,
    read_bot,
    with_limit,
)
from houserules.bots.adaptive import TARGET, effort_of
from houserules.bots.base import RandomBot
from houserules.bots.search import NEAR, Option, Searcher
from houserules.core import View
from houserules.errors import HouseRulesError, IllegalMove, RequestError
from houserules.games import GAMES
from houserules.games.shedding.bots import LEANINGS, REASONS, SheddingJudge, leaning
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.tune import PLACES, moved, scores, tune, written
from houserules.games.shedding.weights import BY_HAND, MEDIUM, SURE, Plan, Weights, tuned
from houserules.kernel import shedding_weigher as kernel
from tests.positions import table
from tests.strategies import houses
from tests.test_random_houses import SOME, loaded

FAMILY = tuple(name for name in GAMES if isinstance(hr.load(name), Shedding))
LEVELS = tuple(level for level in levels(hr.load("shithead")) if level != "expert")  # it takes its time: test_thinking
EXAMPLES = sorted((Path(__file__).parent.parent / "examples" / "houses").glob("*.toml"))


def views(game: Any, seats: int, seed: str, most: int = 10_000) -> Iterator[tuple[Any, hr.Match[Any], int]]:
    """A match of medium players with some chance in it: each view with the match and the seat."""
    match: hr.Match[Any] = hr.Match.new(game, seats=seats, seed=seed)
    chance = random.Random(seed)
    player = hr.bot("medium", game, seed=1)
    for _ in range(most):
        if not match.to_act:
            return
        seat = match.to_act[0]
        view = match.view(seat)
        yield view, match, seat
        move = chance.choice(view.legal) if chance.random() < 0.2 else player.choose(view)
        match.play(seat, move)


# -- The registry ----------------------------------------------------------------------------------------------------


def test_the_levels_of_the_family_from_the_weakest() -> None:
    """Random plays any game, the others those of their family."""
    assert LEVELS[:4] == ("random", "easy", "medium", "hard")


@pytest.mark.parametrize(
    ("level", "said"),
    [("hrad", "did you mean hard?"), ("grandmaster", "random, easy, medium, hard"), ("hard:agressive", "aggressive")],
)
def test_an_unknown_level_names_those_there_are(level: str, said: str) -> None:
    """And the nearest, if one is near."""
    with pytest.raises(HouseRulesError, match=r"there is no") as refused:
        hr.bot(level, hr.load("shithead"))

    assert said in refused.value.message
    assert refused.value.code == "bad-request"


def test_a_bot_needs_some_time() -> None:
    """It is refused at once, not when it has to move."""
    with pytest.raises(RequestError, match="at least 1 ms"):
        hr.bot("hard", hr.load("shithead"), ms=0)
    with pytest.raises(RequestError, match="at most 86400000 ms"):
        hr.bot("expert", hr.load("shithead"), ms=10**14)


@pytest.mark.parametrize("time", ["", "0", "-5", "1e3", "300ms", "999999999", "²", "slow", "300@5"])
def test_a_time_that_is_none_is_refused(time: str) -> None:
    """One sentence says what would be one."""
    with pytest.raises(RequestError, match="milliseconds from 1 to 600000, as in expert@300, or one of quick"):
        hr.bot(f"expert@{time}", hr.load("shithead"))


def test_who_decides_at_once_takes_no_time() -> None:
    """It is said, and not ignored: somebody thinks that it would help."""
    with pytest.raises(RequestError, match="hard decides at once and takes no time: write hard without @300"):
        hr.bot("hard@300:tidy", hr.load("shithead"))


@pytest.mark.parametrize(("level", "ms"), [("expert@300", 300), ("expert@long:tidy", 1500), ("expert:tidy", 70)])
def test_the_time_of_a_level_counts_more_than_the_one_for_all(level: str, ms: int) -> None:
    """So that two experts of different times can meet."""
    player = hr.bot(level, hr.load("duel"), ms=70, seed=1)

    assert isinstance(player, Searcher)
    assert player.limit == Limit(ms=ms)
    assert player.name == ("expert:tidy" if "tidy" in level else "expert")


def test_the_named_times_are_those_of_the_levels_of_effort() -> None:
    assert list(TIMES.values()) == [300, 500, 800, 1500]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("hard", BotSpec("hard")),
        ("hard:tidy", BotSpec("hard", "tidy")),
        ("expert@300", BotSpec("expert", limit=Limit(ms=300))),
        ("expert@2000x:tidy", BotSpec("expert", "tidy", Limit(iterations=2000))),
    ],
)
def test_the_text_of_a_bot_is_read_and_written(text: str, spec: BotSpec) -> None:
    assert read_bot(text) == spec
    assert str(spec) == text
    assert msgspec.json.decode(msgspec.json.encode(spec), type=BotSpec) == spec


def test_a_named_time_and_no_personality_are_read_as_what_they_are() -> None:
    assert read_bot("expert@long:balanced") == BotSpec("expert", limit=Limit(ms=1500))


def test_a_bot_is_read_for_any_game_and_refused_by_the_game_that_has_none() -> None:
    """Without a game, only what is no text of a bot at all is refused."""
    assert read_bot("grandmaster").level == "grandmaster"
    with pytest.raises(RequestError, match="there is no bot 'grandmaster'"):
        read_bot("grandmaster", hr.load("shithead"))
    with pytest.raises(RequestError, match="did you mean tidy"):
        read_bot("hard:tydi")
    with pytest.raises(RequestError, match="write hard without @quick"):
        read_bot("hard@quick", hr.load("shithead"))


def test_a_bot_is_made_from_data() -> None:
    game = hr.load("shithead")
    player = make_bot(BotSpec("expert", "tidy", Limit(iterations=5)), game, seed=9)

    assert isinstance(player, Searcher)
    assert (player.name, player.seed, player.limit) == ("expert:tidy", 9, Limit(iterations=5))
    for wrong in (BotSpec("grandmaster"), BotSpec("hard", limit=Limit(ms=5)), BotSpec("hard", "tydi")):
        with pytest.raises(RequestError):
            make_bot(wrong, game, seed=9)


@pytest.mark.parametrize("limit", [{"ms": 0}, {"iterations": 0}, {}, {"ms": 5, "iterations": 5}])
def test_a_limit_is_one_number_of_at_least_one(limit: dict[str, int]) -> None:
    with pytest.raises(RequestError):
        Limit(**limit)


def test_levels_say_whether_they_think_without_a_bot_being_made() -> None:
    thinking = {name: [level for level, about in levels(hr.load(name)).items() if about.thinks] for name in GAMES}

    assert thinking == {**{name: ["expert"] for name in FAMILY}, "heart-of-five": ["advanced"], "heroes": []}
    for name in GAMES:
        for level, about in levels(hr.load(name)).items():
            assert hr.bot(level, hr.load(name), ms=5).thinks == about.thinks


def test_a_limit_is_given_to_those_that_think_and_have_none() -> None:
    game, limit = hr.load("shithead"), Limit(ms=70)

    assert with_limit(BotSpec("hard"), game, limit) == BotSpec("hard")
    assert with_limit(BotSpec("expert"), game, limit) == BotSpec("expert", limit=limit)
    assert with_limit(read_bot("expert@300"), game, limit) == read_bot("expert@300")


def test_who_may_play_for_a_bot_that_fails() -> None:
    """The levels below, the strongest first, whatever its personality and its limit are."""
    game = hr.load("shithead")

    assert [str(spec) for spec in fallbacks(read_bot("expert@300:tidy"), game)] == ["hard", "medium", "easy", "random"]
    assert [str(spec) for spec in fallbacks(BotSpec("easy"), game)] == ["random"]
    assert fallbacks(BotSpec("random"), game) == ()


def test_a_bot_is_named_with_its_personality() -> None:
    """As it is asked for."""
    game = hr.load("duel")

    assert hr.bot("hard:tidy", game).name == "hard:tidy"
    assert hr.bot("hard:balanced", game).name == hr.bot("hard", game).name == "hard"


# -- What a bot is given ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_gets_a_view_and_nothing_else(level: str) -> None:
    """A match or a state would show it every card."""
    game = hr.load("shithead")
    match: hr.Match[Any] = hr.Match.new(game, seats=2, seed="peek")
    player: Any = hr.bot(level, game, seed=1)
    for peek in (match, match.state, match.state.kernel):
        with pytest.raises(TypeError, match="View"):
            player.choose(peek)


@pytest.mark.parametrize("level", LEVELS)
def test_who_has_nothing_to_decide_is_not_asked(level: str) -> None:
    """Neither a seat that is not to act, nor a spectator."""
    game = hr.load("smellyhead")
    match: hr.Match[Any] = hr.Match.new(game, seats=2, seed="wait")
    player = hr.bot(level, game, seed=1)
    for viewer in (1 - match.to_act[0], None):
        with pytest.raises(IllegalMove) as refused:
            player.choose(match.view(viewer))
        assert refused.value.code == "not-your-turn"


def test_a_bot_of_the_family_plays_no_other_game() -> None:
    """It says so."""
    view = View(game="chess", seat=0, to_act=(0,), legal=hr.Legal((hr.Pass(),)), outcome=None)
    with pytest.raises(TypeError, match="chess"):
        hr.bot("easy", hr.load("shithead")).choose(view)


# -- Honesty ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [*LEVELS, "hard:aggressive"])
@pytest.mark.parametrize("name", FAMILY)
def test_hidden_cards_do_not_change_a_move(level: str, name: str) -> None:
    """Everything a seat may not know is dealt anew, again and again: the same bot chooses the same."""
    game = hr.load(name)
    seen = 0
    for view, match, seat in views(game, min(3, game.seats.stop - 1), f"honest {level}", most=120):
        if len(view.legal) == 1:
            continue
        seen += 1
        chosen = hr.bot(level, game, seed=seen).choose(view)
        for seed in range(3):
            other = game.redeal(match.state, seat, 1000 * seen + seed)
            assert hr.bot(level, game, seed=seen).choose(game.view(other, seat)) == chosen, match.position()
    assert seen > 10


@pytest.mark.parametrize("name", FAMILY)
def test_the_weigher_looks_at_nothing_hidden(name: str) -> None:
    """The kernel holds all cards when bots are tuned in it: there, too, what is hidden changes nothing."""
    game = hr.load(name)
    weigher = kernel.Weigher(game.tables, tuned().vector())  # type: ignore[attr-defined]
    for _, match, _ in views(game, min(4, game.seats.stop - 1), "kernel", most=150):
        state = match.state.kernel
        chosen = weigher.best(state, 7)
        for seed in range(3):
            assert weigher.best(state.redealt(state.turn, seed), 7) == chosen


# -- Playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_bot_plays_any_house(level: str, path: Path) -> None:
    """Its moves are legal to the end."""
    game = hr.load(path)
    match: hr.Match[Any] = hr.Match.new(game, seats=game.seats.start, seed="any")
    player = hr.bot(level, game, seed=3)
    while match.to_act and len(match.moves) < 300:
        seat = match.to_act[0]
        match.play(seat, player.choose(match.view(seat)))

    assert match.outcome is not None or len(match.moves) == 300


@SOME
@given(houses(limit=30, most_seats=3))
def test_hard_plays_and_explains_a_house_that_nobody_has_thought_of(document: dict[str, Any]) -> None:
    """Setup, targets, suits, ways and ranks are moves like any other."""
    game = loaded(document)
    match: hr.Match[Any] = hr.Match.new(game, seats=game.seats.start, seed="any")
    player = hr.bot("hard", game, seed=3)
    while match.to_act and len(match.moves) < 25:
        seat = match.to_act[0]
        advice = player.explain(match.view(seat))
        assert advice.why
        match.play(seat, advice.move)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same(level: str) -> None:
    """A bot's chance is its own, and starts anew with a match."""
    game = hr.load("shithead")
    player = hr.bot(level, game, seed=5)
    for view, _, _ in views(game, 2, "same", most=40):
        player.begin(9)
        chosen = player.choose(view)
        player.begin(9)
        assert player.choose(view) == chosen


@pytest.mark.parametrize("level", [*LEVELS, "hard:defensive"])
@pytest.mark.parametrize("name", FAMILY)
def test_every_move_can_be_explained(level: str, name: str) -> None:
    """What is explained is what would be played; the runner-up is another legal move; why is a sentence."""
    game = hr.load(name)
    player = hr.bot(level, game, seed=5)
    for view, _, _ in views(game, 2, "why", most=80):
        player.begin(1)
        chosen = player.choose(view)
        stream = player.chance.getstate()
        after = player.explain(view, chosen)
        assert player.chance.getstate() == stream  # to ask why changes nothing of what comes
        player.begin(1)
        advice = player.explain(view)
        assert advice == after
        assert advice.move == chosen
        assert advice.runner_up is None or (advice.runner_up in view.legal and advice.runner_up != chosen)
        assert advice.why
        assert "{" not in advice.why
        assert advice.chance is None


# -- The levels ------------------------------------------------------------------------------------------------------


def chosen(level: str, *seats: str, game: str = "shithead", **more: Any) -> str:
    """What a level plays in a position of two, from seat 0."""
    loaded = hr.load(game)
    match: hr.Match[Any] = hr.Match.from_position(loaded, table(*seats, game=game, **more))
    return str(hr.bot(level, loaded, seed=1).choose(match.view(match.to_act[0])))


def test_easy_plays_the_lowest_that_will_do() -> None:
    """With all its equals, and nothing is saved."""
    assert chosen("easy", "5C 5D 9H KS / 3H / 3D", "4C / 4D / 4H", pile="4S", stock="6C 6D") == "play 5C 5D"
    assert chosen("easy", "2C 5D 9H KS / 3H / 3D", "4C / 4D / 4H", pile="4S", stock="6C 6D") == "play 2C"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_better_levels_keep_what_goes_on_anything(level: str) -> None:
    """A five does as well as a two here."""
    assert chosen(level, "2C 5D 9H / 3H / 3D", "4C 6H 6S / 4D / 4H", pile="4S", stock="7C 7D") == "play 5D"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_last_card_is_played(level: str) -> None:
    """Who can go out goes out."""
    assert chosen(level, "KC KD", "4C 6H 6S / 4D / 4H", pile="4S") == "play KC KD"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_pile_goes_to_whom_is_nearly_out(level: str) -> None:
    """Never to oneself."""
    seats = ("3C 4C", "5C 6C 7C / 4D / 4H", "9C")
    assert chosen(level, *seats, pile="QS QD jj", pending="target") == "target 2"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_best_cards_lie_face_up(level: str) -> None:
    """Twos and tens are worth most when nothing can be drawn any more."""
    game = hr.load("shithead")
    match: hr.Match[Any] = hr.Match.new(game, seats=2, seed="friday")
    player = hr.bot(level, game, seed=1)
    while 0 in match.to_act:
        match.play(0, player.choose(match.view(0)))
    ups = match.position()["seats"][0]["up"]  # type: ignore[index, call-overload]

    assert {"2D", "TD"} <= set(ups)  # type: ignore[arg-type]


# -- Personalities ---------------------------------------------------------------------------------------------------


def test_there_are_five_personalities() -> None:
    """The balanced one is what a level itself thinks right."""
    assert {"balanced", "aggressive", "defensive"} < set(PERSONALITIES)
    assert len(PERSONALITIES) == 5
    assert leaning(MEDIUM, PERSONALITIES["balanced"]) == MEDIUM


def test_a_personality_leaves_alone_what_is_sure() -> None:
    """It goes out when it can, whatever it likes."""
    for personality in PERSONALITIES.values():
        plan = leaning(tuned(), personality)
        for field in ("win", "played", "give_self"):
            assert getattr(plan.early, field) == getattr(SURE, field)


def test_a_leaning_is_about_weights_there_are() -> None:
    """Each weight is of one leaning at most."""
    fields = [field for group in LEANINGS.values() for field in group]

    assert set(fields) < set(Weights.__struct_fields__)
    assert len(fields) == len(set(fields))


def test_without_a_personality_a_level_chooses_as_ever() -> None:
    """The balanced one is no taste at all, for those that search too."""
    game = hr.load("shithead")
    assert isinstance(game, Shedding)
    plain, balanced = (
        Searcher(game, Limit(iterations=20), seed=3, judge=judge) for judge in (None, SheddingJudge(game, tuned()))
    )
    for view, _, _ in views(game, 2, "as ever", most=30):
        assert plain.choose(view) == balanced.choose(view)


def options_of(*rows: tuple[str, float, int]) -> list[Option]:
    return [Option(hr.load("shithead").read(text), chance, 0.0, 1.0, visits) for text, chance, visits in rows]


@pytest.mark.parametrize(
    ("rows", "liked"),
    [
        ([("play 5D", 0.5, 90), ("play TC", 0.5 - NEAR / 2, 60)], "play TC"),
        ([("play 5D", 0.5, 90), ("play TC", 0.5 - 2 * NEAR, 60)], "play 5D"),
        ([("play 5D", 0.5, 90), ("play TC", 0.5 - NEAR / 2, 3)], "play 5D"),
        ([("play 5D", 1.0, 90), ("play TC", 1.0, 90)], "play 5D"),
    ],
    ids=["about as good", "worse", "hardly looked at", "won anyway"],
)
def test_an_expert_follows_its_taste_where_it_costs_next_to_nothing(
    rows: list[tuple[str, float, int]], liked: str
) -> None:
    """A tidy one burns a pile where that is about as good, and knows enough to say so."""
    match: hr.Match[Any] = hr.Match.from_position(
        hr.load("shithead"), table("5D TC 9H / 3H / 3D", "4C 6H 6S / 4D / 4H", pile="3S 3C 4S", stock="7C 7D")
    )
    game: Any = match.game
    judge = SheddingJudge(game, tuned(), PERSONALITIES["tidy"])
    player = Searcher(game, Limit(iterations=1), judge=judge)

    assert str(player._to_taste(match.view(0), options_of(*rows))[0].move) == liked


@pytest.mark.parametrize("name", PERSONALITIES)
def test_nobody_likes_anything_better_than_going_out(name: str) -> None:
    """Nor to have the pile oneself."""
    judge = SheddingJudge(hr.load("shithead"), tuned(), PERSONALITIES[name])  # type: ignore[arg-type]
    out = hr.Match.from_position(hr.load("shithead"), table("8C TC", "4C 6H 6S / 4D / 4H", pile="3S 4S"))
    one = hr.Match.from_position(hr.load("shithead"), table("8C", "4C 6H 6S / 4D / 4H", pile="3S 4S"))
    assert len(out.view(0).legal) == 2
    assert judge.liking(one.view(0), one.view(0).legal[0]) >= max(
        judge.liking(out.view(0), move) for move in out.view(0).legal
    )


# -- Why -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FAMILY)
def test_what_is_said_of_a_move_is_true(name: str) -> None:
    """Who says that the pile burns sees it burn; who says that it plays on plays on; who lays so many lays so many."""
    game = hr.load(name)
    player = hr.bot("hard", game, seed=5)
    checked = 0
    for view, match, seat in views(game, 2, "true", most=150):
        advice = player.explain(view)
        after = game.apply(match.state, seat, advice.move)
        burned = any(type(event).__name__ == "Burned" for event in after.events)
        said = advice.why.split("tried less")[0]
        if "burns" in said:
            assert burned
            checked += 1
        if "it plays on" in said:
            assert game.to_act(after.state) == (seat,)
        if "gets rid of" in said:
            assert isinstance(advice.move, hr.Play)
            count = len(advice.move.cards)
            assert f"gets rid of {'one card' if count == 1 else f'{count} cards'} at once" in said
            checked += 1
        if taken := re.search(r"has no answer in \d+% of cases and takes (\w+) card", said):
            lies = len(game.view(after.state, None).pile)  # type: ignore[attr-defined]
            assert taken[1] == ("one" if lies == 1 else str(lies))
            checked += 1
        if "it is the last card" in said:
            assert any(type(event).__name__ in ("WentOut", "Ended") for event in after.events)
    assert checked > 2


def test_hints_are_said_in_facts() -> None:
    """What it does, not only what it came to."""
    match: hr.Match[Any] = hr.Match.from_position(
        hr.load("shithead"), table("2C 5D 9H / 3H / 3D", "4C 6H 6S / 4D / 4H", pile="4S", stock="7C 7D")
    )
    game: Any = match.game
    hard = hr.bot("hard", game, seed=1).explain(match.view(0))
    expert = Searcher(game, Limit(iterations=60), seed=1, judge=SheddingJudge(game, tuned())).explain(match.view(0))

    assert hard.runner_up is not None
    assert "it" in hard.why
    assert "; in 60 imagined games this move scores" in expert.why


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        ("play 5D 2C", "it keeps 2C, which goes on anything"),
        ("play 2C 2D", "it keeps 2C 2D, which go on anything"),
        ("play 5D 6C", ""),
    ],
)
def test_only_cards_that_go_on_anything_are_said_to(instead: str, said: str) -> None:
    """Others may go with them, where a house lets cards join."""
    game: Any = hr.load("shithead")
    view = hr.Match.new(game, seats=2, seed="kept").view(0)
    words = SheddingJudge(game, tuned()).words(view, game.read("play 9H"), game.read(instead), {"plain": 1}, {})
    assert words["plain"][0] == said


def test_a_slip_is_called_one() -> None:
    """An opponent that tries less hard says what it would have played, afterwards too."""
    match: hr.Match[Any] = hr.Match.from_position(
        hr.load("shithead"), table("2C 5D 9H / 3H / 3D", "4C 6H 6S / 4D / 4H", pile="4S", stock="7C 7D")
    )
    player = Adaptive(hr.bot("hard", match.game, seed=1), 0.2)
    advice = player.explain(match.view(0), match.game.read("play 2C"))

    assert str(advice.move) == "play 2C"
    assert advice.why.startswith("it tried less hard than it can: play 5D was better, because it keeps 2C")


# -- The weights -----------------------------------------------------------------------------------------------------


def test_the_weights_stand_in_the_order_of_the_kernel() -> None:
    """A field for each fact, at its place."""
    renamed = {"glass_laid": "GLASS_LAID", "give_next_seat": "GIVE_NEXT_SEAT"}
    fields = Weights.__struct_fields__

    assert len(fields) == kernel.FACTS
    assert [getattr(kernel, renamed.get(field, field.upper())) for field in fields] == list(range(kernel.FACTS))
    assert set(REASONS) == set(fields)


def test_the_tuned_weights_are_shipped() -> None:
    """They keep what is sure, and are not those they began with."""
    plan = tuned()

    assert plan != MEDIUM
    assert plan.early.win == BY_HAND.win


def test_weights_are_written_and_read_again() -> None:
    """Where they come from stands above them."""
    import tomllib  # noqa: PLC0415

    text = written(MEDIUM, ["by hand"])

    assert text.startswith("# by hand\n")
    assert msgspec.convert(tomllib.loads(text)["plan"], Plan) == MEDIUM


def test_tuning_gives_the_same_for_the_same_seed() -> None:
    """Two short runs, and the steps they end with."""
    one, two = ([steps for _, steps in tune(MEDIUM, 3, 1, seed=4, rate=1.0)][-1] for _ in range(2))

    assert one == two
    assert any(one)


def test_tuning_moves_weights_by_their_steps() -> None:
    """One step for each is one step for each."""
    there = moved(MEDIUM, [1.0] * len(PLACES))

    assert there.late.rank == BY_HAND.rank + 1
    assert there.late.win == BY_HAND.win
    assert there.late.up_rank == BY_HAND.up_rank


def test_equal_plans_share_each_deal() -> None:
    """Both seats of a deal, both ways round: half each."""
    game = hr.load("duel")
    assert isinstance(game, Shedding)
    still = Plan.of(msgspec.structs.replace(BY_HAND, rank=-2.01))

    found = list(scores(game, 2, still, still, random.Random(1), 20))

    assert 0.2 < sum(found) / 20 < 0.8
    assert set(found) <= {0.0, 0.5, 1.0}


# -- Adaptive difficulty ---------------------------------------------------------------------------------------------


class Still(Bot):
    """A bot that only keeps its effort."""

    def choose(self, view: View) -> hr.Move:
        return view.legal[0]


def test_full_strength_is_full_effort() -> None:
    """And none is next to chance."""
    assert effort_of(1.0) == Effort()
    assert effort_of(0.0).noise == 1.0
    assert effort_of(0.0).memory == 0.0


@pytest.mark.parametrize("skill", [0.2, 0.5, 0.8])
def test_it_settles_where_the_player_gets_its_share(skill: float) -> None:
    """A player who wins the more often the weaker the bot is: in the long run 50 to 55 games of 100."""
    player = Adaptive(Still())
    chance = random.Random(3)
    won = []
    for _ in range(4000):
        result = float(chance.random() < 0.5 + skill - player.strength)
        player.learn(result)
        won.append(result)
    settled = won[1000:]

    assert 0.50 <= sum(settled) / len(settled) <= 0.55
    assert abs(player.strength - skill) < 0.25


def test_it_stays_between_none_and_all() -> None:
    """However often somebody wins."""
    player = Adaptive(Still())
    for _ in range(200):
        player.learn(1.0)
    assert player.strength == 1.0
    assert player.bot.effort == Effort()
    for _ in range(200):
        player.learn(0.0)
    assert player.strength == 0.0


def test_a_result_as_wished_changes_nothing() -> None:
    """Half a point more or less would."""
    player = Adaptive(Still(), 0.7)
    player.learn(TARGET)
    assert player.strength == 0.7


@pytest.mark.parametrize("strength", [0.0, 0.4, 1.0])
def test_an_adaptive_bot_is_as_honest_as_any(strength: float) -> None:
    """What it turns is noise, memory and effort: hidden cards do not change its move."""
    game = hr.load("shithead")
    for view, match, seat in views(game, 2, "adaptive", most=60):
        chosen = Adaptive(hr.bot("hard", game, seed=4), strength).choose(view)
        other = game.view(game.redeal(match.state, seat, 8), seat)
        assert Adaptive(hr.bot("hard", game, seed=4), strength).choose(other) == chosen


def test_an_adaptive_bot_begins_explains_and_ends_as_the_one_inside() -> None:
    """It is that bot, at another effort."""
    game = hr.load("shithead")
    player = Adaptive(hr.bot("hard", game, seed=4), 1.0)
    player.begin(77)
    view = next(view for view, _, _ in views(game, 2, "inside", most=30) if len(view.legal) > 1)

    assert player.bot.seed == 77
    assert isinstance(player.explain(view), Advice)
    player.close()
    player.close()


def test_noise_makes_hard_worse() -> None:
    """With all of it, it plays otherwise than without, now and then."""
    game = hr.load("shithead")
    sure, unsure = hr.bot("hard", game, seed=4), hr.bot("hard", game, seed=4)
    unsure.effort = Effort(noise=1.0)
    seen = [view for view, _, _ in views(game, 2, "noise", most=60) if len(view.legal) > 2]

    assert any(sure.choose(view) != unsure.choose(view) for view in seen)


def test_a_bot_that_does_not_say_why_still_answers() -> None:
    """The least that `explain` gives."""
    view = View(game="any", seat=0, to_act=(0,), legal=hr.Legal((hr.Pass(),)), outcome=None)

    assert Still().explain(view) == Advice(hr.Pass(), "bot plays so")
    assert RandomBot(1).explain(view).why == "the only legal move"


@pytest.mark.parametrize(("name", "level"), [("shithead", "hard"), ("heart-of-five", "intermediate")])
def test_a_reason_is_told_as_facts_too(name: str, level: str) -> None:
    """The facts that the sentence is made of: each differs from that of the other move, and public ones compare with
    nothing."""
    game = hr.load(name)
    player = hr.bot(level, game, seed=1)
    match: hr.Match[Any] = hr.Match.new(game, seats=3, seed="facts")
    told = public = 0
    while match.to_act and match.seq < 90:
        seat = match.to_act[0]
        view = match.view(seat)
        advice = player.explain(view)
        match.play(seat, advice.move)
        for because in advice.because:
            told += 1
            assert because.instead is not None
            assert because.amount != because.instead
        assert len(advice.because) <= advice.why.count(", and ") + 1
        said, facts = player.public_because(view, advice.move)
        assert said == player.public_reason(view, advice.move)
        assert all(fact.instead is None and fact.amount > 0 for fact in facts)
        public += len(facts)
    assert told > 20
    assert public
