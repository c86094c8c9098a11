"""Which hidden cards a browser was told: what came over its socket, and what ever stood in its document.

The truth comes from the replay with nothing hidden, which the server gives away only when the match is over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

CARD = re.compile(r"\b([2-9TJQKA][CDHS])\b")
RANKS = {"Jack": "J", "Queen": "Q", "King": "K", "Ace": "A", "10": "T"}
SPOKEN = re.compile(r"\b(\d+|Jack|Queen|King|Ace) of (clubs|diamonds|hearts|spades)\b")

WATCH_DOCUMENT = """
(() => {
  const seen = globalThis.seenCards = {}; // by what was seen: the number of the step after which it was first there
  const step = () => Number(document.body?.dataset.seq ?? 0);
  const note = (text) => { if (text) seen[text] ??= step(); };
  const look = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return note(node.nodeValue.trim());
    if (node.nodeType !== Node.ELEMENT_NODE || node.closest(".sprite")) return undefined;
    for (const { name, value } of node.attributes) {
      const slot = name === "data-card" ? node.closest("[data-place]")?.dataset.place ?? "" : "";
      note(name === "data-card" ? `card ${value} at ${slot}` : value);
    }
    return undefined;
  };
  const lookBelow = (node) => {
    look(node);
    for (const child of node.childNodes ?? []) lookBelow(child);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      look(target);
      addedNodes.forEach(lookBelow);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})();
"""


class Told(msgspec.Struct, frozen=True):
    seq: int
    """The step after which it was told."""
    text: str


def frames_of(frames: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Every message, up to the one that says all."""
    for frame in frames:
        messages = json.loads(frame)
        for message in messages if isinstance(messages, list) else [messages]:
            if message["type"] == "over":
                return
            yield message


def told_by_socket(frames: Iterable[str]) -> list[Told]:
    told, seq = [], 0
    for message in frames_of(frames):
        seq = max(seq, message.get("seq") or 0)
        told.append(Told(message.get("seq") or seq, json.dumps(message)))
    return told


def told_by_document(seen: dict[str, int]) -> list[Told]:
    return [Told(seq, text) for text, seq in seen.items()]


def cards_in(text: str) -> set[str]:
    spoken = {RANKS.get(rank, rank) + suit[0].upper() for rank, suit in SPOKEN.findall(text)}
    return spoken | set(CARD.findall(text))


def _cards_of(event: dict[str, Any]) -> set[str]:
    """Those that everybody sees when it happens."""
    if event["event"] in ("drew", "dealt"):
        return set()
    named = [event.get("card"), *(event.get("cards") or ()), event.get("hand"), event.get("up")]
    return {card for card in named if isinstance(card, str)}


def known_cards(replay: dict[str, Any], seat: int) -> dict[int, set[str]]:
    """By step: the cards that a seat has seen until then, in this round."""
    known: set[str] = set()
    by_step: dict[int, set[str]] = {}
    for step in replay["steps"]:
        view = step["view"]
        if any(event["event"] == "dealt" for event in step["events"]):
            known = set()
        for event in step["events"]:
            known |= _cards_of(event)
        known |= {*view["seats"][seat]["hand"], *view.get("pile", ()), *view.get("played", ())}
        for row in view["seats"]:
            known |= set(row.get("up", ()))
        by_step[step["seq"]] = set(known)
    return by_step


def leaks(replay: dict[str, Any], seat: int, told: Iterable[Told]) -> list[str]:
    """Cards that were told before the seat could know them."""
    by_step = known_cards(replay, seat)
    first, last = min(by_step), max(by_step)
    found = []
    for one in told:
        if first <= one.seq < last:
            hidden = cards_in(one.text) - by_step[one.seq]
            found += [f"step {one.seq}: {card} in {one.text[:200]}" for card in sorted(hidden)]
    return found


# -- H3ROES C4RDS: cards are numbers, and which one is hidden depends on its slot -------------------------------------


Slots = set[tuple[int, int, int]]
"""Owner, slot and card."""


class Known(msgspec.Struct, frozen=True):
    """What a seat has seen of the slots."""

    now: Slots
    before: Slots
    """In the round before: as long as the document is behind the socket, it shows that one."""


def known_slots(replay: dict[str, Any], seat: int) -> dict[int, Known]:
    """By step."""
    known: Slots = set()
    before: Slots = set()
    by_step: dict[int, Known] = {}
    for step in replay["steps"]:
        for event in step["events"]:
            if event["event"] == "phase-changed" and event["phase"] == "betting":
                before, known = known, set()
            elif event["event"] == "picked":
                known.add((event["owner"], event["slot"], event["card"]))
            elif event["event"] == "shown" and event["seat"] == seat:
                known |= {(1 - seat, int(slot), card) for slot, card in event["cards"].items()}
        by_step[step["seq"]] = Known(set(known), before)
    return by_step


def slot_leaks(replay: dict[str, Any], seat: int, frames: Iterable[str], seen: dict[str, int]) -> list[str]:
    by_step = known_slots(replay, seat)
    last = max(by_step)
    found = []
    for message in frames_of(frames):
        view = message.get("view") if message["type"] == "view" else None
        if view:
            named = {
                (owner, int(slot), card)
                for owner, player in enumerate(view["players"])
                for slot, card in player["revealed"].items()
            } | {(1 - seat, int(slot), card) for slot, card in view["known"].items()}
            if hidden := named - by_step[message["seq"]].now:
                found.append(f"step {message['seq']}: a view shows {hidden}")
    for text, seq in seen.items():
        drawn = re.fullmatch(r"card (\d+) at slot/(\d)/(\d)", text)
        if drawn and min(by_step) <= seq < last:
            card, owner, slot = map(int, drawn.groups())
            if (owner, slot, card) not in by_step[seq].now | by_step[seq].before:
                found.append(f"step {seq}: the document shows {card} of seat {owner} in slot {slot}")
    return found
