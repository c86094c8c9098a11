"""Pictures of every screen at three sizes, by night and by day: python -m tests.web_shots FOLDER [SCENE ...]

With --docs it writes what docs/browser-pictures.md shows: some screens, and a sheet of all for each size and theme."""

from __future__ import annotations

import argparse
import io
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

from tests.serving import served
from tests.visitors import chromium
from tests.web_scenes import SIZES, THEMES, Places, device, visit

OF_DOCS = {
    "home": ("desk", "night"),
    "lobby": ("tablet", "day"),
    "houses": ("desk", "night"),
    "room": ("phone", "day"),
    "setup": ("phone", "night"),
    "table": ("desk", "night"),
    "table-8": ("phone", "day"),
    "target": ("phone", "night"),
    "five-lead": ("desk", "night"),
    "heroes-choice": ("desk", "night"),
    "end": ("desk", "night"),
    "replay": ("desk", "day"),
    "settings": ("phone", "night"),
    "ascii": ("desk", "night"),
}
"""By scene: the size and the theme of its picture in the documentation."""
WIDTHS = {"phone": 360, "tablet": 480, "desk": 720}
"""Of the pictures in the documentation, in pixels ..."""
SHEET_WIDTHS = {"phone": 150, "tablet": 190, "desk": 300}
"""... and of each of those on a sheet."""
COLUMNS = {"phone": 9, "tablet": 7, "desk": 5}
QUALITY, SHEET_QUALITY = 70, 38
GAP, LABEL = 8, 14


def opened(picture: bytes, width: int) -> Image.Image:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)


def write_sheet(path: Path, pictures: dict[str, bytes], size: str) -> None:
    """All screens of a size and a theme, each below its name."""
    small = {name: opened(picture, SHEET_WIDTHS[size]) for name, picture in pictures.items()}
    width, height = SHEET_WIDTHS[size] + GAP, next(iter(small.values())).height + LABEL + GAP
    rows = -(-len(small) // COLUMNS[size])
    sheet = Image.new("RGB", (COLUMNS[size] * width + GAP, rows * height + GAP), "#808080")
    pen = ImageDraw.Draw(sheet)
    for number, (name, image) in enumerate(small.items()):
        left, top = GAP + number % COLUMNS[size] * width, GAP + number // COLUMNS[size] * height
        pen.text((left, top), name, fill="black")
        sheet.paste(image, (left, top + LABEL))
    sheet.save(path, "WEBP", quality=SHEET_QUALITY, method=6)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("scenes", nargs="*", help="only these")
    parser.add_argument("--docs", action="store_true", help="only those of the documentation, small")
    parser.add_argument("--size", choices=SIZES, action="append", help="only this one")
    parser.add_argument("--theme", choices=THEMES, action="append", help="only this one")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as here, chromium() as browser:
        places = Places(here)
        names = options.scenes or [*places.names, "ascii"]
        for size in options.size or SIZES:
            for theme in options.theme or THEMES:
                taken: dict[str, bytes] = {}
                for name in names:
                    settings = {"theme": theme, "skin": "ascii" if name == "ascii" else "cards"}
                    with device(browser, here, SIZES[size], settings, scale=2 if size == "phone" else 1) as page:
                        visit(page, places.scene("smellyhead" if name == "ascii" else name))
                        taken[name] = page.screenshot()
                    if not options.docs:
                        (options.folder / f"{name}-{size}-{theme}.png").write_bytes(taken[name])
                    elif OF_DOCS.get(name) == (size, theme):
                        small = opened(taken[name], WIDTHS[size])
                        small.save(options.folder / f"{name}.webp", "WEBP", quality=QUALITY, method=6)
                if options.docs:
                    write_sheet(options.folder / f"all-{size}-{theme}.webp", taken, size)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
