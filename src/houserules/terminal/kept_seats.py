"""Kept seats: the tokens of seats at tables on servers, and the key by which servers know this device.

Both are secrets. They stand in the data directory, which only the user may read.
"""

from __future__ import annotations

import secrets
from typing import Final

import msgspec

from houserules.errors import HouseRulesError

from .files import data_folder, ensure_folder, folder_lock, replace_file

FILE: Final = "seats.json"
KEY_FILE: Final = "player-key"
MOST_KEPT: Final = 200
"""Seats; of more, the oldest are forgotten."""


class KeptSeat(msgspec.Struct, frozen=True):
    seat: int
    token: str


def kept_seat(link: str) -> KeptSeat | None:
    return _read().get(link)


def keep_seat(link: str, kept: KeptSeat | None) -> None:
    """Remember a seat by the link of its table, or forget it. If that cannot be written, it is not kept."""
    try:
        folder = ensure_folder(data_folder())
        with folder_lock(folder):
            seats = {known: seat for known, seat in _read().items() if known != link}
            if kept is not None:
                seats[link] = kept
            last = dict(list(seats.items())[-MOST_KEPT:])
            replace_file(folder / FILE, msgspec.json.encode(last))
    except (HouseRulesError, OSError):
        pass


def _read() -> dict[str, KeptSeat]:
    try:
        return msgspec.json.decode((data_folder() / FILE).read_bytes(), type=dict[str, KeptSeat])
    except (HouseRulesError, OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}


def player_key() -> str | None:
    """The key of this device, made on first use; None if it can neither be read nor written."""
    try:
        path = ensure_folder(data_folder()) / KEY_FILE
        with folder_lock(path.parent):
            if not path.exists():
                replace_file(path, secrets.token_urlsafe(24).encode())
            return path.read_text(encoding="ascii").strip() or None
    except (HouseRulesError, OSError, UnicodeDecodeError):
        return None
