"""Names and lines of chat: what people really write is accepted, and nothing that misleads a reader."""

from __future__ import annotations

import pytest

from houserules.core import is_line, plain_line, tidy_line
from houserules.errors import TableError
from houserules.server.names import read_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize(
    "text", ["Zo\u00eb", FAMILY, SCOTLAND, RAINBOW, PERSIAN, "\u2764\ufe0f", "\u5f20\u4f1f", f"Ann {FAMILY}!"]
)
def test_what_people_write_is_a_line(text: str) -> None:
    assert is_line(text)
    assert read_name(f"\u00a0\u3000{text}\u2003 \n") == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "\n", "a\nb", "a\tb", "\x00", "a\x7f", "\u202eevil", "a\u2066b", "\ufeffa", "a\u200bb"),
        *("A\u200dnn", "\u200d", f"{FAMILY}\u200d", f"\u200d{FAMILY}", "A\U000e0067", "\U000e0067", "\ufe0f", "\u3164"),
    ],
)
def test_what_cannot_be_seen_or_turns_the_text_is_refused(text: str) -> None:
    assert not is_line(text)
    with pytest.raises(TableError, match="characters that can be seen, without control characters"):
        read_name(text)


def test_inside_a_name_every_space_is_a_plain_one() -> None:
    assert tidy_line("\u00a0Ann\u00a0Lee\u3000") == "Ann Lee"


@pytest.mark.parametrize("name", ["You", "you ", "\uff39\uff2f\uff35", "Spectator"])
def test_nobody_is_called_as_the_server_calls_people(name: str) -> None:
    with pytest.raises(TableError, match="choose another name"):
        read_name(name)


def test_names_that_look_alike_are_the_same() -> None:
    assert plain_line(" \uff21nn\u00a0 Lee") == plain_line("ann lee")
    assert plain_line("\u2764\ufe0f") == plain_line("\u2764")
