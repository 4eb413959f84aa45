"""The job: rows in, a run folder out.

    OUTPUT/<run id>/data        the converted records, in the input's format
                    rejects     lines of JSON, as the tool's rejects file has them; `adapty-migrate upgrade` reads them again
                    summaries   what each partition did
                    manifest.json   the total; it is written last, so a folder without it is not a finished run

A run's id is a digest of everything that decides its bytes: the command, its options, the program, and the input files with their sizes and times. If the same
job runs again, it finds the manifest and does nothing, or it finds no manifest and starts over. Each attempt first writes to a folder of its own, through Spark's
commit protocol, which keeps one result of a task that runs twice (retried, speculative). The totals come from committed summaries, never from accumulators. Then the folders
of the attempt are renamed, and the manifest is written last.
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
from .errors import NO_BESIDE, JobError, in_plain_words
from .inputs import Input
from .partitions import RECORD, REJECT, RESIDUE, SUMMARY, Conversion
from .storage import Storage

MANIFEST = "manifest.json"
FOLDERS = ("data", "rejects", "summaries")
INSTANTS = ("2020-01-01", "2022-01-01", "2024-01-01", "2026-01-01")
"""The instants at which access is counted by default."""


@dataclass(frozen=True)
class UpgradeJob:
    """One upgrade or downgrade."""

    input: Input
    output: str
    """The folder in which to create the run's folder, at any path that Spark can write."""
    command: str = "upgrade"
    """"upgrade" or "downgrade"."""
    options: tuple[str, ...] = ()
    """Options of the tool, such as `("--from", "sdk1-wire")`."""
    residue: str = "discard"
    """"embed" to keep the residue, which contains the original, in each record; "discard" because the input stays as it is."""
    residue_column: str | None = None
    """For Parquet: a column that keeps the residue beside the record, whatever `residue` is."""
    access_at: tuple[str, ...] = INSTANTS
    """The instants of the access gate. An empty tuple turns it off."""
    tool: str | None = None
    """The path of the program, unless it comes from `--files` or from the wheel."""
    run_id: str | None = None
    """The run's id; by default the digest."""
    write_options: dict[str, str] = field(default_factory=dict)
    """Write options of Spark, such as `{"compression": "gzip"}`."""

    def run(self, spark: SparkSession) -> dict[str, Any]:
        """Runs the job, unless it has already run, and returns its manifest.

        Raises `JobError` when the job cannot run or when a gate does not hold. Then nothing is committed.
        """
        self._check()
        with in_plain_words():
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
            raise JobError(
                "only Parquet can have a residue column; leave it out, or keep the residue in the record (residue embed)"
            )
        if self.residue == "beside":
            raise JobError(NO_BESIDE)
        if self.residue not in ("embed", "discard"):
            raise JobError(f"there is no place {self.residue} for the residue; use embed or discard")
        if self.command not in ("upgrade", "downgrade"):
            raise JobError(f"there is no command {self.command}; use upgrade or downgrade")

    @property
    def _tool_options(self) -> tuple[str, ...]:
        is_kept = self.command == "downgrade" or self.residue == "embed" or self.residue_column is not None
        return self.options if is_kept else (*self.options, "--residue", "discard")

    def _identity(self, spark: SparkSession, program: str, files: list[str]) -> str:
        storage = Storage(spark, self.output)
        decides = {
            "command": self.command,
            "options": self._tool_options,
            "format": self.input.format,
            "column": self.input.column,
            "residue_column": self.residue_column,
            "access_at": self.access_at,
            "write": self.write_options,
            "program": program,
            "files": [(path, *storage.status(path)) for path in files],
        }
        return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:16]

    # MARK: Conversion

    def results(self, rows: DataFrame) -> DataFrame:
        """Each row with its result, and one row with a summary for each partition."""
        conversion = Conversion(
            command=self.command,
            options=self._tool_options,
            access_at=gate.instants(self.access_at, self.options),
            has_residue_column=self.residue_column is not None,
            is_lines=self.input.format != "parquet",
        )
        kept = [
            StructField(field.name, field.dataType) for field in rows.schema if field.name not in partitions.RESULTS
        ]
        return rows.mapInArrow(conversion.records, results_schema(kept))

    def _write(self, rows: DataFrame, storage: Storage, attempt: str) -> None:
        # Kept on the executors' disks, so that the three folders need one conversion. Rows that are lost with an executor are converted again, to the same bytes.
        results = self.results(rows).persist(StorageLevel.DISK_ONLY)
        try:
            self._write_data(
                results.where(sql.col(SUMMARY).isNull() & (sql.col(RECORD).isNotNull() | sql.col(REJECT).isNull())),
                storage.path(f"{attempt}/data"),
            )
            _write_lines(results.where(sql.col(REJECT).isNotNull()).select(REJECT), storage.path(f"{attempt}/rejects"))
            _write_lines(
                results.where(sql.col(SUMMARY).isNotNull()).select(SUMMARY), storage.path(f"{attempt}/summaries")
            )
        finally:
            results.unpersist()

    def _write_data(self, data: DataFrame, path: str) -> None:
        if self.input.format == "parquet":
            self._table(data).write.options(**self.write_options).parquet(path)
        else:
            _write_lines(data.select(sql.col(RECORD).cast("string")), path, self.write_options)

    def _table(self, data: DataFrame) -> DataFrame:
        """The input's columns in their places, with the text column in its type, and the residue column at the end."""
        fields = self.input.table(data.sparkSession).schema
        text = {
            field.name: sql.col(RECORD).cast(field.dataType).alias(field.name)
            for field in fields
            if field.name == self.input.column
        }
        columns = [
            text.get(name, sql.col(f"`{name}`")) for name in fields.names if name in text or name in data.columns
        ]
        beside = (
            [sql.col(RESIDUE).cast("string").alias(self.residue_column)]
            if self.residue_column and self.command == "upgrade"
            else []
        )
        return data.select(*columns, *beside)

    # MARK: Gates

    def _judge(self, spark: SparkSession, storage: Storage, attempt: str, files: int) -> dict[str, Any]:
        """Adds up the committed summaries of the attempt, and checks them against the committed rows."""
        summaries = [json.loads(row.value) for row in spark.read.text(storage.path(f"{attempt}/summaries")).collect()]
        numbers = [summary.pop("partition") for summary in summaries]
        if len(numbers) != len(set(numbers)):
            raise JobError(
                "a partition was committed twice; run the job again, and keep the folder of this attempt for an investigation"
            )
        try:
            sums = tally.total(summaries)
        except ValueError as error:
            raise JobError(str(error)) from error
        sums = {**dict.fromkeys(partitions.COUNTS, 0), **sums}
        tool: dict[str, Any] = {
            **dict.fromkeys(("records", "converted", "unchanged", "rejected"), 0),
            **sums.pop("tool", {}),
        }
        access = tool.pop("access", None)
        for name in ("command", "rejects", "exit_status", "files"):
            tool.pop(name, None)
        kept, rejects = (
            self._count(spark, storage.path(f"{attempt}/data")),
            spark.read.text(storage.path(f"{attempt}/rejects")).count(),
        )
        expect = [
            (kept, sums["written"] + sums["without_record"], "rows of data"),
            (rejects, tool["rejected"], "rejects"),
            (kept + sums["left_out"], sums["rows"], "rows of data and rejects"),
        ]
        for found, expected, what in expect:
            if found != expected:
                raise JobError(
                    f"{found} {what} were committed, but {expected} were counted; did the input change in the meantime? Run the job again"
                )
        if access is not None and (found_differences := gate.differences(access, self.options)):
            raise JobError(
                f"access is not the same before and after: {'; '.join(found_differences[:5])}; nothing was committed. To find the records, run `adapty-migrate verify`"
            )
        return {
            "command": self.command,
            "format": self.input.format,
            "column": self.input.column,
            "residue_column": self.residue_column,
            "options": list(self._tool_options),
            "input": [storage.qualified(path) for path in self.input.paths],
            "input_files": files,
            "partitions": len(numbers),
            **sums,
            **tool,
            "access": None
            if access is None
            else {"is_same": True, "at": list(gate.instants(self.access_at, self.options)), **access},
        }

    def _count(self, spark: SparkSession, path: str) -> int:
        return (
            spark.read.parquet(path) if self.input.format == "parquet" else spark.read.text(path, lineSep="\n")
        ).count()

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
    """The input columns that are kept, all of which may be null, and the result columns."""
    return StructType(
        [
            *kept,
            StructField(RECORD, BinaryType()),
            StructField(RESIDUE, BinaryType()),
            StructField(REJECT, StringType()),
            StructField(SUMMARY, StringType()),
        ]
    )


def sums(results: DataFrame) -> dict[str, Any]:
    """The sum of the partitions' summaries."""
    rows = results.where(sql.col(SUMMARY).isNotNull()).select(SUMMARY).collect()
    return tally.total(
        {name: value for name, value in json.loads(row[0]).items() if name != "partition"} for row in rows
    )


def _write_lines(lines: DataFrame, path: str, options: dict[str, str] | None = None) -> None:
    lines.write.options(**(options or {})).text(path, lineSep="\n")
