"""Table: what each step needs and does, refusals, who is due, forfeits, undo, rematches. The clock is only a number."""

from __future__ import annotations

import msgspec
import pytest

import houserules as hr
from houserules.core import Move, Turn, from_json, to_json
from houserules.match import Proof
from houserules.table import (
    AgreeToTakeBack,
    AnyDeed,
    Forfeit,
    Player,
    Policies,
    ReadyToDeal,
    Rematch,
    Settings,
    Sit,
    Step,
    Table,
    TakeBack,
    TakeOver,
    TimedOut,
    answer_of,
    could_act_since,
)
from tests.positions import table as position
from tests.tables import all_seen, seated

pytestmark = pytest.mark.one_build


def refused(table: Table, seat: int, move: Move | AnyDeed | str) -> str:
    """The code of the refusal; nothing changes."""
    before = all_seen(table)
    with pytest.raises(hr.HouseRulesError) as problem:
        table.play(seat, move, 0)
    assert all_seen(table) == before
    assert problem.value.message
    return problem.value.code


def begun(kinds: str) -> Table:
    """A table of which all seats have said that their setup is over."""
    table = seated(kinds)
    for seat in range(table.seats):
        table.play(seat, "ready", 0)
    return table


def first_move(table: Table) -> tuple[int, Move]:
    seat = table.to_act[0]
    return seat, table.match.legal(seat)[0]


# -- Steps -----------------------------------------------------------------------------------------------------------


def test_a_step_is_decided_then_committed() -> None:
    """Between the two a journal fits: nothing is true before the commit."""
    table = seated("pp")

    step = table.decide(0, "ready", 1500)

    assert (step.seq, step.seat, step.move, step.at) == (1, 0, hr.Ready(), 1500)
    assert step.events
    assert (table.seq, table.to_act) == (0, (0, 1))
    assert table.commit(step) == step
    assert (table.seq, table.match.to_act) == (1, (1,))


def test_a_step_is_committed_once() -> None:
    """The second time it is stale, and one that skips a number is ahead."""
    table = seated("pp")
    step = table.decide(0, "ready", 0)
    table.commit(step)

    for wrong, code in ((step, "stale"), (Step(7, 1, hr.Ready(), 0), "ahead"), (Step(0, 1, hr.Ready(), 0), "stale")):
        with pytest.raises(hr.TableError) as problem:
            table.commit(wrong)
        assert problem.value.code == code
    assert table.seq == 1


def test_of_two_steps_decided_at_the_same_moment_one_is_committed() -> None:
    """Whoever was first; the other has to be decided again."""
    table = seated("pp")
    one, other = table.decide(0, "ready", 0), table.decide(1, "ready", 0)

    table.commit(one)

    with pytest.raises(hr.TableError) as problem:
        table.commit(other)
    assert problem.value.code == "stale"
    table.play(1, "ready", 0)


def test_a_step_from_a_journal_is_computed_again() -> None:
    """It needs no events; wrong ones, or a time before the last step, are refused."""
    table = seated("pp")
    table.play(0, "ready", 1000)
    right = table.decide(1, "ready", 2000)

    for wrong in (Step(2, 1, hr.Ready(), 999), Step(2, 1, hr.Ready(), 2000, right.events[:1] * 3)):
        with pytest.raises(hr.TableError) as problem:
            table.commit(wrong)
        assert problem.value.code == "bad-step"
    assert table.commit(Step(2, 1, hr.Ready(), 2000)) == right


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{", b"[]", b"\xff", b'{"type":"step"}'),
        b'{"type":"step","seq":1,"seat":0,"move":"fly","at":0}',
        b'{"type":"step","seq":1,"seat":0,"move":{"deed":"fly"},"at":0}',
    ],
)
def test_what_is_not_a_step_is_refused(data: bytes) -> None:
    """As a whole, with a code."""
    with pytest.raises(hr.TableError) as problem:
        Step.decode(data, hr.load("shithead"))
    assert problem.value.code == "bad-step"


