"""Positions of H3ROES C4RDS: a match at one moment as a JSON document, written and strictly read.

They name players 1 and 2, like everything else that clients of this game see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from houserules.core import JSON, Seat, is_number, to_document
from houserules.errors import PositionError
from houserules.kernel import heroes as kernel
from houserules.kernel.bits import indices

from .looking import current, nobody_is_none, row
from .state import BOTH, PHASE_OF, Slots, State

NEEDED: Final = ("game", "phase", "current", "round", "turn", "starter", "picked", "players")
OPTIONAL: Final = ("tie", "seed")
OF_PLAYER: Final = ("credits", "points", "bet", "hand", "revealed", "joker_power")
OPTIONAL_OF_PLAYER: Final = ("known",)
PICKED: Final = ("own", "rival")

PHASES: Final = {name: number for number, name in PHASE_OF.items()}
MOST_CREDITS: Final = 2 * (kernel.GOAL - 1)
MOST_POINTS: Final = 10_000


# -- Writing ---------------------------------------------------------------------------------------------------------


def write_position(game: str, state: State) -> dict[str, JSON]:
    core = state.kernel
    return {
        "game": game,
        "phase": PHASE_OF[core.phase],
        "current": _player(current(core)),
        "round": core.round,
        "turn": core.number,
        "starter": _player(nobody_is_none(core.starter)),
        "picked": {"own": nobody_is_none(core.own), "rival": nobody_is_none(core.rival)},
        "players": [_written_player(core, seat) for seat in BOTH],
        "tie": _player(core.tie),
        "seed": state.seed,
    }


def _written_player(core: kernel.HeroesPosition, seat: Seat) -> dict[str, JSON]:
    hand, revealed = row(core, seat, kernel.LEFT), row(core, seat, kernel.SHOWN)
    holds_joker = kernel.JOKER in hand.values() or kernel.JOKER in revealed.values()
    return {
        "credits": core.table[kernel.CREDITS + seat],
        "points": core.table[kernel.POINTS + seat],
        "bet": core.table[kernel.BET + seat],
        "hand": to_document(hand),
        "revealed": to_document(revealed),
        "joker_power": core.joker if holds_joker else None,
        "known": to_document(indices(core.table[kernel.KNOWN + seat])),
    }


def _player(seat: Seat | None) -> int | None:
    return None if seat is None else seat + 1


# -- Reading ---------------------------------------------------------------------------------------------------------


def read_position(game: str, document: Mapping[str, object]) -> State:
    return _Reader(document).state(game)


class _Reader:
    def __init__(self, document: Mapping[str, object]) -> None:
        self.document = document
        self.met: set[int] = set()  # the cards so far: there is one of each

    def state(self, game: str) -> State:
        if not isinstance(self.document, Mapping):
            raise PositionError("position", "write an object with game, phase, players and the rest")
        _keys(self.document, "", NEEDED, OPTIONAL)
        if self.document["game"] != game:
            raise PositionError("game", f"this is read as {game!r}, not {self.document['game']!r}")
        phase = self.document["phase"]
        if not isinstance(phase, str) or phase not in PHASES:
            raise PositionError("phase", f"a match is found in {', '.join(PHASES)}")
        core = kernel.fresh()
        core.phase = PHASES[phase]
        core.over = core.phase == kernel.GAME_OVER
        core.round = _number(self.document["round"], "round", 1, kernel.ROUNDS)
        players = self.document["players"]
        if not isinstance(players, list | tuple) or len(players) != 2:
            raise PositionError("players", "write a list of two: player 1 and player 2")
        for seat in BOTH:
            self.player(core, seat, players[seat])
        for seat in BOTH:
            self.known(core, seat, players[seat])
        self.turn(core)
        self.picked(core)
        self.bets(core)
        self.hands(core)
        self.end(core)
        if self.document.get("tie") is not None:
            core.tie = _number(self.document["tie"], "tie", 1, 2) - 1
        bets = core.table[kernel.BET], core.table[kernel.BET + 1]
        return State(core, self.seed(), bets_said=(bets[0] > 0, bets[1] > 0))

    # Values that are checked alone.

    def player(self, core: kernel.HeroesPosition, seat: Seat, value: object) -> None:
        path = f"players[{seat}]"
        if not isinstance(value, Mapping):
            raise PositionError(path, f"write an object with {', '.join(OF_PLAYER)}")
        _keys(value, f"{path}.", OF_PLAYER, OPTIONAL_OF_PLAYER)
        table = core.table
        table[kernel.CREDITS + seat] = _number(value["credits"], f"{path}.credits", 0, MOST_CREDITS)
        table[kernel.POINTS + seat] = _number(value["points"], f"{path}.points", -MOST_POINTS, MOST_POINTS)
        table[kernel.BET + seat] = _number(value["bet"], f"{path}.bet", 0, kernel.GOAL - 1)
        hand = self.cards(value["hand"], f"{path}.hand")
        revealed = self.cards(value["revealed"], f"{path}.revealed")
        for slot, card in (hand | revealed).items():
            table[kernel.SLOTS * seat + slot] = card
        if both := sorted(hand.keys() & revealed.keys()):
            raise PositionError(f"{path}.revealed", f"slot {both[0]} is in the hand too")
        table[kernel.LEFT + seat] = sum(1 << slot for slot in hand)
        table[kernel.SHOWN + seat] = sum(1 << slot for slot in revealed)
        self.joker(core, f"{path}.joker_power", value["joker_power"], holds=kernel.JOKER in (hand | revealed).values())

    def cards(self, value: object, path: str) -> Slots:
        if not isinstance(value, Mapping):
            raise PositionError(path, 'write an object with cards by slot, as in {"0": 12}')
        found: Slots = {}
        for key, card in value.items():
            if key not in SLOT_OF:
                raise PositionError(f"{path}.{key}", "slots are 0 to 9, written as text")
            found[SLOT_OF[key]] = _number(card, f"{path}.{key}", 0, kernel.CARDS - 1)
            if card in self.met:
                raise PositionError(f"{path}.{key}", f"card {card} stands here too often: the deck has one")
            self.met.add(found[SLOT_OF[key]])
        return found

    def joker(self, core: kernel.HeroesPosition, path: str, value: object, *, holds: bool) -> None:
        if holds:
            core.joker = _number(value, path, 1, kernel.JOKER_POWERS)
        elif value is not None:
            raise PositionError(path, "this player has no Joker: write null")

    def known(self, core: kernel.HeroesPosition, seat: Seat, value: Mapping[str, object]) -> None:
        path = f"players[{seat}].known"
        slots = value.get("known", ())
        if not isinstance(slots, list | tuple):
            raise PositionError(path, "write a list of the rival's slots")
        dealt = core.table[kernel.LEFT + 1 - seat] | core.table[kernel.SHOWN + 1 - seat]
        for place, slot in enumerate(slots):
            number = _number(slot, f"{path}[{place}]", 0, kernel.SLOTS - 1)
            if not dealt >> number & 1:
                raise PositionError(f"{path}[{place}]", f"the rival never had a card in slot {number}")
            core.table[kernel.KNOWN + seat] |= 1 << number
        if slots and kernel.MANHATTAN not in row(core, seat, kernel.SHOWN).values():
            raise PositionError(path, "only a player who has turned over Dr. Manhattan was shown anything: write []")

    def seed(self) -> str:
        seed = self.document.get("seed")
        if seed is None:
            return ""
        if isinstance(seed, str):
            try:
                seed.encode("utf-8")
            except UnicodeEncodeError:
                pass
            else:
                return seed
        raise PositionError("seed", "write a text, or null")

    # Values that must fit together.

    def turn(self, core: kernel.HeroesPosition) -> None:
        number = _number(self.document["turn"], "turn", 1, kernel.TURNS)
        core.number = number
        starter, acting = self.document["starter"], self.document["current"]
        if core.phase in (kernel.BETTING, kernel.FIRST):
            if number != 1:
                raise PositionError("turn", "before anybody has started it is turn 1")
            for name, value in (("starter", starter), ("current", acting)):
                if value is not None:
                    raise PositionError(name, "it is nobody's turn yet: write null")
            return
        if starter is not None or core.phase != kernel.GAME_OVER:
            core.starter = _number(starter, "starter", 1, 2) - 1
        if core.phase == kernel.GAME_OVER:
            if acting is not None:
                raise PositionError("current", "the match is over: write null")
            return
        if number == 1:
            raise PositionError("turn", "turn 1 is the initial_card_selection; this phase has turns 2 to 10")
        core.turn = core.starter if number % 2 == 0 else 1 - core.starter
        if _number(acting, "current", 1, 2) - 1 != core.turn:
            whose = f"turn {number} belongs to player {core.turn + 1}"
            raise PositionError("current", f"{whose}: the starter has the even ones")

    def picked(self, core: kernel.HeroesPosition) -> None:
        picked = self.document["picked"]
        if not isinstance(picked, Mapping):
            raise PositionError("picked", "write an object with own and rival")
        _keys(picked, "picked.", PICKED)
        owners = BOTH if core.phase == kernel.FIRST else (core.turn, 1 - core.turn)
        slots = [self.slot(core, name, owner, picked[name]) for name, owner in zip(PICKED, owners, strict=True)]
        core.own, core.rival = slots
        due = {kernel.RIVAL: [True, False], kernel.CHOICE: [True, True]}.get(core.phase, [False, False])
        there = [slot >= 0 for slot in slots]
        if core.phase == kernel.FIRST:
            if all(there):
                raise PositionError("picked", "both have picked, so turn 1 is over")
            core.turn = 1 if there[0] else 0
        elif there != due:
            wanted = " and ".join("a slot" if is_due else "null" for is_due in due)
            raise PositionError("picked", f"in this phase own and rival are {wanted}")
        if core.phase == kernel.CHOICE:
            core.gain = core.power(owners[0], slots[0]) - core.power(owners[1], slots[1])
            if core.gain <= 0:
                raise PositionError("picked", "only a player who won the battle of their own turn chooses")

    def slot(self, core: kernel.HeroesPosition, name: str, owner: Seat, value: object) -> int:
        if value is None:
            return -1
        slot = _number(value, f"picked.{name}", 0, kernel.SLOTS - 1)
        if not core.table[kernel.SHOWN + owner] >> slot & 1:
            raise PositionError(f"picked.{name}", f"no card of player {owner + 1} lies open in slot {slot}")
        return slot

    def bets(self, core: kernel.HeroesPosition) -> None:
        if core.phase == kernel.GAME_OVER:
            return
        table = core.table
        for seat in BOTH:
            purse, bet = table[kernel.CREDITS + seat], table[kernel.BET + seat]
            if not 0 < purse < kernel.GOAL:
                raise PositionError(f"players[{seat}].credits", "a player in a match that continues has from 1 to 999")
            if bet > purse:
                raise PositionError(f"players[{seat}].bet", f"this player can bet at most its {purse} credits")
            if bet == 0 and core.phase != kernel.BETTING:
                raise PositionError(f"players[{seat}].bet", "betting is over, so there is a bet above 0")
        if core.phase == kernel.BETTING:
            if table[kernel.BET] and table[kernel.BET + 1]:
                raise PositionError("players[1].bet", "both have bet, so betting is over")
            core.turn = 1 if table[kernel.BET] else 0

    def hands(self, core: kernel.HeroesPosition) -> None:
        """Check what lies open before turn 2, and that there is a card to pick."""
        table = core.table
        for seat, slot in zip(BOTH, (core.own, core.rival), strict=True):
            if core.phase in (kernel.BETTING, kernel.FIRST):
                picked = 1 << slot if slot >= 0 else 0
                if table[kernel.SHOWN + seat] != picked:
                    raise PositionError(f"players[{seat}].revealed", "in turn 1 only what was picked lies open")
                if table[kernel.POINTS + seat]:
                    raise PositionError(f"players[{seat}].points", "nobody scores before turn 2")
        owing = {kernel.OWN: BOTH, kernel.RIVAL: (1 - core.turn,), kernel.BETTING: BOTH, kernel.FIRST: (core.turn,)}
        if core.phase == kernel.FIRST and core.own < 0 and core.rival < 0:
            owing[kernel.FIRST] = BOTH
        for seat in owing.get(core.phase, ()):
            if not table[kernel.LEFT + seat]:
                raise PositionError(f"players[{seat}].hand", "there is a card to be picked from it")

    def end(self, core: kernel.HeroesPosition) -> None:
        if core.over and not core.decided() and core.round < kernel.ROUNDS:
            raise PositionError("phase", "the match is not over: nobody has 1000 credits or 0, and rounds are left")


SLOT_OF: Final[dict[object, int]] = {str(slot): slot for slot in range(kernel.SLOTS)}


def _keys(table: Mapping[str, object], path: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    for key in table:
        if key not in needed and key not in optional:
            known = ", ".join((*needed, *optional))
            raise PositionError(f"{path}{key}", f"there is no such key here; the keys are {known}")
    for key in needed:
        if key not in table:
            raise PositionError(f"{path}{key}", "this key is missing")


def _number(value: object, path: str, low: int, high: int) -> int:
    if not is_number(value) or not low <= value <= high:
        raise PositionError(path, f"write a whole number from {low} to {high}")
    return value
