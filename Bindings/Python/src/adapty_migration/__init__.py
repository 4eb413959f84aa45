"""Converts Adapty subscription records from old shapes to the current ones and back, byte for byte.

    >>> from adapty_migration import upgrade, downgrade
    >>> new = upgrade(b'{"event_type":"subscription_cancelled","profile_id":"p"}')
    >>> downgrade(new)
    b'{"event_type":"subscription_cancelled","profile_id":"p"}'

Every function may be called from any thread. It releases the interpreter's lock while it works.
"""

from ._columns import downgrade_many, upgrade_many
from ._errors import LibraryMissing, MigrationError, Rejected
from ._functions import (
    Conversion,
    Detection,
    Entitlement,
    Residue,
    convert,
    detect,
    downgrade,
    entitlements,
    meaning,
    rules_hash,
    upgrade,
    version,
)

__version__ = "1.0.0"
__all__ = [
    "Conversion",
    "Detection",
    "Entitlement",
    "LibraryMissing",
    "MigrationError",
    "Rejected",
    "Residue",
    "convert",
    "detect",
    "downgrade",
    "downgrade_many",
    "entitlements",
    "meaning",
    "rules_hash",
    "upgrade",
    "upgrade_many",
    "version",
]
