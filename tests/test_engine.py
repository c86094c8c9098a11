"""The engine protocol, as docs/engine.md tells it: main path through pipes, every refusal, any line at all.

Write the answers in the transcript of the page anew with `python -m tests.test_engine`, and read them.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from threading import Timer
from tomllib import loads
from typing import Any, cast, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import houserules as hr
from houserules import engine as protocol
from houserules.engine import Engine
from tests.positions import table

pytestmark = pytest.mark.one_build

ENGINE = [sys.executable, "-m", "houserules", "engine"]
PATIENCE = 60
"""Seconds until a process that hangs is ended, so that the test fails instead of hanging too."""

PAGE_FILE = Path(__file__).parent.parent / "docs" / "engine.md"
PAGE = PAGE_FILE.read_text(encoding="utf-8")

REQUEST_CODES = {
    *("bad-request", "unknown-match", "unknown-game", "bad-seats", "bad-house", "bad-position", "bad-record"),
}
MOVE_CODES = {
    *("over", "not-your-turn", "unreadable", "wrong-phase", "answer-first", "not-held", "wrong-zone", "not-a-set"),
    *("not-playable", "must-play", "nothing-to-take", "bad-target", "bad-suit"),
    *("no-meld", "wrong-meld", "too-weak", "must-lead", "bad-bet", "empty-slot"),
}

MIDDLE = table("3C 9D 9H KC / TH / 2S", "KH QS / QH / 5S", pile="6H", stock="4C AD")
FRESH_PILE = table("3C 9D / TH / 2S", "KH / QH / 5S")
JOKER = table("3C / TH / 2S", "KH / QH / 5S", pile="6H jj", pending="target")
LAST_JOKER = table("", "KH / QH / 5S", pile="6H jj", pending="target")
CALLING = table("3C / TH / 2S", "KH / QH / 5S", game="smellyhead", pile="6H jj", pending="call")
BLIND = table("/ / 2S 3C", "KH / QH / 5S", pile="6H")
SETUP = table("3C 9D / TH / 2S", "KH / QH / 5S", phase="setup")
OVER = table("3C", "")
LEAD: dict[str, Any] = {
    "game": "heart-of-five",
    "hands": [["3C", "3D", "7S"], ["9C", "9D", "4H"]],
    "to_act": 0,
    "leader": 0,
    "last": None,
    "passes": 0,
    "out": [],
    "round": 1,
    "wins": [0, 0],
    "losses": [0, 0],
}
TRICK = LEAD | {"leader": 1, "last": {"seat": 1, "cards": ["5C", "5D"]}}
BETS = hr.Match.new(hr.load("heroes"), seats=2, seed="x").position()
SLOTS: dict[str, Any] = {
    **BETS,
    "phase": "initial_card_selection",
    "players": [{**player, "bet": 1} for player in cast("list[dict[str, Any]]", BETS["players"])],
}


def written(request: object) -> bytes:
    return json.dumps(request).encode() + b"\n"


class Client:
    """Talks to an engine in a process of its own, through pipes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def say(self, line: bytes) -> dict[str, Any]:
        """Write a line as it is, and read one answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer.endswith(b"\n"), "the engine has gone"
        read: dict[str, Any] = json.loads(answer)
        return read

    def ask(self, do: str, **keys: object) -> dict[str, Any]:
        return self.say(written({"id": do, "do": do, **keys}))


@pytest.fixture
def client() -> Iterator[Client]:
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        watch = Timer(PATIENCE, process.kill)
        watch.start()
        try:
            yield Client(process)
        finally:
            watch.cancel()
            process.kill()


def ask(engine: Engine, do: str, **keys: object) -> dict[str, Any]:
    return engine.answer(written({"do": do, **keys}))


def standing(position: dict[str, Any]) -> Engine:
    """An engine with one match, m1, that stands so."""
    engine = Engine()
    assert ask(engine, "position", position=position)["match"] == "m1"
    return engine


def everything(engine: Engine) -> list[object]:
    """All that an engine holds, to see that a refusal has changed nothing."""
    return [
        (
            name,
            ask(engine, "dump", match=name),
            ask(engine, "record", match=name),
            ask(engine, "view", match=name, seat=0),
        )
        for name in engine.matches
    ]


# -- Through a process -----------------------------------------------------------------------------------------------


def test_a_match_is_dealt_played_saved_and_loaded_through_pipes(client: Client) -> None:
    """Each request once: what it answers is what a Match of the same seed says, with the id of the request."""
    opened = client.ask("new", game="shithead", seats=3, seed="friday")
    assert opened == {"id": "new", "match": "m1", "to_act": [0, 1, 2]}

    expected = hr.Match.new(hr.load("shithead"), seats=3, seed="friday")
    for seat in range(3):
        said = client.ask("play", match="m1", seat=seat, move="Ready")
        expected.play(seat, "ready")
        assert said.keys() == {"id", "events", "to_act", "outcome"}
        assert said["to_act"] == list(expected.to_act)
    first = expected.to_act[0]
    moves = client.ask("legal", match="m1", seat=first)
    assert moves == {"id": "legal", "moves": [str(move) for move in expected.legal(first)]}
    played = client.ask("play", match="m1", seat=first, move=moves["moves"][0])
    events = expected.play(first, moves["moves"][0])
    assert played == {"id": "play", "events": hr.to_document(events), "to_act": list(expected.to_act), "outcome": None}

    for viewer in (0, 1, 2, None):
        view = client.ask("view", match="m1", seat=viewer)
        assert view == {"id": "view", "view": hr.to_document(expected.view(viewer))}
    position = client.ask("dump", match="m1")
    assert position == {"id": "dump", "position": expected.position()}
    record = client.ask("record", match="m1")
    assert record == {"id": "record", "record": expected.record()}

    assert client.ask("load", record=record["record"]) == {"id": "load", "match": "m2", "to_act": played["to_act"]}
    assert client.ask("position", position=position["position"])["match"] == "m3"
    for name in ("m2", "m3"):
        assert client.ask("dump", match=name) == position

    seat = played["to_act"][0]
    best = client.ask("best", match="m1", seat=seat, bot="hard", ms=1, seed=1)
    assert best["move"] in client.ask("legal", match="m1", seat=seat)["moves"]
    assert best["why"]
    assert client.ask("dump", match="m1") == position, "best makes no move"

    assert client.ask("games")["games"].keys() == hr.GAMES.keys()
    assert client.ask("quit") == {"id": "quit", "bye": True}
    assert client.process.wait(PATIENCE) == 0


def test_the_process_outlives_whatever_it_is_told(client: Client) -> None:
    """No JSON, no UTF-8, no object, no end of brackets, megabytes: an answer each, and the match is as it was."""
    client.ask("new", game="shithead", seats=2, seed="x")
    before = client.ask("dump", match="m1")

    for line in (
        b"\n",
        b"\xff\xfe\n",
        b"no JSON\n",
        b"[]\n",
        b"7\n",
        b"[" * 100_000 + b"\n",
        b'"' + b"x" * 5_000_000 + b'"\n',
    ):
        answer = client.say(line)
        assert answer["id"] is None
        assert answer["error"]["code"] == "bad-request"

    assert client.ask("dump", match="m1") == before


def test_every_line_is_answered_in_order_though_nobody_waits() -> None:
    """A client may write all its requests at once, the last without a line feed; the end of the input is a quit."""
    lines = [written({"id": number, "do": "games"}) for number in range(50)]
    lines[20:20] = [b"\n", b"{]\n"]

    done = subprocess.run(
        ENGINE, input=b"".join(lines).rstrip(b"\n"), capture_output=True, timeout=PATIENCE, check=False
    )

    ids = [json.loads(line)["id"] for line in done.stdout.splitlines()]
    assert ids == [*range(20), None, None, *range(20, 50)]
    assert (done.returncode, done.stderr) == (0, b"")


def test_nothing_is_answered_after_quit() -> None:
    """Quit is the last request: what comes behind it is not read."""
    lines = [{"id": 1, "do": "quit"}, {"id": 2, "do": "games"}]

    done = subprocess.run(
        ENGINE, input=b"".join(map(written, lines)), capture_output=True, timeout=PATIENCE, check=False
    )

    assert done.returncode == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"id": 1, "bye": True}]


# -- Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", [7, -1, 2**70, 1.5, "x", "♥", "", True, None, [1, {"a": None}], {"b": [2]}], ids=repr)
def test_the_id_comes_back_as_it_was(id_: object) -> None:
    """Any JSON value, with an answer and with an error alike."""
    engine = Engine()
    for request in ({"id": id_, "do": "games"}, {"id": id_, "do": "fly"}, {"id": id_, "do": "dump", "match": "m1"}):
        (line,) = engine.answers([written(request)])
        assert json.loads(line)["id"] == id_


def test_without_an_id_the_answer_has_none() -> None:
    """It is null: the key is always there."""
    assert ask(Engine(), "quit") == {"id": None, "bye": True}


def test_matches_are_named_in_order_and_keep_apart() -> None:
    """m1, m2, ...; a move in one is not made in another."""
    engine = Engine()
    names = [ask(engine, "new", game=game, seats=2, seed="x")["match"] for game in ("shithead", "shithead", "duel")]
    before = ask(engine, "dump", match="m1")

    ask(engine, "play", match="m2", seat=0, move="ready")

    assert names == ["m1", "m2", "m3"]
    assert ask(engine, "dump", match="m1") == before
    assert ask(engine, "dump", match="m2") != before


def test_a_refused_new_uses_up_no_name() -> None:
    """The next match gets the name that this one would have had."""
    engine = Engine()
    ask(engine, "new", game="shithead", seats=99)

    assert ask(engine, "new", game="shithead", seats=2)["match"] == "m1"


def test_a_seed_may_be_a_number() -> None:
    """7 deals what "7" deals; without a seed each deal is new."""
    engine = Engine()
    for seed in (7, "7", None, None):
        ask(engine, "new", game="shithead", seats=2, seed=seed)
    first, same, fresh, other = (ask(engine, "dump", match=name)["position"]["stock"] for name in engine.matches)

    assert first == same
    assert len({str(stock) for stock in (first, fresh, other)}) == 3


def test_a_seat_that_may_not_act_has_no_moves() -> None:
    """That is an empty list, no error; it also holds when the match is over."""
    assert ask(standing(MIDDLE), "legal", match="m1", seat=1) == {"id": None, "moves": []}
    assert ask(standing(OVER), "legal", match="m1", seat=0) == {"id": None, "moves": []}


def test_a_move_is_read_in_other_words() -> None:
    """Case, spaces, spellings of cards and their order do not matter."""
    said = ask(standing(MIDDLE), "play", match="m1", seat=0, move="  PLAY  ♥9   9d ")

    ask_now = {"at_least": 9, "by": {"card": "9H", "seat": 0}}
    played = {"event": "played", "seat": 0, "zone": "hand", "cards": ["9D", "9H"], "ask": ask_now}
    assert said["events"][0] == played


def test_the_last_move_is_answered_with_the_outcome() -> None:
    """places, payoffs and the reason; nobody is to act any more."""
    said = ask(standing(table("9D", "KH QS")), "play", match="m1", seat=0, move="play 9D")

    assert said["to_act"] == []
    assert said["outcome"]["places"] == [1, 2]
    assert said["outcome"]["payoffs"] == [1.0, 0.0]
    assert said["outcome"]["reason"]
    assert said["events"][-1] == {"event": "ended", "outcome": said["outcome"]}


def test_explain_says_what_play_would_and_changes_nothing() -> None:
    """The reason and what would be legal are the two parts of the message of a refusal."""
    for position, seat, move in ((TRICK, 0, "play 3C"), (TRICK, 1, "pass"), (TRICK, 0, "fly"), (SLOTS, 0, "bet 5")):
        engine = standing(position)
        before = everything(engine)

        said = ask(engine, "explain", match="m1", seat=seat, move=move)
        refused = ask(engine, "play", match="m1", seat=seat, move=move)["error"]

        assert (said["ok"], said["code"]) == (False, refused["code"])
        assert refused["message"] == ": ".join(filter(None, (said["reason"], said["instead"])))
        assert everything(engine) == before
    allowed = ask(standing(TRICK), "explain", match="m1", seat=0, move="pass")
    assert allowed == {"id": None, "ok": True, "code": None, "reason": "", "instead": ""}


def test_events_are_told_to_each_viewer_from_where_it_asks() -> None:
    """A bet is in nobody else's events, and the moves themselves are not told at all."""
    engine = Engine()
    ask(engine, "new", game="heroes", seats=2, seed="bets")
    for seat, amount in ((0, 5), (1, 7)):
        ask(engine, "play", match="m1", seat=seat, move=f"bet {amount}")

    whole = {seat: ask(engine, "events", match="m1", seat=seat) for seat in (0, 1, None)}
    later = ask(engine, "events", match="m1", seat=None, since=1)

    assert [said["steps"][0]["events"][0]["amount"] for said in whole.values()] == [5, None, None]
    assert [set(step) for step in whole[0]["steps"]] == [{"seq", "seat", "events"}] * 2
    assert later == {"id": None, "seq": 2, "steps": whole[None]["steps"][1:]}
    assert ask(engine, "events", match="m1", seat=0, since=2)["steps"] == []
    assert ask(engine, "events", match="m1", seat=0, since=3)["error"]["code"] == "bad-request"
    assert ask(engine, "events", match="m1", seat=2)["error"]["code"] == "bad-seats"


