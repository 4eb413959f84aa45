"""One report of what an upgrade does to the data. Each partition is inspected on its executor, and the parts are added up.

partition 0   adapty-migrate report - --format json   →  a part
partition 1   adapty-migrate report - --format json   →  a part
the driver    adapty-migrate report part part … -o report.html
"""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from dataclasses import dataclass
from typing import Any, Iterable, Iterator

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import SparkSession
from pyspark.sql.types import StringType, StructField, StructType

from . import shipping
from .errors import JobError, in_plain_words
from .inputs import Input
from .partitions import RECORD, SUMMARY, find_tool, peek
from .pump import Process
from .storage import Storage

FORMATS = (".html", ".md", ".json")
AT_ONCE = 100
"""The number of parts that one process adds up. The length of a command line is limited."""


@dataclass(frozen=True)
class ReportJob:
    """Inspects data and writes a report of what an upgrade does to it. It writes nothing else."""

    input: Input
    output: str
    """The path of the report, anywhere that Spark can write: .html, .md or .json."""
    options: tuple[str, ...] = ()
    """Options of the tool, such as `("--from", "sdk1-wire", "--show-values")`."""
    tool: str | None = None

    def write(self, spark: SparkSession) -> None:
        """Writes the report. Raises `JobError` when that fails; then nothing is written."""
        if self.input.format == "csv":
            raise JobError("a report on the cluster cannot read CSV exports; run `adapty-migrate report` on them")
        if not self.output.endswith(FORMATS):
            raise JobError(
                f"{self.output} does not show the format of the report; use a name that ends in {', '.join(FORMATS)}"
            )
        with in_plain_words(), tempfile.TemporaryDirectory(prefix="adapty-") as folder:
            shipping.ship(spark, self.tool)
            rows = (
                self.input.rows(spark)
                .select(RECORD)
                .mapInArrow(self._part, StructType([StructField(SUMMARY, StringType())]))
            )
            parts = _added_up((row[0] for row in rows.toLocalIterator()), folder)
            where, name = os.path.split(self.output)
            _add_up(parts, os.path.join(folder, name))
            Storage(spark, where or ".").write(name, pathlib.Path(folder, name).read_text("utf-8"))

    def _part(self, batches: Iterator[Any]) -> Iterator[Any]:
        """For `mapInArrow`: the report of a partition, as JSON in one row."""
        batches, first = peek(batches)
        if first is None:
            return
        process = Process(
            [find_tool(), "report", "-", "--input-format", "ndjson", "--format", "json", "--jobs", "1", *self.options]
        )
        context = TaskContext.get()
        name = f"partition {context.partitionId() if context else 0}"
        try:
            # The process writes nothing before it has read everything.
            for batch in batches:
                process.input.write(
                    b"".join(_line(record) for record in batch.column(RECORD).to_pylist() if record is not None)
                )
            process.input.close()
            part = b"".join(iter(process.read, b""))
            process.finish(f"on {name}")
        except BrokenPipeError as error:
            process.finish(f"on {name}")
            raise JobError(
                f"adapty-migrate report ended before it had read {name}; does its version match this package?"
            ) from error
        finally:
            process.stop()
        yield pa.RecordBatch.from_arrays([pa.array([_named(part, name)], pa.string())], names=[SUMMARY])


def _line(record: bytes) -> bytes:
    """A record on one line. A line break between members means the same as a space."""
    return record.replace(b"\n", b" ") + b"\n"


def _named(part: bytes, name: str) -> str:
    """A part with the name of its partition as the source, instead of standard input."""
    report: dict[str, Any] = json.loads(part)
    for section in report.values():
        if isinstance(section, dict) and "source" in section["columns"]:
            place = section["columns"].index("source")
            for row in section["rows"]:
                row[place] = name
    return json.dumps(report, ensure_ascii=False)


def _added_up(parts: Iterable[str], folder: str) -> list[str]:
    """The parts as a small number of files. When there are many, their sum replaces them."""
    files: list[str] = []
    for number, part in enumerate(parts):
        files.append(os.path.join(folder, f"part-{number}.json"))
        pathlib.Path(files[-1]).write_text(part, "utf-8")
        if len(files) == AT_ONCE:
            total = os.path.join(folder, f"sum-{number}.json")
            _add_up(files, total)
            files = [total]
    if not files:
        raise JobError("there are no records to report on")
    return files


def _add_up(parts: list[str], path: str) -> None:
    process = Process([find_tool(), "report", *parts, "-o", path])
    try:
        process.input.close()
        while process.read():
            pass
        process.finish("on the parts of the report")
    finally:
        process.stop()
