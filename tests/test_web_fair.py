"""The fair deal in the page's own JavaScript: the vectors of docs/fairness.md, and real matches of every game.

Node runs it, and so does the browser that people use."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.core import Tribute
from tests.serving import Served
from tests.visitors import chromium, needs_browser
from tests.web_matches import GAMES, Played, play_out

pytestmark = pytest.mark.one_build

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "src" / "houserules" / "web" / "js"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "tests/data/fairness.json").read_text(encoding="utf-8"))
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")

ANSWER_VECTORS = """
({ Stream, shuffled, commitment, matchSeed, freshDeck, dealZones }, vectors) => {
  const take = (seed, label, limit, count) => {
    const stream = new Stream(seed, label);
    return Array.from({ length: count }, () => stream.below(limit));
  };
  const lines = (piles) => piles.map((pile) => pile.join(" "));
  const answer = {
    stream: (v) => take(v.seed, v.label, 2 ** 32, v.words.length),
    below: (v) => take(v.seed, v.label, v.limit, v.values.length),
    shuffle: (v) => shuffled(freshDeck(v.decks, v.jokers), v.seed, v.label).join(" "),
    commitment: (v) => commitment(v.server_seed),
    match_seed: (v) => matchSeed(v.server_seed, v.salts),
    deal: (v) => {
      const deck = shuffled(freshDeck(v.decks, v.jokers), v.seed);
      const { zones, stock } = dealZones(deck, v.seats, { blind: 3, up: 3, hand: 3 });
      return [lines(zones.blind), lines(zones.up), lines(zones.hand), stock.join(" ")];
    },
  };
  const refuses = (call) => { try { call(); return false; } catch { return true; } };
  const answers = Object.fromEntries(Object.entries(vectors).map(([kind, all]) => [kind, all.map(answer[kind])]));
  const surrogate = String.fromCharCode(0xd83c);
  answers.refuses = [
    () => new Stream("table", "a:b"), () => new Stream("table", ""), () => new Stream("table", "deck").below(0),
    () => new Stream("table", "deck").below(2 ** 32 + 1), () => commitment(surrogate),
    () => matchSeed("a", [surrogate]), () => matchSeed("a", [7]),
  ].map(refuses);
  return answers;
}
"""


def expected_answers() -> dict[str, Any]:
    return {
        "stream": [vector["words"] for vector in VECTORS["stream"]],
        "below": [vector["values"] for vector in VECTORS["below"]],
        "shuffle": [vector["cards"] for vector in VECTORS["shuffle"]],
        "commitment": [vector["commitment"] for vector in VECTORS["commitment"]],
        "match_seed": [vector["match_seed"] for vector in VECTORS["match_seed"]],
        "deal": [[v["blind"], v["face_up"], v["hand"], v["stock"]] for v in VECTORS["deal"]],
        "refuses": [True] * 7,
    }


def ask_node(folder: Path, module: str, function: str, argument: object) -> Any:
    """What a function makes of a module of the page and of an argument."""
    if not (folder / "package.json").exists():
        shutil.copytree(SCRIPTS, folder, dirs_exist_ok=True)
        (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "argument.json").write_text(json.dumps(argument), encoding="utf-8")
    (folder / "ask.js").write_text(
        f'import {{ readFileSync }} from "node:fs";\nimport * as page from "./{module}";\n'
        f'const argument = JSON.parse(readFileSync("argument.json", "utf8"));\n'
        f"console.log(JSON.stringify(({function.strip()})(page, argument)));\n",
        encoding="utf-8",
    )
    done = subprocess.run(["node", "ask.js"], cwd=folder, capture_output=True, text=True, check=False)
    assert not done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def matches(here: Served) -> dict[str, Played]:
    return {game: play_out(here, game) for game in GAMES}


@needs_node
def test_node_gives_the_answers_of_the_vectors(tmp_path: Path) -> None:
    assert ask_node(tmp_path, "fair.js", ANSWER_VECTORS, VECTORS) == expected_answers()


@needs_browser
def test_the_browser_gives_the_answers_of_the_vectors(here: Served) -> None:
    with chromium() as browser:
        page = browser.new_page()
        page.goto(here.url)
        script = f"async (vectors) => ({ANSWER_VECTORS.strip()})(await import('/web/js/fair.js'), vectors)"

        assert page.evaluate(script, VECTORS) == expected_answers()


VERIFY = "({ verify }, [record, replay, kept]) => verify(record, replay, kept)"


def kept_by_first(match: Played) -> dict[str, str]:
    proof = match.record["proof"]
    return {"commitment": proof["commitment"], "salt": proof["salts"][0]}


@needs_node
def test_every_game_passes(tmp_path: Path, matches: dict[str, Played]) -> None:
    for match in matches.values():
        found = ask_node(tmp_path, "verify.js", VERIFY, [match.record, match.replay, kept_by_first(match)])

        assert [(one["check"], one["ok"]) for one in found] == [
            ("seal", True),
            ("kept", True),
            ("seed", True),
            ("cards", True),
        ]
        assert found[-1]["count"] > 18


def failures(tmp_path: Path, match: Played, kept: dict[str, str] | None = None) -> list[str]:
    found = ask_node(tmp_path, "verify.js", VERIFY, [match.record, match.replay, kept or kept_by_first(match)])
    return [one["check"] for one in found if not one["ok"]]


@needs_node
def test_a_false_secret_salt_or_seed_is_found(tmp_path: Path, matches: dict[str, Played]) -> None:
    match = matches["duel"]

    def changed(**proof: object) -> Played:
        return Played(match.table, match.replay, {**match.record, "proof": {**match.record["proof"], **proof}})

    salts = match.record["proof"]["salts"]
    assert failures(tmp_path, changed(server_seed="0" * 64)) == ["seal", "seed"]
    assert failures(tmp_path, changed(salts=["other", *salts[1:]]), kept_by_first(match)) == ["kept", "seed"]
    assert failures(tmp_path, changed(commitment="0" * 64), kept_by_first(match)) == ["seal", "kept"]
    assert failures(tmp_path, Played(match.table, match.replay, {**match.record, "seed": "0" * 64})) == [
        "seed",
        "cards",
    ]


@needs_node
def test_cards_that_change_hands_after_the_deal_are_checked(tmp_path: Path) -> None:
    """A tribute stands in the deal; a false one is found, and one that nobody tells."""
    game = hr.load({"extends": "shithead", "name": "Tribute", "session": {"tribute": 2}})
    match: hr.Match[Any] = hr.Match.new(game, seats=3, seed="x", tribute=Tribute(2, 0, 2))
    step = {"view": hr.to_document(game.open_view(match.state)), "events": []}
    deal: Any = hr.to_document(match.deal_plan)

    def wrong(tribute: object) -> list[str]:
        replay = {"family": "shedding", "names": [], "deal": {**deal, "tribute": tribute}, "steps": [step]}
        found = ask_node(tmp_path, "verify.js", VERIFY, [match.record(), replay, None])
        return [one for check in found for one in check["wrong"]]

    assert deal["tribute"]["gave"] == ["2S", "2D"]
    assert wrong(deal["tribute"]) == []
    assert wrong(None)
    assert "nothing, not AS" in wrong({**deal["tribute"], "gave": ["2S", "AS"]})


def swap_two(cards: list[Any], other: list[Any]) -> None:
    cards[0], other[0] = other[0], cards[0]


@needs_node
def test_a_swapped_card_is_found_in_every_game(tmp_path: Path, matches: dict[str, Played]) -> None:
    for game, match in matches.items():
        replay = copy.deepcopy(match.replay)
        if game == "heroes":
            picks = [event for step in replay["steps"] for event in step["events"] if event["event"] == "picked"]
            picks[0]["card"], picks[1]["card"] = picks[1]["card"], picks[0]["card"]
        else:
            seats = replay["steps"][0]["view"]["seats"]
            swap_two(seats[0]["hand"], seats[1]["hand"])

        assert failures(tmp_path, Played(match.table, replay, match.record)) == ["cards"], game


@needs_node
def test_a_false_draw_and_a_false_blind_card_are_found(tmp_path: Path, matches: dict[str, Played]) -> None:
    match = matches["shithead"]
    for wanted in ("drew", "blind"):
        replay = copy.deepcopy(match.replay)
        events = [event for step in replay["steps"] for event in step["events"]]
        found = [one for one in events if one["event"] == "drew" or one.get("spot")]
        event = next(one for one in found if (one["event"] == "drew") == (wanted == "drew"))
        event["card"] = "not a card"
        event["cards"] = ["not a card", *event.get("cards", [])[1:]]

        assert failures(tmp_path, Played(match.table, replay, match.record)) == ["cards"], wanted
