"""The leak test can fail: the server is broken on purpose, and each leak is caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from houserules.core import Event, Viewer
from houserules.server import telling
from houserules.server.colyseus.dialects import OwnDialect
from houserules.server.colyseus.frames import write_data
from houserules.server.telling import Update
from houserules.table import Table
from tests import torture_leak
from tests.rooms import run_jumping
from tests.torture_leak import Leak

pytestmark = pytest.mark.skipif(
    not (telling.__file__ or "").endswith(".py"),
    reason="compiled code cannot be broken on purpose: the interpreted build runs this",
)


def _no_event_is_masked(monkeypatch: pytest.MonkeyPatch) -> str:
    def seen_by(self: Event, viewer: int | None) -> Event:
        return self

    for kind in _all_kinds(Event):
        if "seen_by" in vars(kind):
            monkeypatch.setattr(kind, "seen_by", seen_by)
    return "shithead"


def _all_kinds(kind: type[Event]) -> Iterator[type[Event]]:
    yield kind
    for other in kind.__subclasses__():
        yield from _all_kinds(other)


def _bets_are_told(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(Table, "is_hidden", lambda self, seq, viewer: False)
    return "heroes"


def _a_spectator_sees_with_other_eyes(monkeypatch: pytest.MonkeyPatch) -> str:
    view = telling.view_told
    monkeypatch.setattr(telling, "view_told", lambda table, viewer, notes: view(table, viewer or 0, notes))
    return "duel"


@pytest.mark.parametrize("sabotage", [_no_event_is_masked, _bets_are_told, _a_spectator_sees_with_other_eyes])
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, sabotage: Callable[[pytest.MonkeyPatch], str]) -> None:
    """So the test above can fail."""
    game = sabotage(monkeypatch)

    with pytest.raises(Leak):
        run_jumping(torture_leak.play([game], 30, seed=1, frames=0))


def test_a_leak_to_a_colyseus_client_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame that shows the hands is added to each message."""
    update = OwnDialect.update

    def with_hands(self: OwnDialect, told: Update, viewer: Viewer) -> list[bytes]:
        position = told.table.match.position()
        return [*update(self, told, viewer), write_data("hands", {"players": position["players"]})]

    monkeypatch.setattr(OwnDialect, "update", with_hands)
    with pytest.raises(Leak):
        run_jumping(torture_leak.play(["heroes"], 30, seed=1, frames=1))
