"""Adds up the summaries of partitions."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any, Iterable

from . import digest

AMOUNTS = ("before", "after")
DIGESTS = ("digest_in", "digest_out", "digest_rejected")


def total(summaries: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The sum of the partitions' summaries. Numbers and digests are added, tables member by member, and texts must be the same everywhere."""
    sum_: dict[str, Any] = {}
    for summary in summaries:
        for name, value in summary.items():
            sum_[name] = _add(name, sum_[name], value) if name in sum_ else value
    return sum_


def _add(name: str, left: Any, right: Any) -> Any:
    if left is None or right is None:
        return right if left is None else left
    if name in DIGESTS:
        return digest.text(digest.number(left) + digest.number(right))
    if isinstance(left, dict):
        add = _add_amounts if name in AMOUNTS else _add
        return {
            key: add(key, left[key], right[key]) if key in left and key in right else left.get(key, right.get(key))
            for key in sorted({*left, *right})
        }
    if isinstance(left, str):
        if left != right:
            raise ValueError(
                f"{name} is {left} in one partition and {right} in another: are there several versions of the tool on the cluster?"
            )
        return left
    return left + right


def _add_amounts(name: str, left: str, right: str) -> str:
    """Adds counts and sums of money, which are texts so that no digit is lost."""
    with localcontext() as context:
        context.prec = 200
        return f"{(Decimal(left) + Decimal(right)).normalize():f}"