def test_time_never_runs_back() -> None:
    """A clock that shows less than at the last step is taken to show the same; what is no time is refused."""
    table = seated("pp")
    table.play(0, "ready", 5000)

    assert table.play(1, "ready", 4000).at == 5000
    for now in (-1, 1 << 60, True, "soon"):
        with pytest.raises(hr.TableError) as problem:
            table.decide(*first_move(table), now)
        assert problem.value.code == "bad-time"


def test_the_match_is_told_seconds_since_the_deal() -> None:
    """The clock of the table may show anything when it opens."""
    game = hr.load("shithead")
    settings = Settings.of(game, [Player("Ann"), Player("Ben")], seed="x", opened=1_700_000_000_000)
    table = Table.new(settings)

    table.play(0, "ready", 1_700_000_061_999)

    assert table.match.seconds == 61


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None])
def test_there_are_only_the_seats_that_there_are(seat: object) -> None:
    table = seated("pp")

    with pytest.raises(hr.SeatsError):
        table.decide(seat, "ready", 0)
    if seat is not None:
        with pytest.raises(hr.SeatsError):
            table.since(seat)


# -- Players ---------------------------------------------------------------------------------------------------------


def test_what_is_shown_of_a_player_is_made_from_data() -> None:
    assert Player("Dora", "bot", "hard", "tidy").shown == "Dora, tidy, hard"
    assert Player("Ann").shown == "Ann"


@pytest.mark.parametrize(
    "players",
    [
        [Player("Ann"), Player(" ann ")],
        [Player("Ann"), Player("")],
        [Player("Ann"), Player("x" * 41)],
        [Player("Ann"), Player("a\nb")],
        [Player("Ann"), Player("Ben", "bot")],
        [Player("Ann"), Player("Ben", "bot", "grandmaster")],
        [Player("Ann"), Player("Ben", "bot", "hard", "sleepy")],
        [Player("Ann"), Player("Ben", "person", "hard")],
        [Player("Ann")],
    ],
)
def test_players_that_cannot_sit_down_are_refused(players: list[Player]) -> None:
    """Two of one name, no name, no level, a level that there is not, too few."""
    game = hr.load("shithead")

    with pytest.raises(hr.HouseRulesError) as problem:
        Table.new(Settings.of(game, players, seed="x"))
    assert problem.value.code in {"bad-player", "name-taken", "bad-seats"}


def test_cards_come_from_one_source() -> None:
    """A seed, a secret, a proof or a position: none is refused, and so are two."""
    game = hr.load("shithead")
    players = [Player("Ann"), Player("Ben")]

    for sources in ({}, {"seed": "x", "secret": "y"}):
        with pytest.raises(hr.TableError) as problem:
            Table.new(Settings.of(game, players, **sources))  # type: ignore[arg-type]
        assert problem.value.code == "bad-settings"
    proof = Proof.of("secret", ("a", "b"))
    assert Table.new(Settings.of(game, players, proof=proof)).match.proof == proof
    start = position("9D", "KH QS")
    assert Table.new(Settings.of(game, players, position=start)).match.to_act == (0,)


def test_settings_of_other_rules_are_refused() -> None:
    settings = Settings.of(hr.load("shithead"), [Player("Ann"), Player("Ben")], seed="x")

    with pytest.raises(hr.TableError) as problem:
        Table.new(settings, hr.load("duel"))
    assert problem.value.code == "other-rules"


# -- The first deal --------------------------------------------------------------------------------------------------


