"""Tests of fair dealing: the numbers of docs/fairness.md, in Python and in the page's own JavaScript."""

import hashlib
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houserules.fair import Stream, commitment, match_seed, new_secret, shuffled

pytestmark = pytest.mark.one_build

HERE = Path(__file__).resolve().parent
PAGE = (HERE.parent / "docs" / "fairness.md").read_text(encoding="utf-8")
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((HERE / "data" / "fairness.json").read_text(encoding="utf-8"))
KINDS = ["stream", "below", "shuffle", "commitment", "match_seed", "deal"]
SEEDS = st.text(st.characters(codec="utf-8"))
no_deadline = settings(deadline=None)  # a busy machine is no failure

# Prints what the JavaScript of the page makes of the questions in the vectors.
ASK_JAVASCRIPT = """
import { readFileSync } from "node:fs";
import { Stream, shuffled, commitment, matchSeed, freshDeck, deal } from "./fair.mjs";

async function take(seed, label, limit, count) {
  const stream = new Stream(seed, label);
  const values = [];
  while (values.length < count) values.push(await stream.below(limit));
  return values;
}
const lines = (piles) => piles.map((pile) => pile.join(" "));
const answer = {
  stream: (v) => take(v.seed, v.label, 2 ** 32, v.words.length),
  below: (v) => take(v.seed, v.label, v.limit, v.values.length),
  shuffle: async (v) => (await shuffled(freshDeck(v.decks, v.jokers), v.seed, v.label)).join(" "),
  commitment: (v) => commitment(v.server_seed),
  match_seed: (v) => matchSeed(v.server_seed, v.salts),
  deal: async (v) => {
    const table = deal(await shuffled(freshDeck(v.decks, v.jokers), v.seed), v.seats);
    return [lines(table.blind), lines(table.faceUp), lines(table.hand), table.stock.join(" ")];
  },
};
const refuses = async (call) => { try { await call(); return false; } catch { return true; } };
const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
const answers = {};
for (const kind of Object.keys(vectors)) {
  answers[kind] = [];
  for (const vector of vectors[kind]) answers[kind].push(await answer[kind](vector));
}
answers.refuses = [
  await refuses(() => new Stream("table", "a:b")),
  await refuses(() => new Stream("table", "")),
  await refuses(() => new Stream("table", "deck").below(0)),
  await refuses(() => new Stream("table", "deck").below(2 ** 32 + 1)),
  await refuses(() => commitment("\\ud83c")),
  await refuses(() => matchSeed("a", ["\\udccf"])),
  await refuses(() => matchSeed("a", [7])),
];
console.log(JSON.stringify(answers));
"""


