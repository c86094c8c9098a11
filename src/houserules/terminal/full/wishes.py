"""Wishes: how fast bots move on the screen, what flashes, and what is done without a key."""

from __future__ import annotations

import argparse
from typing import Final, Literal, get_args

import msgspec

Speed = Literal["slow", "normal", "fast", "off"]
SPEEDS: Final[tuple[Speed, ...]] = get_args(Speed)

SECONDS: Final[dict[Speed, float]] = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "off": 0.0}
"""Between two moves that the person did not make."""
FLASH_SECONDS: Final = 0.25


class Wishes(msgspec.Struct):
    """What the person likes. Keys change the speed while a match is played."""

    speed: Speed = "normal"
    flash: bool = True
    """Burns, bombs and battles light up for a moment."""
    forced: bool = False
    """A move that is the only one is made by itself."""

    @property
    def pause(self) -> float:
        return SECONDS[self.speed]

    def change_speed(self, step: int) -> str:
        """One step faster or slower; says what it is now."""
        at = SPEEDS.index(self.speed) + step
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, at))]
        return f"Speed: {self.speed}."


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the screen, for every command that shows a table."""
    parser.add_argument("--plain", action="store_true", help="type lines instead of playing on the whole screen")
    parser.add_argument("--speed", choices=SPEEDS, default="normal", help="how fast bots move on the screen (normal)")
    parser.add_argument("--no-flash", action="store_true", help="let nothing light up on the screen")
    parser.add_argument("--forced", action="store_true", help="make a move by itself if it is the only one")


def read_wishes(options: argparse.Namespace) -> Wishes:
    return Wishes(options.speed, not options.no_flash, options.forced)