def test_cards_are_dealt_when_all_people_are_ready() -> None:
    """Until then there is nothing to see and nothing to play; bots need not say anything."""
    table = seated("pbp", ready_first=True)

    assert table.number == 0
    assert refused(table, 0, "ready") == "not-dealt"
    assert refused(table, 0, Forfeit()) == "not-dealt"
    assert refused(table, 1, ReadyToDeal()) == "not-a-person"
    table.play(0, ReadyToDeal(), 10)
    assert refused(table, 0, ReadyToDeal()) == "said-already"
    assert [seen.words for seen in table.since(None)] == [("Ann is ready",)]
    table.play(2, ReadyToDeal(), 20)

    assert table.is_dealt
    assert table.dealt_at == 20
    assert refused(table, 0, ReadyToDeal()) == "dealt"
    (deal,) = table.since(0)
    assert (deal.seq, deal.seat, deal.words, deal.turn.seats) == (
        2,
        2,
        ("Cem is ready", "The cards are dealt"),
        (0, 1, 2),
    )


def test_who_leaves_before_the_deal_is_not_waited_for() -> None:
    table = seated("pp", ready_first=True)
    table.play(0, ReadyToDeal(), 0)

    table.play(1, TakeOver(Player("Hal", "bot", "easy")), 0)

    assert table.is_dealt
    assert [player.kind for player in table.players] == ["person", "bot"]


def test_a_secret_and_the_salts_of_people_make_the_deal() -> None:
    """The host is committed before anybody adds a salt, and the record proves the deal."""
    game = hr.load("shithead")
    settings = Settings.of(game, [Player("Ann"), Player("Ben")], secret="hidden", policies=Policies(ready_first=True))
    table = Table.new(settings)
    table.play(0, ReadyToDeal("sugar"), 0)
    table.play(1, ReadyToDeal("salt"), 0)

    assert table.match.proof == Proof.of(settings.server_seed(1), ("sugar", "salt"))
    assert "hidden" not in str(table.match.record())
    assert settings.server_seed(1) != settings.server_seed(2)
    assert hr.Match.from_record(table.match.record()).proof == table.match.proof


# -- Whose turn ------------------------------------------------------------------------------------------------------


def test_a_bot_acts_once_after_each_move_of_a_person() -> None:
    """Where all may act at once; nobody has to hurry, and no bot runs ahead."""
    table = seated("pbb")
    assert table.due() is None

    table.play(0, table.match.legal(0)[0], 0)
    order = []
    while (seat := table.due()) is not None:
        order.append(seat)
        table.play(seat, table.match.legal(seat)[0], 0)

    assert order == [1, 2]
    assert table.to_act == (0, 1, 2)


def test_with_several_people_bots_act_after_a_move_of_any_of_them() -> None:
    table = seated("ppb")
    table.play(1, table.match.legal(1)[0], 0)
    assert table.due() == 2
    table.play(2, table.match.legal(2)[0], 0)
    assert table.due() is None
    table.play(0, "ready", 0)
    assert table.due() == 2


def test_among_bots_the_one_is_due_that_has_waited_longest() -> None:
    table = seated("bbb")
    order = []
    for _ in range(6):
        seat = table.due()
        assert seat is not None
        order.append(seat)
        table.play(seat, table.match.legal(seat)[0], 0)

    assert order == [0, 1, 2, 0, 1, 2]


def test_where_only_a_person_may_act_no_bot_is_due() -> None:
    table = begun("pb")
    while table.to_act != (0,):
        table.play(*first_move(table), 0)

    assert table.due() is None


def test_turn_says_who_was_skipped_who_goes_on_and_what_is_to_be_named() -> None:
    """Whoever looked away sees from the last step alone why it is their turn."""
    house = {"extends": "shithead", "name": "Hops", "powers": {"8": {"on": "any", "do": ["skip"]}}}
    game = hr.load(house)
    players = [Player(name) for name in ("Ann", "Ben", "Cem", "Dot")]
    hands = ("8C TC jj 9D", "KH QS", "AH AD", "4H 4D")

    found = {}
    for move in ("play 8C", "play TC", "play jj", "play 9D"):
        start = position(*hands, pile="4C", game=game.id)
        table = Table.new(Settings.of(game, players, position=start), game)
        table.play(0, move, 0)
        found[move] = table.since(None, 0)[0].turn

    assert found == {
        "play 8C": Turn((2,), skipped=(1,)),
        "play TC": Turn((0,), again=True),
        "play jj": Turn((0,), names="target"),
        "play 9D": Turn((1,)),
    }