def house() -> dict[str, Any]:
    """The house of shithead as an object, under a name of its own."""
    text = resources.files("houserules.games").joinpath("shedding/variants/shithead.toml").read_text(encoding="utf-8")
    return {**loads(text), "name": "Friday night"}


def test_a_house_may_be_an_object() -> None:
    """It is played by its own rules, and its record brings them along."""
    engine = Engine()
    rules = house()
    rules["deal"]["hand"] = 5
    ask(engine, "new", game=rules, seats=2, seed="x")
    ask(engine, "play", match="m1", seat=1, move="ready")

    record = ask(engine, "record", match="m1")["record"]
    loaded = ask(Engine(), "load", record=record)
    view = ask(engine, "view", match="m1", seat=None)["view"]

    assert [seat["hand"] for seat in view["seats"]] == [5, 5]
    assert record["house"] == rules
    assert loaded == {"id": None, "match": "m1", "to_act": [0]}


def test_a_position_of_a_house_is_told_what_is_wrong_with_it() -> None:
    """Only games that ship are found by a position's game, and never a file: the refusal says so."""
    engine = Engine()
    ask(engine, "new", game=house(), seats=2, seed="x")
    position = ask(engine, "dump", match="m1")["position"]

    for game in ("Friday night", "friday.toml"):
        refused = ask(engine, "position", position={**position, "game": game})
        assert refused["error"]["code"] == "unknown-game"


