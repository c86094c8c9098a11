"""The HTTP application: all routes behind the gate, and what they share."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.types import ControllerRouterHandler

from . import routes_games, routes_operation, routes_pages, routes_players, routes_tables
from .colyseus import routes as colyseus_routes
from .gate import Gate
from .house import House
from .metrics import Numbers
from .reception import Reception
from .refusals import answer_problem

ROUTES: tuple[ControllerRouterHandler, ...] = (
    *routes_games.ROUTES,
    *routes_tables.ROUTES,
    *routes_players.ROUTES,
    *routes_operation.ROUTES,
    *routes_pages.ROUTES,
    *colyseus_routes.ROUTES,
)


def make_app(reception: Reception, more_routes: tuple[ControllerRouterHandler, ...] = ()) -> Gate:
    """The ASGI application of one server."""
    _watch_house(reception)
    return Gate(make_routes(reception, more_routes), reception)


def make_routes(reception: Reception, more_routes: tuple[ControllerRouterHandler, ...] = ()) -> Litestar:
    def the_reception() -> Reception:
        return reception

    return Litestar(
        [*ROUTES, *more_routes],
        dependencies={"reception": Provide(the_reception, sync_to_thread=False, use_cache=True)},
        exception_handlers={Exception: answer_problem, NotFoundException: routes_pages.answer_unknown_path},
        openapi_config=OpenAPIConfig(
            title="House Rules",
            version="1",
            description="Tables of card games: people and bots, rules as data, deals that can be proved.",
            use_handler_docstrings=True,
            render_plugins=(),
            path="/api/v1/litestar",
        ),
        request_max_body_size=reception.config.limits.body_bytes,
        logging_config=None,
        debug=False,
    )


def _watch_house(reception: Reception) -> None:
    """The numbers of the house, for /metrics."""
    house: House = reception.house

    def now() -> Numbers:
        counts = house.counts
        return {
            "tables": (counts.rooms, "Tables that are open in this process"),
            "sockets": (counts.sockets, "Connections at tables"),
            "seated": (counts.seated, "Connections of people who sit at a table"),
            "ready": (float(reception.ready), "Does it take new connections?"),
        }

    def so_far() -> Numbers:
        counts = house.counts
        return {
            "steps": (counts.steps, "Steps that were written and told"),
            "fenced": (counts.fenced, "Steps whose place in the journal was taken"),
            "chats": (counts.chats, "Lines of chat"),
            "slow_readers": (counts.slow, "Connections that were cut off because they did not read"),
        }

    def refused() -> Mapping[str, int]:
        return house.counts.refused

    services = house.services
    reception.metrics.time("step_seconds", services.step_times, "From a step that is decided to the last who is told")
    reception.metrics.time("journal_seconds", services.journal.commit_times, "How long a commit of the journal takes")
    reception.metrics.watch(now)
    reception.metrics.count(so_far)
    reception.metrics.count_refusals("socket", refused)
