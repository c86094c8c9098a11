"""Policies: what is allowed at a table beside the rules of its game."""

from __future__ import annotations

import msgspec


class Policies(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """What is allowed at a table beside the rules."""

    undo: bool = True
    """Free for a person who plays against bots alone; among people all must agree, and nobody takes back what another
    person did. Tournaments switch it off."""
    hints: bool = True
    ready_first: bool = False
    """Cards are dealt only when all people have said that they are ready."""
    rematch_by_one: bool = False
    """The first person who wants a rematch starts it: the others are not asked."""