def test_the_games_that_ship_are_listed() -> None:
    """With title, fewest and most seats, and the hash that records have too."""
    engine = Engine()
    for name, told in ask(engine, "games")["games"].items():
        game = hr.load(name)
        few, many = told["seats"]
        assert told == {"name": game.name, "seats": [few, many], "rules": game.hash}
        assert ask(engine, "new", game=name, seats=few)["to_act"]
        assert ask(engine, "new", game=name, seats=many)["to_act"]
        assert ask(engine, "new", game=name, seats=many + 1)["error"]["code"] == "bad-seats"


@pytest.mark.parametrize("game", ["shithead", "duel", "smellyhead"])
def test_best_leads_a_match_to_its_end(game: str) -> None:
    """The same seeds give the same match; what best says is always legal; the record of the match loads."""
    ends = []
    for _ in range(2):
        engine = Engine()
        acting = ask(engine, "new", game=game, seats=2, seed="x")["to_act"]
        outcome: dict[str, Any] = {}
        number = 0
        while acting:
            number += 1
            move = ask(engine, "best", match="m1", seat=acting[-1], seed=number)["move"]
            assert move in ask(engine, "legal", match="m1", seat=acting[-1])["moves"]
            said = ask(engine, "play", match="m1", seat=acting[-1], move=move)
            acting, outcome = said["to_act"], said["outcome"]
        record = ask(engine, "record", match="m1")["record"]
        ends.append((number, outcome, record))
        assert sorted(outcome["places"]) == [1, 2]
        assert record["outcome"] == outcome
        assert ask(engine, "load", record=record)["to_act"] == []
        assert ask(engine, "best", match="m1", seat=0)["error"]["code"] == "over"

    assert ends[0] == ends[1]


