"""A digest of many records that does not depend on their order or distribution: the sum of their SHA-256 hashes.

    digest({a, b}) = sha256(a) + sha256(b)   mod 2^256

The digests of the parts add up to the digest of the whole. A record that is lost, duplicated or changed changes the sum.
"""

from __future__ import annotations

import hashlib
from typing import Iterable

MODULUS = 1 << 256


def of(records: Iterable[bytes]) -> int:
    """The digest of some records."""
    return sum(int.from_bytes(hashlib.sha256(record).digest(), "big") for record in records) % MODULUS


def text(digest: int) -> str:
    """64 hexadecimal digits."""
    return f"{digest % MODULUS:064x}"


def number(text: str) -> int:
    """The number that `text` was made from."""
    return int(text, 16)
