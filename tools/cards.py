"""Draws the deck of the page: web/cards.svg, one sprite, and web/css/deck.css, its ink. Run it after a change.

Everything is drawn here, stroke by stroke: no font, no foreign artwork.

  7H …   a whole face of 100 by 140          jj JJ  the Jokers         back   the back
  s7 tH  a small face is these two together:  a large rank and its suit; sjj for a Joker
  h0 …   the H3ROES, h67 the last; hback their back
  mS …   a suit alone, 20 by 20 round the origin, for text and buttons; g7 … a rank alone, 60 by 80

The paper, its edge and its shadow belong to the style sheets; the sprite is ink alone. Its colours are custom properties, so
that a theme or the four-colour deck needs no second sprite: --ink, --suit, --gold, --paper, --back, --back-2, --hback,
--t0 … --t7. The page may have no style inside a document, so the classes of the sprite are a sheet of their own.
"""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

WEB = Path(__file__).parent.parent / "src" / "houserules" / "web"
RANKS = "23456789TJQKA"

# -- Letters: strokes on a box about 60 wide and 80 high, 11 thick, on slab feet --------------------------------------

GLYPHS = {
    "A": (60, "M30 5.5L9 74.5M30 5.5L51 74.5M17 51H43M0 74.5H19M41 74.5H60"),
    "2": (58, "M8 27C8 13 17 5.5 29 5.5S50 13 50 25C50 36 43 42 35 50L9 74.5H52V62"),
    "3": (
        58,
        "M9 21C11 11 18 5.5 28.5 5.5S48 12 48 21.5 40 37.5 28 37.5H23M28 37.5C42 37.5 51 45 51 55.5S42 74.5 28.5 74.5 9 68 7 57",
    ),
    "4": (60, "M43 74.5V6L7 54H59M30 74.5H56"),
    "5": (58, "M49 5.5H15L11.5 38C16 32 22 29.5 29 29.5 43 29.5 51 38.5 51 51.5S42.5 74.5 28.5 74.5 9 68.5 7 58.5"),
    "6": (
        60,
        "M49 14C45 8.5 39 5.5 32.5 5.5 17 5.5 8 19.5 8 44 8 64 16.5 74.5 30 74.5S52.5 65.5 52.5 53.5 43.5 32.5 31 32.5 9.5 40 8 51",
    ),
    "7": (56, "M6.5 20V5.5H50C40 26 31 46 27 74.5M15 74.5H39"),
    "8": (
        60,
        "M30 37C18.5 37 11 30.5 11 21.5S18.5 5.5 30 5.5 49 12.5 49 21.5 41.5 37 30 37C16 37 7.5 45 7.5 56S16 74.5 30 74.5 52.5 67 52.5 56 44 37 30 37Z",
    ),
    "9": (
        60,
        "M11 66C15 71.5 21 74.5 27.5 74.5 43 74.5 52 60.5 52 36 52 16 43.5 5.5 30 5.5S7.5 14.5 7.5 26.5 16.5 47.5 29 47.5 50.5 40 52 29",
    ),
    "T": (
        73,
        "M3 17L14 6V74.5M1 74.5H27M67.5 40C67.5 61 61 74.5 51 74.5S34.5 61 34.5 40 41 5.5 51 5.5 67.5 19 67.5 40Z",
    ),
    "J": (52, "M36 5.5V53C36 67 29 74.5 20 74.5 12 74.5 6.5 69 6.5 58M20 5.5H52"),
    "Q": (66, "M56 40C56 61 46 74.5 32 74.5S7.5 61 7.5 40 18 5.5 32 5.5 56 19 56 40ZM33 55C43 58 49 66 52 78.5H65"),
    "K": (64, "M14 5.5V74.5M2 5.5H26M2 74.5H26M52 5.5L15 47M27 34L51 74.5M40 5.5H62M40 74.5H64"),
    "0": (52, "M44.5 40C44.5 61 37 74.5 26 74.5S7.5 61 7.5 40 15 5.5 26 5.5 44.5 19 44.5 40Z"),
    "1": (38, "M6 19L19 6V74.5M4 74.5H34"),
}

# -- Suits, on a box of 100 --------------------------------------------------------------------------------------------

