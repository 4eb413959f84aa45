"""The access gate: what all records say about access and money must be the same before and after.

Two options let documents say more, or less, without changing anybody's access. With `--at`, records of server-v2, which leave `is_active` and the like to their
readers, say them: then access is counted at that instant alone, where both sides must agree, and what the old ones left unsaid is passed over. With `--to`, paywalls
may name their products where they described them.
"""

from __future__ import annotations

from typing import Mapping, Sequence

Counts = Mapping[str, Mapping[str, str]]

LEFT_UNSAID = ("does not say whether it is active: judged by its dates", "renews", "for a lifetime", "in the grace period", "refunded")


def instants(asked: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """The instants at which access is counted; none turns the gate off."""
    return (options[options.index("--at") + 1],) if asked and "--at" in options else tuple(asked)


def differences(access: Counts, options: Sequence[str]) -> list[str]:
    """What is not the same on both sides, a sentence each."""
    before, after = access["before"], access["after"]
    names = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name) and not _is_passed_over(name, options)]
    return [f"{name}: {before.get(name, '0')} before, {after.get(name, '0')} after" for name in names]


def _is_passed_over(name: str, options: Sequence[str]) -> bool:
    return "--at" in options and name.endswith(tuple(f", {said}" for said in LEFT_UNSAID)) or "--to" in options and name == "products"