# -- Forfeits --------------------------------------------------------------------------------------------------------


def test_of_two_the_one_who_stays_wins() -> None:
    """The match is over at once."""
    table = begun("pp")

    table.play(1, Forfeit(), 0)

    assert table.is_over
    assert table.outcome == hr.Outcome((1, 2), (1.0, 0.0), "forfeit")
    view = table.view(0)
    assert (view.to_act, tuple(view.legal), view.outcome) == ((), (), table.outcome)
    assert refused(table, 0, "take") == "over"
    assert refused(table, 0, Forfeit()) == "over"
    assert refused(table, 0, TakeBack(1)) == "forfeited"
    assert [table.since(viewer)[-1].words for viewer in (0, 1, None)] == [
        ("Ben gave up", "The match is over: you win"),
        ("You gave up", "The match is over: Ann wins"),
        ("Ben gave up", "The match is over: Ann wins"),
    ]


def test_whoever_gave_up_and_sits_again_is_asked_for_the_rematch() -> None:
    table = begun("pp")
    table.play(1, Forfeit(), 0)
    table.play(1, Sit(Player("Ben")), 0)
    table.play(0, Rematch("a"), 0)

    assert (table.number, table.is_over) == (1, True)
    table.play(1, Rematch("b"), 0)
    assert (table.number, table.is_over) == (2, False)


def test_of_three_a_bot_plays_on_and_comes_last() -> None:
    """The others finish their match; the seat cannot be taken again before the next one."""
    table = begun("ppp")
    table.play(1, Forfeit(), 0)

    assert len(table.to_act) == 1
    assert table.players[1] == Player("Ben", "bot", table.settings.stand_in.level)
    assert refused(table, 1, Sit(Player("Ben"))) == "forfeited"
    chance = iter(range(10**6))
    while not table.is_over:
        seat = table.to_act[0]
        moves = table.match.legal(seat)
        table.play(seat, moves[next(chance) % len(moves)], 0)

    outcome = table.outcome
    assert outcome is not None
    assert outcome.places[1] == 3
    assert sorted(outcome.places) == [1, 2, 3]
    ahead = table.match.outcome
    assert ahead is not None
    assert (outcome.places[0] < outcome.places[2]) == (ahead.places[0] < ahead.places[2])


@pytest.mark.parametrize("game", list(hr.GAMES))
def test_when_all_but_one_gave_up_nobody_may_act(game: str) -> None:
    """The rules alone would let them: the view says in every way that they may not."""
    played = hr.load(game)
    table = Table.new(Settings.of(played, [Player("Ann"), Player("Ben")], seed="up"))
    table.play(1, Forfeit(), 0)

    for viewer in (0, 1, None):
        for view in (table.view(viewer), table.slim_view(viewer)):
            read = from_json(to_json(view), type(view))
            assert list(read.legal) == list(view.legal) == []
            assert not any(msgspec.to_builtins(view.can).values())  # type: ignore[attr-defined]  # each game has its own
            assert not getattr(view, "why", {})
            assert view.outcome is not None


def test_who_gives_up_later_comes_ahead_of_who_gave_up_before() -> None:
    table = begun("ppp")
    table.play(2, Forfeit(), 0)
    table.play(0, Forfeit(), 0)

    assert table.is_over
    assert table.outcome == hr.Outcome((2, 1, 3), (0.5, 1.0, 0.0), "forfeit")


# -- Away and back ---------------------------------------------------------------------------------------------------


