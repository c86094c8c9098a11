"""Log lines, as JSON or text: what happened and where, never cards, tokens, keys or queries."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Final, Literal, TextIO

import msgspec

LOGGER: Final = logging.getLogger("houserules.server")

MOST_FRAMES: Final = 12
OTHER_LOGGERS: Final = ("uvicorn", "uvicorn.error", "asyncio", "picows", "litestar", "sqlalchemy", "alembic")
"""Of libraries. Their lines have our form, and only from warnings on."""
STANDARD: Final = frozenset({*vars(logging.LogRecord("", 0, "", 0, "", None, None)), "message", "asctime", "taskName"})
"""What every record has; the rest are the facts of this line."""


def log(event: str, *, level: int = logging.INFO, problem: BaseException | None = None, **facts: object) -> None:
    """One line. The caller gives only facts that anybody may read."""
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, event, extra=facts, exc_info=problem)


def where(problem: BaseException) -> dict[str, object]:
    """Of an exception: its kind and its place. Its message may hold anything a client sent, so it is left out."""
    frames = []
    trace = problem.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{PurePath(code.co_filename).name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    found: dict[str, object] = {"problem": type(problem).__name__, "at": frames[-MOST_FRAMES:]}
    if problem.__cause__ is not None:
        found["cause"] = where(problem.__cause__)
    return found


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """What a line says, in the order in which it is written."""
    said: dict[str, object] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
    }
    if record.name == LOGGER.name:
        said["event"] = record.getMessage()
        said |= {name: value for name, value in vars(record).items() if name not in STANDARD}
    else:
        # A library's text without what was put into it: that may be a URL or a body.
        said["event"] = "library"
        said["logger"] = record.name
        said["said"] = str(record.msg).splitlines()[0] if record.msg else ""
    if record.exc_info and record.exc_info[1] is not None:
        said |= where(record.exc_info[1])
    return said


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(facts_of(record), enc_hook=str).decode()


class TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said = facts_of(record)
        start = f"{said.pop('time')} {said.pop('level')} {said.pop('event')}"
        return " ".join([start, *(f"{name}={_as_word(value)}" for name, value in said.items())])


def _as_word(value: object) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()
    return text if text and text.isprintable() and " " not in text else msgspec.json.encode(text).decode()


def set_up_logs(form: Literal["json", "text"], target: TextIO | None = None) -> logging.Handler:
    """Write all log lines of this process to `target` (stderr). Answers the handler, so that it can be taken away."""
    handler = logging.StreamHandler(target or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    for name in (LOGGER.name, *OTHER_LOGGERS):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if "." not in name or name == LOGGER.name else []
        logger.propagate = logger.handlers == []
        logger.setLevel(logging.INFO if name == LOGGER.name else logging.WARNING)
    return handler
