"""The functions of the package: bytes in, bytes out."""

from __future__ import annotations

import ctypes
import enum
import json
from dataclasses import dataclass
from typing import Any, Callable, TypeVar

from . import _library as native
from ._errors import Place, Rejected

_Answer = TypeVar("_Answer")


class Residue(enum.IntEnum):
    """Where that goes which the target dialect cannot hold."""

    EMBED = 0
    """Into the document, as its last member `_adapty_migration`: `downgrade` finds it there."""
    ASIDE = 1
    """Beside the document."""
    DISCARD = 2
    """Nowhere: the way back is then only as exact as the table."""


@dataclass(frozen=True)
class Conversion:
    """One converted record."""

    document: bytes
    """The converted document; with `Residue.EMBED` its residue is in it."""
    residue: bytes | None
    """With `Residue.ASIDE`: the residue, one line of JSON; None where there is none."""
    source: str
    """The dialect before."""
    target: str
    """The dialect after."""
    kind: str
    """What the record is: "profile", "paywall", "product", "promo", "event" …"""
    is_changed: bool
    """Whether the document, its residue aside, is not what it was."""


@dataclass(frozen=True)
class Detection:
    """What a record is, and why."""

    dialect: str
    kind: str
    also_fits: tuple[str, ...]
    """Other dialects that fit and would upgrade to the same document."""
    evidence: tuple[str, ...]
    """The facts that decided, one sentence each."""


def upgrade(record: bytes, *, source: str | None = None, target: str | None = None, residue: Residue | str = Residue.EMBED, strict: bool = False,
            fill_required: bool = False, maximum_depth: int = 512) -> bytes:
    """Brings one record up to the current dialect, or to `target`; one that is newer, or already what it should be, stays as it is.

    `source` and `target` are dialects as the tool calls them ("sdk1-wire"); without `source` the record's is recognised. `strict` rejects a record that
    lacks a field its target requires, `fill_required` writes documented placeholders for such fields. `residue` is a `Residue` or its name ("aside").

    Raises `Rejected` when the record cannot be converted, `ValueError` for arguments that are none.
    """
    return convert(record, source=source, target=target, residue=residue, strict=strict, fill_required=fill_required, maximum_depth=maximum_depth).document


def convert(record: bytes, *, source: str | None = None, target: str | None = None, residue: Residue | str = Residue.EMBED, strict: bool = False,
            fill_required: bool = False, maximum_depth: int = 512) -> Conversion:
    """Like `upgrade`, and says what the record was and is, and has the residue beside it where that is asked for."""
    options = _options(source, target, maximum_depth)
    options.residue, options.strict, options.fill_required = _residue(residue), int(strict), int(fill_required)
    return _call(native.library().am_upgrade, record, options, _conversion)


def downgrade(record: bytes, *, source: str | None = None, target: str | None = None, residue: bytes | None = None, maximum_depth: int = 512) -> bytes:
    """Takes one record back to the dialect that its residue names, byte for byte where nothing was edited; or to `target`, as far as the table goes.

    `residue` is what was kept beside the record with `Residue.ASIDE`. A record without residue stays as it is when there is no `target`.

    Raises `Rejected` when the record cannot be converted, `ValueError` for arguments that are none.
    """
    options = _options(source, target, maximum_depth)
    if residue is not None:
        options.beside, options.beside_count = residue, len(residue)
    return _call(native.library().am_downgrade, record, options, _conversion).document


def detect(record: bytes, *, source: str | None = None, maximum_depth: int = 512) -> Detection:
    """Says what one record is, and why.

    Raises `Rejected` with the code "unrecognised" or "ambiguous" where that cannot be said, and other codes for bytes that are no JSON.
    """
    return _call(native.library().am_detect, record, _options(source, None, maximum_depth), _detection)


def version() -> str:
    """The version of the native library."""
    return str(native.library().am_version().decode())


def rules_hash() -> str:
    """The rules as one hash: libraries and tools with the same one are of the same table."""
    return str(native.library().am_rules_hash().decode())


def _residue(wanted: Residue | str) -> int:
    for residue in Residue:
        if wanted is residue or isinstance(wanted, str) and wanted.upper() == residue.name:
            return residue.value
    raise ValueError(f"residue is {wanted!r}; give {', '.join(f'Residue.{residue.name}' for residue in Residue)}")


def _options(source: str | None, target: str | None, maximum_depth: int) -> native.Options:
    if not 1 <= maximum_depth <= 100_000:
        raise ValueError(f"maximum_depth is {maximum_depth}; give 1 to 100000")
    return native.Options(
        size=ctypes.sizeof(native.Options), source=source.encode() if source is not None else None, target=target.encode() if target is not None else None,
        maximum_depth=maximum_depth,
    )


def _call(function: Callable[..., int], record: bytes, options: native.Options, answer: Callable[[native.Result], _Answer]) -> _Answer:
    if not isinstance(record, bytes):
        raise TypeError(f"a record is bytes, not {type(record).__name__}; encode a text with .encode()")
    result = native.Result()
    status = function(record, len(record), options, result)
    try:
        if status == native.OK:
            return answer(result)
        raise _error(status, result)
    finally:
        native.library().am_free(result)


def _error(status: int, result: native.Result) -> Exception:
    if status == native.NO_MEMORY:
        return MemoryError("there is no memory for the converted record")
    if status == native.MISUSE:
        return ValueError(f"{result.message.decode()}; {result.remedy.decode()}")
    place = Place(result.offset, result.line, result.column) if result.offset >= 0 else None
    return Rejected(result.code.decode(), result.message.decode(), result.remedy.decode(), result.path.decode(), place)


def _conversion(result: native.Result) -> Conversion:
    residue = _bytes(result.residue, result.residue_count) if result.residue else None
    return Conversion(_document(result), residue, result.source.decode(), result.target.decode(), result.kind.decode(), bool(result.is_changed))


def _detection(result: native.Result) -> Detection:
    found: dict[str, Any] = json.loads(_document(result))
    return Detection(found["dialect"], found["kind"], tuple(found["also_fits"]), tuple(found["evidence"]))


def _document(result: native.Result) -> bytes:
    return _bytes(result.document, result.document_count)


def _bytes(start: int, count: int) -> bytes:
    # ctypes takes lengths as C's int there.
    return ctypes.string_at(start, count) if count < 1 << 31 else bytes((ctypes.c_char * count).from_address(start))
