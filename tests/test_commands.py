"""The commands, as a shell sees them: what they print, and exit code 0 done, 1 the answer is no, 2 wrong use."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.kernel.bits import COMPILED

pytestmark = pytest.mark.one_build

HOUSERULES = [sys.executable, "-m", "houserules"]
BUILD = "compiled" if COMPILED else "interpreted"
PATIENCE = 60
"""Seconds until a process that hangs fails the test."""


def run(*arguments: str, told: bytes = b"", timeout: float = PATIENCE, **environment: str) -> tuple[int, str, str]:
    """A command in a process of its own: exit code, output and errors."""
    done = subprocess.run(
        [*HOUSERULES, *arguments],
        input=told,
        capture_output=True,
        timeout=timeout,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def played(seats: int = 3, game: str = "shithead", proof: hr.Proof | None = None) -> hr.Match[Any]:
    """A match that was played to its end."""
    match: hr.Match[Any] = hr.Match.new(hr.load(game), seats=seats, seed="commands", proof=proof)
    chance = random.Random(7)
    while match.to_act:
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(seat, legal[-1] if legal[-1] == hr.Ready() else chance.choice(legal))
    return match


# -- Use -------------------------------------------------------------------------------------------------------------


def test_the_version_is_the_same_everywhere() -> None:
    """The package says what its packaging says."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))

    assert hr.__version__ == project["project"]["version"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["fly"], "fly"),
        (["play", "--fly"], "--fly"),
        (["play", "--seats", "two"], "two"),
        (["verify"], "FILE"),
        (["bench", "--seconds", "long"], "long"),
        (["engine", "x"], "x"),
    ],
)
def test_wrong_use_exits_with_2(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is printed but what was wrong, and how it is used."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out == ""
    assert "usage: houserules" in said.err
    assert reason in said.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "houserules play shithead plays through a pipe"),
        (["play", "shithead", "--seats", "9"], "2 to 8"),
        (["play", "shithead", "--seats", "0"], "2 to 8"),
        (["play", "duel", "--seats", "3"], "played by 2"),
        (["bench", "--game", "shithead", "--seats", "1"], "2 to 8"),
        (["bench", "--game", "duel", "--seats", "3"], "played by 2"),
        (["bench", "--seconds", "0"], "--seconds"),
        (["bench", "--seconds", "-1"], "--seconds"),
        (["play", "shithaed"], "did you mean shithead?"),
        (["bench", "--game", "chess"], "shithead"),
        (["play", "no/such/house.toml"], "house.toml"),
        (["play", "shithead", "--bots", "hrad"], "did you mean hard?"),
        (["play", "heart-of-five", "--bots", "weak"], "has random, beginner, intermediate, advanced or adaptive"),
        (["play", "shithead", "--bots", "hard:tydi"], "did you mean tidy?"),
        (["play", "shithead", "--bots", "hard,,easy"], "name a level"),
        (["play", "shithead", "--bots", ""], "name a level"),
        (["play", "duel", "--bots", "hard,easy"], "2 levels for 1 bot"),
        (["play", "shithead", "--bots", "hard:tidy", "--personality", "hasty"], "hard:tidy has a personality"),
        (["play", "shithead", "--personality", "tydi"], "did you mean tidy?"),
        (["play", "shithead", "--ms", "0"], "1 ms"),
        (["play", "shithead", "--house", "friday.toml"], "leave out shithead"),
        (["play", "--house", "friday.json"], "ends in .toml"),
        (["play", "--house", "no/such/house.toml"], "house.toml"),
        (["play", "shithead", "--config", "table.json"], "not for shithead"),
        (["play", "--config", "table.toml"], "ends in .json"),
        (["play", "--house", "a.toml", "--config", "b.json"], "leave out --house or --config"),
        (["play", "shithead", "--name", " "], "--name needs"),
        (["play", "shithead", "--resume"], "leave out shithead"),
        (["play", "--resume", "--seats", "3", "--seed", "x"], "leave out --seats and --seed"),
        (["verify", "no/such/record.json"], "record.json"),
        (["arena", "--bots", "hrad,random"], "did you mean hard?"),
        (["arena", "--bots", "hard,random", "--game", "chess"], "chess"),
        (["arena", "--bots", "hard,easy,random"], "2 seats"),
        (["arena", "--bots", "hard,random", "--seats", "9"], "2 to 8"),
        (["arena", "--bots", "hard,random", "--deals", "0"], "deals"),
        (["arena", "--bots", ","], "name the bots"),
        (["arena", "--bots", "hard,random", "--ms", "0"], "1 ms"),
        (["arena", "--bots", "expert@soon,random"], "milliseconds"),
        (["arena", "--bots", "hard@300,random"], "decides at once"),
        (["play", "--bots", "expert@0"], "milliseconds"),
        (["arena", "--bots", "hard,random", "--jobs", "0"], "worker"),
        (["arena", "--bots", "hard,random", "--sprt", "much"], "much"),
        (["arena", "--bots", "hard,random", "--sprt", "0.6,0.5"], "below"),
        (["arena", "--bots", "hard,random", "--sprt", "nan,nan"], "below"),
        (["arena", "--bots", "hard,hard", "--league"], "once"),
        (["arena", "--bots", "hard,random", "--league", "--seats", "3"], "3 seats"),
        (["arena", "--bots", "hard,random", "--plot", "ladder.txt"], "ladder.txt"),
        (["arena", "--bots", "hard,random", "--resume", "no/such/blocks.jsonl"], "blocks.jsonl"),
    ],
)
def test_what_cannot_be_done_exits_with_2_and_a_sentence(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that says what would be right."""
    code = main(arguments)

    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert said.err.startswith(("houserules: ", "no/such/house.toml: "))
    assert said.err.count("\n") == 1
    assert reason in said.err


@pytest.mark.parametrize("seconds", ["nan", "inf"])
def test_a_time_that_never_ends_is_wrong_use(seconds: str) -> None:
    """It is refused, and not waited for."""
    code, _, said = run("bench", "--game", "duel", "--json", "--seconds", seconds, timeout=8)

    assert code == 2
    assert "--seconds" in said


def test_help_of_a_command_shows_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["help", "play"])

    assert ended.value.code == 0
    assert "--bots LEVEL" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["--help", "help"])
def test_help_lists_the_commands(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is no error to ask for it."""
    with pytest.raises(SystemExit) as ended:
        main([word])

    assert ended.value.code == 0
    assert re.findall(r"^    (\w+)(?= |$)", capsys.readouterr().out, re.MULTILINE) == [
        *("play", "join", "games", "stats", "replay", "tournament", "engine", "verify"),
        *("rules", "check", "house", "schema", "lab", "arena", "serve", "backup", "restore", "bench", "completion"),
    ]


# -- verify ----------------------------------------------------------------------------------------------------------

PROOF = hr.Proof.of("the host's secret", ("salt of 0", "salt of 1", "salt of 2"))


def verified(tmp_path: Path, record: object, *options: str) -> int:
    path = tmp_path / "record.json"
    path.write_bytes(record if isinstance(record, bytes) else json.dumps(record).encode())
    return main(["verify", str(path), *options])


def test_a_good_record_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 0, and a line for each thing that was checked."""
    match = played()
    assert match.outcome is not None

    assert verified(tmp_path, match.record()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok  ") for line in lines)
    assert f"{len(match.moves)} moves" in lines[0]
    assert str(list(match.outcome.places)) in lines[-1]


def test_a_record_with_a_proof_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The seed follows from the committed secret and the salts, and that is said."""
    match = played(proof=PROOF)

    assert match.seed == PROOF.seed()
    assert verified(tmp_path, match.record()) == 0
    assert "ok  the seed is made of the committed secret and the salts" in capsys.readouterr().out


def test_records_that_are_not_over_or_began_elsewhere_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A match in play, and one that began from a position."""
    match: hr.Match[Any] = hr.Match.new(hr.load("shithead"), seats=2, seed="x")
    match.play(1, "ready")
    resumed = hr.Match.from_position(match.game, match.position())
    resumed.play(0, "ready")

    assert verified(tmp_path, match.record()) == 0
    assert "it is not over" in capsys.readouterr().out
    assert verified(tmp_path, resumed.record()) == 0
    assert "position" in capsys.readouterr().out


def first_move(record: dict[str, Any]) -> None:
    record["moves"][0][1] = "take"


def later_move(record: dict[str, Any]) -> None:
    record["moves"][10] = record["moves"][11]


def left_out(record: dict[str, Any]) -> None:
    record["moves"].pop()


def one_more(record: dict[str, Any]) -> None:
    record["moves"].append([0, "take"])


def outcome(record: dict[str, Any]) -> None:
    record["outcome"]["places"].reverse()


def no_outcome(record: dict[str, Any]) -> None:
    record["outcome"] = None


def payoffs(record: dict[str, Any]) -> None:
    record["outcome"]["payoffs"][0] = 0.75


def seed(record: dict[str, Any]) -> None:
    record["seed"] = "another"


def commitment(record: dict[str, Any]) -> None:
    record["proof"]["commitment"] = record["proof"]["commitment"][::-1]


def secret(record: dict[str, Any]) -> None:
    record["proof"]["server_seed"] += "!"


def secret_and_commitment(record: dict[str, Any]) -> None:
    record["proof"]["server_seed"] = "another"
    record["proof"]["commitment"] = hr.Proof.of("another", ()).commitment


def salts(record: dict[str, Any]) -> None:
    record["proof"]["salts"].reverse()


def no_salt(record: dict[str, Any]) -> None:
    record["proof"]["salts"].pop()


def rules(record: dict[str, Any]) -> None:
    record["rules"] = "0" * 16


def format_(record: dict[str, Any]) -> None:
    record["format"] = 2


def game(record: dict[str, Any]) -> None:
    record["game"] = "smellyhead"


def seats(record: dict[str, Any]) -> None:
    record["seats"] = 4


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (first_move, "move 1, "),
        (later_move, "move 1"),
        (left_out, "outcome"),
        (one_more, "over"),
        (outcome, "outcome"),
        (no_outcome, "outcome"),
        (payoffs, "outcome"),
        (seed, "the seed is not made of"),
        (commitment, "the seed is not made of"),
        (secret, "the seed is not made of"),
        (secret_and_commitment, "the seed is not made of"),
        (salts, "the seed is not made of"),
        (no_salt, "the seed is not made of"),
        (rules, "rules"),
        (format_, "format 1"),
        (game, "rules"),
        (seats, "3 salts for 4 seats"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_tampered_record_does_not_hold(
    tamper: Callable[[dict[str, Any]], None], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1 and the reason, as text and as JSON."""
    record = json.loads(json.dumps(played(proof=PROOF).record()))
    tamper(record)

    assert verified(tmp_path, record) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("NO  ")
    assert reason in last

    assert verified(tmp_path, record, "--json") == 1
    said = json.loads(capsys.readouterr().out)
    assert said["holds"] is False
    assert reason in said["checks"][-1]


def test_another_seed_without_a_proof_is_found_out_by_the_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another deal has other cards, so the moves cannot be played."""
    assert verified(tmp_path, {**played().record(), "seed": "another"}) == 1
    assert "NO  move " in capsys.readouterr().out


def test_a_proof_needs_a_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A match that began from a position has none that could be proved."""
    match = played(proof=PROOF)
    record = hr.Match.from_position(match.game, match.position()).record()

    assert verified(tmp_path, {**record, "proof": match.record()["proof"]}) == 1
    assert "NO  the seed is not made of" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [b"", b"no JSON", b"\xff", b"[]", b"null", b"{}", b'{"format": 1}', b"[" * 5000 + b"]" * 5000, b"{" * 100_000],
    ids=lambda text: f"{text[:12]!r} {len(text)}",
)
def test_what_is_no_record_does_not_hold(text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is no, with the reason, whatever the file holds."""
    assert verified(tmp_path, text) == 1
    assert capsys.readouterr().out.startswith("NO  ")


def test_verify_answers_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object: does it hold, and what was checked."""
    assert verified(tmp_path, played(proof=PROOF).record(), "--json") == 0
    said = json.loads(capsys.readouterr().out)

    assert said["holds"] is True
    assert len(said["checks"]) == 4
    assert all(said["checks"])


def test_a_directory_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be read is wrong use, not a record that does not hold."""
    assert main(["verify", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err


# -- bench -----------------------------------------------------------------------------------------------------------


def test_bench_answers_in_the_shape_that_programs_read(capsys: pytest.CaptureFixture[str]) -> None:
    """The build, and for each game its seats and the moves a second; a state is small."""
    assert main(["bench", "--json", "--seconds", "0.2", "--game", "shithead"]) == 0
    said = json.loads(capsys.readouterr().out)

    assert said.keys() == {"build", "games"}
    assert said["build"] == BUILD
    assert said["games"].keys() == {"shithead"}
    speed = said["games"]["shithead"]
    assert speed["seats"] == 4
    low, high = speed["playout_range"]
    assert 1_000 < low <= speed["playout_moves_per_s"] <= high
    low, high = speed["match_range"]
    assert 100 < low <= speed["match_moves_per_s"] <= high
    assert speed["match_moves_per_s"] < speed["playout_moves_per_s"], "a Match does more than a playout"
    assert 0 < speed["state_bytes"] < 700


def test_bench_measures_every_game_unless_told_which(capsys: pytest.CaptureFixture[str]) -> None:
    """With four seats where the game allows it; --seats says otherwise, --game may be repeated."""
    assert main(["bench", "--json", "--seconds", "0.02"]) == 0
    every = json.loads(capsys.readouterr().out)["games"]
    assert main(["bench", "--json", "--seconds", "0.02", "--game", "duel", "--game", "smellyhead", "--seats", "2"]) == 0
    some = json.loads(capsys.readouterr().out)["games"]

    assert {name: speed["seats"] for name, speed in every.items()} == {
        name: min(4, hr.load(name).seats.stop - 1) for name in hr.GAMES
    }
    assert {name: speed["seats"] for name, speed in some.items()} == {"duel": 2, "smellyhead": 2}


def test_bench_measures_a_house_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A path is a game too, named after its file; without --json it prints a table."""
    house = Path(hr.__file__).parent / "games" / "shedding" / "variants" / "duel.toml"
    path = tmp_path / "friday.toml"
    path.write_bytes(house.read_bytes())

    assert main(["bench", "--seconds", "0.02", "--game", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"friday, 2 seats, {BUILD}\n")
    assert said.count("moves/s") == 2


# -- When nobody reads -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "engine", "bench", "verify", "verify --json"])
def test_a_reader_that_has_gone_causes_no_traceback(command: str, tmp_path: Path) -> None:
    """As in `houserules play | head -1`: the program ends, and says nothing more."""
    record = tmp_path / "record.json"
    record.write_text(json.dumps(played().record()), encoding="utf-8")
    arguments = {
        "play": ["play", "--seed", "x"],
        "engine": ["engine"],
        "bench": ["bench", "--json", "--seconds", "0.02", "--game", "duel"],
        "verify": ["verify", str(record)],
        "verify --json": ["verify", "--json", str(record)],
    }[command]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*HOUSERULES, *arguments],
            input=b'{"do": "games"}\n' * 1000,
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writing)

    assert done.stderr == b""
    assert done.returncode >= 0
