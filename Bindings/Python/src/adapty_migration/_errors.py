"""The errors of this package."""

from __future__ import annotations

from typing import NamedTuple


class MigrationError(Exception):
    """The base of all errors of this package."""


class LibraryMissing(MigrationError, ImportError):
    """The native library is missing, or was built for another system."""


class Place(NamedTuple):
    """A place in a record's bytes."""

    offset: int
    """Bytes before the place, from 0."""
    line: int
    """From 1."""
    column: int
    """Byte in the line, from 1."""


class Rejected(MigrationError, ValueError):
    """A record cannot be converted; keep it aside and try the next one."""

    def __init__(self, code: str, message: str, remedy: str, path: str, place: Place | None) -> None:
        super().__init__(code, message, remedy, path, place)
        self.code = code
        """The reason, for programs: "truncated", "unrecognised" …; the same codes as in the tool's rejects."""
        self.message = message
        """What is wrong."""
        self.remedy = remedy
        """What to do about it."""
        self.path = path
        """JSON pointer (RFC 6901) to the value; "" for the whole record."""
        self.place = place
        """Where in the bytes; None when the error has no single place."""

    def __str__(self) -> str:
        where = f" (line {self.place.line}, column {self.place.column}, byte {self.place.offset})" if self.place else ""
        return f"{self.code}: {self.message}{where}{f' at {self.path}' if self.path else ''}; {self.remedy}"
