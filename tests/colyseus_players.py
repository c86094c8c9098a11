"""Players of H3ROES C4RDS on real SDKs of Colyseus, each in a process of Node, and the inbox of all that they meet."""

from __future__ import annotations

import json
import queue
import random
import subprocess
import threading
from collections import deque
from pathlib import Path
from typing import Any

import msgspec

from tests.colyseus_sdks import sdk_folder
from tests.heroes_follower import Follower

DRIVER = Path(__file__).parent / "colyseus_driver.cjs"
PATIENCE_SECONDS = 120
"""Far beyond what anything takes, on any machine."""
ROOM = "heroes_cards"
"""The name of the room in the guide that existing servers follow."""


class Happening(msgspec.Struct, frozen=True):
    """What an SDK told the program that uses it. Fields that an event does not have are empty."""

    event: str
    as_: str = msgspec.field(name="as", default="")
    type: str | int = ""
    payload: Any = None
    code: int | None = None
    message: str = ""
    name: str = ""
    room: str = ""
    session: str = ""
    token: str = ""
    hasState: bool = False  # noqa: N815 - as JavaScript writes it
    milliseconds: float = -1
    rooms: Any = None


class Inbox:
    """What happens in all processes of a test, in the order in which it is read."""

    def __init__(self) -> None:
        self._arriving: queue.Queue[Happening] = queue.Queue()
        self._kept: deque[Happening] = deque()

    def put(self, happening: Happening) -> None:
        self._arriving.put(happening)

    def next(self, *names: str) -> Happening:
        """The next happening to one of these players. What happens to others is kept for them."""
        for place, kept in enumerate(self._kept):
            if kept.as_ in names:
                del self._kept[place]
                return kept
        while True:
            found = self._arriving.get(timeout=PATIENCE_SECONDS)
            if found.event == "crashed":
                raise AssertionError(found.message)
            if found.as_ in names:
                return found
            self._kept.append(found)


