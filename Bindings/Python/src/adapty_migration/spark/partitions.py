"""The code that runs on the executors. It sends a partition's rows through one process of the tool, and matches each row with its result."""

from __future__ import annotations

import base64
import itertools
import json
import os
import pathlib
import sys
import tempfile
from dataclasses import dataclass
from typing import Any, Iterator, Sequence

from . import digest, residue
from .errors import JobError
from .pump import Answer, pump

try:
    import pyarrow as pa
except ImportError as error:
    raise JobError(
        f"pyarrow is not installed for {sys.executable}; install it there (pip install pyarrow), or set PYSPARK_PYTHON to another Python"
    ) from error

TOOL = "adapty-migrate"

# Columns that are added to the input's own. No column of the data may have one of these names.
SOURCE = "_adapty_source"
"""The file of the row."""
SPLIT = "_adapty_split"
"""The byte offset in the file at which the task's part begins."""
RECORD = "_adapty_record"
"""The record, before and after."""
RESIDUE = "_adapty_residue"
"""The residue, if it has a column of its own."""
REJECT = "_adapty_reject"
"""Lines of JSON with the reasons for rejection."""
SUMMARY = "_adapty_summary"
"""The summary of the partition, in one additional row."""

COUNTS = ("rows", "written", "left_out", "without_record", "partly_rejected")
"""The row counts of a summary: all rows; rows with a record in the output; rows left out because they were rejected; rows that had no record; and rows
whose record is an array with some rejected elements."""

RESULTS = (RECORD, RESIDUE, REJECT, SUMMARY)


def _find_tool() -> str:
    """The program on this executor. `--files` and `addFile` put it among Spark's files; YARN puts it into the working folder."""
    from pyspark import SparkFiles

    for path in (SparkFiles.get(TOOL), os.path.abspath(TOOL)):
        if os.path.exists(path):
            return path
    raise JobError(
        f"there is no {TOOL} on this executor; send it with spark-submit --files …/{TOOL}, or with --tool …/{TOOL}"
    )


@dataclass(frozen=True)
class Conversion:
    """The settings with which the partitions of a run are converted."""

    command: str
    """"upgrade" or "downgrade"."""
    options: tuple[str, ...] = ()
    """Options of the tool, such as `--from` and its value."""
    access_at: tuple[str, ...] = ()
    """Instants at which access is counted before and after."""
    has_residue_column: bool = False
    """Whether an upgrade moves the residue from the record to a column, and a downgrade reads it from there."""
    is_lines: bool = False
    """Whether the records become lines, which cannot contain line breaks."""

    def records(self, batches: Iterator[Any]) -> Iterator[Any]:
        """For `mapInArrow`: rows with one record each, and finally one row with the summary."""
        batches, first = _peek(batches)
        if first is None:
            return
        tally = _Tally()
        with tempfile.TemporaryDirectory(prefix="adapty-") as folder:
            summary = os.path.join(folder, "summary.json")
            arguments = [
                _find_tool(),
                self.command,
                "-",
                "--format",
                "ndjson",
                "--in-step",
                "--jobs",
                "1",
                "--summary",
                summary,
                *self.options,
            ]
            for instant in self.access_at:
                arguments += ["--access-at", instant]
            for batch, answers in pump(
                arguments, batches, lambda batch: [record for record in self._sent(batch) if record is not None], _place
            ):
                yield self._results(batch, answers, tally)
            yield _summary_row(first.schema, {**tally.summary, "tool": json.loads(pathlib.Path(summary).read_text())})

    def digests(self, batches: Iterator[Any]) -> Iterator[Any]:
        """For `mapInArrow`: one row with the digest of the records that a process would get."""
        tally = _Tally()
        schema = None
        for batch in batches:
            schema = batch.schema
            for record in self._sent(batch):
                tally.add(record, None, 1)
        if schema is not None:
            yield _summary_row(pa.schema([]), tally.summary)

    def _sent(self, batch: Any) -> list[bytes | None]:
        """The records for the process, row by row. A carriage return at the end of a line is not part of the record. JSON text cannot contain a zero byte, so it is
        replaced by another byte that JSON cannot contain."""
        records: list[bytes | None] = batch.column(RECORD).to_pylist()
        if self.is_lines:
            records = [record[:-1] if record is not None and record.endswith(b"\r") else record for record in records]
        if self.command == "downgrade" and self.has_residue_column:
            records = [
                record if record is None else residue.join(record, beside)
                for record, beside in zip(records, batch.column(RESIDUE).to_pylist())
            ]
        return [
            record.replace(b"\0", b"\x01") if record is not None and b"\0" in record else record for record in records
        ]

    def _results(self, batch: Any, answers: list[Answer], tally: _Tally) -> Any:
        remaining = iter(answers)
        records: list[bytes | None] = []
        residues: list[bytes | None] = []
        rejects: list[str | None] = []
        ends = [
            self.is_lines and record is not None and record.endswith(b"\r")
            for record in batch.column(RECORD).to_pylist()
        ]
        for number, (sent, row) in enumerate(zip(self._sent(batch), tally.rows_of(batch))):
            answer = next(remaining) if sent is not None else Answer(None, ())
            record = _on_one_line(answer.record, sent) if self.is_lines else answer.record
            tally.add(sent, record, len(answer.rejects))
            beside = None
            if record is not None and self.has_residue_column and self.command == "upgrade":
                record, beside = residue.split(record)
            records.append(record + b"\r" if record is not None and ends[number] else record)
            residues.append(beside)
            rejects.append(
                "\n".join(_reject(batch, number, row, reject, ends[number]) for reject in answer.rejects)
                if answer.rejects
                else None
            )
        kept = {name: batch.column(name) for name in batch.schema.names if name not in RESULTS}
        return _batch({**kept, RECORD: records, RESIDUE: residues, REJECT: rejects, SUMMARY: [None] * len(records)})


