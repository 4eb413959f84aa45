"""The functions of the package: a record in, bytes out."""

from __future__ import annotations

import ctypes
import datetime
import enum
import json
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Literal, TypeVar, Union

from . import _library as native
from ._errors import Place, Rejected

_Answer = TypeVar("_Answer")

Record = Union[bytes, bytearray, memoryview, str]
"""The JSON of one record: UTF-8, or a text."""

Instant = Union[str, datetime.datetime]
"""A text like "2026-01-31T12:00:00Z", or a date with a time zone."""


class Residue(enum.IntEnum):
    """Where to keep the fields that the target dialect has no place for."""

    EMBED = 0
    """Into the document, as its last member `_adapty_migration`: `downgrade` finds it there."""
    BESIDE = 1
    """Beside the document."""
    DISCARD = 2
    """Nowhere: the way back is then only as exact as the mapping table."""


ResidueName = Literal["embed", "beside", "discard"]
"""The name of a `Residue`."""


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


@dataclass(frozen=True)
class Entitlement:
    """An access level, or a product whose level is not known, at an instant."""

    access_level_id: str | None
    """None when only the product is known."""
    vendor_product_id: str | None
    """None when no record names it."""
    active: bool
    """Whether there is access at the instant."""
    starts_at: str | None
    """RFC 3339, like the next one; None when there is no start."""
    expires_at: str | None
    """None when there is no end."""
    will_renew: bool | None
    """None when no record says."""
    is_lifetime: bool
    is_refund: bool
    meaning: str | None
    """The meaning of its last event; None when only the profile has it."""
    evidence: str
    """The record that proves it: "profile", or an event by its number, from 1, and its name."""


def upgrade(
    record: Record,
    *,
    from_: str | None = None,
    to: str | None = None,
    readable_by: str | None = None,
    at: Instant | None = None,
    residue: Residue | ResidueName = Residue.EMBED,
    strict: bool = False,
    fill_required: bool = False,
    unwrap: bool = False,
    maximum_depth: int = 512,
) -> bytes:
    """Upgrades one record to the current dialect, or to `to`. A record that is newer, or already in that dialect, stays as it is.

    `from_` and `to` are dialects as the tool calls them ("sdk1-wire"), or versions of Adapty's SDK ("3.12.0"), each of which means the dialect that it reads.
    Without `from_`, the dialect is recognised. `readable_by`, a version from 2.0 on, asks for a record that the decoder of this SDK accepts: what it requires
    and the record does not have is filled. At the instant `at`, `is_active` and the like of `server-v2` are derived. `strict` rejects a record that lacks a
    field that its target requires, or has a value that it cannot read. `fill_required` writes documented placeholders for missing fields. `unwrap` takes also
    records that are newer than the target out of their envelopes. `residue` is a `Residue` or its name ("beside").

    Raises `Rejected` when the record cannot be converted, `TypeError` for an argument of a wrong type, and `ValueError` for a wrong value.
    """
    return convert(
        record,
        from_=from_,
        to=to,
        readable_by=readable_by,
        at=at,
        residue=residue,
        strict=strict,
        fill_required=fill_required,
        unwrap=unwrap,
        maximum_depth=maximum_depth,
    ).document


def convert(
    record: Record,
    *,
    from_: str | None = None,
    to: str | None = None,
    readable_by: str | None = None,
    at: Instant | None = None,
    residue: Residue | ResidueName = Residue.EMBED,
    strict: bool = False,
    fill_required: bool = False,
    unwrap: bool = False,
    maximum_depth: int = 512,
) -> Conversion:
    """Like `upgrade`, but also returns the dialects and the kind of the record, and the residue if `residue` is `Residue.BESIDE`."""
    options = _upgrade_options(from_, to, readable_by, at, residue, strict, fill_required, unwrap, maximum_depth)
    return _call(native.library().am_upgrade, record, options, _conversion)


def downgrade(
    record: Record,
    *,
    from_: str | None = None,
    to: str | None = None,
    residue: Record | None = None,
    maximum_depth: int = 512,
) -> bytes:
    """Downgrades one record to the dialect that its residue names, byte for byte where nothing was edited; or to `to`, as far as the mapping table goes.

    `residue` is the residue that was kept beside the record with `Residue.BESIDE`. A record without residue stays as it is when there is no `to`.

    Raises `Rejected` when the record cannot be converted, `TypeError` for an argument of a wrong type, and `ValueError` for a wrong value.
    """
    options = _options(from_, maximum_depth, to=to)
    if residue is not None:
        options.residue, options.residue_count = _bytes_and_count(residue)
    return _call(native.library().am_downgrade, record, options, _conversion).document


def detect(record: Record, *, from_: str | None = None, maximum_depth: int = 512) -> Detection:
    """Recognises the dialect and kind of one record, and returns the evidence.

    Raises `Rejected` with the code "unrecognised" or "ambiguous" when there is no clear answer, and with other codes for bytes that are not JSON.
    """
    return _call(native.library().am_detect, record, _options(from_, maximum_depth), _detection)


def meaning(event: Record, *, from_: str | None = None) -> str:
    """Tells what an event of any generation means for access.

    "started", "continued", "renewal_on", "grace_period" and "purchased" mean that the user is entitled; "renewal_off" that the user is still entitled, and it
    will not renew; "ended" that access has ended. For "refunded", "paused", "billing_issue" and "access_changed", the access level decides. A name of your own
    is "unknown".

    Raises `Rejected` when the record is no event, or an event without any sign of being Adapty's; `from_="webhook-legacy"` says that it is.
    """
    return str(_call(native.library().am_meaning, event, _options(from_, 512), _json))


