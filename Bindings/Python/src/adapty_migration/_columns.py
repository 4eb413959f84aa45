"""Many records at once.

values       '{"a":1}'  None  b'{"b":2}'
to C         {"a":1}{"b":2}  and the offsets 0, 7, 14
from C       the documents in the same form, and the rejects
column       each document at the place of its value
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import Any, Iterable, Iterator, Literal, TypeVar, overload

from . import _functions as functions
from . import _library as native
from ._errors import Rejected
from ._functions import Instant, Residue, ResidueName

_Value = TypeVar("_Value", bound="str | bytes | float | None")

PIECE = 4 << 20
"""So many bytes of records cross to C at once. Pieces of 16 MB leave the processor's cache, and take a quarter longer."""


@overload
def upgrade_many(
    values: Iterable[_Value],
    on_error: Literal["raise", "keep"] = "raise",
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
) -> list[_Value]: ...


@overload
def upgrade_many(
    values: Iterable[_Value],
    on_error: Literal["collect"],
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
) -> tuple[list[_Value], dict[int, Rejected]]: ...


def upgrade_many(
    values: Iterable[_Value],
    on_error: Literal["raise", "keep", "collect"] = "raise",
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
) -> list[_Value] | tuple[list[_Value], dict[int, Rejected]]:
    """Upgrades a column of records, each as `upgrade` does, and returns a list in the same order.

    A `str` gives a `str`, and `bytes` give `bytes`. None, NaN and the like stay as they are. `values` may be a list, a column of a table, or a generator.

    `on_error` says what happens to a record that cannot be converted:

    - "raise" raises `Rejected` for the first one. The message begins with its index.
    - "keep" leaves it as it is.
    - "collect" leaves it as it is, and returns a pair: the list, and the errors by index.

    The other arguments are those of `upgrade`. A residue has no place beside a column, so `residue` is `Residue.EMBED` or `Residue.DISCARD`.

    Raises `TypeError` for a value that is no record, and `ValueError` for an invalid argument, whatever `on_error` is.
    """
    if on_error not in ("raise", "keep", "collect"):
        raise ValueError(f'on_error is {on_error!r}; use one of "raise", "keep", "collect"')
    if isinstance(values, (str, bytes, bytearray, memoryview)):
        raise TypeError("values is one record; use upgrade, or pass a list of records")
    options = functions._upgrade_options(
        from_, to, readable_by, at, residue, strict, fill_required, unwrap, maximum_depth
    )
    column: list[Any] = []
    errors: dict[int, Rejected] = {}
    for places, records in _pieces(values, column):
        documents, ends, rejects = _converted(records, options)
        start = 0
        for place, end in zip(places, ends):
            if start < end:
                document = documents[start:end]
                column[place] = document.decode() if isinstance(column[place], str) else document
                start = end
        for number, error in rejects:
            if on_error == "raise":
                raise _at(places[number], error)
            errors[places[number]] = error
    return (column, errors) if on_error == "collect" else column


def _pieces(values: Iterable[Any], column: list[Any]) -> Iterator[tuple[list[int], list[bytes]]]:
    """The records in pieces of bounded size, with their places in the column. The values go into the column meanwhile.

    The last piece may be empty. It crosses as well, so wrong options are refused whatever the values are.
    """
    places: list[int] = []
    records: list[bytes] = []
    size = 0
    for place, value in enumerate(values):
        column.append(value)
        try:
            record = value if isinstance(value, bytes) else functions._data(value)
        except TypeError as error:
            if _is_missing(value):
                continue
            # The records before it may have errors of their own.
            yield places, records
            raise TypeError(f"value {place}: {error}") from None
        places.append(place)
        records.append(record)
        size += len(record)
        if size >= PIECE:
            yield places, records
            places, records, size = [], [], 0
    yield places, records


def _is_missing(value: Any) -> bool:
    """Whether it is None, or, like NaN, not equal to itself. The NA of pandas has no answer to that."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):
        return type(value).__name__ == "NAType"


def _converted(records: list[bytes], options: native.Options) -> tuple[bytes, list[int], list[tuple[int, Rejected]]]:
    """The documents one after another, where each ends, and the errors by the number of their record."""
    library, results = native.library(), native.Results()
    offsets = array("q", accumulate(map(len, records), initial=0))
    count = len(records)
    # An interruption comes after the call, and before its memory is freed.
    try:
        status = library.am_upgrade_many(b"".join(records), offsets.buffer_info()[0], count, options, results)
        if status != native.OK:
            raise functions._error(status, results.rejects[0] if results.rejects else native.Reject())
        ends = results.offsets[1 : count + 1]
        documents = functions._bytes(results.documents, ends[-1]) if results.documents else b""
        rejects = [results.rejects[number] for number in range(results.reject_count)]
        return documents, ends, [(reject.index, functions._rejected(reject)) for reject in rejects]
    finally:
        library.am_free_many(results)


def _at(place: int, error: Rejected) -> Rejected:
    return Rejected(error.code, f"value {place}: {error.message}", error.remedy, error.path, error.place)