PIPS = {
    "H": "M50 94C40 79 5 62 5 33 5 17 16 6 30 6 40 6 47 12 50 22 53 12 60 6 70 6 84 6 95 17 95 33 95 62 60 79 50 94Z",
    "D": "M50 2C58 22 71 39 89 50 71 61 58 78 50 98 42 78 29 61 11 50 29 39 42 22 50 2Z",
    "S": "M50 3C57 24 94 42 94 66 94 78 85 86 74 86 65 86 58 81 54 73 54.5 84 58 91 67 97H33C42 91 45.5 84 46 73 42 81 35 86 26 86 15 86 6 78 6 66 6 42 43 24 50 3Z",
    "C": "M50 4C62 4 71 13 71 25 71 32 68 38 62 43 65 40 69 39 73 39 85 39 94 48 94 60S85 81 73 81C65 81 58 77 54 70 54.5 83 58 91 67 97H33C42 91 45.5 83 46 70 42 77 35 81 27 81 15 81 6 72 6 60S15 39 27 39C31 39 35 40 38 43 32 38 29 32 29 25 29 13 38 4 50 4Z",
}
LAYOUT = {  # column and row of each pip; rows run from 0 at the top to 12 at the bottom
    "2": "M0 M12",
    "3": "M0 M6 M12",
    "4": "L0 R0 L12 R12",
    "5": "L0 R0 M6 L12 R12",
    "6": "L0 R0 L6 R6 L12 R12",
    "7": "L0 R0 M3 L6 R6 L12 R12",
    "8": "L0 R0 M3 L6 R6 M9 L12 R12",
    "9": "L0 R0 L4 R4 M6 L8 R8 L12 R12",
    "T": "L0 R0 M2 L4 R4 L8 R8 M10 L12 R12",
}
COLUMN = {"L": 35, "M": 50, "R": 65}


def n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return {"-0": "0", "": "0"}.get(text, text)


def pip(suit: str, x: float, y: float, size: float = 20) -> str:
    if size == 20:
        return f'<use href="#m{suit}" x="{n(x)}" y="{n(y)}"/>'
    return f'<use href="#m{suit}" transform="translate({n(x)} {n(y)}) scale({n(size / 20)})"/>'


def glyph(letter: str, x: float, y: float, height: float) -> str:
    """A letter with its middle at x and its top at y."""
    left = x - GLYPHS[letter][0] * height / 160
    return f'<use href="#g{letter}" transform="translate({n(left)} {n(y)}) scale({n(height / 80)})"/>'


def word(text: str, x: float, y: float, height: float, gap: float = 8) -> str:
    scale = height / 80
    left, parts = x - (sum(GLYPHS[c][0] for c in text) + gap * (len(text) - 1)) * scale / 2, ""
    for c in text:
        parts += f'<use href="#g{c}" transform="translate({n(left)} {n(y)}) scale({n(scale)})"/>'
        left += (GLYPHS[c][0] + gap) * scale
    return parts


