"""Metrics: what /metrics tells, in the text form of Prometheus. Hot paths only add numbers."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from .times import Times

STALL_BEAT: Final = 0.1
"""Seconds between two looks at the event loop."""
STALL_BEATS: Final = 600
"""The longest stall is that of the last minute."""


class LoopWatch:
    """How long the event loop was ever busy with one thing. It looks ten times a second."""

    def __init__(self) -> None:
        self._stalls = [0.0] * STALL_BEATS
        self._beat = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def longest(self) -> float:
        """Seconds, in the last minute."""
        return max(self._stalls)

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._watch(), name="loop watch")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(STALL_BEAT)
            self.note(max(0.0, time.perf_counter() - before - STALL_BEAT))

    def note(self, stall: float) -> None:
        self._beat = (self._beat + 1) % STALL_BEATS
        self._stalls[self._beat] = stall


Numbers = Mapping[str, tuple[float, str]]
"""By name, each with what it means."""


class Metrics:
    """All numbers of one server."""

    def __init__(self) -> None:
        self.requests: Tally[tuple[str, str]] = Tally()
        """HTTP answers by method and status."""
        self.refusals: Tally[str] = Tally()
        """Of HTTP requests, by code."""
        self.request_times = Times()
        self._times: dict[str, tuple[Times, str]] = {}
        self.time("http_seconds", self.request_times, "From an HTTP request to its answer")
        self.loop = LoopWatch()
        self._gauges: list[Callable[[], Numbers]] = []
        self._counters: list[Callable[[], Numbers]] = []
        self._refusals: dict[str, Callable[[], Mapping[str, int]]] = {"http": lambda: self.refusals}
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def watch(self, gauges: Callable[[], Numbers]) -> None:
        """Ask this for numbers of now, whenever somebody reads the metrics."""
        self._gauges.append(gauges)

    def count(self, counters: Callable[[], Numbers]) -> None:
        """The same for numbers that only grow."""
        self._counters.append(counters)

    def count_refusals(self, door: str, refused: Callable[[], Mapping[str, int]]) -> None:
        """The same for what is refused at another door, by code."""
        self._refusals[door] = refused

    def time(self, name: str, times: Times, about: str) -> None:
        """Tell how long something takes."""
        self._times[name] = (times, about)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        requests = CounterMetricFamily("houserules_http_answers", "HTTP answers", labels=["method", "status"])
        for labels, count in sorted(self.requests.items()):
            requests.add_metric(labels, count)
        yield requests
        refusals = CounterMetricFamily("houserules_refusals", "What was refused, by its code", labels=["door", "code"])
        for door, refused in self._refusals.items():
            for code, count in sorted(refused().items()):
                refusals.add_metric([door, code], count)
        yield refusals
        for name, (times, about) in self._times.items():
            yield _histogram(f"houserules_{name}", times, about)
        yield GaugeMetricFamily(
            "houserules_loop_stall_seconds", "The longest stall of the event loop in the last minute", self.loop.longest
        )
        for name, (value, about) in _all(self._gauges):
            yield GaugeMetricFamily(f"houserules_{name}", about, value)
        for name, (value, about) in _all(self._counters):
            yield CounterMetricFamily(f"houserules_{name}", about, value)


def _all(sources: list[Callable[[], Numbers]]) -> Iterator[tuple[str, tuple[float, str]]]:
    for source in sources:
        yield from source().items()


def _histogram(name: str, times: Times, about: str) -> HistogramMetricFamily:
    family = HistogramMetricFamily(name, about)
    buckets = [("+Inf" if math.isinf(bound) else str(bound), float(count)) for bound, count in times.below()]
    family.add_metric([], buckets=buckets, sum_value=times.total)
    return family