def texts(document: object) -> set[str]:
    """Every word that stands anywhere in a document."""
    match document:
        case str():
            return set(document.split())
        case list():
            return {word for item in document for word in texts(item)}
        case dict():
            return {word for item in document.values() for word in texts(item)}
    return set()


@pytest.mark.parametrize("game", ["shithead", "smellyhead"])
def test_nobody_is_shown_what_is_hidden(game: str) -> None:
    """The mover is told each card it drew; no view or event shows a card that its reader has had no way to see.

    Three seats play with one or two decks; cards that are there twice are left out of account, and so are Jokers."""
    engine = Engine()
    chance = random.Random(3)
    acting = ask(engine, "new", game=game, seats=3, seed="hide")["to_act"]
    seen: set[str] = set()  # what has lain in the open at any time
    drew = 0
    for _ in range(120):
        before = ask(engine, "dump", match="m1")["position"]
        seat = chance.choice(acting)
        moves = ask(engine, "legal", match="m1", seat=seat)["moves"]
        said = ask(engine, "play", match="m1", seat=seat, move=moves[-1] if moves[-1] == "ready" else moves[0])
        after = ask(engine, "dump", match="m1")["position"]

        for event in said["events"]:
            if event["event"] == "drew":
                drew += 1
                assert event["cards"] == before["stock"][: event["count"]] or texts(event) & {"jj", "JJ"}
            elif event["event"] in {"took", "failed", "played", "burned", "swapped"}:
                seen |= texts(event)
        for position in (before, after):
            seen |= texts([position["pile"], position["burned"], [at["up"] for at in position["seats"]]])
        for viewer in (0, 1, 2, None):
            hands = [at["hand"] for number, at in enumerate(after["seats"]) if number != viewer]
            own = texts(after["seats"][viewer]["hand"]) if viewer is not None else set()
            hidden = texts([after["stock"], hands, [at["blind"] for at in after["seats"]]]) - seen - own - {"jj", "JJ"}
            assert not hidden & texts(ask(engine, "view", match="m1", seat=viewer)), viewer
            if viewer == seat:
                assert not hidden & texts(said)
        acting = said["to_act"]
        if not acting:
            break

    assert drew > 5


# -- Refusals --------------------------------------------------------------------------------------------------------

MOVES_REFUSED: list[tuple[str, dict[str, Any], int, str]] = [
    ("unreadable", MIDDLE, 0, "fly"),
    ("unreadable", MIDDLE, 0, ""),
    ("unreadable", MIDDLE, 0, "play"),
    ("unreadable", MIDDLE, 0, "play 1H"),
    ("unreadable", MIDDLE, 0, "flip two"),
    ("unreadable", MIDDLE, 0, "take 9D"),
    ("not-your-turn", MIDDLE, 1, "play KH"),
    ("not-held", MIDDLE, 0, "play AS"),
    ("not-held", MIDDLE, 0, "play 9D 9D"),
    ("not-held", SETUP, 0, "swap TH 3C"),
    ("not-held", BLIND, 0, "flip 3"),
    ("not-held", BLIND, 0, "flip 0"),
    ("not-playable", MIDDLE, 0, "play 3C"),
    ("not-a-set", MIDDLE, 0, "play 9D KC"),
    ("wrong-zone", MIDDLE, 0, "play TH"),
    ("wrong-zone", MIDDLE, 0, "flip 1"),
    ("wrong-zone", BLIND, 0, "play 2S"),
    ("must-play", MIDDLE, 0, "take"),
    ("nothing-to-take", FRESH_PILE, 0, "take"),
    ("bad-target", MIDDLE, 0, "target 1"),
    ("bad-target", LAST_JOKER, 0, "target 0"),
    ("bad-target", JOKER, 0, "target 9"),
    ("bad-suit", MIDDLE, 0, "call hearts"),
    ("unreadable", CALLING, 0, "call stars"),
    ("answer-first", JOKER, 0, "take"),
    ("answer-first", CALLING, 0, "play 3C"),
    ("wrong-phase", MIDDLE, 0, "ready"),
    ("wrong-phase", MIDDLE, 0, "swap 3C TH"),
    ("wrong-phase", SETUP, 0, "play 3C"),
    ("over", OVER, 0, "play 3C"),
    ("no-meld", LEAD, 0, "play 3C 7S"),
    ("must-lead", LEAD, 0, "pass"),
    ("not-held", LEAD, 0, "play 3C 3C"),
    ("wrong-meld", TRICK, 0, "play 7S"),
    ("too-weak", TRICK, 0, "play 3C 3D"),
    ("unreadable", TRICK, 0, "take"),
    ("bad-bet", BETS, 1, "bet 101"),
    ("wrong-phase", BETS, 0, "pick 1"),
    ("empty-slot", SLOTS, 1, "pick 10"),
    ("unreadable", SLOTS, 0, "take"),
    ("bad-seats", MIDDLE, 2, "take"),
    ("bad-seats", MIDDLE, -1, "take"),
]