def test_when_time_runs_out_a_bot_moves_once() -> None:
    """The seat stays the person's, and the log says what happened."""
    table = seated("pp")

    step = table.play(0, TimedOut("ready"), 30_000)

    assert step.events == (table.match.game.apply(table.match.state_after(0), 0, hr.Ready()).events)
    assert table.players[0].kind == "person"
    (seen,) = table.since(1, 0)
    assert seen.deed == TimedOut("ready")
    assert seen.words == ("Ann ran out of time: a bot moved", "Ann is ready")
    assert refused(table, 0, TimedOut("ready")) == "not-your-turn"
    assert refused(table, 1, TimedOut("fly")) == "unreadable"


def test_a_bot_takes_over_and_a_person_sits_down() -> None:
    table = begun("ppb")

    table.play(0, TakeOver(Player("Hal", "bot", "easy")), 0)
    table.play(0, Sit(Player("Ann")), 0)
    table.play(2, Sit(Player("Dora")), 0)

    assert [player.name for player in table.players] == ["Ann", "Ben", "Dora"]
    assert [seen.words[0] for seen in table.since(None, 3)] == [
        "Hal plays for Ann",
        "Ann took Hal's seat",
        "Dora took Cem's seat",
    ]
    assert refused(table, 0, Sit(Player("Eve"))) == "seat-taken"
    assert refused(table, 0, TakeOver(Player("Eve"))) == "bad-player"
    assert refused(table, 0, TakeOver(Player("Dora", "bot", "easy"))) == "name-taken"


def test_what_a_player_did_is_told_with_the_name_of_then() -> None:
    table = begun("pp")
    table.play(0, TakeOver(Player("Hal", "bot", "easy")), 0)

    assert table.since(None)[1].words == ("Ann is ready",)
    assert table.names(0) == "Hal"


# -- Taking back -----------------------------------------------------------------------------------------------------


def test_against_bots_a_move_is_taken_back_at_once() -> None:
    """With what the bots did since; both stay in the log."""
    table = seated("pb")
    before = table.view(0)
    table.play(0, table.match.legal(0)[0], 0)
    table.play(1, "ready", 0)

    table.play(0, TakeBack(2), 0)

    assert table.view(0) == before
    assert table.match.seq == 0
    assert table.seq == 3
    assert [len(seen.events) > 0 for seen in table.since(0, 0)] == [True, True, False]
    assert refused(table, 0, TakeBack(1)) == "nothing-to-undo"


def test_only_ones_own_move_is_taken_back() -> None:
    table = seated("bp")
    table.play(1, table.match.legal(1)[0], 0)
    table.play(0, "ready", 0)

    assert refused(table, 1, TakeBack(1)) == "not-yours"
    assert refused(table, 0, TakeBack(1)) == "not-a-person"


def test_the_first_bet_can_be_taken_back() -> None:
    """It shows nothing: everybody knows that the rival has not bet. A second one opens both, and that is something."""
    table = seated("pp", "heroes", undo=True)
    table.play(0, "bet 10", 0)
    table.play(0, TakeBack(1), 0)
    table.play(1, AgreeToTakeBack(), 0)
    assert table.match.seq == 0

    table.play(1, "bet 10", 0)
    table.play(0, "bet 5", 0)
    assert refused(table, 0, TakeBack(1)) == "too-late"


def test_where_undo_is_off_nothing_is_taken_back() -> None:
    table = seated("pb", undo=False)
    table.play(0, "ready", 0)

    assert refused(table, 0, TakeBack(1)) == "undo-off"
    assert table.allows == ("hint",)


def test_among_people_all_must_agree() -> None:
    """Until then the move stands; the next move ends the question."""
    table = seated("ppp")
    table.play(0, "ready", 0)
    assert refused(table, 1, AgreeToTakeBack()) == "not-asked"

    table.play(0, TakeBack(1), 0)
    table.play(1, AgreeToTakeBack(), 0)
    assert refused(table, 1, AgreeToTakeBack()) == "said-already"
    assert table.match.seq == 1
    table.play(2, AgreeToTakeBack(), 0)
    assert table.match.seq == 0

    table.play(0, "ready", 0)
    table.play(0, TakeBack(1), 0)
    table.play(1, "ready", 0)
    assert refused(table, 2, AgreeToTakeBack()) == "not-asked"
    assert refused(table, 0, TakeBack(2)) == "too-late"


