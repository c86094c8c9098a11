"""`houserules replay FILE`: step through a match, with keys in a terminal or with lines through a pipe."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec

from .cards_drawn import readable
from .client import play
from .library_commands import file_or_number
from .look import Look
from .play_command import as_text, look_for
from .replay import Replay, ReplayReply
from .saved import Saved, read_as_far_as_whole, save
from .screen import drawn
from .sitting import Sitting

LONGEST_LINE: Final = 400
"""Characters of a line that are read."""
HINT: Final = "Enter steps forward; or say back, to N, moves, seat K, open, why, play K, help, quit."
LINES_UNDER_TABLE: Final = 6
"""A longer reply is shown without the table."""


def add_command(subparsers: argparse._SubParsersAction[Any]) -> None:
    replay = subparsers.add_parser("replay", help="step through a record or a saved match, and play on from any point")
    replay.add_argument("file", metavar="FILE", help="a file, or the number of a match in houserules games")
    replay.add_argument("--ascii", action="store_true", help="draw with ASCII only")
    replay.add_argument("--no-color", action="store_true", help="draw without colours, as with the variable NO_COLOR")
    replay.set_defaults(command=_replay)


def _replay(options: argparse.Namespace) -> int:
    as_text(sys.stdin, sys.stdout)
    path = file_or_number(options.file)
    return run(Replay(*read_as_far_as_whole(path)), path, sys.stdin, sys.stdout, lambda: look_for(options, sys.stdout))


def frame(replay: Replay, look: Look) -> str:
    """The table after the move, what the move led to, and what was hidden if that is asked for."""
    shown = [readable(line, look, replay.names.names) for line in replay.hidden()]
    hidden = [piece for line in shown for piece in textwrap.wrap(line, look.width, subsequent_indent="  ")]
    height = None if look.height is None else max(look.height - 1 - len(hidden), 1)
    room = msgspec.structs.replace(look, height=height)
    table = drawn(replay.view(), replay.names, replay.log_lines(), room, title="With this move")
    heading = [replay.heading()[: look.width]] if look.width else []
    return "\n".join([*heading, table, *hidden])


def run(replay: Replay, path: Path, source: TextIO, target: TextIO, look: Callable[[], Look]) -> int:
    """Read keys in a terminal, or the same words as lines through a pipe, until the person leaves."""
    in_terminal = source.isatty() and target.isatty()
    ask = _keys() if in_terminal else _lines(source, target)
    stops = () if replay.problem is None else (f"This record is not whole: {replay.problem}.",)
    reply = ReplayReply((*stops, HINT), changed=True)
    while True:
        if in_terminal:
            _redrawn(target, on_screen(replay, look(), reply.lines))
        else:
            plain = msgspec.structs.replace(look(), height=None, color=False)
            _written(
                target,
                [
                    *([frame(replay, plain)] if reply.changed else []),
                    *[readable(line, plain, replay.names.names) for line in reply.lines],
                ],
            )
        line = ask(replay)
        reply = ReplayReply(left=True) if line is None else replay.say(line)
        if reply.played is not None:
            return _played(replay, path, reply.played, source, target, look())
        if reply.left:
            return 0


Ask = Callable[[Replay], str | None]
"""Asks for the next line; None at the end of the input."""


def _lines(source: TextIO, target: TextIO) -> Ask:
    def ask(replay: Replay) -> str | None:
        target.write(_prompt(replay))
        target.flush()
        line = source.readline(LONGEST_LINE)
        rest = line
        while rest and not rest.endswith("\n"):
            rest = source.readline(LONGEST_LINE)
        target.write("\n")
        return line.rstrip("\n") if line else None

    return ask


def _keys() -> Ask:
    """While nothing is typed, arrows step."""
    from prompt_toolkit import PromptSession  # noqa: PLC0415 - nobody needs it through a pipe
    from prompt_toolkit.application import get_app  # noqa: PLC0415
    from prompt_toolkit.filters import Condition  # noqa: PLC0415
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent  # noqa: PLC0415

    keys = KeyBindings()

    def bind(key: str, word: str) -> None:
        @keys.add(key, filter=Condition(lambda: not get_app().current_buffer.text))
        def _(event: KeyPressEvent) -> None:
            event.app.exit(result=word)

    for key, word in (("right", "next"), ("left", "back"), ("home", "first"), ("end", "last")):
        bind(key, word)
    session: PromptSession[str] = PromptSession(key_bindings=keys, erase_when_done=True)

    def ask(replay: Replay) -> str | None:
        try:
            return session.prompt(_prompt(replay))
        except (EOFError, KeyboardInterrupt):
            return None

    return ask


def _prompt(replay: Replay) -> str:
    return f"{replay.at}/{len(replay.moves)}> "


def _written(target: TextIO, texts: Sequence[str]) -> None:
    target.write("".join(f"{text}\n" for text in texts))
    target.flush()


def on_screen(replay: Replay, look: Look, lines: Sequence[str]) -> list[str]:
    """The table with a reply under it. A long reply stands alone: as much of it as fits, around the mark."""
    rows = (look.height or 24) - 2
    shown = [readable(line, look, replay.names.names) for line in lines]
    said = [piece for line in shown for piece in textwrap.wrap(line, look.width, subsequent_indent="       ")]
    if len(said) <= LINES_UNDER_TABLE:
        room = msgspec.structs.replace(look, height=max((look.height or 24) - len(said), 1))
        return [*frame(replay, room).split("\n"), *said]
    if len(said) <= rows:
        return said
    rows -= 1
    mark = next((number for number, line in enumerate(said) if line.startswith(">")), 0)
    first = max(min(mark - rows // 2, len(said) - rows), 0)
    part = f"lines {first + 1} to {first + rows} of {len(said)}: say to N to go there"
    return [*said[first : first + rows], part[: look.width]]


def _redrawn(target: TextIO, lines: Sequence[str]) -> None:
    """From the top left, in one write: nothing flickers."""
    target.write("\033[H" + "".join(f"{line}\033[K\r\n" for line in lines) + "\033[J")
    target.flush()


def _played(replay: Replay, path: Path, found: Saved, source: TextIO, target: TextIO, look: Look) -> int:
    if not replay.is_over and replay.kept.seat is not None:
        # A person who plays on from a match that is not over may see cards that are still to come in it.
        save(msgspec.structs.replace(replay.kept, undone=replay.kept.undone + 1), path)
    return play(Sitting.resumed(found, None), source=source, target=target, look=look)
