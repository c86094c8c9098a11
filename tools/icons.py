"""Draws the icons of the page: web/icons/icon.svg, and PNGs for systems that want pixels. Run it after a change.

The same shapes give both. Pixels are filled here, with nothing but the standard library, so they are the same on every
machine.
"""

from __future__ import annotations

import math
import struct
import zlib
from pathlib import Path

ICONS = Path(__file__).parent.parent / "src" / "houserules" / "web" / "icons"
FELT, BACK, BACK_LINE, PAPER, RED = "#1d3f33", "#7a2328", "#ead9b3", "#fcf8ee", "#b41f2b"
SIZES = {"icon-180.png": (180, False), "icon-192.png": (192, False), "icon-512.png": (512, False)}
MASKABLE = {"icon-512-maskable.png": (512, True)}
SUB = 4
"""Lines of samples in a line of pixels."""

Point = tuple[float, float]
HEART = "M50 94C40 79 5 62 5 33C5 17 16 6 30 6C40 6 47 12 50 22C53 12 60 6 70 6C84 6 95 17 95 33C95 62 60 79 50 94Z"


def rounded(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    right, bottom = x + width - radius, y + height - radius
    left, top = x + radius, y + radius
    corners = ((right, top, -90), (right, bottom, 0), (left, bottom, 90), (left, top, 180))
    return [
        (cx + radius * math.cos(math.radians(begin + step * 9)), cy + radius * math.sin(math.radians(begin + step * 9)))
        for cx, cy, begin in corners
        for step in range(11)
    ]


def heart(x: float, y: float, size: float) -> list[Point]:
    """The suit of the deck, its curves as short lines."""
    numbers = [float(n) for n in HEART.replace("M", " ").replace("C", " ").replace("Z", "").split()]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    found, at = [points[0]], points[0]
    for a, b, end in zip(points[1::3], points[2::3], points[3::3], strict=True):
        for step in range(1, 13):
            t = step / 12
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            found.append(
                (
                    sum(w * p[0] for w, p in zip(weights, (at, a, b, end), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (at, a, b, end), strict=True)),
                )
            )
        at = end
    return [(x + (px - 50) * size / 100, y + (py - 50) * size / 100) for px, py in found]


def turned(points: list[Point], degrees: float, centre: Point = (50, 50)) -> list[Point]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [
        (
            centre[0] + (x - centre[0]) * cos - (y - centre[1]) * sin,
            centre[1] + (x - centre[0]) * sin + (y - centre[1]) * cos,
        )
        for x, y in points
    ]


def shapes(maskable: bool) -> list[tuple[str, list[Point]]]:
    """Colours and outlines on a square of 100, from the back to the front."""
    ground = rounded(0, 0, 100, 100, 0.01) if maskable else rounded(2, 2, 96, 96, 22)
    scale = 0.8 if maskable else 1.0

    def placed(points: list[Point]) -> list[Point]:
        return [(50 + (x - 50) * scale, 50 + (y - 50) * scale) for x, y in points]

    return [
        (FELT, ground),
        (BACK_LINE, placed(turned(rounded(24, 19, 42, 58.8, 4.5), -14, (45, 90)))),
        (BACK, placed(turned(rounded(26, 21, 38, 54.8, 3), -14, (45, 90)))),
        (PAPER, placed(turned(rounded(33, 22, 42, 58.8, 4.5), 8, (54, 90)))),
        (RED, placed(turned(heart(54, 51.4, 27), 8, (54, 90)))),
    ]


def svg() -> str:
    paths = "".join(
        f'<path fill="{colour}" d="M{" ".join(f"{x:.1f} {y:.1f}" for x, y in points)}Z"/>'
        for colour, points in shapes(False)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{paths}</svg>\n'


def coverage(points: list[Point], size: int) -> list[list[float]]:
    """How much of each pixel a shape covers."""
    scale = size / 100
    edges = [
        ((ax * scale, ay * scale), (bx * scale, by * scale))
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)
    ]
    rows = [[0.0] * size for _ in range(size)]
    for line in range(size * SUB):
        y = (line + 0.5) / SUB
        crossings = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in edges if (ay <= y) != (by <= y)
        )
        row = rows[line // SUB]
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            left, right = max(0.0, left), min(float(size), right)  # noqa: PLW2901 - clipped to the picture
            first, last = int(left), min(int(right), size - 1)
            for pixel in range(first, last + 1):
                row[pixel] += max(0.0, min(right, pixel + 1) - max(left, pixel)) / SUB
    return rows


def png(size: int, maskable: bool) -> bytes:
    pixels: list[list[tuple[float, ...]]] = [[(0.0, 0.0, 0.0, 0.0)] * size for _ in range(size)]
    for colour, points in shapes(maskable):
        red, green, blue = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        for row, covered in zip(pixels, coverage(points, size), strict=True):
            for x, share in enumerate(covered):
                if share > 0:
                    over, under = min(1.0, share), row[x]
                    fresh = (red * over, green * over, blue * over, over)
                    row[x] = tuple([new + old * (1 - over) for new, old in zip(fresh, under, strict=True)])
    lines = bytearray()
    for row in pixels:
        lines.append(0)
        for *ink, alpha in row:  # the colours are weighed by their alpha
            lines += bytes(min(255, round(part / alpha)) if alpha else 0 for part in ink) + bytes([round(alpha * 255)])
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(lines), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def main() -> None:
    (ICONS / "icon.svg").write_text(svg(), encoding="utf-8")
    for name, (size, maskable) in (SIZES | MASKABLE).items():
        (ICONS / name).write_bytes(png(size, maskable))


if __name__ == "__main__":
    main()
