"""The commands for what was played, as a shell sees them, and the page about them: it is executed."""

from __future__ import annotations

import io
import json
import os
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.terminal import library, results, saved
from houserules.terminal.replay import COMMANDS
from houserules.terminal.saved import Saved
from houserules.terminal.tables import ordinal, table
from tests.sittings import players

pytestmark = pytest.mark.one_build

PAGE = (Path(__file__).parent.parent / "docs" / "library.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def kept(moves: int | None = 6, *, game: str = "duel", seed: str = "library", **other: Any) -> Saved:
    """A match of a person against a bot, after so many moves or to its end."""
    match: hr.Match[Any] = hr.Match.new(hr.load(game), seats=2, seed=seed)
    bots = [hr.bot("beginner" if game == "heart-of-five" else "easy", match.game, seed=seat) for seat in range(2)]
    while match.to_act and (moves is None or len(match.moves) < moves):
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(match.view(seat)))
    fields: dict[str, Any] = {"seat": 0, "players": players(["You", "Ben"], [None, "easy"]), "begun": saved.now()}
    return Saved(record=match.record(), **(fields | other))


def told(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def run(*arguments: str, lines: bytes = b"") -> tuple[int, str, str]:
    """A command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "houserules", *arguments], input=lines, capture_output=True, timeout=120, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


# -- games -----------------------------------------------------------------------------------------------------------


def test_games_lists_what_is_saved_the_last_first(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    paths = [saved.save(match) for match in (kept(), kept(None), kept(game="heart-of-five", undone=2))]
    for age, path in enumerate(reversed(paths)):
        os.utime(path, (1000 - age, 1000 - age))
    (home / "matches" / "broken.json").write_text("{", encoding="utf-8")

    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert "heart-of-five" in lines[1]
    assert lines[1].endswith("2 taken back")
    assert re.search(r"over: (1st|2nd) of 2$", lines[2])
    assert re.search(r"duel +2 +easy +6 +(your turn|Ben \(easy\) is to act)$", lines[3])

    assert main(["games", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [entry["file"] for entry in document] == [str(path) for path in reversed(paths)]
    assert [entry["is_over"] for entry in document] == [False, True, False]


def test_games_says_so_if_there_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "You have no saved matches" in capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_games_removes_one_by_its_number_or_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    old, new = saved.save(kept()), saved.save(kept())
    os.utime(old, (1, 1))

    for wanted in ("0", "3", "nobody", "../x", "²"):
        assert main(["games", "--remove", wanted]) == 2
        assert "there is no saved match" in capsys.readouterr().err
    assert main(["games", "--remove", "1"]) == 0
    assert (old.exists(), new.exists()) == (True, False)
    assert main(["games", "--remove", old.stem]) == 0
    assert not old.exists()


def test_a_match_that_cannot_be_replayed_is_listed_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    match = kept()
    record: Any = match.record
    record["moves"][3][1] = "play 2C 2D"
    saved.save(match)

    assert main(["games"]) == 0
    assert "broken: move 4" in capsys.readouterr().out


def test_verify_reads_saved_matches(capsys: pytest.CaptureFixture[str]) -> None:
    path = saved.save(kept(None))

    assert main(["verify", str(path)]) == 0
    whole = capsys.readouterr().out
    assert "every move is legal" in whole

    document = json.loads(path.read_bytes())
    document["record"]["moves"][3][1] = "play 2C 2D"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert "NO  move 4" in capsys.readouterr().out


# -- stats -----------------------------------------------------------------------------------------------------------


def test_stats_counts_what_was_finished(capsys: pytest.CaptureFixture[str]) -> None:
    results.remember(kept(None))
    results.remember(kept(None, seed="b", undone=1))
    results.remember(kept(None, game="heart-of-five", players=players(["You", "Ben"], [None, "beginner"])))

    assert main(["stats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["game", "against", "played", "won", "last", "places", "streak", "best", "apart"]
    assert lines[1].startswith("duel ")
    assert re.search(r"[01] of 1$", lines[1])
    assert lines[2].startswith("heart-of-five  beginner ")
    assert re.fullmatch(r"heart-of-five against beginner: \d+ bombs?, strongest card played \d+ times?", lines[4])
    assert [line.split(":")[0] for line in lines[5:]] == ["won", "places", "streak", "apart"]
    assert max(map(len, lines)) <= 80

    assert main(["stats", "--game", "duel", "--json"]) == 0
    [tally] = json.loads(capsys.readouterr().out)
    assert (tally["game"], tally["played"], tally["apart"]) == ("duel", 1, 1)
    assert list(tally["places"].values()) == [1]
    assert main(["stats", "--game", "chess"]) == 0
    assert "not finished a match of chess" in capsys.readouterr().out


def test_a_house_that_was_changed_is_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    for rules in ("aaaaaaaaaa", "bbbbbbbbbb"):
        match = kept(None, begun=rules)
        match.record["rules"] = rules
        results.remember(match)

    assert main(["stats"]) == 0
    said = capsys.readouterr().out
    assert "duel aaaaaa " in said
    assert "duel bbbbbb " in said


# -- replay ----------------------------------------------------------------------------------------------------------


def test_replay_through_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    path = saved.save(kept(None))

    code, said, wrong = run(
        "replay", str(path), lines=told("", "next", "back", "last", "first", "seat 1", "x", "quit", "9")
    )

    assert (code, wrong) == (0, "")
    assert "\x1b" not in said
    total = len(hr.Match.from_record(saved.read(path).record).moves)
    shown = [int(number) for number in re.findall(r"after move (\d+) of", said)]
    assert shown == [0, 1, 2, 1, total, 0, 0]
    assert "seen from seat 1, Ben." in said
    assert "There is no command 'x'" in said


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other terminals")
def test_replay_in_a_terminal_steps_with_keys() -> None:
    """Arrows, Home and End while nothing is typed; each frame is drawn from the top left."""
    import pty  # noqa: PLC0415 - there is none on Windows

    path = saved.save(kept(None))
    total = len(hr.Match.from_record(saved.read(path).record).moves)
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "100", "LINES": "40"}
    process = subprocess.Popen(
        [sys.executable, "-m", "houserules", "replay", str(path)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        said = _until(ours, b"0/%d>" % total)
        assert b"\x1b[H" in said
        for keys, number in (
            (b"\x1b[C", 1),
            (b"\r", 2),
            (b"\x1b[D", 1),
            (b"\x1b[F", total),
            (b"\x1b[H", 0),
            (b"7\r", 7),
        ):
            os.write(ours, keys)
            assert b"after move %d of" % number in _until(ours, b"%d/%d>" % (number, total))
        os.write(ours, b"\x04")
        assert process.wait(60) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)


def _until(terminal: int, wanted: bytes) -> bytes:
    """What a terminal shows, up to something."""
    found = b""
    end = time.monotonic() + 60
    while wanted not in found:
        ready, _, _ = select.select([terminal], [], [], max(end - time.monotonic(), 0))
        assert ready, found
        found += os.read(terminal, 65536)
    return found


def test_replay_takes_a_number_or_a_record_and_refuses_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = kept()
    saved.save(match)
    record = tmp_path / "record.json"
    record.write_bytes(msgspec.json.encode(match.record))

    for file in ("1", str(record)):
        assert run("replay", file)[0] == 0
    for file in ("2", "no/such.json", str(tmp_path)):
        assert main(["replay", file]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1


def test_play_on_from_a_point_of_a_replay() -> None:
    """The new match has the deal and the moves of the old one, and is saved as one of its own."""
    match = kept(None)
    path = saved.save(match)

    code, said, wrong = run("replay", str(path), lines=told("to 8", "play 1 random", "legal", "move 1", "quit"))

    assert (code, wrong) == (0, "")
    assert "random" in said
    assert saved.read(path) == match
    [new] = [found for file, found in library.matches() if file != path]
    again, old = hr.Match.from_record(new.record), hr.Match.from_record(match.record)
    assert again.moves[:8] == old.moves[:8]
    assert len(again.moves) > 8
    assert again.seed == old.seed
    assert (new.seat, new.branched) == (1, 8)
    assert [player.level for player in new.players] == ["random", None]


def test_play_on_from_a_match_that_is_not_over_counts_as_taken_back() -> None:
    """It may show what is still to come in it."""
    path = saved.save(kept(9))

    assert run("replay", str(path), lines=told("to 8", "play", "quit"))[0] == 0

    assert saved.read(path).undone == 1
    assert len(hr.Match.from_record(saved.read(path).record).moves) == 9


def test_hostile_lines_end_no_replay() -> None:
    path = saved.save(kept())
    nonsense = [b"\xff\xfe", b"\x00", b"x" * 100_000, "😀".encode(), b"to 99999999999999999999", b"seat -1", b"\x1b[2J"]

    code, said, wrong = run("replay", str(path), lines=b"\n".join([*nonsense, b"next", b"quit", b""]))

    assert (code, wrong) == (0, "")
    assert "after move 1 of 6" in said
    assert "\x1b" not in said


# -- tournament ------------------------------------------------------------------------------------------------------


def test_a_tournament_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "--game", "duel", "--bots", "hard, easy", "--seed", "7", "--jobs", "1", "--json"]) == 0

    report = json.loads(capsys.readouterr().out)
    assert (report["format"], report["seed"], len(report["matches"])) == ("league", "7", 2)
    assert [row["played"] for row in report["rows"]] == [2, 2]


def test_without_a_seed_each_tournament_is_another(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(2):
        assert main(["tournament", "--game", "duel", "--bots", "hard,easy", "--jobs", "1"]) == 0
        seeds.add(re.findall(r"seed (\S+)", capsys.readouterr().out)[0])
    assert len(seeds) == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--bots", "hrad,easy"], "did you mean hard?"),
        (["--bots", "easy,"], "tables of 2"),
        (["--bots", "hard,easy", "--jobs", "0"], "--jobs takes at least 1"),
        (["--bots", "hard,easy", "--me", "Ann", "--json"], "--json"),
        (["--bots", "hard,easy", "--game", "chess"], "chess"),
        (["--bots", "hard,easy", "--rounds", "0"], "rounds"),
        (["--bots", "hard,easy", "--seats", "9"], "2 to 8"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", *arguments]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert reason in said.err


def test_a_person_plays_a_whole_tournament_through_a_pipe() -> None:
    """The matches are saved and counted like others."""
    lines = told(*["ready", *["move 1"] * 60] * 20)
    code, said, wrong = run("tournament", "--game", "duel", "--bots", "easy", "--me", "Ann", "--seed", "1", lines=lines)

    assert (code, wrong) == (0, "")
    assert "Match 2: Ann - easy" in said
    assert re.search(r"^\d=? +Ann +2 ", said, re.MULTILINE)
    assert len(results.results()) == 2
    assert len(library.matches()) == 2
    assert all(match.is_over for _, match in library.matches())


def test_a_person_who_leaves_a_tournament_gets_the_table_so_far() -> None:
    code, said, wrong = run(
        "tournament", "--game", "duel", "--bots", "easy", "--me", "Ann", lines=told("ready", "undo", "quit")
    )

    assert (code, wrong) == (1, "")
    assert "Nothing is taken back at this table" in said
    assert said.endswith("continues from there.\n")


# -- Tables ----------------------------------------------------------------------------------------------------------


def test_tables_are_plain_through_a_pipe() -> None:
    said = table(("name", "count"), [("a" * 200, "7"), ("[b]", "12")], ("name",), io.StringIO())

    assert said.splitlines() == [f"name{' ' * 198}count", f"{'a' * 200}{' ' * 6}7", f"[b]{' ' * 202}12"]


def test_ordinals() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]
    )


# -- The page --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("bash") is None, reason="the page is written for a shell")
def test_the_page_says_what_the_commands_print(tmp_path: Path) -> None:
    """From top to bottom; only dates, times and the home directory are others."""
    steps = [
        step
        for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
        for step in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)
        if step
    ]
    assert len(steps) == 6
    environment = os.environ | {
        "HOUSERULES_HOME": str(tmp_path / ".local" / "share" / "houserules"),
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONUTF8": "1",
    }
    function = f'houserules() {{ "{sys.executable}" -m houserules "$@"; }}\n'
    day = saved.now()[:10]
    for step in steps:
        command, _, expected = step.removeprefix("$ ").partition("\n")
        done = subprocess.run(
            ["bash", "-c", function + command.replace("2026-11-16", day)],
            capture_output=True,
            timeout=120,
            check=False,
            cwd=tmp_path,
            env=environment,
        )
        said = done.stdout.decode().replace(str(tmp_path), "/home/ann")
        said = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "2026-11-16 20:15", said)
        assert (done.stderr.decode(), said) == ("", expected), command
        assert done.returncode == 0


def test_the_page_lists_the_commands_of_a_replay() -> None:
    section = PAGE.split("## Replay\n")[1].split("\n## ")[0]
    assert dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|$", section, re.MULTILINE)) == COMMANDS