def entitlements(
    profile: Record | None,
    events: Iterable[Record],
    at: Instant,
    *,
    from_: str | None = None,
    maximum_depth: int = 512,
) -> tuple[Entitlement, ...]:
    """Tells the access at an instant, from a profile of any dialect and the events after it, in order of arrival.

    There is an `Entitlement` for each access level, and for each product whose level is not known. Without a `profile`, what the events say is all. `from_` is
    the profile's dialect.

    Raises `Rejected` when the profile is no profile, or an event no event, `TypeError` for an argument of a wrong type, and `ValueError` for a wrong value. The message names the event by its number,
    from 1.
    """
    records = [native.Record(*_bytes_and_count(event)) for event in events]
    array = (native.Record * len(records))(*records)
    text, count = (None, 0) if profile is None else _bytes_and_count(profile)
    found: list[dict[str, Any]] = _answer(
        lambda options, result: native.library().am_entitlements(text, count, array, len(records), options, result),
        _options(from_, maximum_depth, at=_instant(at)),
        _json,
    )
    return tuple(Entitlement(**entry) for entry in found)


def version() -> str:
    """The version of the native library."""
    return str(native.library().am_version().decode())


def rules_hash() -> str:
    """A hash of the conversion rules. Libraries and tools with the same hash have the same mapping table."""
    return str(native.library().am_rules_hash().decode())


def _residue(wanted: Residue | ResidueName) -> int:
    remedy = "pass Residue.EMBED, Residue.BESIDE or Residue.DISCARD, or its name in lower case"
    if isinstance(wanted, Residue):
        return wanted.value
    if not isinstance(wanted, str):
        raise TypeError(f"residue is {wanted!r}, of type {type(wanted).__name__}; {remedy}")
    for residue in Residue:
        if wanted.upper() == residue.name:
            return residue.value
    raise ValueError(f"residue is {wanted!r}; {remedy}")


def _instant(at: Instant | None) -> str | None:
    if at is None or isinstance(at, str):
        return at
    if not isinstance(at, datetime.datetime):
        raise TypeError(
            f'at is {at!r}, of type {type(at).__name__}; pass a text like "2026-01-31T12:00:00Z", or a datetime.datetime with a time zone'
        )
    if at.tzinfo is None:
        raise ValueError(f"at is {at!r}, which has no time zone; give it one, such as datetime.timezone.utc")
    return at.isoformat(timespec="microseconds")


def _upgrade_options(
    from_: str | None,
    to: str | None,
    readable_by: str | None,
    at: Instant | None,
    residue: Residue | ResidueName,
    strict: bool,
    fill_required: bool,
    unwrap: bool,
    maximum_depth: int,
) -> native.Options:
    options = _options(from_, maximum_depth, to=to, readable_by=readable_by, at=_instant(at))
    options.residue_mode, options.unwrap = _residue(residue), int(unwrap)
    options.strict, options.fill_required = int(strict), int(fill_required)
    return options


def _options(from_: str | None, maximum_depth: int, **texts: str | None) -> native.Options:
    if not 1 <= maximum_depth <= 100_000:
        raise ValueError(f"maximum_depth is {maximum_depth}; use 1 to 100000")
    encoded = {name: _encoded(name, text) for name, text in {"from_": from_, **texts}.items() if text is not None}
    return native.Options(size=ctypes.sizeof(native.Options), maximum_depth=maximum_depth, **encoded)


def _encoded(name: str, text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{name} is {text!r}, of type {type(text).__name__}; pass a str")
    return text.encode()


def _bytes_and_count(record: Record) -> tuple[bytes, int]:
    data = _data(record)
    return data, len(data)


def _data(record: Record, what: str = "a record") -> bytes:
    if isinstance(record, str):
        # The library rejects half of a surrogate pair, and tells its place.
        return record.encode("utf-8", "surrogatepass")
    if isinstance(record, (bytes, bytearray, memoryview)):
        return bytes(record)
    raise TypeError(f"{what} must be bytes or a str, not {type(record).__name__}")


def _call(
    function: Callable[..., int], record: Record, options: native.Options, answer: Callable[[native.Result], _Answer]
) -> _Answer:
    text, count = _bytes_and_count(record)
    return _answer(lambda options, result: function(text, count, options, result), options, answer)


def _answer(
    call: Callable[[native.Options, native.Result], int],
    options: native.Options,
    answer: Callable[[native.Result], _Answer],
) -> _Answer:
    result = native.Result()
    status = call(options, result)
    try:
        if status == native.OK:
            return answer(result)
        raise _error(status, result)
    finally:
        native.library().am_free(result)


def _error(status: int, result: native.Result | native.Reject) -> Exception:
    if status == native.NO_MEMORY:
        return MemoryError("there is not enough memory for what was converted")
    error = _rejected(result)
    return ValueError(f"{error.message}; {error.remedy}") if status == native.MISUSE else error


def _rejected(result: native.Result | native.Reject) -> Rejected:
    # The other options have the same names in C.
    message, remedy = (text.decode().replace("`from`", "`from_`") for text in (result.message, result.remedy))
    place = Place(result.offset, result.line, result.column) if result.offset >= 0 else None
    return Rejected(result.code.decode(), message, remedy, result.path.decode(), place)


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
    found: dict[str, Any] = _json(result)
    return Detection(found["dialect"], found["kind"], tuple(found["also_fits"]), tuple(found["evidence"]))


def _json(result: native.Result) -> Any:
    return json.loads(_document(result))


def _document(result: native.Result) -> bytes:
    return _bytes(result.document, result.document_count)


def _bytes(start: int, count: int) -> bytes:
    # ctypes passes the length of string_at as a C int.
    return ctypes.string_at(start, count) if count < 1 << 31 else bytes((ctypes.c_char * count).from_address(start))