class _Tally:
    """Counts of a partition, and its position in a file."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(COUNTS, 0)
        self._digests = dict.fromkeys(("digest_in", "digest_out", "digest_rejected"), 0)
        self._stretch: tuple[Any, Any] | None = None
        self._row = 0

    def add(self, sent: bytes | None, record: bytes | None, rejects: int) -> None:
        """Counts a row: the record sent to the process, the result, and the number of rejects."""
        self._counts["rows"] += 1
        digest_in = digest.of((sent,)) if sent is not None else 0
        self._digests["digest_in"] += digest_in
        if record is not None:
            self._counts["written"] += 1
            self._counts["partly_rejected"] += rejects > 0
            self._digests["digest_out"] += digest.of((record,))
        elif rejects:
            self._counts["left_out"] += 1
            self._digests["digest_rejected"] += digest_in
        else:
            self._counts["without_record"] += 1

    def rows_of(self, batch: Any) -> Sequence[int]:
        """The row numbers, counted from 1 in each part of a file."""
        sources, splits = batch.column(SOURCE), batch.column(SPLIT)
        ends = (
            [(sources[number].as_py(), splits[number].as_py()) for number in (0, batch.num_rows - 1)]
            if batch.num_rows
            else []
        )
        if all(end == self._stretch for end in ends):
            self._row += batch.num_rows
            return range(self._row - batch.num_rows + 1, self._row + 1)
        rows = []
        for stretch in zip(sources.to_pylist(), splits.to_pylist()):
            self._row = self._row + 1 if stretch == self._stretch else 1
            self._stretch = stretch
            rows.append(self._row)
        return rows

    @property
    def summary(self) -> dict[str, Any]:
        return {**self._counts, **{name: digest.text(value) for name, value in self._digests.items()}}


def _peek(batches: Iterator[Any]) -> tuple[Iterator[Any], Any]:
    """The batches, and the first one with rows. None means that there are no rows, so no process is needed."""
    for first in batches:
        if first.num_rows:
            return itertools.chain((first,), batches), first
    return iter(()), None


def _place(batch: Any, number: int) -> str:
    return f"{batch.column(SOURCE)[0].as_py()}, record {number + 1} of a batch in the part that begins at byte {batch.column(SPLIT)[0].as_py()}"


def _on_one_line(record: bytes | None, sent: bytes | None) -> bytes | None:
    """Replaces line breaks between members of a restored record by spaces, as the tool does, because a line cannot contain them."""
    if record is None or not (b"\n" in record or b"\r" in record and b"\r" not in (sent or b"")):
        return record
    return record.replace(b"\n", b" ").replace(b"\r", b" ")


def _reject(batch: Any, number: int, row: int, reject: bytes, has_carriage_return: bool) -> str:
    """The tool's reject, with its place in the input files and the other columns of the row. A carriage return at the end is not part of its record."""
    found = json.loads(reject)
    place = {"source": batch.column(SOURCE)[number].as_py(), "split": batch.column(SPLIT)[number].as_py(), "row": row}
    told = {**place, **{name: value for name, value in found.items() if name not in ("source", "line", "offset")}}
    original = batch.column(RECORD)[number].as_py()
    original = original[:-1] if has_carriage_return else original
    if b"\0" in original:
        told |= _kept(told, original)
    others = {
        name: batch.column(name)[number].as_py() for name in batch.schema.names if name not in (SOURCE, SPLIT, *RESULTS)
    }
    return json.dumps({**told, "columns": others} if others else told, ensure_ascii=False, default=str)


def _kept(reject: dict[str, Any], record: bytes) -> dict[str, str]:
    """The original record, for a reject in which it was altered."""
    return {"record": record.decode()} if "record" in reject else {"record_base64": base64.b64encode(record).decode()}


TYPES = {
    RECORD: pa.binary(),
    RESIDUE: pa.binary(),
    REJECT: pa.string(),
    SUMMARY: pa.string(),
}


def _batch(columns: dict[str, Any]) -> Any:
    arrays = [pa.array(column, TYPES[name]) if isinstance(column, list) else column for name, column in columns.items()]
    return pa.RecordBatch.from_arrays(arrays, names=list(columns))


def _summary_row(schema: Any, summary: dict[str, Any]) -> Any:
    """One row with the summary of the partition, and null in all other columns."""
    from pyspark import TaskContext

    context = TaskContext.get()
    told = json.dumps({"partition": context.partitionId() if context else 0, **summary}, ensure_ascii=False)
    kept = {name: pa.nulls(1, schema.field(name).type) for name in schema.names if name not in RESULTS}
    return _batch({**kept, **dict.fromkeys(RESULTS, [None]), SUMMARY: [told]})
