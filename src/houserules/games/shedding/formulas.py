"""Formulas of the seats, as in `ceil(seats / 2)`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from math import ceil
from typing import Final

LARGEST: Final = 10**6
"""No step of a formula may lead further than this."""


@cache
def formula(text: str) -> Callable[[int], int]:
    """Read `ceil(seats / 2)` or `1 + seats // 4`; ValueError for anything else."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        raise ValueError("this is not a formula") from problem
    _evaluated(tree, 2)  # so that a formula that cannot be computed is refused when it is read
    return lambda seats: ceil(_evaluated(tree, seats))


def _evaluated(node: ast.expr, seats: int) -> float:
    value = _value(node, seats)
    if abs(value) > LARGEST:
        raise ValueError(f"it leads to numbers above {LARGEST:,}")
    return value


def _value(node: ast.expr, seats: int) -> float:
    match node:
        case ast.Constant(int(value)) if not isinstance(value, bool) and 0 <= value <= 1000:
            return value
        case ast.Name("seats"):
            return seats
        case ast.Call(ast.Name("ceil"), [argument], []):
            return ceil(_evaluated(argument, seats))
        case ast.BinOp(left, operation, right):
            a, b = _evaluated(left, seats), _evaluated(right, seats)
            match operation:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div() if b:
                    return a / b
                case ast.FloorDiv() if b:
                    return a // b
                case ast.Div() | ast.FloorDiv():
                    raise ValueError("it divides by 0")
    raise ValueError("a formula has whole numbers, seats, + - * / //, ceil( ) and brackets")
