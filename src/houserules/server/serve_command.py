"""`houserules serve`: tables for friends, on this machine. Its options are all settings of the server."""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import Any, Final

from houserules.errors import ConfigError

from .config import add_flags, read_config
from .logs import set_up_logs

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
        runner.run(running.serve(config, listener, lambda server: _tell(server.address)))
    return 0


def _tell(address: str) -> None:
    print(f"House Rules is ready at {address}", flush=True)