def test_among_people_a_move_that_showed_something_new_stands() -> None:
    """Whoever has drawn a card knows more than before; a swap of one's own cards shows nothing."""
    game = hr.load("shithead")
    players = [Player("Ann"), Player("Ben")]
    drawing = position("3C 9D KC", "KH QS AH", pile="2H", stock="4C 5D 6H 7C 8D")
    table = Table.new(Settings.of(game, players, position=drawing))
    table.play(0, "play 9D", 0)
    assert refused(table, 0, TakeBack(1)) == "too-late"

    table = Table.new(Settings.of(game, players, seed="x"))
    table.play(0, table.match.legal(0)[0], 0)
    table.play(0, TakeBack(1), 0)
    assert table.play(1, AgreeToTakeBack(), 0).seq == 3
    assert table.match.seq == 0


def test_before_the_deal_a_chair_that_is_left_waits_again() -> None:
    """Nobody asked for a bot there, so nothing is dealt until somebody sits down."""
    table = seated("pp", ready_first=True)
    table.play(1, ReadyToDeal(), 0)
    table.play(0, TakeOver(Player("Ada", "bot", "random"), empty=True), 0)
    assert table.seating.open == {0}
    assert table.number == 0
    assert table.since(1)[-1].words == ("Ann stood up",)

    table.play(0, Sit(Player("Zoe"), empty=True), 0)
    assert table.number == 0
    table.play(0, ReadyToDeal(), 0)
    assert table.number == 1
    assert refused(table, 1, TakeOver(Player("Ada", "bot", "random"), empty=True)) == "dealt"
    again = Table.replay(table.settings, [Step.decode(step.encode(), table.game) for step in table.steps()])
    assert all_seen(again) == all_seen(table)


# -- Rematch ---------------------------------------------------------------------------------------------------------


def test_one_person_is_enough_for_a_rematch_where_the_policies_say_so() -> None:
    table = seated("pp", ready_first=True, rematch_by_one=True)
    table.play(0, ReadyToDeal(), 0)
    assert not table.is_dealt
    table.play(1, ReadyToDeal(), 0)
    table.play(0, Forfeit(), 0)
    assert table.is_over
    table.play(1, Rematch(), 0)
    assert table.number == 2
    assert not table.is_over


def test_a_rematch_is_dealt_when_all_people_want_it() -> None:
    """The same seats, another deal; steps count on, and the match before is told no more."""
    table = begun("pp")
    assert refused(table, 0, Rematch()) == "not-over"
    first = table.match.position()
    table.play(0, Forfeit(), 0)
    assert refused(table, 0, Rematch()) == "not-a-person"
    table.play(1, Rematch(), 7000)

    assert table.number == 2
    assert not table.is_over
    assert table.outcome is None
    assert table.match.seq == 0
    assert table.match.seed == "table/2"
    assert table.match.position() != first
    assert table.began == table.seq == 4
    assert [seen.seq for seen in table.since(None)] == [4]
    table.play(0, Sit(Player("Ann")), 0)


def test_a_rematch_waits_for_everybody() -> None:
    start = position("9D", "KH QS", "AH", out=[])
    players = [Player("Ann"), Player("Ben"), Player("Cem", "bot", "easy")]
    table = Table.new(Settings.of(hr.load("shithead"), players, position=start))
    while not table.is_over:
        table.play(*first_move(table), 0)

    table.play(1, Rematch(), 0)
    assert refused(table, 1, Rematch()) == "said-already"
    assert table.number == 1
    table.play(0, Rematch(), 0)

    assert table.number == 2
    assert table.match.seed == "position/2"