def fenced(language: str) -> str:
    """The one block of the page that is fenced in this language."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


def fresh_deck(decks: int, jokers: bool) -> list[str]:
    """The deck before the shuffle, as the page has it."""
    one = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + (["jj", "JJ"] if jokers else [])
    return one * decks


def expected(kind: str, vector: dict[str, Any]) -> Any:
    """The answer that a vector holds."""
    if kind == "deal":
        return [vector["blind"], vector["face_up"], vector["hand"], vector["stock"]]
    return vector[{"stream": "words", "below": "values", "shuffle": "cards"}.get(kind, kind)]


def answer(kind: str, vector: dict[str, Any]) -> Any:
    """The answer that the code gives."""
    if kind == "commitment":
        return commitment(vector["server_seed"])
    if kind == "match_seed":
        return match_seed(vector["server_seed"], vector["salts"])
    if kind == "shuffle":
        return " ".join(shuffled(fresh_deck(vector["decks"], vector["jokers"]), vector["seed"], vector["label"]))
    if kind == "deal":
        deck, seats = shuffled(fresh_deck(vector["decks"], vector["jokers"]), vector["seed"]), vector["seats"]
        rounds = [deck[start : start + 3 * seats] for start in (0, 3 * seats, 6 * seats)]
        piles = [[" ".join(cards[seat::seats]) for seat in range(seats)] for cards in rounds]
        return [*piles, " ".join(deck[9 * seats :])]
    stream = Stream(vector["seed"], vector["label"])
    return [stream.below(vector.get("limit", 2**32)) for _ in expected(kind, vector)]


def chi_square(counts: Counter[Any], cells: int) -> float:
    """How far the counts are from all being equal; about the number of cells if they are fair."""
    fair = counts.total() / cells
    return (sum((count - fair) ** 2 for count in counts.values()) + (cells - len(counts)) * fair**2) / fair


# The vectors


def test_vectors_cover_every_kind() -> None:
    """The file of vectors holds each kind and nothing else."""
    assert sorted(VECTORS) == sorted(KINDS)
    assert all(VECTORS.values())


@pytest.mark.parametrize(("kind", "vector"), [(kind, vector) for kind in KINDS for vector in VECTORS[kind]])
def test_vector(kind: str, vector: dict[str, Any]) -> None:
    """The code gives every vector of the file."""
    assert answer(kind, vector) == expected(kind, vector)


@pytest.mark.parametrize("kind", KINDS)
def test_page_vectors(kind: str) -> None:
    """The page shows each kind of vector, the same as in the file and as the code gives it."""
    page = json.loads(fenced("json"))
    assert sorted(page) == sorted(KINDS)
    assert page[kind]
    for vector in page[kind]:
        assert vector in VECTORS[kind]
        assert answer(kind, vector) == expected(kind, vector)


@pytest.mark.parametrize("vector", VECTORS["stream"])
def test_stream_to_the_byte(vector: dict[str, Any]) -> None:
    """The key is the hash of the seed, block i the hash of key, label and i, and each block gives eight words."""
    key = hashlib.sha256(vector["seed"].encode()).hexdigest()
    blocks = [hashlib.sha256(f"{key}:{vector['label']}:{i}".encode()).hexdigest() for i in range(12)]
    words = [int(block[at : at + 8], 16) for block in blocks for at in range(0, 64, 8)]
    assert (vector["key"], vector["block_0"]) == (key, blocks[0])
    assert vector["words"] == words[: len(vector["words"])]
    stream = Stream(vector["seed"], vector["label"])
    assert [stream.below(2**32) for _ in words] == words


def test_vectors_reach_the_corners() -> None:
    """The vectors hold a word thrown away, a block number of two digits, and an empty and a Unicode seed."""
    assert any(2**32 % vector["limit"] > 2**30 for vector in VECTORS["below"])
    assert any(len(vector["values"]) > 80 for vector in VECTORS["below"])
    seeds = {vector["seed"] for vector in VECTORS["shuffle"]}
    assert "" in seeds
    assert any(ord(letter) > 0xFFFF for seed in seeds for letter in seed)


def test_javascript_agrees(tmp_path: Path) -> None:
    """The JavaScript on the page gives every vector, and refuses what the Python refuses."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, so the JavaScript of the page cannot be run")
    (tmp_path / "fair.mjs").write_text(fenced("js"), encoding="utf-8")
    (tmp_path / "ask.mjs").write_text(ASK_JAVASCRIPT, encoding="utf-8")
    command = [node, str(tmp_path / "ask.mjs"), str(HERE / "data" / "fairness.json")]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    answers = json.loads(run.stdout)
    assert answers.pop("refuses") == [True] * 7
    assert answers == {kind: [expected(kind, vector) for vector in VECTORS[kind]] for kind in KINDS}


# The stream


def test_below_throws_words_away() -> None:
    """A word past the last full round of the limit is thrown away and the next one is taken."""
    limit = 2**31 + 1
    raw, fair = Stream("table", "dice"), Stream("table", "dice")
    words = [raw.below(2**32) for _ in range(100)]
    kept = [word for word in words if word < limit]
    assert 30 < len(kept) < 70
    assert [fair.below(limit) for _ in kept] == kept