def symbol(name: str, content: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 100 140">{content}</symbol>'


def twice(name: str, content: str) -> str:
    """The same upside down in the other half."""
    return f'<g id="{name}">{content}</g><use href="#{name}" transform="rotate(180 50 70)"/>'


# -- Faces -------------------------------------------------------------------------------------------------------------


def face(rank: str, suit: str) -> str:
    half = f'<use href="#k{rank}"/>' + pip(suit, 14, 40, 16)
    middle = ""
    if rank == "A":
        middle = ace(suit)
    elif rank in "JQK":
        half += bust(rank, suit)
        middle = '<path d="M26 15.5H74V124.5H26ZM26 70H74" class="l"/>'
    else:
        for place in LAYOUT[rank].split():
            column, row = COLUMN[place[0]], int(place[1:])
            if row <= 6:
                drawn = pip(suit, column, 26 + 44 * row / 6)
                if row < 6:
                    half += drawn
                else:
                    middle += drawn
    return twice(f"{rank}{suit}h", half) + middle


def ace(suit: str) -> str:
    if suit != "S":
        return pip(suit, 50, 70, 46)
    rays = ""
    for k in range(48):
        a, end = k * pi / 24, 35 if k % 3 else 38
        rays += f"M{n(50 + 30 * sin(a))} {n(70 - 30 * cos(a))}L{n(50 + end * sin(a))} {n(70 - end * cos(a))}"
    return f'<circle cx="50" cy="70" r="28" class="l"/><path d="{rays}" class="l"/>' + pip(suit, 50, 70, 44)


# Court cards: a bust in each half, eyes closed, in cloth of the suit's own weave.
WEAVE = {
    "S": '<path d="M0 4L4 0 8 4M0 8L4 4 8 8" class="w"/>',
    "H": '<path d="M0 0A4 4 0 0 0 8 0M-4 4A4 4 0 0 0 4 4A4 4 0 0 0 12 4" class="w"/>',
    "D": '<path d="M4 0L8 4 4 8 0 4Z" class="w"/>',
    "C": '<path d="M2 1.8a1.1 1.1 0 1 0 .01 0M6 5.8a1.1 1.1 0 1 0 .01 0" class="w"/>',
}
EYES = '<path d="M44 42.5H47.5M52.5 42.5H56" class="l"/>'


def bust(rank: str, suit: str) -> str:
    robe = f'<path d="M26 70V63C33 59 39 57.5 43 55L50 64 57 55C61 57.5 67 59 74 63V70Z" fill="url(#w{suit})" class="e"/><path d="M40.5 56.3L43 55 50 64 57 55 59.5 56.3 50 68.5Z" class="o e"/>'
    if rank == "K":
        return (
            robe + '<path d="M69 69V33M65.5 39H72.5" class="l"/><circle cx="69" cy="30" r="3" class="o e"/>'
            '<path d="M38.5 36C36.5 45 37.5 52 41 55V36ZM61.5 36C63.5 45 62.5 52 59 55V36Z" class="s"/>'
            '<path d="M40.5 36V48C40.5 58 46 64 50 66 54 64 59.5 58 59.5 48V36Z" class="s e"/>'
            '<path d="M42.5 36V46C45 48.5 47 47 50 49 53 47 55 48.5 57.5 46V36Z" class="p e"/>'
            + EYES
            + '<path d="M38.5 36L36.5 22.5 43.5 28 50 19.5 56.5 28 63.5 22.5 61.5 36Z" class="o e"/><path d="M38 34.5H62V38.5H38Z" class="i"/>'
            '<path d="M36.5 20.2a1.7 1.7 0 1 0 .01 0M50 17.2a1.7 1.7 0 1 0 .01 0M63.5 20.2a1.7 1.7 0 1 0 .01 0" class="i"/>'
            + pip(suit, 32, 45, 8)
        )
    if rank == "Q":
        return (
            robe
            + '<path d="M68.5 69C68 62 69.5 57 68.5 50M68.5 60C71 58 72 58 72.5 56.5" class="l"/><path d="M68.5 50C64.5 48 64.5 43 68.5 40.5 72.5 43 72.5 48 68.5 50Z" class="s e"/>'
            '<path d="M39 34C35.5 42 35 52 38 60L44.5 55V36ZM61 34C64.5 42 65 52 62 60L55.5 55V36Z" class="s e"/>'
            '<path d="M47 51V58L50 61.5 53 58V51" class="p e"/><path d="M42.5 34V43C42.5 50 46.5 54 50 54S57.5 50 57.5 43V34Z" class="p e"/>'
            + EYES
            + '<path d="M48.5 49H51.5" class="l"/>'
            '<path d="M39.5 35C39.5 28 43.5 25 50 25S60.5 28 60.5 35Z" class="o e"/><path d="M39 34.5H61V38H39Z" class="i"/>'
            '<circle cx="41.5" cy="25" r="2.2" class="o e"/><circle cx="50" cy="21.5" r="2.6" class="o e"/><circle cx="58.5" cy="25" r="2.2" class="o e"/>'
            + pip(suit, 31.5, 45, 8)
        )
    return (
        robe + '<path d="M32 69V38" class="l"/><path d="M32 30L35 38H29Z" class="o e"/>'
        '<path d="M40 35C37 43 38.5 50 41.5 53V36ZM60 35C63 43 61.5 50 58.5 53V36Z" class="i"/>'
        '<path d="M47 52V58L50 61.5 53 58V52" class="p e"/><path d="M42.5 34V44C42.5 51 46.5 55 50 55S57.5 51 57.5 44V34Z" class="p e"/>'
        + EYES
        + '<path d="M48.5 50H51.5" class="l"/>'
        '<path d="M38 36C36.5 27 43.5 23.5 50 23.5S64 26 64.5 32L62 36Z" class="s e"/><path d="M38 35H62.5V38.5H38Z" class="o e"/>'
        '<path d="M60 29C65.5 25 67 20 65 17.5 59 19 56.5 23.5 57.5 27.5Z" class="o e"/>' + pip(suit, 68, 46, 8)
    )


def joker(name: str) -> str:
    """The small one in ink, the big one in red: the style sheet knows."""
    index = (
        glyph("J", 14, 8, 22)
        + '<path d="M14 32L16.2 38 22.5 38.2 17.5 42.2 19.3 48.3 14 44.7 8.7 48.3 10.5 42.2 5.5 38.2 11.8 38Z" class="s e"/>'
    )
    return (
        twice(f"{name}h", index)
        + '<path d="M28 113L33 98 41 107 50 98 59 107 67 98 72 113C60 108 40 108 28 113Z" class="s e"/>'
        '<circle cx="28" cy="115" r="2.8" class="o e"/><circle cx="50" cy="111" r="2.8" class="o e"/><circle cx="72" cy="115" r="2.8" class="o e"/>'
        '<path d="M37 66H63V80C63 91 57 98 50 98S37 91 37 80Z" class="p e"/><path d="M41.5 78H46.5M53.5 78H58.5M43 86C47 91 53 91 57 86M50 78V83" class="l"/>'
        '<path d="M50 33C44 25 34 24 26 31 21 36 20 45 24 51 27 45 32 44 37 49L38 62H62L63 49C68 44 73 45 76 51 80 45 79 36 74 31 66 24 56 25 50 33Z" class="s e"/>'
        '<path d="M50 33C46 41 46 51 47 62H53C54 51 54 41 50 33Z" class="o e"/><path d="M35.5 61H64.5V67.5H35.5Z" class="i"/>'
        '<circle cx="23.5" cy="54" r="3.4" class="o e"/><circle cx="76.5" cy="54" r="3.4" class="o e"/><circle cx="50" cy="28.5" r="3.6" class="o e"/>'
    )


def joker_small() -> str:
    return (
        glyph("J", 28, 12, 50)
        + '<path d="M60 66L69 92 96 92 75 108 83 134 60 118.5 37 134 45 108 24 92 51 92Z" class="s e" stroke-width="2.5"/>'
    )


def petal(angle: float) -> str:
    def at(radius: float, turn: float) -> str:
        return f"{n(50 + radius * cos(angle + turn))} {n(70 + radius * sin(angle + turn))}"

    return f"M50 70C{at(9, -0.5)} {at(17, -0.25)} {at(19, 0)}C{at(17, 0.25)} {at(9, 0.5)} 50 70Z"


def back() -> str:
    petals = "".join(petal(k * pi / 4 + pi / 8) for k in range(8))
    return (
        '<rect x="5" y="5" width="90" height="130" rx="4" class="b"/><rect x="5" y="5" width="90" height="130" rx="4" fill="url(#lattice)"/>'
        '<rect x="8.5" y="8.5" width="83" height="123" rx="2.5" class="bl"/><circle cx="50" cy="70" r="26" class="b"/>'
        f'<circle cx="50" cy="70" r="25" class="bl"/><circle cx="50" cy="70" r="22" class="bl" stroke-width=".6"/><path d="{petals}" class="b2"/>'
        '<circle cx="50" cy="70" r="4.4" class="b"/><circle cx="50" cy="70" r="2.2" class="b2"/>'
    )


# -- H3ROES: arms that are the number. Tens: tincture, division and points of the coronet; units: the charge. ----------

SHIELD = "M10 17H90V52C90 75 70 84 50 90 30 84 10 75 10 52Z"
DIVISION = [
    "",
    "M50 10H95V95H50Z",
    "M5 10H95V50H5Z",
    "M5 10H95L5 96Z",
    "M5 96L50 44 95 96Z",
    "M5 10L50 50 5 90ZM95 10L50 50 95 90Z",
    "M50 10H95V50H50ZM5 50H50V96H5Z",
]


def at(r: float, a: float, cx: float = 50, cy: float = 50) -> str:
    return f"{n(cx + r * sin(a))} {n(cy - r * cos(a))}"


def star(points: int, outer: float, inner: float) -> str:
    return "M" + "L".join(at(outer if k % 2 == 0 else inner, k * pi / points) for k in range(2 * points)) + "Z"


def ring(r: float, x: float = 50, y: float = 50) -> str:
    return f"M{n(x - r)} {n(y)}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0 {n(-2 * r)} 0Z"


def foil(leaves: int, r: float, size: float) -> str:
    return "".join(
        ring(size, 50 + r * sin(2 * pi * k / leaves), 50 - r * cos(2 * pi * k / leaves)) for k in range(leaves)
    )


CHARGE = [
    ring(23) + ring(13),
    "M50 20L60 37H54.5V72H62V79H38V72H45.5V37H40Z",
    "M46 23A27 27 0 0 0 46 77A33 33 0 0 1 46 23ZM54 23A27 27 0 0 1 54 77A33 33 0 0 0 54 23Z",
    "M50 26a12 12 0 0 1 9 20 12 12 0 1 1-4 14L58 80H42L45 60A12 12 0 1 1 41 46 12 12 0 0 1 50 26Z",
    "M44 21H56L53.5 46.5 79 44V56L53.5 53.5 56 79H44L46.5 53.5 21 56V44L46.5 46.5Z",
    star(5, 30, 12.2),
    star(6, 30, 14.5),
    star(7, 30, 16) + ring(8),
    star(8, 30, 19) + ring(10.5),
    foil(9, 21, 6.8) + ring(10),
]


def field(tens: int) -> str:
    points = ""
    for k in range(tens):
        x = 50 if tens == 1 else 20 + 60 * k / (tens - 1)
        points += f"M{n(x - 4)} 14L{n(x)} 5.5 {n(x + 4)} 14Z" + ring(2, x, 4.6)
    dark = f'<path d="{DIVISION[tens]}" class="td"/>' if DIVISION[tens] else ""
    return (
        f'<path d="M10 13H90V16H10Z{points}" class="i"/><g clip-path="url(#shield)"><path d="{SHIELD}" class="t{tens}"/>{dark}</g>'
        f'<path d="{SHIELD}" class="e2"/>'
    )


def hero(card: int) -> str:
    tens, units = divmod(card, 10)
    if card == 0:
        arms = (
            f'<g clip-path="url(#shield)"><path d="{SHIELD}" class="t0"/><path d="M5 10H25L95 90V96H74L5 24ZM45 10H65L95 44V66ZM5 46L48 96H27L5 70Z" class="o"/></g><path d="{SHIELD}" class="e2"/>'
            '<path d="M22 17C18 8 26 1 34 7 38 10 40 13 40 17ZM78 17C82 8 74 1 66 7 62 10 60 13 60 17Z" class="t0 e3"/><circle cx="24" cy="4.5" r="2.6" class="o e"/><circle cx="76" cy="4.5" r="2.6" class="o e"/>'
            '<circle cx="50" cy="50" r="23" class="p e3"/><path d="M50 31L55 44 69 44.5 58 53 62 66.5 50 58.5 38 66.5 42 53 31 44.5 45 44Z" class="i"/>'
        )
    elif card == 67:
        rays = "".join(f"M50 50L{at(70, k * pi / 12 - 0.06)}L{at(70, k * pi / 12 + 0.06)}Z" for k in range(24))
        arms = (
            f'<path d="M10 13H90V16H10Z" class="i"/><g clip-path="url(#shield)"><path d="{SHIELD}" class="t7"/><path d="{rays}" class="tr"/></g><path d="{SHIELD}" class="e2"/>'
            '<path d="M18 50C31 30 69 30 82 50 69 70 31 70 18 50Z" class="p e3"/><circle cx="50" cy="50" r="14" class="t7 e3"/><circle cx="50" cy="50" r="5.5" class="i"/><circle cx="53.5" cy="46" r="2.2" class="p"/>'
        )
    else:
        arms = f'<use href="#f{tens}"/><use href="#u{units}"/>'
    return arms + f'<g class="n">{word(str(card), 50, 97, 36, 9)}</g>'


def hero_back() -> str:
    chevrons = "".join(f"M5 {y}L50 {y - 24} 95 {y}" for y in range(22, 180, 10))
    return (
        f'<rect x="5" y="5" width="90" height="130" rx="4" class="hb"/><g clip-path="url(#inner)"><path d="{chevrons}" class="hl"/></g>'
        f'<g transform="translate(50 70) scale(.56) translate(-50 -52)"><path d="{SHIELD}" class="hb"/><path d="{SHIELD}" class="hl" stroke-width="3"/></g>'
        '<path d="M50 52L54.5 64 67 64.5 57 72 60.5 84 50 77 39.5 84 43 72 33 64.5 45.5 64Z" class="o"/>'
        '<rect x="8.5" y="8.5" width="83" height="123" rx="2.5" class="hl"/>'
    )


# -- The sprite --------------------------------------------------------------------------------------------------------

STYLE = (
    ".g{fill:none;stroke:var(--suit);stroke-width:var(--gw,11);stroke-linejoin:round}.n{--suit:var(--ink);--gw:12.5}.m,.s{fill:var(--suit)}"
    ".l{fill:none;stroke:var(--ink);stroke-width:1}.e{stroke:var(--ink);stroke-linejoin:round}.e2{fill:none;stroke:var(--ink);stroke-width:2.2;stroke-linejoin:round}"
    ".e3{stroke:var(--ink);stroke-width:2;stroke-linejoin:round}.p{fill:var(--paper)}.i{fill:var(--ink)}.o{fill:var(--gold)}.w{fill:none;stroke:var(--paper);stroke-width:1}"
    ".b{fill:var(--back)}.b2{fill:var(--back-2)}.bl{fill:none;stroke:var(--back-2)}.la{fill:none;stroke:var(--back-2);stroke-width:.55;opacity:.6}"
    ".hb{fill:var(--hback)}.hl{fill:none;stroke:var(--gold);opacity:.7}.td{fill:#000;fill-opacity:.24}.tr{fill:#fff;fill-opacity:.22}"
    + "".join(f".t{k}{{fill:var(--t{k})}}" for k in range(8))
)


def sprite() -> str:
    parts = ['<svg xmlns="http://www.w3.org/2000/svg"><defs>']
    for letter, (_, strokes) in GLYPHS.items():
        parts.append(f'<path id="g{letter}" class="g" d="{strokes}"/>')
    parts += [f'<g id="k{rank}">{glyph(rank, 14, 8, 22)}</g>' for rank in RANKS]
    for suit, path in PIPS.items():
        parts.append(f'<path id="m{suit}" class="m" transform="scale(.2) translate(-50 -50)" d="{path}"/>')
    for suit, weave in WEAVE.items():
        parts.append(
            f'<pattern id="w{suit}" width="8" height="8" patternUnits="userSpaceOnUse" x="2" y="2"><rect width="8" height="8" class="i"/>{weave}</pattern>'
        )
    parts += [f'<g id="f{tens}">{field(tens)}</g>' for tens in range(7)]
    for units, path in enumerate(CHARGE):
        parts.append(f'<path id="u{units}" class="p e3" fill-rule="evenodd" d="{path}"/>')
    parts.append(
        '<pattern id="lattice" width="7" height="10" patternUnits="userSpaceOnUse" x="1.5"><path class="la" d="M0 5L3.5 0 7 5 3.5 10Z"/><circle cx="3.5" cy="5" r=".8" class="b2"/></pattern>'
        f'<clipPath id="shield"><path d="{SHIELD}"/></clipPath><clipPath id="inner"><rect x="8.5" y="8.5" width="83" height="123" rx="2.5"/></clipPath></defs>'
    )
    parts += [symbol(rank + suit, face(rank, suit)) for suit in PIPS for rank in RANKS]
    parts += [symbol(f"s{rank}", glyph(rank, 30, 12, 50)) for rank in RANKS]
    parts += [symbol(f"t{suit}", pip(suit, 30, 90, 40) + pip(suit, 78, 114, 27)) for suit in PIPS]
    parts += [
        symbol("jj", joker("jj")),
        symbol("JJ", joker("JJ")),
        symbol("sjj", joker_small()),
        symbol("back", back()),
    ]
    parts += [symbol(f"h{card}", hero(card)) for card in range(68)]
    parts.append(symbol("hback", hero_back()))
    return "".join(parts) + "</svg>\n"


def ink() -> str:
    return (
        "/* The ink of the deck. tools/cards.py writes this file. Classes of one or two letters belong to it. */\n"
        + STYLE.replace("}", "}\n")
    )


def main() -> None:
    (WEB / "cards.svg").write_text(sprite(), encoding="utf-8")
    (WEB / "css" / "deck.css").write_text(ink(), encoding="utf-8")


if __name__ == "__main__":
    main()
