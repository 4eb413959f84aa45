"""Many records at once.

values       '{"a":1}'  None  b'{"b":2}'
to C         {"a":1}{"b":2}  and the offsets 0, 7, 14
from C       the documents in the same form, the residues beside them, and the rejects
columns      each document, and its residue, at the place of its value
"""

from __future__ import annotations

from array import array
from itertools import accumulate, repeat, zip_longest
from typing import Any, Callable, Iterable, Iterator, Literal, NamedTuple, TypeVar, Union, overload

from . import _functions as functions
from . import _library as native
from ._errors import Rejected
from ._functions import Instant, Residue, ResidueName

_Value = TypeVar("_Value", bound="str | bytes | float | None")
_InOrNowhere = Literal[Residue.EMBED, Residue.DISCARD, "embed", "discard"]
_Beside = Literal[Residue.BESIDE, "beside"]
_OnError = Literal["raise", "keep", "collect"]
_Residues = list[Union[_Value, None]]

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
    residue: _InOrNowhere = Residue.EMBED,
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
    residue: _InOrNowhere = Residue.EMBED,
    strict: bool = False,
    fill_required: bool = False,
    unwrap: bool = False,
    maximum_depth: int = 512,
) -> tuple[list[_Value], dict[int, Rejected]]: ...


@overload
def upgrade_many(
    values: Iterable[_Value],
    on_error: Literal["raise", "keep"] = "raise",
    *,
    from_: str | None = None,
    to: str | None = None,
    readable_by: str | None = None,
    at: Instant | None = None,
    residue: _Beside,
    strict: bool = False,
    fill_required: bool = False,
    unwrap: bool = False,
    maximum_depth: int = 512,
) -> tuple[list[_Value], _Residues[_Value]]: ...


@overload
def upgrade_many(
    values: Iterable[_Value],
    on_error: Literal["collect"],
    *,
    from_: str | None = None,
    to: str | None = None,
    readable_by: str | None = None,
    at: Instant | None = None,
    residue: _Beside,
    strict: bool = False,
    fill_required: bool = False,
    unwrap: bool = False,
    maximum_depth: int = 512,
) -> tuple[list[_Value], _Residues[_Value], dict[int, Rejected]]: ...


def upgrade_many(
    values: Iterable[Any],
    on_error: _OnError = "raise",
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
) -> Any:
    """Upgrades a column of records, each as `upgrade` does, and returns a list in the same order.

    A `str` gives a `str`, and `bytes` give `bytes`. None, NaN and the like stay as they are. `values` may be a list, a column of a table, or a generator.

    With `Residue.BESIDE`, it returns a pair: the list, and a list of the residues for `downgrade_many`. A residue has the type of its value. It is None where
    there is none.

    `on_error` says what happens to a record that cannot be converted:

    - "raise" raises `Rejected` for the first one. The message begins with its index.
    - "keep" leaves it as it is.
    - "collect" leaves it as it is, and returns the errors by index, too, after the one or two lists.

    The other arguments are those of `upgrade`.

    Raises `TypeError` for a value that is no record and for an argument of a wrong type, and `ValueError` for a wrong value of an argument, whatever
    `on_error` is.
    """
    options = functions._upgrade_options(
        from_, to, readable_by, at, residue, strict, fill_required, unwrap, maximum_depth
    )
    _require_column(values, on_error, "upgrade")
    column, residues, errors = _converted(values, None, on_error, _up(options))
    lists = (column, residues) if options.residue_mode == Residue.BESIDE else (column,)
    return _answer(lists, errors, on_error)


@overload
def downgrade_many(
    values: Iterable[_Value],
    on_error: Literal["raise", "keep"] = "raise",
    *,
    residues: Iterable[Any] | None = None,
    from_: str | None = None,
    to: str | None = None,
    maximum_depth: int = 512,
) -> list[_Value]: ...


@overload
def downgrade_many(
    values: Iterable[_Value],
    on_error: Literal["collect"],
    *,
    residues: Iterable[Any] | None = None,
    from_: str | None = None,
    to: str | None = None,
    maximum_depth: int = 512,
) -> tuple[list[_Value], dict[int, Rejected]]: ...


def downgrade_many(
    values: Iterable[Any],
    on_error: _OnError = "raise",
    *,
    residues: Iterable[Any] | None = None,
    from_: str | None = None,
    to: str | None = None,
    maximum_depth: int = 512,
) -> Any:
    """Downgrades a column of records, each as `downgrade` does, and returns a list in the same order.

    `residues` is the column of residues that was kept beside the records, as long as `values`. None, NaN and the like mean that there is none. `values` and
    `on_error` are those of `upgrade_many`, and the other arguments those of `downgrade`.

    Raises `TypeError` for a value that is no record or no residue, and `ValueError` for a wrong value of an argument, whatever `on_error` is.
    """
    options = functions._options(from_, maximum_depth, to=to)
    _require_column(values, on_error, "downgrade")
    if isinstance(residues, (str, bytes, bytearray, memoryview)):
        raise TypeError("residues is one residue; pass a list of residues, one for each value")
    column, _, errors = _converted(values, residues, on_error, _down(options, residues is not None))
    return _answer((column,), errors, on_error)


def _require_column(values: Any, on_error: Any, function: str) -> None:
    if on_error not in ("raise", "keep", "collect"):
        raise ValueError(f'on_error is {on_error!r}; use one of "raise", "keep", "collect"')
    if isinstance(values, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"values is one record; use {function}, or pass a list of records")


def _answer(lists: tuple[list[Any], ...], errors: dict[int, Rejected], on_error: _OnError) -> Any:
    answer = (*lists, errors) if on_error == "collect" else lists
    return answer if len(answer) > 1 else answer[0]


