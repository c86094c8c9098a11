"""Settings: what a table is before its first step. Equal settings and equal steps make equal tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec

from houserules.bots import levels
from houserules.core import Seat, Tribute, plain_line
from houserules.errors import TableError
from houserules.games import AnyGame
from houserules.match import Match, Proof, rules_of

from .clocks import TimeControl
from .player import Player
from .policies import Policies


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Write it down with the steps, and the table can be made again. It shows every card: keep it from players."""

    game: str
    rules: str
    """The hash of the rules."""
    house: dict[str, object] | None = None
    """The rules themselves, if they do not ship with the package."""
    players: tuple[Player, ...]
    """For each seat."""
    stand_in: Player
    """A bot that plays on for a person who gave up, and makes one move for a person whose time ran out."""
    policies: Policies = Policies()
    clock: TimeControl | None = None
    open: tuple[Seat, ...] = ()
    """Chairs that wait for a person, each kept by a bot: no cards are dealt while one of them is left, unless somebody
    starts without them. They need `Policies.ready_first`."""
    opened: int = 0
    """When, in milliseconds on the clock of all steps."""

    # Where the cards come from: exactly one of these.
    seed: str | None = None
    """The seed of the first match. A person who knows it also knows the deals of later ones."""
    secret: str | None = None
    """It is never shown. Each match has a host's seed made from it, to which each person adds a salt."""
    proof: Proof | None = None
    """Secret and salts, if they are known from the start."""
    position: dict[str, object] | None = None
    """Where the first match begins, if not with a deal."""
    begins: Seat | None = None
    """Who begins the first match, if a match before this table decided that. Of later ones the evening says it."""
    tribute: Tribute | None = None
    """Who gives cards to whom after the first deal, if a match before this table decided that."""

    @staticmethod
    def of(
        game: AnyGame,
        players: Sequence[Player],
        *,
        seed: str | None = None,
        secret: str | None = None,
        proof: Proof | None = None,
        position: Mapping[str, object] | None = None,
        begins: Seat | None = None,
        tribute: Tribute | None = None,
        policies: Policies | None = None,
        stand_in: Player | None = None,
        clock: TimeControl | None = None,
        open: Sequence[Seat] = (),  # noqa: A002 - the name of the field
        opened: int = 0,
    ) -> Settings:
        """Settings for a game that is loaded. The default stand-in is a bot of the middle level."""
        return Settings(
            game=game.id,
            rules=game.hash,
            house=None if game.house is None else dict(game.house),
            players=tuple(players),
            stand_in=stand_in or Player("Stand-in", "bot", usual_level(game)),
            policies=policies or Policies(),
            clock=clock,
            open=tuple(open),
            opened=opened,
            seed=seed,
            secret=secret,
            proof=proof,
            position=None if position is None else dict(position),
            begins=begins,
            tribute=tribute,
        )

    def load_game(self) -> AnyGame:
        """The game of these settings. It may be one that ships or a document, never a file."""
        return rules_of(self.game, self.house)

    def check(self, game: AnyGame) -> None:
        if self.rules not in (game.hash, *game.former_hashes):
            raise TableError(
                "other-rules", f"this table plays {self.game} by rules {self.rules}, but here they are {game.hash}"
            )
        if sum(value is not None for value in (self.seed, self.secret, self.proof, self.position)) != 1:
            raise TableError("bad-settings", "a table has one of these: a seed, a secret, a proof, a position")
        if self.begins is not None and (self.position is not None or not 0 <= self.begins < len(self.players)):
            raise TableError("bad-settings", f"a seat that begins is 0 to {len(self.players) - 1}, and needs a deal")
        if self.tribute is not None and self.position is not None:
            raise TableError("bad-settings", "cards change hands after a deal, and this table begins with a position")
        if not self.stand_in.is_bot:
            raise TableError("bad-settings", "the stand-in must be a bot")
        game.check_seats(len(self.players))
        self.stand_in.check(game)
        for player in self.players:
            player.check(game)
        check_names(self.players)
        if self.clock is not None:
            self.clock.check()
        if any(not 0 <= seat < len(self.players) or not self.players[seat].is_bot for seat in self.open):
            raise TableError("bad-settings", "a chair that waits for a person is kept by a bot until then")
        if self.open and not self.policies.ready_first:
            raise TableError("bad-settings", "chairs can wait for people only if people say when they are ready")

    def deal(
        self,
        game: AnyGame,
        number: int,
        salts: Sequence[str],
        begins: Seat | None = None,
        tribute: Tribute | None = None,
    ) -> Match[object]:
        """Match `number` of this table, counted from 1. The match before may say who begins, and who gives cards."""
        seats = len(self.players)
        if self.secret is not None:
            proof = Proof.of(self.server_seed(number), tuple(salts))
            return Match.new(game, seats=seats, proof=proof, begins=begins, tribute=tribute)
        if number == 1 and self.position is not None:
            return Match.from_position(game, self.position)
        if number == 1 and self.proof is not None:
            return Match.new(game, seats=seats, proof=self.proof, begins=begins, tribute=tribute)
        seed = self.seed if self.seed is not None else self.proof.seed() if self.proof is not None else "position"
        seed = seed if number == 1 else f"{seed}/{number}"
        return Match.new(game, seats=seats, seed=seed, begins=begins, tribute=tribute)

    def server_seed(self, number: int) -> str:
        """The host's part of a match's seed, secret until the match is over. Show its commitment before any salt."""
        assert self.secret is not None
        return sha256(f"{self.secret}/{number}".encode()).hexdigest()


def usual_level(game: AnyGame) -> str:
    """The middle level: it decides at once, and is not easily beaten."""
    known = list(levels(game))
    return known[len(known) // 2]


def check_names(players: Sequence[Player]) -> None:
    """A log must not confuse two players."""
    names = [plain_line(player.name) for player in players]
    twice = next((player.name for player, name in zip(players, names, strict=True) if names.count(name) > 1), None)
    if twice is not None:
        raise TableError("name-taken", f"two players are called {twice}: give one of them another name")
    if "you" in names and sum(not player.is_bot for player in players) > 1:
        raise TableError("bad-player", "where several people play, nobody can be called You: choose another name")