@pytest.mark.parametrize(
    ("code", "position", "seat", "move"), MOVES_REFUSED, ids=[f"{row[0]}: {row[3]}" for row in MOVES_REFUSED]
)
def test_a_move_is_refused_with_its_code(code: str, position: dict[str, Any], seat: int, move: str) -> None:
    """The code of docs/engine.md, a sentence, and nothing has changed."""
    engine = standing(position)
    before = everything(engine)

    answer: dict[str, Any] = engine.answer(written({"id": 5, "do": "play", "match": "m1", "seat": seat, "move": move}))

    assert answer.keys() == {"id", "error"}
    assert answer["id"] == 5
    assert answer["error"]["code"] == code
    assert len(answer["error"]["message"]) > 10
    assert everything(engine) == before


@pytest.mark.parametrize(
    ("position", "move", "offered"),
    [
        (MIDDLE, "play 3C", "play 9D"),
        (MIDDLE, "take", "play 9D, 9H, 9D 9H or KC"),
        (JOKER, "take", "target 0 or 1"),
        (CALLING, "take", "call"),
    ],
)
def test_a_refused_move_is_told_what_would_be_legal(position: dict[str, Any], move: str, offered: str) -> None:
    """The sentence names moves that can be made."""
    answer = ask(standing(position), "play", match="m1", seat=0, move=move)

    assert offered in answer["error"]["message"]


RECORD: dict[str, Any] = hr.Match.new(hr.load("shithead"), seats=2, seed="x").record()

