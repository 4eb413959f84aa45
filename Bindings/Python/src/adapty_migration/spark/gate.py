"""The access gate: the access and money in all records must be the same before and after.

Two options change the fields of documents without changing anybody's access. With `--at`, server-v2 records get `is_active` and similar flags, which the old
records do not have. Access is then counted only at that instant, where both sides must agree, and flags that the old records lack are ignored. With `--to`, paywalls
may list product ids where they used to describe products.
"""

from __future__ import annotations

from typing import Mapping, Sequence

Counts = Mapping[str, Mapping[str, str]]

LEFT_UNSAID = (
    "does not say whether it is active: judged by its dates",
    "renews",
    "for a lifetime",
    "in the grace period",
    "refunded",
)


def instants(asked: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """The instants at which access is counted. An empty tuple turns the gate off."""
    return (options[options.index("--at") + 1],) if asked and "--at" in options else tuple(asked)


def differences(access: Counts, options: Sequence[str]) -> list[str]:
    """The differences between the two sides, one sentence each."""
    before, after = access["before"], access["after"]
    names = [
        name
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name) and not _is_passed_over(name, options)
    ]
    return [f"{name}: {before.get(name, '0')} before, {after.get(name, '0')} after" for name in names]


def _is_passed_over(name: str, options: Sequence[str]) -> bool:
    return (
        "--at" in options
        and name.endswith(tuple(f", {said}" for said in LEFT_UNSAID))
        or "--to" in options
        and name == "products"
    )