class Sdk:
    """A process of Node with one generation of the SDK."""

    def __init__(self, sdk: str, url: str, inbox: Inbox) -> None:
        self.sdk = sdk
        self.inbox = inbox
        self._process = subprocess.Popen(
            ["node", str(DRIVER), str(sdk_folder(sdk)), url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, name=sdk, daemon=True)
        self._reader.start()

    @property
    def returns_by_itself(self) -> bool:
        return self.sdk in ("sdk17", "sdk18")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.inbox.put(msgspec.json.decode(line, type=Happening))

    def order(self, **fields: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(fields) + "\n")
        self._process.stdin.flush()

    def end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait(PATIENCE_SECONDS)
        self._reader.join(PATIENCE_SECONDS)
        self._process.stdin.close()
        self._process.stdout.close()


class Player:
    """One client in a room, that checks each message, and plays by chance."""

    def __init__(self, sdk: Sdk, name: str) -> None:
        self.sdk = sdk
        self.name = name
        self.chance = random.Random(name)
        self.token = self.room = self.session = ""
        self.follower = Follower()
        self.sync: dict[str, Any] = {}
        """How things stand, as last told."""
        self.refused: list[str] = []
        self.bet_share = 1.0
        """The part of the credits that it bets."""
        self.envelope = self.chance.random() < 0.5
        self._acted: tuple[int, int, str] | None = None

    def order(self, do: str, **fields: object) -> None:
        self.sdk.order(**{"do": do, "as": self.name, **fields})

    def next(self, *events: str) -> Happening:
        """The next happening of one of these kinds; messages before it are checked."""
        while (happened := self.hear()).event not in events:
            pass
        return happened

    # -- Rooms ---------------------------------------------------------------------------------------------------------

    def enter(self, method: str = "joinOrCreate", to: str = ROOM, **options: object) -> None:
        """Come into a room, and remember how to come back."""
        self.order("join", method=method, to=to, **({"options": options} if options else {}))
        happened = self.next("joined", "refused")
        assert happened.event == "joined", f"{self.sdk.sdk}: {happened.code} {happened.message}"
        assert not happened.hasState
        assert self.session in ("", happened.session), "another session after a reconnection"
        self.room, self.session = happened.room, happened.session
        self._keep(happened.token)

    def _keep(self, token: str) -> None:
        assert token.partition(":")[0] == self.room
        assert token != self.token, "the same token once more"
        self.token = token

    def refusal(self, method: str, to: str) -> Happening:
        self.order("join", method=method, to=to)
        refused = self.next("joined", "refused")
        assert refused.event == "refused"
        return refused

    def come_back(self) -> None:
        """By the token, over HTTP: as older SDKs do."""
        self.enter("reconnect", self.token)
        self._forget()

    def wait_until_back(self) -> None:
        """After the connection was lost: SDKs from 0.17 on return by themselves, others are told to."""
        if self.next("left", "back").event == "left":
            assert not self.sdk.returns_by_itself
            self.come_back()

    def _forget(self) -> None:
        """A message that was under way may be lost: decide anew by the next sync."""
        self.follower.lost_touch()
        self._acted = None

    def leave(self) -> None:
        self.order("leave", consented=True)
        assert self.next("left").code == 4000
        self.session = self.token = ""
        self.follower = Follower()

    # -- Messages ------------------------------------------------------------------------------------------------------

    def say(self, type_: str, payload: object = None) -> None:
        self.order("send", type=type_, **({} if payload is None else {"payload": payload}))

    def hear(self) -> Happening:
        """The next thing that happens to this player."""
        return self.take(self.sdk.inbox.next(self.name))

    def take(self, happened: Happening) -> Happening:
        """Something happened to this player; a message is checked."""
        if happened.event == "back":
            self._keep(happened.token)
            self._forget()
        elif happened.event == "message":
            assert isinstance(happened.type, str)
            self.follower.heard(happened.type, happened.payload)
            if happened.type == "sync_game_state":
                self.sync = happened.payload
            elif happened.type == "error":
                self.refused.append(happened.payload["message"])
        return happened

    def hear_sync(self) -> dict[str, Any]:
        """Hear messages until it is said how things stand."""
        while (happened := self.hear()).type != "sync_game_state":
            assert happened.type != "error", happened
        return self.sync

    def hear_error(self) -> str:
        """A refusal, before anything else happens at the table."""
        while (happened := self.hear()).type == "presence":
            pass
        assert (happened.event, happened.type) == ("message", "error"), happened
        return self.refused.pop()

    # -- Moves ---------------------------------------------------------------------------------------------------------

    def act(self, type_: str, **fields: object) -> None:
        self.follower.acted(type_, fields)
        if not self.envelope:
            self.say(type_, fields or None)
        else:
            self.say(type_, {"action": type_, "data": fields} if fields else {"action": type_})

    def look(self) -> bool:
        """Make a move if it is time, once; was one made?"""
        now = self.sync
        phase, me = now["phase"], now["player_id"]
        key = (now["round_number"], now["turn_number"], phase)
        if key == self._acted or phase == "game_over":
            return False
        if phase == "betting":
            if now["current_bet"]:
                return False
            self.act("place_bet", amount=max(1, int(now["credits"] * self.bet_share)))
        elif phase == "initial_card_selection":
            if now["current_turn"]["own_card_selected"]:
                return False
            self.act("play_card", slot_index=self._slot(now["own_revealed_cards"]))
        elif now["current_player"] != me:
            return False
        elif phase == "power_choice":
            self.act("power_choice", choice=self.chance.choice(["add", "subtract"]))
        else:
            rivals = phase == "card_selection_rival"
            gone = now["opponent_revealed_cards" if rivals else "own_revealed_cards"]
            self.act("play_card", slot_index=self._slot(gone))
        self._acted = key
        return True

    def _slot(self, gone: dict[str, int]) -> int:
        return self.chance.choice([slot for slot in range(10) if str(slot) not in gone])


def play(players: list[Player], moves: int = 1_000_000) -> bool:
    """Play until the match is over, or for some moves; is it over?"""
    by_name = {player.name: player for player in players}
    inbox = players[0].sdk.inbox
    for player in players:
        moves -= player.look()
    while moves > 0:
        happened = inbox.next(*by_name)
        player = by_name[happened.as_]
        player.take(happened)
        assert happened.event == "message", happened
        assert happened.type != "error", happened
        if happened.type == "sync_game_state":
            if all(other.sync["phase"] == "game_over" for other in players):
                return True
            moves -= player.look()
    return False


def begin(players: list[Player]) -> None:
    """Hear how a match begins."""
    for player in players:
        sync = player.hear_sync()
        assert (sync["phase"], sync["round_number"], sync["credits"]) == ("betting", 1, 100)
