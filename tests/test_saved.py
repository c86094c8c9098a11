"""Saved matches: each file is whole, nobody overwrites another's match, and what is no saved match is refused."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.bots import Limit
from houserules.errors import RecordError, RequestError
from houserules.table import Player
from houserules.terminal import library, saved
from houserules.terminal.files import data_folder
from houserules.terminal.saved import Saved
from tests.sittings import players

pytestmark = pytest.mark.one_build


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def played(moves: int | None = 6, *, game: str = "shithead", seats: int = 2, seed: str = "saved") -> hr.Match[Any]:
    """A match after so many moves, or to its end."""
    match: hr.Match[Any] = hr.Match.new(hr.load(game), seats=seats, seed=seed)
    chance = random.Random(5)
    while match.to_act and (moves is None or len(match.moves) < moves):
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(seat, legal[-1] if legal[-1] == hr.Ready() else chance.choice(legal))
    return match


def kept(match: hr.Match[Any], **other: Any) -> Saved:
    """The match as it is saved, with a person on seat 0."""
    bots = match.seats - 1
    fields: dict[str, Any] = {
        "seat": 0,
        "players": players(["You", *[f"Bot {seat}" for seat in range(1, bots + 1)]], [None, *["hard"] * bots]),
        "begun": "2026-11-16T20:15:00+00:00",
    }
    return Saved(record=match.record(), **(fields | other))


# -- What is saved is what is read -----------------------------------------------------------------------------------


def test_what_was_saved_is_read_again(home: Path) -> None:
    match = kept(played(), players=players(["Zoë", "Bot 1"], [None, "expert@300:tidy"]), undone=3, branched=4)

    path = saved.save(match)

    assert path == home / "matches" / "2026-11-16-shithead-1.json"
    assert saved.read(path) == match
    assert hr.Match.from_record(saved.read(path).record).moves == played().moves


def test_each_match_gets_a_readable_name_of_its_own() -> None:
    """With the day it was begun, and a number."""
    names = [saved.save(kept(played(game=game))).name for game in ("shithead", "heart-of-five", "shithead")]

    assert names == ["2026-11-16-shithead-1.json", "2026-11-16-heart-of-five-1.json", "2026-11-16-shithead-2.json"]


def test_a_house_with_a_strange_name_gets_a_name_that_files_can_have() -> None:
    record: dict[str, Any] = played().record() | {"game": "../../Ünser Haus\\:*?"}

    path = saved.save(Saved(record=record, seat=0, players=players("ab", [None, "x"]), begun="2026-11-16"))

    assert path.parent == saved.matches_folder()
    assert path.name == "2026-11-16-nser-haus-1.json"


def test_a_match_takes_the_place_of_its_last_state() -> None:
    path = saved.save(kept(played(4)))

    assert saved.save(kept(played(6)), path) == path
    assert saved.read(path) == kept(played(6))
    assert len(list(path.parent.glob("*.json"))) == 1
    assert list(path.parent.glob(".*.part")) == []


def test_a_name_that_is_no_text_is_kept_as_far_as_it_is() -> None:
    """A shell may hand over bytes that are none; and a name must not move the cursor."""
    path = saved.save(kept(played(), players=players(["A\udcffnn", "\033[2JBob"], [None, "hard"])))

    assert [player.name for player in saved.read(path).players] == ["A?nn", "?[2JBob"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_nobody_else_may_read_it() -> None:
    """It holds the seed, and so every card."""
    path = saved.save(kept(played()))

    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_match_of_the_format_of_before_is_read_and_saved_in_the_present_one(tmp_path: Path) -> None:
    """Names held the level then, and levels were texts."""
    path = tmp_path / "old.json"
    before = {
        "saved": 1,
        "begun": "2026-11-16T20:15:00+00:00",
        "seat": 0,
        "names": ["Zoë", "Ann (expert@300:tidy)", "Ben (easy)"],
        "levels": [None, "expert@300:tidy", "easy"],
        "undone": 2,
        "record": played(seats=3).record(),
    }
    path.write_bytes(msgspec.json.encode(before))
    match = saved.read(path)

    assert match.players == (
        Player("Zoë"),
        Player("Ann", "bot", "expert", "tidy", Limit(ms=300)),
        Player("Ben", "bot", "easy"),
    )
    assert (match.seat, match.undone, match.record) == (0, 2, played(seats=3).record())
    assert saved.save(match, path) == path
    assert saved.read(path) == match
    assert msgspec.json.decode(path.read_bytes())["saved"] == 2
    for changes in ({"levels": [None]}, {"levels": [None, "expert@x", "easy"]}, {"names": 7}):
        path.write_bytes(msgspec.json.encode(before | changes))
        with pytest.raises(RecordError, match="not a saved match"):
            saved.read(path)


# -- Several at once -------------------------------------------------------------------------------------------------


def test_what_another_process_wrote_is_not_overwritten() -> None:
    """Two go on with the same match: each has a file in the end."""
    path = saved.save(kept(played(4)))
    theirs = msgspec.json.decode(path.read_bytes()) | {"undone": 7}
    path.write_bytes(json.dumps(theirs).encode())

    mine = saved.save(kept(played(6)), path)

    assert mine.name == "2026-11-16-shithead-1-1.json"
    assert saved.read(mine) == kept(played(6))
    assert saved.read(path).undone == 7
    assert saved.save(kept(played(8)), mine) == mine


def test_a_file_that_is_none_of_ours_is_not_overwritten(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("buy milk", encoding="utf-8")

    path = saved.save(kept(played()), notes)

    assert notes.read_text(encoding="utf-8") == "buy milk"
    assert path == tmp_path / "notes-1.json"


WRITER = """
import sys
from pathlib import Path
from houserules.terminal import saved
import tests.test_saved as own
matches = [own.kept(own.played(moves)) for moves in (4, 40)]
path = Path(sys.argv[1]) if len(sys.argv) > 1 else None
if path is not None:
    saved.read(path)