REQUESTS_REFUSED: list[tuple[str, str, object, str]] = [
    # What is wrong, the code, the request, and a word that the sentence must hold.
    ("no do", "bad-request", {}, "new, position, load"),
    ("unknown do", "bad-request", {"do": "fly"}, "fly"),
    ("do in capitals", "bad-request", {"do": "GAMES"}, "games"),
    ("do is a list", "bad-request", {"do": ["games"]}, "games"),
    ("do is null", "bad-request", {"do": None}, "games"),
    ("an array", "bad-request", [{"do": "games"}], "object"),
    ("a number", "bad-request", 7, "object"),
    ("a text", "bad-request", "games", "object"),
    ("null", "bad-request", None, "object"),
    ("no seats", "bad-request", {"do": "new", "game": "shithead"}, "seats"),
    ("no game", "bad-request", {"do": "new", "seats": 2}, "game"),
    ("no match", "bad-request", {"do": "legal", "seat": 0}, "match"),
    ("no seat", "bad-request", {"do": "legal", "match": "m1"}, "seat"),
    ("no seat, not even null", "bad-request", {"do": "view", "match": "m1"}, "seat"),
    ("no move", "bad-request", {"do": "play", "match": "m1", "seat": 0}, "move"),
    ("no position", "bad-request", {"do": "position"}, "position"),
    ("no record", "bad-request", {"do": "load"}, "record"),
    ("seats are a text", "bad-request", {"do": "new", "game": "shithead", "seats": "2"}, "seats"),
    ("seats are true", "bad-request", {"do": "new", "game": "shithead", "seats": True}, "seats"),
    ("seats are a fraction", "bad-request", {"do": "new", "game": "shithead", "seats": 2.5}, "seats"),
    ("a seed is a list", "bad-request", {"do": "new", "game": "shithead", "seats": 2, "seed": [1]}, "seed"),
    ("a game is a number", "bad-request", {"do": "new", "game": 7, "seats": 2}, "game"),
    ("a seat is null", "bad-request", {"do": "legal", "match": "m1", "seat": None}, "seat"),
    ("a seat is a text", "bad-request", {"do": "view", "match": "m1", "seat": "0"}, "seat"),
    ("a move is a list", "bad-request", {"do": "play", "match": "m1", "seat": 0, "move": ["take"]}, "move"),
    ("a match is a number", "bad-request", {"do": "dump", "match": 1}, "match"),
    ("a position is a list", "bad-request", {"do": "position", "position": []}, "position"),
    ("a record is a text", "bad-request", {"do": "load", "record": "{}"}, "record"),
    ("best of a bot that there is not", "bad-request", {"do": "best", "match": "m1", "seat": 0, "bot": "hrad"}, "hard"),
    ("best in a bad time", "bad-request", {"do": "best", "match": "m1", "seat": 0, "bot": "expert@x"}, "milliseconds"),
    ("best in no time", "bad-request", {"do": "best", "match": "m1", "seat": 0, "bot": "hard", "ms": 0}, "1 ms"),
    ("best with a text as seed", "bad-request", {"do": "best", "match": "m1", "seat": 0, "seed": "x"}, "seed"),
    ("unknown key", "bad-request", {"do": "dump", "match": "m1", "sead": 1}, "sead"),
    ("unknown key of a request without keys", "bad-request", {"do": "quit", "now": True}, "now"),
    ("unknown match", "unknown-match", {"do": "dump", "match": "m2"}, "m1"),
    ("unknown match by case", "unknown-match", {"do": "legal", "match": "M1", "seat": 0}, "m1"),
    ("a game nearly right", "unknown-game", {"do": "new", "game": "Shithaed", "seats": 2}, "did you mean shithead?"),
    ("unknown game", "unknown-game", {"do": "new", "game": "chess", "seats": 2}, "smellyhead"),
    ("a position of an unknown game", "unknown-game", {"do": "position", "position": {"game": "chess"}}, "shithead"),
    ("one seat", "bad-seats", {"do": "new", "game": "shithead", "seats": 1}, "2 to 8"),
    ("nine seats", "bad-seats", {"do": "new", "game": "shithead", "seats": 9}, "2 to 8"),
    ("no seats at all", "bad-seats", {"do": "new", "game": "duel", "seats": 0}, "2"),
    ("minus one seats", "bad-seats", {"do": "new", "game": "duel", "seats": -1}, "2"),
    ("legal of seat 2", "bad-seats", {"do": "legal", "match": "m1", "seat": 2}, "0 to 1"),
    ("legal of seat -1", "bad-seats", {"do": "legal", "match": "m1", "seat": -1}, "0 to 1"),
    ("view of seat 2", "bad-seats", {"do": "view", "match": "m1", "seat": 2}, "0 to 1"),
    ("best of seat 2", "bad-seats", {"do": "best", "match": "m1", "seat": 2}, "0 to 1"),
    ("a seat beyond 64 bits", "bad-seats", {"do": "view", "match": "m1", "seat": 2**70}, "0 to 1"),
    ("best of a seat that waits", "not-your-turn", {"do": "best", "match": "m1", "seat": 1}, "0"),
    ("a position without a game", "bad-position", {"do": "position", "position": {}}, "game"),
    ("a position whose game is a number", "bad-position", {"do": "position", "position": {"game": 7}}, "game"),
    ("a card too many", "bad-position", {"do": "position", "position": table("3C", "4C", pile="3C")}, "3C"),
    ("no card", "bad-position", {"do": "position", "position": table("3C", "4C 1C")}, "seats[1].hand"),
    ("an unknown key in a position", "bad-position", {"do": "position", "position": table("3C", "4C", x=1)}, "x"),
    ("an empty record", "bad-record", {"do": "load", "record": {}}, "format 1"),
    ("a record of a later format", "bad-record", {"do": "load", "record": {**RECORD, "format": 2}}, "format 1"),
    ("a record of other rules", "bad-record", {"do": "load", "record": {**RECORD, "rules": "0"}}, "rules"),
    ("a record of no game", "bad-record", {"do": "load", "record": {**RECORD, "game": "chess"}}, "chess"),
    ("a record with a bad move", "bad-record", {"do": "load", "record": {**RECORD, "moves": [[0, "take"]]}}, "move 1"),
    ("a record that opens a file", "bad-record", {"do": "load", "record": {**RECORD, "game": "a.toml"}}, "a.toml"),
    ("a house with nothing in it", "bad-house", {"do": "new", "game": {}, "seats": 2}, "extends"),
    ("a house with a wrong word", "bad-house", {"do": "new", "game": {**house(), "dek": {}}, "seats": 2}, "deck"),
    ("a house by its path", "unknown-game", {"do": "new", "game": "no/such/house.toml", "seats": 2}, "as an object"),
    ("too many for a house", "bad-seats", {"do": "new", "game": {**house(), "seats": [2, 3]}, "seats": 4}, "2 to 3"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "request_", "word"), [row[1:] for row in REQUESTS_REFUSED], ids=[row[0] for row in REQUESTS_REFUSED]
)
def test_a_request_is_refused_with_its_code(code: str, request_: object, word: str) -> None:
    """The code of docs/engine.md, a sentence with what matters in it, no match opened, none changed, still running."""
    engine = standing(MIDDLE)
    before = everything(engine)

    answer: dict[str, Any] = engine.answer(written(request_))

    assert answer.keys() == {"id", "error"}
    assert answer["error"]["code"] == code
    assert word in answer["error"]["message"]
    assert everything(engine) == before
    assert engine.running


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"\n", b"  \r\n", b"no JSON", b"{", b'{"do": "games"', b"{'do': 'games'}", b'{"do": "games"} x', b"NaN"),
        *(
            b"\xff",
            b'{"do": "games", "id": "\xff"}',
            b'{"do": "games", "id": "\xed\xa0\x80"}',
            b"\xef\xbb\xbf{}",
            b"\0",
        ),
        *(
            b'{"do": "games", "id": "\\ud800"}',
            b'{"do": "games", "id": 1e999}',
            b'{"do": "games", "id": ' + b"9" * 5000,
        ),
        *(b"[" * 200_000, b'{"id":' * 200_000, b"x" * 3_000_000, b'{"do": "' + b"x" * 3_000_000 + b'"}'),
    ],
    ids=lambda line: f"{line[:30]!r} {len(line)}",
)
def test_a_line_that_is_no_request_is_answered(line: bytes) -> None:
    """bad-request, whatever it is, and the engine goes on."""
    engine = standing(MIDDLE)
    before = everything(engine)

    (answer,) = engine.answers([line])

    assert msgspec.json.decode(answer)["error"]["code"] == "bad-request"
    assert everything(engine) == before


