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
    """Where to keep the fields that the target dialect has no place for."""

    EMBED = 0
    """Into the document, as its last member `_adapty_migration`: `downgrade` finds it there."""
    BESIDE = 1
    """Beside the document."""
    DISCARD = 2
    """Nowhere: the way back is then only as exact as the mapping table."""


@dataclass(frozen=True)
class Conversion:
    """One converted record."""

    document: bytes
    """The converted document. With `Residue.EMBED` it contains its residue."""
    residue: bytes | None
    """With `Residue.BESIDE`: the residue, one line of JSON. None when there is no residue."""
    source: str | None
    """The dialect before; None, like the next two, where nothing is known of a document, and a downgrade left it as it is."""
    target: str | None
    """The dialect after."""
    kind: str | None
    """The kind of record: "profile", "paywall", "product", "promo", "event" …"""
    is_changed: bool
    """Whether the document differs from the input, apart from the residue."""


@dataclass(frozen=True)
class Detection:
    """The dialect and kind of a record, with the evidence."""

    dialect: str
    kind: str
    also_fits: tuple[str, ...]
    """Other dialects that fit and would upgrade to the same document."""
    evidence: tuple[str, ...]
    """The facts that decided, one sentence each."""


def upgrade(
    record: bytes,
    *,
    from_: str | None = None,
    to: str | None = None,
    residue: Residue | str = Residue.EMBED,
    strict: bool = False,
    fill_required: bool = False,
    maximum_depth: int = 512,
) -> bytes:
    """Upgrades one record to the current dialect, or to `to`. A record that is newer, or already in that dialect, stays as it is.

    `from_` and `to` are dialects as the tool calls them ("sdk1-wire"), or versions of Adapty's SDK ("3.12.0"), each of which means the dialect that it reads.
    Without `from_`, the dialect is recognised. `strict` rejects a record that lacks a field that its target requires. `fill_required` writes documented
    placeholders for such fields. `residue` is a `Residue` or its name ("beside").

    Raises `Rejected` when the record cannot be converted, and `ValueError` for an invalid argument.
    """
    return convert(
        record,
        from_=from_,
        to=to,
        residue=residue,
        strict=strict,
        fill_required=fill_required,
        maximum_depth=maximum_depth,
    ).document


def convert(
    record: bytes,
    *,
    from_: str | None = None,
    to: str | None = None,
    residue: Residue | str = Residue.EMBED,
    strict: bool = False,
    fill_required: bool = False,
    maximum_depth: int = 512,
) -> Conversion:
    """Like `upgrade`, but also returns the dialects and the kind of the record, and the residue if `residue` is `Residue.BESIDE`."""
    options = _options(from_, to, maximum_depth)
    options.residue_mode, options.strict, options.fill_required = _residue(residue), int(strict), int(fill_required)
    return _call(native.library().am_upgrade, record, options, _conversion)


def downgrade(
    record: bytes,
    *,
    from_: str | None = None,
    to: str | None = None,
    residue: bytes | None = None,
    maximum_depth: int = 512,
) -> bytes:
    """Downgrades one record to the dialect that its residue names, byte for byte where nothing was edited; or to `to`, as far as the mapping table goes.

    `residue` is the residue that was kept beside the record with `Residue.BESIDE`. A record without residue stays as it is when there is no `to`.

    Raises `Rejected` when the record cannot be converted, and `ValueError` for an invalid argument.
    """
    options = _options(from_, to, maximum_depth)
    if residue is not None:
        options.residue, options.residue_count = residue, len(residue)
    return _call(native.library().am_downgrade, record, options, _conversion).document


def detect(record: bytes, *, from_: str | None = None, maximum_depth: int = 512) -> Detection:
    """Recognises the dialect and kind of one record, and returns the evidence.

    Raises `Rejected` with the code "unrecognised" or "ambiguous" when there is no clear answer, and with other codes for bytes that are not JSON.
    """
    return _call(native.library().am_detect, record, _options(from_, None, maximum_depth), _detection)


def version() -> str:
    """The version of the native library."""
    return str(native.library().am_version().decode())


def rules_hash() -> str:
    """A hash of the conversion rules. Libraries and tools with the same hash have the same mapping table."""
    return str(native.library().am_rules_hash().decode())


def _residue(wanted: Residue | str) -> int:
    for residue in Residue:
        if wanted is residue or isinstance(wanted, str) and wanted.upper() == residue.name:
            return residue.value
    raise ValueError(f"residue is {wanted!r}; use one of {', '.join(f'Residue.{residue.name}' for residue in Residue)}")


def _options(from_: str | None, to: str | None, maximum_depth: int) -> native.Options:
    if not 1 <= maximum_depth <= 100_000:
        raise ValueError(f"maximum_depth is {maximum_depth}; use 1 to 100000")
    return native.Options(
        size=ctypes.sizeof(native.Options),
        from_=from_.encode() if from_ is not None else None,
        to=to.encode() if to is not None else None,
        maximum_depth=maximum_depth,
    )


def _call(
    function: Callable[..., int], record: bytes, options: native.Options, answer: Callable[[native.Result], _Answer]
) -> _Answer:
    if not isinstance(record, bytes):
        raise TypeError(f"a record must be bytes, not {type(record).__name__}; encode a str with .encode()")
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
        return MemoryError("there is not enough memory for the converted record")
    if status == native.MISUSE:
        return ValueError(f"{result.message.decode()}; {result.remedy.decode()}")
    place = Place(result.offset, result.line, result.column) if result.offset >= 0 else None
    return Rejected(result.code.decode(), result.message.decode(), result.remedy.decode(), result.path.decode(), place)


def _conversion(result: native.Result) -> Conversion:
    residue = _bytes(result.residue, result.residue_count) if result.residue else None
    return Conversion(
        _document(result),
        residue,
        _name(result.source),
        _name(result.target),
        _name(result.kind),
        bool(result.is_changed),
    )


def _name(text: bytes | None) -> str | None:
    return text.decode() if text is not None else None


def _detection(result: native.Result) -> Detection:
    found: dict[str, Any] = json.loads(_document(result))
    return Detection(found["dialect"], found["kind"], tuple(found["also_fits"]), tuple(found["evidence"]))


def _document(result: native.Result) -> bytes:
    return _bytes(result.document, result.document_count)


def _bytes(start: int, count: int) -> bytes:
    # ctypes passes the length of string_at as a C int.
    return ctypes.string_at(start, count) if count < 1 << 31 else bytes((ctypes.c_char * count).from_address(start))
