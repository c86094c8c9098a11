"""Files of the user: where they are, and how each is written completely or not at all while others write too."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from houserules.errors import RequestError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_SECONDS: Final = 5.0
"""How long to wait for another process that writes. One that was stopped while it wrote must not stop us too."""

STALE_TEMP_SECONDS: Final = 3600
"""The age at which a temporary file that nobody finished is removed."""


# -- Folders ---------------------------------------------------------------------------------------------------------


def data_folder() -> Path:
    """The user's data directory: $HOUSERULES_HOME, or what the platform provides."""
    if home := os.environ.get("HOUSERULES_HOME"):
        return Path(home)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.environ.get("APPDATA")
        return (Path(base) if base else _home() / "AppData" / "Local") / "houserules"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "houserules"
    base = os.environ.get("XDG_DATA_HOME")
    # The specification of that variable says to ignore a relative path.
    return (Path(base) if base and Path(base).is_absolute() else _home() / ".local" / "share") / "houserules"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as problem:
        raise RequestError("bad-request", "you have no home directory: name a folder in HOUSERULES_HOME") from problem


def ensure_folder(path: Path) -> Path:
    """Make a folder if it is not there. Only the user may read it: hidden cards are in it."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise RequestError("bad-request", f"the folder {path} cannot be made: {problem.strerror}") from problem
    return path


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Only one process at a time writes in this folder. The system releases the lock of a process that dies."""
    try:
        descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        raise RequestError("bad-request", f"nothing can be written in {folder}: {problem.strerror}") from problem
    try:
        end = time.monotonic() + LOCK_SECONDS
        while not _lock(descriptor) and time.monotonic() < end:
            time.sleep(0.01)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """False if another process has the lock."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# -- Whole files -----------------------------------------------------------------------------------------------------


def write_new_file(folder: Path, stem: str, text: bytes) -> Path:
    """Write a file under the first free name that begins with `stem`: no other process gets the same name."""
    temp = write_temp_file(folder, text)
    number = 1
    try:
        while True:
            target = folder / f"{stem}-{number}.json"
            try:
                _claim_name(temp, target)
            except FileExistsError:
                number += 1
            else:
                fsync_folder(folder)
                return target
    finally:
        temp.unlink(missing_ok=True)


def replace_file(path: Path, text: bytes) -> None:
    """Whatever fails, and whenever the file is read, it is the old one or the new one."""
    folder = path.absolute().parent
    temp = write_temp_file(folder, text)
    try:
        temp.replace(path)
    finally:
        temp.unlink(missing_ok=True)
    fsync_folder(folder)


def write_temp_file(folder: Path, text: bytes) -> Path:
    """The whole text on the disk, in a file that nobody looks for."""
    path = folder / f".{os.getpid()}-{secrets.token_hex(4)}.part"
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _claim_name(temp: Path, target: Path) -> None:
    """Give a whole file its name; FileExistsError if another file has it."""
    if sys.platform == "win32":
        temp.rename(target)
        return
    try:
        os.link(temp, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: take the name first, empty, then put the file there
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        temp.replace(target)


def fsync_folder(folder: Path) -> None:
    """Make the names of files survive a power cut too."""
    if sys.platform != "win32":
        with suppress(OSError):  # some file systems cannot; the file itself is safe
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def remove_stale_temp_files(folder: Path) -> None:
    """Remove temporary files of processes that were killed."""
    for path in folder.glob(".*.part"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > STALE_TEMP_SECONDS:
                path.unlink()


def append_line(file: Path, line: bytes) -> None:
    """In one write. If the last line of the file was cut off, it stays alone on its line."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        if size:
            os.lseek(descriptor, size - 1, os.SEEK_SET)
            if os.read(descriptor, 1) != b"\n":
                line = b"\n" + line
        os.write(descriptor, line + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