@pytest.mark.parametrize("depth", [100, 400, 600, 900, 990])
@pytest.mark.parametrize(
    "request_",
    [
        '{"do": "games", "id": NEST}',
        '{"do": NEST}',
        '{"do": "new", "seats": 2, "game": {"name": NEST}}',
        '{"do": "position", "position": {"game": "shithead", "seats": NEST}}',
        '{"do": "load", "record": {"format": NEST}}',
        '{"do": "load", "record": {"format": 1, "house": {"x": NEST}}}',
    ],
)
def test_brackets_in_brackets_do_no_harm(request_: str, depth: int) -> None:
    """However deep a value is nested, also where JSON can still be read: there is an answer."""
    line = request_.replace("NEST", "[" * depth + "]" * depth).encode()

    answers = list(Engine().answers([line]))

    assert len(answers) == 1
    assert answers[0].startswith(b'{"id":')


# -- Any line --------------------------------------------------------------------------------------------------------

any_line = settings(deadline=None, derandomize=True, max_examples=250, suppress_health_check=[HealthCheck.too_slow])

WORDS = st.sampled_from(
    [
        *(
            "m1",
            "m2",
            "shithead",
            "duel",
            "chess",
            "x.toml",
            "take",
            "play 9D",
            "play 9D 9H",
            "ready",
            "target 1",
            "7H",
            "",
        )
    ]
)
NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
ATOMS = st.none() | st.booleans() | NUMBERS | WORDS | st.text(st.characters(codec="utf-8"), max_size=8)
NAMES = st.sampled_from(["game", "seats", "x"])
JSONS = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)
KEYS = {field for kind in get_args(protocol.AnyRequest) for field in kind.__struct_fields__}
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "match": st.sampled_from(["m1", "m1", "m2"]),
    "seat": st.integers(-1, 2) | st.none(),
    "seats": st.integers(0, 9),
    "game": st.sampled_from(["shithead", "duel", "smellyhead", "x", {}, house()]),
    "position": st.sampled_from([MIDDLE, JOKER, SETUP, {"game": "duel"}]),
    "record": st.sampled_from([RECORD, {**RECORD, "moves": [[0, "ready"]]}, {}]),
    "move": WORDS,
}


@st.composite
def requests(draw: st.DrawFn) -> dict[str, object]:
    """Something like a request: mostly a known verb with mostly its own keys and mostly values that fit them."""
    verb = draw(st.sampled_from([*protocol.VERBS.split(", "), "fly"]))
    kind = next((kind for kind in get_args(protocol.AnyRequest) if kind.__name__.lower() == verb), protocol.Games)
    keys = set(kind.__struct_fields__)
    if draw(st.integers(0, 3)) == 0:
        keys ^= draw(st.sets(st.sampled_from(sorted(KEYS | {"x"})), max_size=2))
    request: dict[str, object] = {"do": verb} if draw(st.integers(0, 9)) else {}
    for key in sorted(keys):
        fitting = VALUES.get(key, JSONS)
        request[key] = draw(JSONS if draw(st.integers(0, 7)) == 0 else fitting)
    return request


def answered(engine: Engine, line: bytes) -> dict[str, Any]:
    """The answer, having made sure that it is one line of what the page promises."""
    (text,) = engine.answers([line])
    assert text.endswith(b"\n")
    assert text.count(b"\n") == 1
    answer: dict[str, Any] = json.loads(text)
    assert "id" in answer
    if "error" in answer:
        assert answer.keys() == {"id", "error"}
        assert answer["error"]["code"] in REQUEST_CODES | MOVE_CODES
        assert answer["error"]["message"]
    return answer


@any_line
@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(b"{}")
def test_any_bytes_get_one_answer(line: bytes) -> None:
    """And since no arbitrary bytes are a request, it is a refusal that changes nothing."""
    engine = standing(MIDDLE)
    before = everything(engine)

    assert answered(engine, line)["error"]["code"] == "bad-request"
    assert everything(engine) == before


@any_line
@given(st.lists(requests(), min_size=1, max_size=4))
def test_any_objects_get_one_answer_each(lines: list[dict[str, object]]) -> None:
    """With the id of the request; it has no error, or one of the page, and then nothing has changed."""
    engine = standing(MIDDLE)
    for request in lines:
        before = everything(engine)
        answer = answered(engine, written(request))
        assert answer["id"] == request.get("id")
        if "error" in answer:
            assert everything(engine) == before