def test_below_throws_the_first_unfair_word_away() -> None:
    """A word that just reaches the last full round of the limit is thrown away too."""
    raw = Stream("table", "deck")
    first, second = raw.below(2**32), raw.below(2**32)
    assert second < first
    assert first > 2**31  # so that the one full round below 2**32 ends exactly at this word
    assert Stream("table", "deck").below(first) == second


def test_below_one_takes_a_word() -> None:
    """below(1) is 0 and takes a word, like every other limit."""
    raw, other = Stream("table", "dice"), Stream("table", "dice")
    first, second = raw.below(2**32), raw.below(2**32)
    assert first != second
    assert other.below(1) == 0
    assert other.below(2**32) == second


@no_deadline
@given(SEEDS, st.integers(1, 2**32))
def test_below_stays_below(seed: str, limit: int) -> None:
    """A number is never negative and never reaches its limit."""
    stream = Stream(seed, "dice")
    assert all(0 <= stream.below(limit) < limit for _ in range(9))


@pytest.mark.parametrize("limit", [0, -1, 2**32 + 1])
def test_bad_limit(limit: int) -> None:
    """A limit is from 1 to 2**32."""
    with pytest.raises(ValueError, match="limit"):
        Stream("table", "dice").below(limit)


@pytest.mark.parametrize("label", ["", ":", "a:b", "deck 1", "deck\n", "d\u00e9ck", "deck_1", "\u0663"])
def test_bad_label(label: str) -> None:
    """A label is one or more ASCII letters, digits, "-" and "/", also when there is nothing to shuffle."""
    with pytest.raises(ValueError, match="label"):
        Stream("table", label)
    with pytest.raises(ValueError, match="label"):
        shuffled([], "table", label)


def test_labels_are_separate() -> None:
    """Each label of a seed has a stream of its own, whatever mix of the allowed characters it is."""
    labels = ["deck", "Deck", "deck1", "deck/1", "deck-1", "0", "/", "-"]
    assert len({Stream("table", label).below(2**32) for label in labels}) == len(labels)


# The shuffle


@no_deadline
@given(st.lists(st.integers(), max_size=120), SEEDS)
def test_shuffle_keeps_the_cards(items: list[int], seed: str) -> None:
    """A shuffle loses no card and adds none, leaves its argument alone, and is the same for the same seed."""
    before = tuple(items)
    after = shuffled(items, seed)
    assert Counter(after) == Counter(before)
    assert tuple(items) == before
    assert after is not items
    assert shuffled(before, seed) == after


@no_deadline
@given(SEEDS, SEEDS)
def test_other_seed_other_deck(one: str, other: str) -> None:
    """Two decks are the same exactly if their seeds are."""
    assert (shuffled(range(54), one) == shuffled(range(54), other)) == (one == other)


def test_default_label_is_deck() -> None:
    """A shuffle without a label is the shuffle of the deck."""
    assert shuffled(range(54), "table") == shuffled(range(54), "table", "deck")
    assert shuffled(range(54), "table") != shuffled(range(54), "table", "deck/2")


@pytest.mark.parametrize("few", ["", "A"])
def test_nothing_to_shuffle(few: str) -> None:
    """No card or a single card stays as it is."""
    assert shuffled(few, "table") == list(few)


def test_every_place_is_as_likely() -> None:
    """Each card comes to each place equally often (81 degrees of freedom; one in a thousand is past 127)."""
    places = Counter(place for n in range(3000) for place in enumerate(shuffled(range(10), f"seed {n}")))
    # One card to a place and one place to a card: the factor 9/10 makes up for these bonds.
    assert 43 < chi_square(places, 100) * 9 / 10 < 127


def test_every_order_is_as_likely() -> None:
    """Four cards come in each of their 24 orders equally often (23 degrees of freedom)."""
    orders = Counter(tuple(shuffled("AKQJ", f"seed {n}")) for n in range(6000))
    assert set(orders) == set(permutations("AKQJ"))
    assert 7 < chi_square(orders, 24) < 50


