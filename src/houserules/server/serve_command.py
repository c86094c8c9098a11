"""`houserules serve`: tables for friends, on this machine. Its options are all settings of the server."""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import Any, Final
from urllib.parse import urlsplit

from houserules.errors import ConfigError

from .addresses import ALL_ADDRESSES, network_host
from .config import Config, add_flags, read_config
from .logs import set_up_logs

FOR_FRIENDS: Final = "houserules serve --host 0.0.0.0 (or: make serve ARGS='--host 0.0.0.0')"
MISSING: Final = "the server needs more packages: pip install 'houserules[server]'"

ABOUT: Final = """\
Serve tables on http://localhost:8000, and keep them in houserules.db. Every option is an environment variable as well:
--public-url is HOUSERULES_PUBLIC_URL. An option counts more than its variable. Lists are written with commas."""


def add_command(commands: argparse._SubParsersAction[Any]) -> None:
    """`serve`, for the parser of all commands."""
    command = commands.add_parser("serve", help="serve tables for friends on the network", description=ABOUT)
    add_flags(command)
    command.set_defaults(command=serve_command)


def serve_command(options: argparse.Namespace) -> int:
    config = read_config(vars(options), os.environ)
    try:
        from . import running  # noqa: PLC0415 - the packages of the server are an extra
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("houserules"):
            raise
        raise ConfigError(MISSING) from problem
    set_up_logs(config.log)
    listener = running.listen(config)
    with listener, asyncio.Runner(loop_factory=running.new_loop) as runner:
        runner.run(running.serve(config, listener, lambda server: _tell(server.address, config)))
    return 0


def _tell(address: str, config: Config) -> None:
    print(f"House Rules is ready at {address}\n{how_friends_come(address, config)}", flush=True)


def how_friends_come(address: str, config: Config) -> str:
    if config.public_url:
        return f"Friends open {config.public_url}"
    host = network_host(config.host)
    if host is not None:
        return f"Friends in your network open http://{host}:{urlsplit(address).port}"
    if config.host in ALL_ADDRESSES:
        return "This machine is in no network, so nobody else can open it."
    return f"Only this machine can open it. For friends in your network: {FOR_FRIENDS}"
