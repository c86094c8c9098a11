"""Config: all settings of the server, from flags and environment variables. What is wrong is refused."""

from __future__ import annotations

import argparse
import ipaddress
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from houserules.errors import ConfigError

from .limits import Limits

PREFIX: Final = "HOUSERULES_"
ORIGIN: Final = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)
ALIAS: Final = re.compile(r"[^=\s]+=[^=\s]+")
DATABASES: Final = re.compile(r"(sqlite|postgresql(\+(asyncpg|psycopg))?)://.*", re.DOTALL)


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """What `houserules serve` is started with."""

    host: Annotated[str, Meta(min_length=1, description="address to listen on; 0.0.0.0 is every address")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="port to listen on; 0 is any that is free")] = 8000
    database: Annotated[
        str, Meta(description="where tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME")
    ] = "sqlite:///houserules.db"
    durability: Annotated[
        Literal["normal", "full"],
        Meta(description="what SQLite survives: normal, a killed process; full, a power cut as well"),
    ] = "normal"
    proxy: Annotated[
        tuple[str, ...],
        Meta(description="addresses or networks of proxies whose X-Forwarded-For and -Proto are believed"),
    ] = ()
    public_url: Annotated[
        str, Meta(description="how friends reach this server, as in https://cards.example.org: for invitations")
    ] = ""
    origins: Annotated[
        tuple[str, ...], Meta(description="web sites beside our own whose pages may use this server")
    ] = ()
    retention_days: Annotated[
        int, Meta(ge=0, le=36_500, description="days for which finished tables are kept; 0 is for ever")
    ] = 0
    drain_seconds: Annotated[
        int, Meta(ge=0, le=3600, description="seconds between SIGTERM and the end, for a balancer that asks /readyz")
    ] = 0
    reservation_seconds: Annotated[
        int, Meta(ge=1, le=3600, description="seconds for which a Colyseus client has a seat before it connects")
    ] = 15
    return_seconds: Annotated[
        int,
        Meta(
            ge=1,
            le=86_400,
            description="seconds that a Colyseus client has to come back before a bot plays for it; "
            "before the deal its seat is free then",
        ),
    ] = 60
    message_aliases: Annotated[
        tuple[str, ...], Meta(description="other names for types of messages of Colyseus clients, as in bet=place_bet")
    ] = ()
    log: Annotated[Literal["json", "text"], Meta(description="how log lines are written")] = "json"
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        if not DATABASES.fullmatch(self.database):
            given = _without_password(self.database)
            raise ConfigError(
                f"{_named('database')} must be sqlite:///FILE or postgresql://USER@HOST/NAME, not {given!r}"
            )
        for proxy in self.proxy:
            try:
                ipaddress.ip_network(proxy)
            except ValueError as problem:
                raise ConfigError(
                    f"{_named('proxy')} must be addresses or networks, as in 127.0.0.1,10.0.0.0/8, not {proxy!r}"
                ) from problem
        if self.public_url and not _is_origin(self.public_url):
            raise ConfigError(
                f"{_named('public_url')} must be an address such as https://cards.example.org, without a path, "
                f"not {self.public_url!r}"
            )
        for origin in self.origins:
            if not _is_origin(origin):
                raise ConfigError(
                    f"{_named('origins')} must be addresses such as https://cards.example.org, without a path, "
                    f"not {origin!r}"
                )

        for alias in self.message_aliases:
            if not ALIAS.fullmatch(alias):
                raise ConfigError(
                    f"{_named('message_aliases')} must be like bet=place_bet,card=play_card, not {alias!r}"
                )
        for names in zip(*[alias.split("=") for alias in self.message_aliases], strict=True):
            if twice := next((name for name in names if names.count(name) > 1), None):
                raise ConfigError(
                    f"{_named('message_aliases')} must have each name once on a side, not {twice!r} twice"
                )

    def trusts(self, address: str) -> bool:
        """Is this the address of one of our proxies?"""
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in ipaddress.ip_network(proxy) for proxy in self.proxy)


def _is_origin(text: str) -> bool:
    if not ORIGIN.fullmatch(text):
        return False
    try:
        return urlsplit(text).port != 0
    except ValueError:
        return False


def _without_password(url: str) -> str:
    return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:...@", url)


# -- From flags and variables ------------------------------------------------------------------------------------------


class _Setting(msgspec.Struct, frozen=True):
    """A field of Config or of Limits: one flag, and one variable."""

    name: str
    kind: Any
    """A type, as `Annotated` holds it."""
    meta: Meta
    usual: Any
    of_limits: bool

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @property
    def wants(self) -> str:
        """What a value must be, in words."""
        if self.kind is int:
            return f"a whole number from {self.meta.ge} to {self.meta.le}"
        if get_origin(self.kind) is Literal:
            return " or ".join(get_args(self.kind))
        return "a list with commas" if get_origin(self.kind) is tuple else "a text"

    @property
    def placeholder(self) -> str:
        if self.kind is int:
            return "N"
        if get_origin(self.kind) is Literal:
            return "|".join(get_args(self.kind))
        return {"database": "URL", "public_url": "URL", "host": "ADDRESS"}.get(self.name, "LIST")

    def read(self, text: str, said_by: str) -> Any:
        refusal = ConfigError(f"{said_by} must be {self.wants}, not {text!r}")
        if get_origin(self.kind) is tuple:
            return tuple([part.strip().rstrip("/") for part in text.split(",") if part.strip()])
        if self.kind is str:
            return text.strip()
        if get_origin(self.kind) is Literal:
            if text not in get_args(self.kind):
                raise refusal
            return text
        if not re.fullmatch(r"[0-9]{1,12}", text.strip()):
            raise refusal
        number = int(text)
        if not (self.meta.ge or 0) <= number <= (self.meta.le or 0):
            raise refusal
        return number


def _settings() -> Iterator[_Setting]:
    for struct, of_limits in ((Config, False), (Limits, True)):
        hints = get_type_hints(struct, include_extras=True)
        for field in msgspec.structs.fields(struct):
            hint = hints[field.name]
            if get_origin(hint) is Annotated:
                kind, meta = get_args(hint)
                yield _Setting(field.name, kind, meta, field.default, of_limits)


SETTINGS: Final = tuple(_settings())


def _named(name: str) -> str:
    """A setting as people give it."""
    return f"--{name.replace('_', '-')} ({PREFIX}{name.upper()})"


def add_flags(parser: argparse.ArgumentParser) -> None:
    """A flag for every setting. Its text is read by `read_config`, together with the variables."""
    limits = parser.add_argument_group("limits")
    for setting in SETTINGS:
        usual = ", ".join(setting.usual) if isinstance(setting.usual, tuple) else setting.usual
        said = f"{setting.meta.description} ({usual})" if usual != "" else setting.meta.description
        (limits if setting.of_limits else parser).add_argument(
            setting.flag, metavar=setting.placeholder, default=None, dest=setting.name, help=said
        )


def read_config(flags: Mapping[str, str | None], variables: Mapping[str, str]) -> Config:
    """A flag counts more than its variable, and that more than the default. ConfigError says what is wrong."""
    given: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    for setting in SETTINGS:
        text = flags.get(setting.name)
        said_by = setting.flag
        if text is None:
            text, said_by = variables.get(setting.variable), setting.variable
        if text is not None:
            (limits if setting.of_limits else given)[setting.name] = setting.read(text, said_by)
    if not given.get("host", "x"):
        raise ConfigError(f"{_named('host')} must be an address, as in 127.0.0.1, not ''")
    if "public_url" in given:
        given["public_url"] = given["public_url"].rstrip("/")
    return Config(**given, limits=Limits(**limits))
