"""Writes docs/example-houses.md: what each example house says of itself, and how it differs. Run it after a change.

python tools/example_houses.py
"""

from __future__ import annotations

from pathlib import Path

from houserules.games.house_code import house_code
from houserules.games.shedding.documents import extended, shipped_document
from houserules.games.shedding.reader import read_house
from houserules.games.shedding.sheet_difference import difference, written_difference
from houserules.games.shedding.starts import starts

OUT = Path(__file__).parent.parent / "docs" / "example-houses.md"
HEAD = """# Houses worth playing

Each of these is a file in `examples/houses`, made of the keys in [houses.md](houses.md). Play one with
`houserules play examples/houses/shed.toml`, or send its code to a friend: `houserules play CODE`. In the browser the
builder begins with any of them. `python tools/example_houses.py` writes this page.
"""


def page() -> str:
    """The whole page."""
    parent = read_house(shipped_document("shithead"))
    parts = [HEAD]
    for start in starts():
        if start.ships:
            continue
        house = read_house(extended(start.document))
        low, high = house.seats
        parts.append(
            f"## {start.name}\n\n{start.about}\n\n"
            f"`examples/houses/{start.id}.toml`, {low if low == high else f'{low} to {high}'} players, "
            f"code `{house_code(start.document)}`\n\n"
            f"```text\n{written_difference(difference(house, parent), parent.name, house.name, 100)}\n```\n"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    OUT.write_text(page(), encoding="utf-8")
