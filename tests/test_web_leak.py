"""No hidden card comes into the browser: whole matches of every game, with all that the socket brought and all that
ever stood in the document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from tests.serving import Served
from tests.visitors import needs_browser
from tests.web_leaks import WATCH_DOCUMENT, Told, cards_in, leaks, slot_leaks, told_by_document, told_by_socket
from tests.web_matches import GAMES, play_out
from tests.web_players import Player

pytestmark = [pytest.mark.one_build, needs_browser]

ONE_ROUND = '[gameInfo]\nname = "One round"\n\n[match]\nwins = 1\nrounds = 1\n'
"""Of Heart of Five: one of ten would take the browser minutes."""


@pytest.mark.parametrize("game", GAMES)
def test_no_hidden_card_comes_into_the_browser(player: Callable[..., Player], here: Served, game: str) -> None:
    ann = player(seed=game)
    ann.is_eager = True
    ann.context.add_init_script(WATCH_DOCUMENT)
    request = {"house": ONE_ROUND} if game == "heart-of-five" else {"game": game}
    level = "beginner" if game == "heart-of-five" else "medium"  # good enough to come to an end
    bots = [{"seat": seat, "level": level} for seat in range(1, GAMES[game])]
    table = ann.open_table(seats=GAMES[game], bots=bots, **request)
    acts = ann.play_on()
    assert acts > 2
    seen = ann.page.evaluate("seenCards")
    replay = here.http.get(f"/api/v1/tables/{table}/replay").raise_for_status().json()

    if game == "heroes":
        assert any(re.match(r"card \d+ at slot", text) for text in seen), "the document was not watched"
        assert slot_leaks(replay, 0, ann.frames, seen) == []
    else:
        told = [*told_by_socket(ann.frames), *told_by_document(seen)]
        assert sum(bool(cards_in(one.text)) for one in told) > 20, "the browser was not watched"
        assert leaks(replay, 0, told) == []


def test_a_leak_would_be_found(here: Served) -> None:
    """What another seat was told has cards that the first one may not know."""
    for game in ("shithead", "heart-of-five"):
        match = play_out(here, game)
        of_other = here.http.get(f"/api/v1/tables/{match.table}/replay?seat=1").json()["steps"]
        told = [Told(step["seq"], json.dumps(step["view"])) for step in of_other[:40]]

        assert leaks(match.replay, 1, told) == []
        assert leaks(match.replay, 0, told)
    match = play_out(here, "heroes")
    steps = match.replay["steps"]
    frames = [json.dumps({"type": "view", "seq": steps[0]["seq"], "view": steps[-1]["view"]})]

    assert slot_leaks(match.replay, 0, frames, {})
    assert slot_leaks(match.replay, 0, [], {"card 5 at slot/1/3": steps[0]["seq"]})
