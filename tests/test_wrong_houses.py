"""Files as beginners write them, and what `check`, `rules`, `play` and `lab` answer: tests/data/wrong_houses.txt.

`python -m tests.test_wrong_houses` writes the answers anew. Read what changed before you commit it."""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from pathlib import Path

import pytest

from houserules.__main__ import main

pytestmark = pytest.mark.one_build

GOLDEN = Path(__file__).parent / "data" / "wrong_houses.txt"
PARENTS = {
    "marked.toml": b'\xef\xbb\xbfextends = "shithead"\nname = "Marked"\n',
    "broken.toml": b"name = Broken\n",
}
"""Files beside each of them: one that is fine, though it begins with a mark, and one that is not."""


def cases() -> list[tuple[str, str, list[str]]]:
    """The title of each, its file, and the answer."""
    parts = re.split(r"^== (.+)\n", GOLDEN.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        text, _, answer = body.partition("-- answer\n")
        found.append((title, text.rstrip("\n") + "\n", answer.strip("\n").split("\n")))
    return found


CASES = cases()


def answered(text: str, folder: Path, command: str = "check") -> tuple[int, list[str]]:
    """The exit code of a command, and the lines that it says about a file."""
    for name, content in PARENTS.items():
        (folder / name).write_bytes(content)
    path = folder / "friday.toml"
    path.write_text(text, encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([command, str(path)])
    said = out.getvalue() if command == "check" else err.getvalue()
    return code, said.replace(str(folder) + "/", "").splitlines()


def test_there_are_at_least_thirty() -> None:
    assert len(CASES) >= 30
    assert len({title for title, _, _ in CASES}) == len(CASES)


@pytest.mark.parametrize(("text", "answer"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_wrong_file_is_answered_in_plain_words(text: str, answer: list[str], tmp_path: Path) -> None:
    """By every command in the same way: the file, the place, the reason, and what would be right."""
    code, said = answered(text, tmp_path)

    assert (code, said) == (1, answer)
    for command in ("rules", "play", "lab"):
        assert answered(text, tmp_path, command) == (2, answer), command


@pytest.mark.parametrize(("text", "answer"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_no_answer_speaks_python(text: str, answer: list[str], tmp_path: Path) -> None:
    python = re.compile(r"\{'|Errno|Traceback|\bTrue\b|\bFalse\b|\bNone\b|\bdict\b|<class|\('")
    assert not [line for line in answer if python.search(line)]
    assert all(line.startswith("friday.toml: ") for line in answer)


def test_a_parent_that_begins_with_a_mark_is_read(tmp_path: Path) -> None:
    code, said = answered('extends = "marked.toml"\nname = "Friday"\n', tmp_path)

    assert (code, said[0].partition(" (")[0]) == (0, "friday.toml: ok")


def write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        parts = [
            f"== {title}\n{text}-- answer\n" + "\n".join(answered(text, Path(folder))[1]) + "\n\n"
            for title, text, _ in CASES
        ]
    GOLDEN.write_text("".join(parts).rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