@pytest.mark.parametrize("limit", [2, 6, 52])
def test_every_number_is_as_likely(limit: int) -> None:
    """Each number below a limit comes equally often (at most five standard deviations off)."""
    stream = Stream("table", "dice")
    numbers = Counter(stream.below(limit) for _ in range(10_000))
    assert chi_square(numbers, limit) < limit - 1 + 5 * (2 * (limit - 1)) ** 0.5


def test_small_numbers_are_not_favoured() -> None:
    """With a limit that does not divide 2**32 each third of the range is still equally likely."""
    stream = Stream("table", "dice")
    thirds = Counter(stream.below(3 * 2**30) // 2**30 for _ in range(6000))
    assert chi_square(thirds, 3) < 14


# Seeds, commitment and salts


def test_new_secret() -> None:
    """A secret is 32 bytes as lower-case hex, and a fresh one each time."""
    secrets = [new_secret() for _ in range(20)]
    assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in secrets)
    assert len(set(secrets)) == 20


def test_match_seed_to_the_byte() -> None:
    """A match seed is the hash of the hashes of its marked parts, joined by colons."""

    def hexed(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()

    text = ":".join([hexed("seed:secret"), hexed("salt:ann"), hexed("salt:bob")])
    assert match_seed("secret", ["ann", "bob"]) == hexed(text)


@pytest.mark.parametrize("salts", [[], ["ann"], ["ann", "bob"]])
def test_commitment_does_not_give_the_deck_away(salts: list[str]) -> None:
    """Nobody can put the match seed together from the commitment and the salts, hashed or not."""
    shown = commitment("secret")
    for parts in (
        [shown, *salts],
        [shown, *map(commitment, salts)],
        [shown, *(commitment(f"salt:{s}") for s in salts)],
    ):
        assert match_seed("secret", salts) != commitment(":".join(parts))
    assert match_seed("secret", salts) not in ("secret", shown)


@no_deadline
@given(SEEDS, SEEDS, st.lists(SEEDS, max_size=4), st.lists(SEEDS, max_size=4))
def test_match_seed_tells_its_parts_apart(one: str, other: str, salts: list[str], others: list[str]) -> None:
    """Two match seeds are the same exactly if the server seed and each salt, seat by seat, are the same."""
    assert (match_seed(one, salts) == match_seed(other, others)) == ((one, salts) == (other, others))


@no_deadline
@given(SEEDS, st.text(max_size=5), st.text(max_size=5))
def test_salts_do_not_run_together(seed: str, one: str, other: str) -> None:
    """Salts that read the same when put together still give different seeds, and a missing salt is not an empty one."""
    cuts = [(one, other), (one + other,), (one + other, ""), ("", one + other), (f"{one}:{other}",)]
    assert len({match_seed(seed, cut) for cut in cuts}) == len(set(cuts))


@pytest.mark.parametrize("text", ["\ud83c", "ace \udccf", "\ud83c\udccf"])
def test_surrogates_are_refused(text: str) -> None:
    """A seed or salt that UTF-8 cannot hold is a ValueError that says so."""
    calls: list[Callable[[], object]] = [
        lambda: Stream(text, "deck"),
        lambda: shuffled("AB", text),
        lambda: commitment(text),
        lambda: match_seed(text, []),
        lambda: match_seed("secret", ["ann", text]),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="UTF-8") as caught:
            call()
        assert type(caught.value) is ValueError


def test_seeds_are_text() -> None:
    """A seed or salt that is no str is refused, and so is one str in place of a list of salts."""
    wrong: Any = 7
    with pytest.raises(TypeError, match="str"):
        commitment(wrong)
    with pytest.raises(TypeError, match="str"):
        Stream(wrong, "deck")
    with pytest.raises(TypeError, match="str"):
        match_seed("secret", [wrong])
    with pytest.raises(TypeError, match="each seat"):
        match_seed("secret", "ann")
