"""The engine protocol: one JSON request a line, one JSON answer a line, so that any language can play these games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast, get_args

import msgspec

from .bots import bot
from .core import JSON, Viewer, in_plain_words, not_json, to_document
from .errors import HouseRulesError, IllegalMove, RequestError
from .games import GAMES, load_document, load_named, load_shipped
from .match import Match


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag=str.lower, tag_field="do"):
    id: object = None


class New(Request, kw_only=True):
    game: str | dict[str, object]
    seats: int
    seed: str | int | None = None


class Position(Request, kw_only=True):
    position: dict[str, object]


class Load(Request, kw_only=True):
    record: dict[str, object]


class Legal(Request, kw_only=True):
    match: str
    seat: int


class Play(Request, kw_only=True):
    match: str
    seat: int
    move: str
    at: int | None = None
    """What the clock shows, in seconds since the deal, for a game with a limit of time."""


class Explain(Request, kw_only=True):
    match: str
    seat: int
    move: str


class Events(Request, kw_only=True):
    match: str
    seat: Viewer
    since: int = 0


class View(Request, kw_only=True):
    match: str
    seat: Viewer


class Dump(Request, kw_only=True):
    match: str


class Record(Request, kw_only=True):
    match: str


class Best(Request, kw_only=True):
    """`ms` is for bots that search; without a seed, chance is new each time."""

    match: str
    seat: int
    bot: str = "random"
    ms: int = 1000
    seed: int | None = None


class Games(Request, kw_only=True):
    pass


class Quit(Request, kw_only=True):
    pass


AnyRequest = New | Position | Load | Legal | Play | Explain | Events | View | Dump | Record | Best | Games | Quit
LONGEST: Final = 1 << 20
"""Bytes in a line. A program that reads lines for the engine need not keep more than this of one line."""

VERBS: Final = "new, position, load, legal, play, explain, events, view, dump, record, best, games, quit"


class Engine:
    """The matches of one connection. It does no I/O: lines in, lines out."""

    def __init__(self) -> None:
        self.matches: dict[str, Match[Any]] = {}
        self.running = True

    def answers(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        for line in lines:
            yield msgspec.json.encode(self.answer(line)) + b"\n"
            if not self.running:
                return

    def answer(self, line: bytes) -> dict[str, JSON]:
        """The answer to one line. Every line gets one, and a refusal changes nothing."""
        request_id: JSON = None
        try:
            document = _decoded(line)
            request_id = _id(document)
            return {"id": request_id, **self.do(_request(document))}
        except HouseRulesError as problem:
            return {"id": request_id, "error": {"code": problem.code, "message": problem.message}}
        except Exception as problem:  # noqa: BLE001 - a bug of ours must not end the other matches
            said = f"this went wrong inside the engine, not in the request: {type(problem).__name__}: {problem}"
            return {"id": request_id, "error": {"code": "internal", "message": said}}

    def do(self, request: AnyRequest) -> dict[str, JSON]:
        match request:
            case New():
                seed = None if request.seed is None else str(request.seed)
                wanted = request.game
                dealt = load_named(wanted) if isinstance(wanted, str) else load_document(wanted)
                return self.opened(Match.new(dealt, seats=request.seats, seed=seed))
            case Position():
                game = request.position.get("game")
                if not isinstance(game, str):
                    raise RequestError("bad-position", "game: write the name of the game, as in shithead")
                return self.opened(Match.from_position(load_shipped(game), request.position))
            case Load():
                return self.opened(Match.from_record(request.record))
            case Games():
                games = {name: load_shipped(name) for name in GAMES}
                listed: dict[str, JSON] = {
                    name: {"name": game.name, "seats": [game.seats.start, game.seats.stop - 1], "rules": game.hash}
                    for name, game in games.items()
                }
                return {"games": listed}
            case Quit():
                self.running = False
                return {"bye": True}
        match = self.find(request.match)
        match request:
            case Legal():
                return {"moves": [str(move) for move in match.legal(request.seat)]}
            case Play():
                events = to_document(match.play(request.seat, request.move, request.at))
                return {"events": events, "to_act": to_document(match.to_act), "outcome": to_document(match.outcome)}
            case Explain():
                return cast("dict[str, JSON]", to_document(match.explain(request.seat, request.move)))
            case Events():
                return self.events(match, request)
            case View():
                view = match.view(request.seat).without_notes()
                every: list[JSON] = [str(move) for move in view.legal]  # a view by itself may write a few
                return {"view": {**cast("dict[str, JSON]", to_document(view)), "legal": every}}
            case Dump():
                return {"position": match.position()}
            case Record():
                return {"record": match.record()}
            case Best():
                return self.best(match, request)

    def opened(self, match: Match[Any]) -> dict[str, JSON]:
        name = f"m{len(self.matches) + 1}"
        self.matches[name] = match
        return {"match": name, "to_act": to_document(match.to_act)}

    def find(self, name: str) -> Match[Any]:
        if name not in self.matches:
            open_ones = ", ".join(self.matches) or "none yet: ask for a new one first"
            raise RequestError("unknown-match", f"there is no match {name!r}; open are {open_ones}")
        return self.matches[name]

    def events(self, match: Match[Any], request: Events) -> dict[str, JSON]:
        """What followed each move, without the moves themselves, because a move such as a bet may be secret."""
        if not 0 <= request.since <= match.seq:
            raise RequestError("bad-request", f"since: write a number from 0 to {match.seq}, the moves so far")
        made = match.moves_made(request.seat, request.since)
        steps: list[JSON] = [{"seq": move.seq, "seat": move.seat, "events": to_document(move.events)} for move in made]
        return {"seq": match.seq, "steps": steps}

    def best(self, match: Match[Any], request: Best) -> dict[str, JSON]:
        moves = match.legal(request.seat)
        if not moves:
            code = "not-your-turn" if match.to_act else "over"
            raise IllegalMove(code, f"seat {request.seat} has nothing to decide: {list(match.to_act)} may act")
        player = bot(request.bot, match.game, ms=request.ms, seed=request.seed)
        try:
            advice = player.explain(match.view(request.seat))
        finally:
            player.close()
        chance = None if advice.chance is None else advice.chance.share
        return {
            "move": str(advice.move),
            "chance": chance,
            "why": advice.why,
            **({"because": to_document(advice.because)} if advice.because else {}),
        }


def _id(document: dict[str, object]) -> JSON:
    """The id of the request, which the answer repeats. It may be any JSON that can be written again."""
    value: JSON = cast("JSON", document.get("id"))
    try:
        msgspec.json.encode(value)
    except RecursionError as problem:
        raise RequestError("bad-request", "id: this is nested too deep; a number or a text will do") from problem
    return value


def _decoded(line: bytes) -> dict[str, object]:
    if len(line) > LONGEST:
        raise RequestError("bad-request", f"this line is longer than {LONGEST:,} bytes")
    if not line.strip():
        raise RequestError("bad-request", "this line is empty: write one JSON object a line")
    try:
        document = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        why = not_json(problem)
        raise RequestError("bad-request", f"this line is not JSON ({why}): write one object a line") from problem
    if not isinstance(document, dict):
        raise RequestError("bad-request", 'a request is a JSON object, as in {"id": 1, "do": "games"}')
    return document


def _keys_of(verb: object) -> list[str]:
    """The keys of a request, without those that all have."""
    kind = next(kind for kind in get_args(AnyRequest) if kind.__struct_config__.tag == verb)
    return [field for field in kind.__struct_fields__ if field != "id"]


def _request(document: dict[str, object]) -> AnyRequest:
    if document.get("do") not in VERBS.split(", "):
        raise RequestError("bad-request", f"do: {document.get('do')!r} is not a request; the requests are {VERBS}")
    try:
        request: AnyRequest = msgspec.convert(document, AnyRequest)
    except msgspec.ValidationError as problem:
        raise RequestError(
            "bad-request", f"{document['do']}: {in_plain_words(problem, _keys_of(document['do']))}"
        ) from problem
    return request