# -- The page --------------------------------------------------------------------------------------------------------


def section(title: str) -> str:
    """What stands on the page under a heading, up to the next heading."""
    _, found, rest = PAGE.partition(f"# {title}\n")
    assert found, title
    return rest.partition("\n#")[0]


def first_column(text: str) -> list[str]:
    return [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]


def test_a_mistake_of_the_engine_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a code of its own, and the engine goes on."""
    engine = protocol.Engine()
    with monkeypatch.context() as patched:
        patched.setattr(engine, "do", lambda request: 1 // 0)
        answer = engine.answer(b'{"id": 5, "do": "games"}')

    assert answer["id"] == 5
    assert cast("dict[str, str]", answer["error"])["code"] == "internal"
    assert "games" in engine.answer(b'{"do": "games"}')


def test_the_page_lists_every_code() -> None:
    """Neither more nor fewer than there are; and there is a refused request or move here for each of them."""
    assert set(first_column(section("Errors"))) == REQUEST_CODES | MOVE_CODES | {"internal"}
    assert {row[0] for row in MOVES_REFUSED} | {row[1] for row in REQUESTS_REFUSED} == REQUEST_CODES | MOVE_CODES


@pytest.mark.parametrize("verb", protocol.VERBS.split(", "))
def test_the_page_lists_every_key_of_a_request(verb: str) -> None:
    """In a table under the request's name; a key with a default is said to be optional."""
    kind = next(kind for kind in get_args(protocol.AnyRequest) if kind.__name__.lower() == verb)
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "id"]
    text = section(verb)

    assert first_column(text) == [field.name for field in fields]
    for field in fields:
        (line,) = [line for line in text.splitlines() if line.startswith(f"| `{field.name}`")]
        assert ("optional" in line.lower()) == (not field.required)
    assert "Answer: `" in text


def transcript() -> list[tuple[str, str]]:
    lines = section("A transcript").partition("```\n")[2].partition("\n```")[0].splitlines()
    assert [line[:2] for line in lines] == ["> ", "< "] * (len(lines) // 2)
    return [(said[2:], answer[2:]) for said, answer in zip(lines[::2], lines[1::2], strict=True)]


def without_hashes(value: object) -> object:
    """The hash of rules changes with them; the page has ... for it."""
    match value:
        case dict():
            return {
                key: "…" if key == "hash" or (key == "rules" and isinstance(item, str)) else without_hashes(item)
                for key, item in value.items()
            }
        case list():
            return [without_hashes(item) for item in value]
    return value


def test_the_transcript_of_the_page_is_what_happens(client: Client) -> None:
    """Each line said gets the answer that is printed there, through a real engine."""
    spoken = transcript()
    rules = hr.load("shithead").hash
    for said, printed in spoken:
        answer = client.say(said.replace('"rules": "…"', f'"rules": "{rules}"').encode() + b"\n")
        assert without_hashes(answer) == json.loads(printed), said

    verbs = {json.loads(said)["do"] for said, _ in spoken if said.startswith("{")}
    assert verbs == set(protocol.VERBS.split(", "))
    assert client.process.wait(PATIENCE) == 0


def with_answers(page: str) -> str:
    """The page with what an engine answers now."""
    engine, lines = Engine(), page.splitlines()
    rules = hr.load("shithead").hash
    for place, line in enumerate(lines):
        if line.startswith("> "):
            answer = engine.answer(line[2:].replace('"rules": "…"', f'"rules": "{rules}"').encode())
            lines[place + 1] = f"< {json.dumps(without_hashes(answer), ensure_ascii=False)}"
    return "\n".join([*lines, ""])


RECORD_WITH_HALF_A_MOVE = {"format": 1, "game": "duel", "rules": "", "moves": [[0]], "outcome": None}


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"do": "legal", "match": "m1"}, "legal: seat: this key is missing"),
        ({"do": "legal", "match": "m1", "seat": "x"}, "legal: seat: write a whole number, not a text"),
        ({"do": "dump", "match": "m1", "sead": 1}, "dump: sead: there is no such key here; the keys are match"),
        ({"do": "new", "game": 3, "seats": 2}, "new: game: write a text or an object, not a whole number"),
        ({"do": "load", "record": RECORD_WITH_HALF_A_MOVE}, "moves[0]: write a list of 2 values"),
    ],
)
def test_what_is_wrong_with_a_request_is_said_in_plain_words(request_: dict[str, object], message: str) -> None:
    """Where it is, and what would be right: no word of the program that reads it."""
    answer = Engine().answer(msgspec.json.encode(request_))

    assert answer["error"]["message"] == message  # type: ignore[call-overload,index]


@pytest.mark.parametrize(("line", "why"), [(b"{", "its end is missing"), (b"{}}", "byte 3"), (b'"\xff"', "not UTF-8")])
def test_what_is_not_json_is_said_in_plain_words(line: bytes, why: str) -> None:
    assert why in Engine().answer(line)["error"]["message"]  # type: ignore[call-overload,index,operator]


if __name__ == "__main__":
    PAGE_FILE.write_text(with_answers(PAGE), encoding="utf-8")