print("ready", flush=True)
while True:
    for match in matches:
        made = saved.save(match, path)
        if path is None:
            print(made, flush=True)
"""


def writer(*arguments: str) -> subprocess.Popen[str]:
    """A process that saves for ever; it has begun."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent.parent,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(["", *sys.path])},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_a_writer_that_is_killed_leaves_the_old_or_the_new_match() -> None:
    """Killed at any moment: the file is one of the two, whole, and is written again."""
    states = [kept(played(4)), kept(played(40))]
    path = saved.save(states[0])
    chance = random.Random(1)
    for _ in range(12):
        process = writer(str(path))
        time.sleep(chance.random() / 50)
        process.kill()
        process.communicate()
        assert saved.read(path) in states
        assert saved.save(states[0], path) == path


def test_two_writers_never_get_the_same_name() -> None:
    processes = [writer(), writer()]
    said: list[str] = []
    for process in processes:
        assert process.stdout is not None
        said += [process.stdout.readline().strip() for _ in range(20)]
    for process in processes:
        process.kill()
        process.communicate()

    assert len(set(said)) == 40
    assert all(saved.read(Path(line)) for line in said)


def test_what_was_left_behind_long_ago_is_swept_away(home: Path) -> None:
    saved.save(kept(played()))
    old, new = home / "matches" / ".1-a.part", home / "matches" / ".2-b.part"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))

    saved.save(kept(played()))

    assert not old.exists()
    assert new.exists()


# -- What is no saved match ------------------------------------------------------------------------------------------