def test_a_viewer_ahead_of_the_table_is_told_nothing() -> None:
    """The journal may have been set back."""
    table = seated("pp")
    table.play(0, "ready", 0)

    assert table.since(0, 1) == table.since(0, 99) == ()


# -- For whoever keeps a journal -------------------------------------------------------------------------------------


def test_the_answer_of_a_seat_to_a_view_can_be_found() -> None:
    """A move that stands already is answered with `done`: this is how a server knows."""
    table = seated("pp")
    table.play(1, "ready", 0)
    step = table.play(0, "ready", 0)

    assert answer_of(table, 0, 0) == Step(step.seq, 0, hr.Ready(), 0)
    assert answer_of(table, 0, 2) is None


def test_a_move_that_nobody_elses_stands_against() -> None:
    """Before the first play all act at once: who answers an older view is not too late."""
    table = seated("ppp")
    table.play(1, table.match.legal(1)[0], 0)
    table.play(2, "ready", 0)

    assert could_act_since(table, 0, 0)
    assert not could_act_since(table, 2, 0)
    table.play(0, "ready", 0)
    table.play(1, "ready", 0)
    seat = table.to_act[0]
    assert could_act_since(table, seat, table.seq)
    assert not could_act_since(table, seat, table.seq - 1)


def test_a_viewer_is_told_of_its_own_deeds_and_moves_as_you() -> None:
    """Everybody else is called by name."""
    table = seated("pp", ready_first=True)
    table.play(0, ReadyToDeal(), 0)

    assert table.since(0)[0].words == ("You are ready",)
    assert table.since(1)[0].words == ("Ann is ready",)


def test_the_deal_says_what_is_dealt() -> None:
    """So that a client can show it; later steps say nothing of it."""
    table = begun("pp")
    deal, *later = table.since(0)

    assert deal.deal == table.game.deal_plan(2)
    assert deal.deal is not None
    assert [seen.deal for seen in later] == [None, None]


def test_a_refusal_does_not_tell_a_secret_bet() -> None:
    """Somebody else's move is not named: it may be a bet that nobody may know yet."""
    table = Table.new(Settings.of(hr.load("heroes"), [Player("Ann"), Player("Ben")], seed="x"))
    table.play(0, "bet 37", 0)

    with pytest.raises(hr.TableError) as problem:
        table.decide(1, TakeBack(1), 0)
    assert problem.value.code == "not-yours"
    assert "37" not in problem.value.message


def test_a_time_out_is_written_with_the_text_of_its_move() -> None:
    """Whoever passes the move as a value gets a step that a journal can hold."""
    table = seated("pp")
    step = table.decide(0, TimedOut(hr.Ready()), 0)  # type: ignore[arg-type]  # what `think` finds is a value

    assert step.move == TimedOut("ready")
    assert Step.decode(step.encode(), table.game).move == step.move


def test_taking_back_is_told_when_it_happens() -> None:
    """Among people somebody asks, the others agree, and only then the move is gone."""
    table = seated("pp")
    table.play(0, "ready", 0)
    table.play(0, TakeBack(1), 0)
    assert table.since(1, 1)[0].words == ("Ann wants to take back 1 move",)

    table.play(1, AgreeToTakeBack(), 0)
    assert table.since(0, 2)[0].words == ("Ben agrees", "1 move was taken back")


def test_players_are_people_or_bots_with_names_that_tell_them_apart() -> None:
    """Among several people nobody can be called You: a log says so to its reader."""
    game = hr.load("duel")
    for wrong in (Player("Ben", "alien"), Player("You")):  # type: ignore[arg-type]  # neither a person nor a bot
        with pytest.raises(hr.TableError) as problem:
            Table.new(Settings.of(game, [Player("Ann"), wrong], seed="x"))
        assert problem.value.code == "bad-player"