class _Piece(NamedTuple):
    """Records that cross to C in one call."""

    places: list[int]
    records: list[bytes]
    residues: list[bytes]
    """Empty where a record has none."""


class _Texts:
    """Texts one after another, as C takes and gives them, and where each ends."""

    def __init__(self, texts: list[bytes]) -> None:
        self.bytes = b"".join(texts)
        self.offsets = array("q", accumulate(map(len, texts), initial=0))

    @property
    def arguments(self) -> tuple[bytes, int]:
        return self.bytes, self.offsets.buffer_info()[0]


_Call = Callable[[_Piece, native.Results], int]
"""Calls C with a piece, and returns the status."""


def _up(options: native.Options) -> _Call:
    def call(piece: _Piece, results: native.Results) -> int:
        records = _Texts(piece.records)
        return int(native.library().am_upgrade_many(*records.arguments, len(piece.records), options, results))

    return call


def _down(options: native.Options, has_residues: bool) -> _Call:
    def call(piece: _Piece, results: native.Results) -> int:
        records, residues = _Texts(piece.records), _Texts(piece.residues)
        beside = residues.arguments if has_residues else (None, None)
        return int(
            native.library().am_downgrade_many(*records.arguments, *beside, len(piece.records), options, results)
        )

    return call


def _converted(
    values: Iterable[Any], residues: Iterable[Any] | None, on_error: _OnError, call: _Call
) -> tuple[list[Any], list[Any], dict[int, Rejected]]:
    """The column of documents, that of residues, and the errors by index."""
    column: list[Any] = []
    beside: list[Any] = []
    errors: dict[int, Rejected] = {}
    for piece in _pieces(values, residues, column):
        documents, made, rejects = _crossed(piece, call)
        beside.extend([None] * (len(column) - len(beside)))
        _put(documents, piece.places, column, column)
        _put(made, piece.places, beside, column)
        for number, error in rejects:
            if on_error == "raise":
                raise _at(piece.places[number], error)
            errors[piece.places[number]] = error
    return column, beside, errors


def _put(texts: Iterable[bytes], places: list[int], column: list[Any], values: list[Any]) -> None:
    """Puts texts into a column, each as its value is, `str` or `bytes`. One that is empty is none."""
    for place, text in zip(places, texts):
        if text:
            column[place] = text.decode() if isinstance(values[place], str) else text


def _pieces(values: Iterable[Any], residues: Iterable[Any] | None, column: list[Any]) -> Iterator[_Piece]:
    """The records in pieces of bounded size, with their places in the column. The values go into the column meanwhile.

    The last piece may be empty. It crosses as well, so wrong options are refused whatever the values are.
    """
    piece, size = _Piece([], [], []), 0
    places, records, besides = piece
    for place, (value, residue) in enumerate(_pairs(values, residues)):
        column.append(value)
        try:
            record = value if isinstance(value, bytes) else _bytes(value, place, "value", "a record")
            beside = b"" if residue is None else _bytes(residue, place, "residue", "a residue") or b""
        except TypeError:
            # The records before it may have errors of their own.
            yield piece
            raise
        if record is None:
            continue
        places.append(place)
        records.append(record)
        besides.append(beside)
        size += len(record) + len(beside)
        if size >= PIECE:
            yield piece
            piece, size = _Piece([], [], []), 0
            places, records, besides = piece
    yield piece


def _pairs(values: Iterable[Any], residues: Iterable[Any] | None) -> Iterable[tuple[Any, Any]]:
    """Each value with its residue."""
    return zip(values, repeat(None)) if residues is None else _in_step(values, residues)


def _in_step(values: Iterable[Any], residues: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    end = object()
    for count, (value, residue) in enumerate(zip_longest(values, residues, fillvalue=end)):
        if value is end or residue is end:
            shorter, longer = ("values", "residues") if value is end else ("residues", "values")
            raise ValueError(
                f"{shorter} ends after {count}, and {longer} goes on; pass one residue, or None, for each value"
            )
        yield value, residue


def _bytes(value: Any, place: int, column: str, what: str) -> bytes | None:
    """The bytes of a record or a residue; None for a missing value."""
    try:
        return functions._data(value, what)
    except TypeError as error:
        if _is_missing(value):
            return None
        raise TypeError(f"{column} {place}: {error}") from None


def _is_missing(value: Any) -> bool:
    """Whether it is None, or, like NaN, not equal to itself. The NA of pandas has no answer to that."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):
        return type(value).__name__ == "NAType"


def _crossed(piece: _Piece, call: _Call) -> tuple[Iterable[bytes], Iterable[bytes], list[tuple[int, Rejected]]]:
    """The documents, the residues beside them, and the errors by the number of their record."""
    library, results = native.library(), native.Results()
    count = len(piece.records)
    # An interruption comes after the call, and before its memory is freed.
    try:
        status = call(piece, results)
        if status != native.OK:
            raise functions._error(status, results.rejects[0] if results.rejects else native.Reject())
        documents = _texts(results.documents, results.offsets, count)
        residues = _texts(results.residues, results.residue_offsets, count)
        rejects = [results.rejects[number] for number in range(results.reject_count)]
        return documents, residues, [(reject.index, functions._rejected(reject)) for reject in rejects]
    finally:
        library.am_free_many(results)


def _texts(start: Any, offsets: Any, count: int) -> Iterator[bytes]:
    """Copies the texts out of a column of C. One that has no bytes is empty."""
    ends = offsets[: count + 1] if offsets else []
    texts = functions._bytes(start, ends[-1]) if start else b""
    return (texts[start:end] for start, end in zip(ends, ends[1:]))


def _at(place: int, error: Rejected) -> Rejected:
    return Rejected(error.code, f"value {place}: {error.message}", error.remedy, error.path, error.place)
