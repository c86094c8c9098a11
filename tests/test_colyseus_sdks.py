"""Whole matches of H3ROES C4RDS by real SDKs of Colyseus, four generations of them, at a real server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.colyseus_players import Inbox, Player, Sdk, begin, play
from tests.colyseus_sdks import SDKS
from tests.processes import ServerProcess

pytestmark = pytest.mark.one_build

PAIRS = [*((sdk, sdk) for sdk in SDKS), ("sdk15", "sdk18"), ("sdk17", "sdk16")]
MESSAGES = {
    "sync_game_state",
    "card_selected",
    "battle_result",
    "initial_turn_determined",
    "phase_change",
    "round_end",
    "game_over",
}
"""All but that of Dr. Manhattan, whom few rounds deal."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of its own, for tests that count rooms or kill it."""
    with ServerProcess(tmp_path) as server:
        yield server
        assert server.tracebacks() == []


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all other tests."""
    with ServerProcess(tmp_path_factory.mktemp("shared")) as server:
        yield server
        assert server.tracebacks() == []


class Clients:
    """Players on SDKs, each in a process of its own."""

    def __init__(self) -> None:
        self._inbox = Inbox()
        self._started: list[Sdk] = []

    def start(self, server: ServerProcess, *sdks: str) -> list[Player]:
        players = []
        for sdk in sdks:
            self._started.append(Sdk(sdk, server.url, self._inbox))
            players.append(Player(self._started[-1], f"{sdk} {len(self._started)}"))
        return players

    def start_match(self, server: ServerProcess, *sdks: str) -> list[Player]:
        """Two players in a room of their own, who know how the match begins."""
        players = self.start(server, *sdks)
        players[0].enter("create")
        players[1].enter("joinById", players[0].room)
        begin(players)
        return players

    def end(self) -> None:
        for sdk in self._started:
            sdk.end()


@pytest.fixture
def clients() -> Iterator[Clients]:
    clients = Clients()
    yield clients
    clients.end()


def play_again(players: list[Player]) -> bool:
    players[0].act("continue_game")
    begin(players)
    return play(players)


# -- Whole matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sdks", PAIRS)
def test_two_clients_play_matches_to_the_end_and_continue(
    clients: Clients, shared: ServerProcess, sdks: tuple[str, str]
) -> None:
    """Each message is checked by both. Whoever is over may continue, and then nobody else needs to."""
    players = clients.start_match(shared, *sdks)
    assert {player.follower.me for player in players} == {1, 2}
    assert players[0].room == players[1].room

    for number, share in enumerate((1.0, 0.5, 1.0), 1):
        for player in players:
            player.bet_share = share
        assert play(players)
        assert [player.follower.matches for player in players] == [number, number]
        players[number % 2].act("continue_game")
        begin(players)

    for player in players:
        assert set(player.follower.counted) >= MESSAGES
        assert player.refused == []


def test_dr_manhattan_is_met_and_tells_one_player_only(clients: Clients, shared: ServerProcess) -> None:
    """Matches are played until he was shown to each of them."""
    players = clients.start_match(shared, "sdk16", "sdk17")
    while not all("dr_manhattan_reveal" in player.follower.counted for player in players):
        for player in players:
            player.bet_share = 0.1
        play(players, 200)
        if all(player.sync["phase"] == "game_over" for player in players):
            players[0].act("continue_game")
            begin(players)


# -- Refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sdk", SDKS)
def test_a_message_that_does_not_fit_is_answered_and_changes_nothing(
    clients: Clients, shared: ServerProcess, sdk: str
) -> None:
    players = clients.start_match(shared, sdk, sdk)
    player, other = players
    wrong: list[tuple[str, object]] = [
        ("place_bet", {"amount": 101}),
        ("place_bet", {"amount": -1}),
        ("place_bet", {"amount": 1.5}),
        ("place_bet", {"amount": "10"}),
        ("place_bet", {}),
        ("place_bet", None),
        ("play_card", {"slot_index": 0}),
        ("play_card", {"slot_index": 10}),
        ("power_choice", {"choice": "add"}),
        ("power_choice", {"choice": "multiply"}),
        ("continue_game", None),
        ("dance", {"step": 1}),
    ]
    for type_, payload in wrong:
        player.say(type_, payload)
        assert player.hear_error()

    for one in players:
        one.act("place_bet", amount=100)
    for one in players:
        while one.sync["phase"] == "betting":
            one.hear_sync()
    other.act("play_card", slot_index=3)
    while not other.sync["current_turn"]["own_card_selected"]:
        other.hear_sync()
    other.say("play_card", {"slot_index": 4})
    assert other.hear_error()
    assert play(players)


# -- Rooms -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sdk", SDKS)
def test_a_third_client_finds_the_room_full_and_gets_another(clients: Clients, server: ServerProcess, sdk: str) -> None:
    players = clients.start_match(server, sdk, sdk)
    third, fourth = clients.start(server, sdk, "sdk15")

    refused = third.refusal("joinById", players[0].room)
    assert refused.code in (522, 4212)
    assert players[0].room in refused.message
    assert third.refusal("joinById", "nowhere").code in (522, 4212)
    assert third.refusal("join", "heroes_cards").code in (521, 4211)
    assert third.refusal("joinOrCreate", "chess_of_mars").code in (520, 4210)

    third.enter()
    assert third.room != players[0].room
    fourth.enter("joinById", third.room)
    begin([third, fourth])
    assert play([third, fourth])
    assert play(players[:2])


@pytest.mark.parametrize("sdk", SDKS)
def test_a_room_is_made_and_found_by_its_name(clients: Clients, server: ServerProcess, sdk: str) -> None:
    ann, ben = clients.start(server, sdk, sdk)
    ann.enter("create")
    ben.enter("join")
    assert ann.room == ben.room
    begin([ann, ben])


# -- Leaving and coming back -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sdk", SDKS)
def test_a_player_who_leaves_for_good_is_let_go(clients: Clients, shared: ServerProcess, sdk: str) -> None:
    """The token is worth nothing afterwards."""
    players = clients.start_match(shared, sdk, sdk)
    play(players, 5)
    leaver = players[0]
    token = leaver.token
    leaver.leave()
    assert leaver.refusal("reconnect", token).code in (522, 524, 4212, 4214)


def lose_connection(player: Player, how: str) -> None:
    """Close the socket, or cut it; then come back as this SDK does."""
    if how == "close":
        player.order("leave", consented=False)
    else:
        player.order("cut")
    player.wait_until_back()


@pytest.mark.parametrize("how", ["close", "cut"])
@pytest.mark.parametrize("sdk", SDKS)
def test_a_player_comes_back_and_plays_on(clients: Clients, shared: ServerProcess, sdk: str, how: str) -> None:
    """From 0.17 on by itself, before by its token. Each token is good for one return."""
    players = clients.start_match(shared, sdk, "sdk16")
    player = players[0]
    for moves in (3, 12):
        play(players, moves)
        old = player.token
        lose_connection(player, how)
        player.hear_sync()
        assert player.refusal("reconnect", old).code in (524, 4214)
    assert play(players)
    assert play_again(players)


@pytest.mark.parametrize("sdk", SDKS)
def test_a_token_replaces_a_connection_that_is_still_open(clients: Clients, shared: ServerProcess, sdk: str) -> None:
    """A page that was loaded anew comes back before the server knows that the old one is gone."""
    ann, ben = clients.start_match(shared, sdk, "sdk16")
    [again] = clients.start(shared, sdk)
    play([ann, ben], 4)
    again.enter("reconnect", ann.token)
    assert again.session == ann.session
    again.follower = ann.follower
    again.follower.lost_touch()
    again.hear_sync()
    assert play([again, ben])


# -- The server is killed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sdks", [("sdk15", "sdk16"), ("sdk17", "sdk18"), ("sdk18", "sdk15")])
def test_a_server_that_is_killed_loses_nothing(clients: Clients, server: ServerProcess, sdks: tuple[str, str]) -> None:
    """As kill -9, again and again, in the middle of a match and when it is over."""
    players = clients.start_match(server, *sdks)
    for player in players:
        player.bet_share = 0.2
    for moves in (1, 7, 30):
        play(players, moves)
        server.kill()
        server.start()
        for player in players:
            player.wait_until_back()
        for player in players:
            player.hear_sync()
    for player in players:
        player.bet_share = 1.0
    assert play(players)
    server.kill()
    server.start()
    for player in players:
        player.wait_until_back()
        assert player.hear_sync()["phase"] == "game_over"
    assert play_again(players)


@pytest.mark.parametrize("sdks", [("sdk17", "sdk18"), ("sdk15", "sdk16")])
def test_a_server_that_stops_lets_clients_come_back(
    clients: Clients, server: ServerProcess, sdks: tuple[str, str]
) -> None:
    players = clients.start_match(server, *sdks)
    play(players, 9)
    assert server.stop() == 0
    server.start()
    for player in players:
        player.wait_until_back()
    for player in players:
        player.hear_sync()
    assert play(players)


# -- Pings and requests ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sdk", ["sdk17", "sdk18"])
def test_pings_are_answered(clients: Clients, shared: ServerProcess, sdk: str) -> None:
    """In a room, and before there is one."""
    [player] = clients.start(shared, sdk)
    player.order("latency")
    assert player.next("latency").milliseconds >= 0
    player.enter("create")
    player.order("ping")
    assert player.next("pong").milliseconds >= 0


def test_a_request_is_answered(clients: Clients, shared: ServerProcess) -> None:
    """Only 0.18 has them. What a room does not know fails; the room plays on."""
    players = clients.start_match(shared, "sdk18", "sdk18")
    players[0].order("request", type="dance", payload={"step": 1})
    failed = players[0].next("answer", "failed")
    assert failed.event == "failed"
    assert "dance" in failed.message
    assert play(players)


@pytest.mark.parametrize("sdk", SDKS)
def test_raw_bytes_do_no_harm(clients: Clients, shared: ServerProcess, sdk: str) -> None:
    players = clients.start_match(shared, sdk, sdk)
    players[0].order("bytes", type="noise", body=[1, 2, 3])
    assert players[0].hear_error()
    assert play(players)


def test_the_oldest_sdk_lists_rooms(clients: Clients, server: ServerProcess) -> None:
    ann, ben = clients.start(server, "sdk15", "sdk15")
    ann.enter("create")
    ben.order("list", name="heroes_cards")
    assert [room["roomId"] for room in ben.next("listed").rooms] == [ann.room]
    ben.enter("joinById", ann.room)
    ben.order("list", name="heroes_cards")
    assert ben.next("listed").rooms == []
