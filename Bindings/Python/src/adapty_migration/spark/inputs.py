"""The input as rows with one record each."""

from __future__ import annotations

from dataclasses import dataclass

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.types import BinaryType, StringType

from . import partitions
from .errors import NO_CSV, JobError

FORMATS = ("ndjson", "parquet")
# CSV is recognised, so that its error names the other program.
SUFFIXES = {".ndjson": "ndjson", ".jsonl": "ndjson", ".parquet": "parquet", ".csv": "csv"}


@dataclass(frozen=True)
class Input:
    """The files to read: one format, at any paths that Spark can read."""

    paths: tuple[str, ...]
    format: str
    """"ndjson": one record a line; "parquet": a column of JSON texts."""
    column: str | None = None
    """For Parquet, the column with the JSON text."""
    residue_column: str | None = None
    """For a downgrade, the column with the residue."""

    def __post_init__(self) -> None:
        if self.format == "csv":
            raise JobError(NO_CSV)

    @staticmethod
    def named(paths: tuple[str, ...], format: str | None) -> str:
        """The given format, or the one that the file names have."""
        if format is not None:
            return format
        said = {found for path in paths for suffix, found in SUFFIXES.items() if suffix in path.rsplit("/", 1)[-1]}
        if len(said) != 1:
            raise JobError(
                f"the names of {', '.join(paths)} do not show their format; use --format {'|'.join(FORMATS)}"
            )
        return said.pop()

    def rows(self, spark: SparkSession) -> DataFrame:
        """Rows with the record as bytes and its origin. For Parquet, also all other columns of the file."""
        place = [
            sql.col("_metadata.file_path").alias(partitions.SOURCE),
            sql.col("_metadata.file_block_start").alias(partitions.SPLIT),
        ]
        if self.format == "parquet":
            return self._parquet(spark, place)
        text = spark.read.text(list(self.paths), lineSep="\n")
        return text.select(*place, sql.col("value").cast("binary").alias(partitions.RECORD))

    def table(self, spark: SparkSession) -> DataFrame:
        """The Parquet files as they are."""
        return spark.read.parquet(*self.paths)

    def _parquet(self, spark: SparkSession, place: list[Column]) -> DataFrame:
        if self.column is None:
            raise JobError("--column is missing; name the column of the Parquet files that has the JSON text")
        table = self.table(spark)
        missing = [
            name for name in (self.column, self.residue_column) if name is not None and name not in table.columns
        ]
        if missing:
            raise JobError(f"the Parquet files have no column {missing[0]}; they have {', '.join(table.columns)}")
        if not isinstance(table.schema[self.column].dataType, (StringType, BinaryType)):
            raise JobError(
                f"the column {self.column} has the type {table.schema[self.column].dataType.simpleString()}; JSON must be in a column of the type string or binary"
            )
        own = [name for name in table.columns if name.startswith("_adapty_") and name != self.residue_column]
        if own:
            raise JobError(f"the column {own[0]} has a name that the job reserves; rename it")
        taken = [sql.col(f"`{self.column}`").cast("binary").alias(partitions.RECORD)]
        if self.residue_column is not None:
            taken.append(sql.col(f"`{self.residue_column}`").cast("binary").alias(partitions.RESIDUE))
        others = [sql.col(f"`{name}`") for name in table.columns if name not in (self.column, self.residue_column)]
        return table.select(*others, *place, *taken)
