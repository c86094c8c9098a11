"""A picture of the table in a terminal, for the README: python -m tests.terminal_shot FILE.webp"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

import houserules as hr
from houserules.bots import BotSpec
from houserules.terminal.sitting import Sitting
from tests.screen_players import app_of, at_screen, settled
from tests.visitors import chromium
from tests.web_shots import QUALITY, opened

SIZE = (112, 34)
WIDTH = 900
"""Of the picture, in pixels."""
KEYS = ("r", "enter", "enter", "right")


async def table_as_svg() -> str:
    """A few moves into a match."""
    sitting = Sitting.new(hr.load("shithead"), seats=4, seed="look", bots=[BotSpec("easy")], saves=False)
    async with at_screen(sitting, SIZE) as pilot:
        for key in KEYS:
            await pilot.press(key)
            await settled(pilot)
        return app_of(pilot).export_screenshot(title="House Rules")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder  # nobody's own matches are touched
        picture = asyncio.run(table_as_svg())
    # A font of another host is never asked for.
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        page.set_content(f"<body style='margin:0'>{picture}")
        shot = page.locator("svg").first.screenshot()
    opened(shot, WIDTH).save(Path(sys.argv[1]), "WEBP", quality=QUALITY, method=6)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
