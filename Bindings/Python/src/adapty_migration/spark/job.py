"""The job: rows in, a run folder out.

    OUTPUT/<run id>/data        the converted records, in the input's format
                    rejects     lines of JSON, as the tool's rejects file has them; `adapty-migrate upgrade` reads them again
                    summaries   what each partition did
                    manifest.json   the sum of it; written last: a folder without it is no run

A run's id is a digest of what decides its bytes: the command and its options, the program, and the input's files with their sizes and times. So the same job run
again finds its manifest and does nothing, or finds none and begins anew. Everything goes into a folder of the attempt's own first, which Spark's own commit protocol
fills: of tasks that run twice (retried, speculative) it takes one. What is added up are the summaries that were committed, never accumulators. Then the attempt's folders
are given their names, and the manifest last.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.types import BinaryType, StringType, StructField, StructType

from . import gate, partitions, shipping, tally
from .errors import JobError, in_plain_words
from .inputs import Input
from .partitions import RECORD, REJECT, RESIDUE, SOURCE, SPLIT, SUMMARY, Conversion
from .storage import Storage

MANIFEST = "manifest.json"
FOLDERS = ("data", "rejects", "summaries")
INSTANTS = ("2020-01-01", "2022-01-01", "2024-01-01", "2026-01-01")
"""Where access is counted unless other instants are given."""


@dataclass(frozen=True)
class UpgradeJob:
    """One upgrade, or one way back."""

    input: Input
    output: str
    """The folder that gets the run's folder; any path that Spark writes."""
    command: str = "upgrade"
    """"upgrade" or "downgrade"."""
    options: tuple[str, ...] = ()
    """The tool's own, as `("--from", "sdk1-wire")`."""
    residue_column: str | None = None
    """A column for the residue instead of the record itself; for Parquet."""
    access_at: tuple[str, ...] = INSTANTS
    """The instants of the access gate; none turns it off."""
    tool: str | None = None
    """The program, where `--files` does not give it and it is not the wheel's."""
    run_id: str | None = None
    """The run's id, where it is not to be the digest."""
    write_options: dict[str, str] = field(default_factory=dict)
    """Spark's own, as `{"compression": "gzip"}`."""

    def run(self, spark: SparkSession) -> dict[str, Any]:
        """Carries the job out, unless it was already, and returns its manifest.

        Raises `JobError` when it cannot be done or when the gates do not hold; nothing is committed then.
        """
        self._check()
        with in_plain_words(), self.input.settings(spark):
            return self._run(spark, shipping.ship(spark, self.tool))

    def _run(self, spark: SparkSession, program: str) -> dict[str, Any]:
        rows = self.input.rows(spark)
        files = sorted(rows.inputFiles())
        if not files:
            raise JobError(f"there are no files at {', '.join(self.input.paths)}")
        storage = Storage(spark, f"{self.output.rstrip('/')}/{self.run_id or self._identity(spark, program, files)}")
        if storage.exists(MANIFEST):
            found: dict[str, Any] = json.loads(storage.read(MANIFEST))
            return found
        attempt = f"_attempt-{uuid.uuid4().hex}"
        self._write(rows, storage, attempt)
        manifest = {"run": storage.root.rsplit("/", 1)[-1], **self._judge(spark, storage, attempt, len(files))}
        self._commit(storage, attempt, manifest)
        return manifest

    def _check(self) -> None:
        if self.residue_column is not None and self.input.format != "parquet":
            raise JobError("only Parquet has columns for the residue; lines keep it in the record")
        if self.command not in ("upgrade", "downgrade"):
            raise JobError(f"there is no command {self.command}; use upgrade or downgrade")

    def _identity(self, spark: SparkSession, program: str, files: list[str]) -> str:
        storage = Storage(spark, self.output)
        decides = {
            "command": self.command, "options": self.options, "format": self.input.format, "column": self.input.column, "residue_column": self.residue_column,
            "access_at": self.access_at, "write": self.write_options, "program": program, "files": [(path, *storage.status(path)) for path in files],
        }
        return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:16]

    # MARK: Conversion

    def results(self, rows: DataFrame) -> DataFrame:
        """Each row with what became of it, and one row with a summary for each partition."""
        conversion = Conversion(
            command=self.command, options=self.options, access_at=() if self.input.format == "csv" else gate.instants(self.access_at, self.options),
            has_residue_column=self.residue_column is not None, is_lines=self.input.format != "parquet",
        )
        kept = [StructField(field.name, field.dataType) for field in rows.schema if field.name not in partitions.RESULTS]
        return rows.mapInArrow(conversion.exports if self.input.format == "csv" else conversion.records, results_schema(kept))

    def _write(self, rows: DataFrame, storage: Storage, attempt: str) -> None:
        # On the executors' disks, so that the three folders cost one conversion. What an executor takes with it is converted again, to the same bytes.
        results = self.results(rows).persist(StorageLevel.DISK_ONLY)
        try:
            self._write_data(results.where(sql.col(SUMMARY).isNull() & (sql.col(RECORD).isNotNull() | sql.col(REJECT).isNull())), storage.path(f"{attempt}/data"))
            _write_lines(results.where(sql.col(REJECT).isNotNull()).select(REJECT), storage.path(f"{attempt}/rejects"))
            _write_lines(results.where(sql.col(SUMMARY).isNotNull()).select(SUMMARY), storage.path(f"{attempt}/summaries"))
        finally:
            results.unpersist()

    def _write_data(self, data: DataFrame, path: str) -> None:
        if self.input.format == "parquet":
            self._table(data).write.options(**self.write_options).parquet(path)
        else:
            _write_lines(data.select(sql.col(RECORD).cast("string")), path, self.write_options)

    def _table(self, data: DataFrame) -> DataFrame:
        """The input's columns in their places, the text's of its type, and at the end the residue's."""
        fields = self.input.table(data.sparkSession).schema
        text = {field.name: sql.col(RECORD).cast(field.dataType).alias(field.name) for field in fields if field.name == self.input.column}
        columns = [text.get(name, sql.col(f"`{name}`")) for name in fields.names if name in text or name in data.columns]
        aside = [sql.col(RESIDUE).cast("string").alias(self.residue_column)] if self.residue_column and self.command == "upgrade" else []
        return data.select(*columns, *aside)

    # MARK: Gates

    def _judge(self, spark: SparkSession, storage: Storage, attempt: str, files: int) -> dict[str, Any]:
        """Adds up what the attempt committed, and holds it against itself."""
        summaries = [json.loads(row.value) for row in spark.read.text(storage.path(f"{attempt}/summaries")).collect()]
        numbers = [summary.pop("partition") for summary in summaries]
        if len(numbers) != len(set(numbers)) and self.input.format != "csv":
            raise JobError("a partition was committed twice; run the job again, and keep the attempt's folder for whoever looks into it")
        try:
            sums = tally.total(summaries)
        except ValueError as error:
            raise JobError(str(error)) from error
        sums = {**dict.fromkeys(partitions.COUNTS, 0), **sums}
        tool: dict[str, Any] = {**dict.fromkeys(("records", "converted", "unchanged", "rejected"), 0), **sums.pop("tool", {})}
        access = tool.pop("access", None)
        for name in ("command", "rejects", "exit_status", "files"):
            tool.pop(name, None)
        kept, rejects = self._count(spark, storage.path(f"{attempt}/data")), spark.read.text(storage.path(f"{attempt}/rejects")).count()
        expect = [
            (kept, sums["written"] + sums["without_record"], "rows of data"),
            (rejects, tool["rejected"], "rejects"),
            (kept + sums["left_out"], sums["rows"], "rows of data and rejects"),
        ]
        for found, expected, what in expect:
            if found != expected:
                raise JobError(f"{found} {what} were committed where {expected} were told: did the input change meanwhile? run the job again")
        if access is not None and (found_differences := gate.differences(access, self.options)):
            raise JobError(f"access is not the same before and after: {'; '.join(found_differences[:5])}; nothing was committed. `adapty-migrate verify` names the records")
        return {
            "command": self.command, "format": self.input.format, "column": self.input.column, "residue_column": self.residue_column, "options": list(self.options),
            "input": [storage.qualified(path) for path in self.input.paths], "input_files": files, "partitions": len(numbers), **sums, **tool,
            "access": None if access is None else {"is_same": True, "at": list(gate.instants(self.access_at, self.options)), **access},
        }

    def _count(self, spark: SparkSession, path: str) -> int:
        return (spark.read.parquet(path) if self.input.format == "parquet" else spark.read.text(path, lineSep="\n")).count()

    # MARK: Commit

    def _commit(self, storage: Storage, attempt: str, manifest: dict[str, Any]) -> None:
        for name in FOLDERS:
            storage.delete(name)
            storage.rename(f"{attempt}/{name}", name)
        for name in storage.names():
            if name.startswith("_attempt-"):
                storage.delete(name)
        storage.write(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")


def results_schema(kept: list[StructField]) -> StructType:
    """The columns of the input that are kept, all of which may be null, and those that say what became of the record."""
    return StructType([*kept, StructField(RECORD, BinaryType()), StructField(RESIDUE, BinaryType()), StructField(REJECT, StringType()), StructField(SUMMARY, StringType())])


def sums(results: DataFrame) -> dict[str, Any]:
    """What the partitions of some results did, added up."""
    rows = results.where(sql.col(SUMMARY).isNotNull()).select(SUMMARY).collect()
    return tally.total({name: value for name, value in json.loads(row[0]).items() if name != "partition"} for row in rows)


def _write_lines(lines: DataFrame, path: str, options: dict[str, str] | None = None) -> None:
    lines.write.options(**(options or {})).text(path, lineSep="\n")