def broken(**changes: Any) -> bytes:
    """A saved match with something else in it."""
    document = msgspec.json.decode(saved.save(kept(played())).read_bytes())
    return json.dumps({key: value for key, value in (document | changes).items() if value != "gone"}).encode()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"saved": 3}, "format 3"),
        ({"saved": True}, "format True"),
        ({"saved": "gone"}, "not a saved match"),
        ({"record": "gone"}, "record"),
        ({"record": {"format": 1}}, "game"),
        ({"record": []}, "record"),
        ({"players": [{"name": "You"}]}, "1 players at a table of 2"),
        ({"players": [{"name": "You"}, {"name": "Ann", "kind": "cat"}]}, "cat"),
        ({"players": [{"name": "You"}, {"name": "Ann", "kind": "bot", "level": "hard", "limit": {}}]}, "limit"),
        ({"seat": 2}, "seat 2"),
        ({"seat": -1}, "seat -1"),
        ({"seat": 1}, "seat 1"),
        ({"seat": "me"}, "seat"),
        ({"undone": "often"}, "undone"),
    ],
)
def test_a_broken_file_is_refused_with_a_sentence(changes: dict[str, Any], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(broken(**changes))

    with pytest.raises(RecordError) as refused:
        saved.read(path)

    assert str(path) in refused.value.message
    assert reason in refused.value.message
    assert "\n" not in refused.value.message


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 100_000, b'{"saved":1}'])
def test_a_file_of_anything_is_refused(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "any.json"
    path.write_bytes(text)

    with pytest.raises(RecordError, match=r"any\.json is not a saved match"):
        saved.read(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json", Path("a\0b")):
        with pytest.raises(RecordError):
            saved.read(path)


def test_a_record_is_no_saved_match_but_can_be_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(played().record()))

    with pytest.raises(RecordError, match="a record, not a saved match"):
        saved.read(path)
    found, problem = saved.read_as_far_as_whole(path)
    assert (found.record, found.seat, problem) == (played().record(), None, None)
    assert [player.name for player in found.players] == ["Seat 0", "Seat 1"]
    assert saved.read_as_far_as_whole(saved.save(kept(played()))) == (kept(played()), None)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "file" / "home"))

    with pytest.raises(RequestError, match="cannot be made"):
        saved.save(kept(played()))
    assert library.matches() == []


def test_what_cannot_be_written_leaves_nothing_behind(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = saved.save(kept(played(4)))
    monkeypatch.setattr(os, "fsync", full)
    for target in (None, path):
        with pytest.raises(RequestError, match="No space left"):
            saved.save(kept(played(5)), target)

    assert [found.name for found in (home / "matches").iterdir() if found.name != ".lock"] == [path.name]
    assert saved.read(path).record == played(4).record()


# -- Which there are -------------------------------------------------------------------------------------------------


def test_the_latest_is_the_one_saved_last_that_is_not_over() -> None:
    assert library.latest() is None
    first = saved.save(kept(played(4)))
    second = saved.save(kept(played(5)))
    over = saved.save(kept(played(None)))
    bots = saved.save(kept(played(6), seat=None, players=players("ab", ["hard", "easy"])))
    for age, path in enumerate((bots, over, second, first)):
        os.utime(path, (1000 - age, 1000 - age))

    assert library.latest() == second
    assert [path for path, _ in library.matches()] == [bots, over, second, first]

    saved.save(kept(played(7)), first)
    assert library.latest() == first


def test_lists_pass_over_what_is_no_saved_match(home: Path) -> None:
    path = saved.save(kept(played()))
    for name, text in (("a.json", b"{"), ("b.json", broken(saved=9)), ("c.txt", b"x")):
        (home / "matches" / name).write_bytes(text)
    (home / "matches" / "d.json").mkdir()

    assert path in [found for found, _ in library.matches()]
    assert {"a.json", "b.json", "d.json"}.isdisjoint(found.name for found, _ in library.matches())


# -- Where -----------------------------------------------------------------------------------------------------------


def test_the_folder_is_the_platforms(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HOUSERULES_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder() == tmp_path / "data" / "houserules"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder() == tmp_path / ".local" / "share" / "houserules"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder() == tmp_path / "Library" / "Application Support" / "houserules"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_folder() == tmp_path / "local" / "houserules"
    monkeypatch.delenv("LOCALAPPDATA")
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    assert data_folder() == tmp_path / "roaming" / "houserules"
