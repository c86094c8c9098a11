"""Players of H3ROES C4RDS and of other games who speak the bytes of Colyseus, and what tests ask of a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import msgspec

from houserules.wire import TableInfo
from tests.colyseus_raw import Heard, RawSocket, Seat, message, post, seat_of
from tests.processes import PATIENCE_SECONDS

SLOTS = 10


def joined(http: httpx.Client, method: str, room: str, /, **options: object) -> Seat:
    return seat_of(post(http, method, room, msgspec.json.encode(options)))


def refused(http: httpx.Client, method: str, room: str, /, **options: object) -> tuple[int, str]:
    """The code and the sentence of a refusal."""
    answer = post(http, method, room, msgspec.json.encode(options))
    body = answer.json()
    assert body["code"] == answer.status_code
    assert body["error"] == body["message"]
    return answer.status_code, body["error"]


def about(http: httpx.Client, table: str) -> TableInfo:
    answer = http.get(f"/api/v1/tables/{table}")
    assert answer.status_code == 200
    return msgspec.json.decode(answer.content, type=TableInfo)


def wait_until(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


class HeroesPlayer:
    """Plays by what it is told alone: it bets all it has, and turns over the first card that it can."""

    def __init__(self, socket: RawSocket) -> None:
        self.socket = socket
        self.heard: list[Heard] = []
        self._answered: set[tuple[Any, ...]] = set()

    async def play(self, until: str = "game_over", *, turns: int = 1000) -> Heard:
        """Until a message of this type comes, or so many moves are made."""
        while True:
            heard = await self.socket.next()
            self.heard.append(heard)
            assert heard.type != "error", heard
            if heard.type == until:
                self._answered.clear()
                return heard
            if heard.type == "sync_game_state" and self._answer(heard.payload):
                turns -= 1
                if not turns:
                    return heard

    def _answer(self, sync: dict[str, Any]) -> bool:
        phase, mine = sync["phase"], sync["current_player"] == sync["player_id"]
        moment = sync["round_number"], sync["turn_number"], phase
        if moment in self._answered:
            return False
        match phase:
            case "betting" if not sync["current_bet"]:
                said = message("place_bet", {"amount": sync["credits"]})
            case "initial_card_selection" if not sync["current_turn"]["own_card_selected"]:
                said = _pick(sync["own_revealed_cards"])
            case "card_selection_own" if mine:
                said = _pick(sync["own_revealed_cards"])
            case "card_selection_rival" if mine:
                said = _pick(sync["opponent_revealed_cards"])
            case "power_choice" if mine:
                choice = "add" if sync["points"] < 34 else "subtract"
                said = message("power_choice", {"action": "power_choice", "data": {"choice": choice}})
            case _:
                return False
        self._answered.add(moment)
        self.socket.send(said)
        return True


def _pick(revealed: dict[str, int]) -> bytes:
    return message("play_card", {"slot_index": next(slot for slot in range(SLOTS) if str(slot) not in revealed)})


class WirePlayer:
    """Plays random legal moves of any game, in the messages of `wire`; it does not say which view it answers."""

    def __init__(self, socket: RawSocket, chance: Random) -> None:
        self.socket = socket
        self._chance = chance

    async def play(self) -> Heard:
        """Until the match is over."""
        legal: list[str] = []
        is_answered = True  # a view that comes before the answer may be of somebody else's move
        while True:
            heard = await self.socket.next()
            assert heard.type != "error", heard
            if heard.type == "over":
                return heard
            if heard.type == "view" and heard.payload["view"] is not None:
                legal = heard.payload["view"].get("legal", [])
            is_answered = is_answered or heard.type == "done"
            if legal and is_answered and self.socket.frames.empty():  # this is the last word
                self.socket.send(message("move", {"move": self._chance.choice(legal)}))
                legal, is_answered = [], False


async def played(*players: HeroesPlayer | WirePlayer) -> list[Heard]:
    return await asyncio.wait_for(asyncio.gather(*[player.play() for player in players]), PATIENCE_SECONDS)
