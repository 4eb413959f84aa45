"""The command: `python -m adapty_migration.spark`, or the file that spark-submit runs."""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import sys
from typing import TYPE_CHECKING, Sequence

from .errors import NO_BESIDE, NO_CSV, JobError, first_lines

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FAILED = 65
"""The exit status when a job failed, or when a gate or a law does not hold. Nothing was committed. 0 means committed, and 64 wrong usage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    given = _parser().parse_args(arguments)
    if given.command == "job":
        print(pathlib.Path(__file__).parent / "__main__.py")
        return 0
    try:
        spark = _session(given)
        try:
            return (_verify if given.command == "verify" else _convert)(spark, given)
        finally:
            spark.stop()
    except JobError as error:
        print(f"error: {error}", file=sys.stderr)
        return FAILED


def _session(given: argparse.Namespace) -> SparkSession:
    try:
        import pyarrow  # noqa: F401
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise JobError(f"{error.name} is not installed; pip install 'adapty-migration[spark]'") from error
    builder = SparkSession.builder.appName(f"adapty-migrate {given.command}").config(
        "spark.sql.execution.arrow.maxRecordsPerBatch", "1000"
    )
    if given.master:
        builder = builder.master(given.master)
        # The executors are on this machine, so they can use this Python and its packages.
        if given.master.startswith("local"):
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        return builder.getOrCreate()
    except (PySparkException, Py4JError, OSError) as error:
        told = (
            ""
            if shutil.which("java")
            else "; there is no java on the path. Install Java 17 (Debian: openjdk-17-jre-headless) or set JAVA_HOME"
        )
        raise JobError(f"Spark cannot be started: {first_lines(str(error))}{told}") from error


def _convert(spark: SparkSession, given: argparse.Namespace) -> int:
    from .inputs import Input
    from .job import INSTANTS, UpgradeJob

    options: list[str] = []
    for name in ("from", "to", "at"):
        value = getattr(given, f"tool_{name}")
        options += [f"--{name}", value] if value else []
    options += [f"--{name}" for name in ("strict", "fill-required") if getattr(given, name.replace("-", "_"))]
    is_back = given.command == "downgrade"
    source = Input(
        tuple(given.input),
        Input.named(tuple(given.input), given.format),
        given.column,
        given.residue_column if is_back else None,
    )
    job = UpgradeJob(
        source,
        given.output,
        command=given.command,
        options=tuple(options),
        residue=given.residue,
        residue_column=given.residue_column,
        access_at=() if given.no_access_gate else tuple(given.access_at or INSTANTS),
        tool=given.tool,
        run_id=given.run_id,
    )
    manifest = job.run(spark)
    folder = f"{given.output.rstrip('/')}/{manifest['run']}"
    why = f" (see {folder}/rejects)" if manifest["rejected"] else ""
    print(
        f"{manifest['records']} records, {manifest['converted']} converted, {manifest['unchanged']} left as they were, {manifest['rejected']} rejected{why}"
    )
    if manifest["access"] is not None:
        print("access is the same before and after, counted over all records")
    print(folder)
    return 0


def _verify(spark: SparkSession, given: argparse.Namespace) -> int:
    from .verification import VerifyJob

    verdict = VerifyJob(given.run, reads_input=not given.without_input, tool=given.tool).verify(spark)
    print(
        f"{verdict['rows']} rows read, {verdict['restored']} taken back, {verdict['rejected']} rejected as before, {len(verdict['findings'])} findings"
    )
    for finding in verdict["findings"]:
        print(f"  {finding}")
    return 0 if verdict["holds"] else FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="adapty_migration.spark", description="Upgrades Adapty's records on a Spark cluster, and proves it."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (
        ("upgrade", "bring records up to the current dialect"),
        ("downgrade", "convert records back to their original form"),
    ):
        _add_conversion(commands.add_parser(name, help=what, description=what))
    verify = commands.add_parser(
        "verify",
        help="prove a finished run",
        description="prove a finished run: the data is unchanged, it converts back to the input, and access is the same",
    )
    verify.add_argument("--run", required=True, metavar="PATH", help="the run's folder, OUTPUT/<run id>")
    verify.add_argument(
        "--without-input", action="store_true", help="do not read the input; compare the run only with its manifest"
    )
    _add_cluster(verify)
    commands.add_parser("job", help="print the path of the file to give to spark-submit")
    return parser


def _add_conversion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--input",
        type=_path,
        required=True,
        action="append",
        metavar="PATH",
        help="files or folders at any path that Spark can read; may be given several times",
    )
    parser.add_argument(
        "--format",
        type=_format,
        choices=("ndjson", "parquet"),
        help="one record a line, or a column of JSON texts; by default the file names decide",
    )
    parser.add_argument("--column", metavar="NAME", help="Parquet's column of JSON texts")
    parser.add_argument(
        "--from",
        dest="tool_from",
        metavar="DIALECT",
        help="the dialect of the records; by default each record is recognised",
    )
    parser.add_argument(
        "--to",
        dest="tool_to",
        metavar="DIALECT",
        help="the dialect to write, or a version of Adapty's SDK that reads it; by default the current one",
    )
    parser.add_argument(
        "--output", required=True, metavar="PATH", help="the folder in which to create the run's folder"
    )
    parser.add_argument(
        "--residue-column",
        metavar="NAME",
        help="Parquet: keep the residue, which contains the original, beside the record in this column; downgrade reads it from there",
    )
    parser.add_argument(
        "--residue",
        type=_residue,
        choices=("embed", "discard"),
        default="discard",
        help="keep the original in each record (embed), or not (discard, the default: the input stays as it is); to keep it beside the record, use --residue-column",
    )
    parser.add_argument(
        "--at", dest="tool_at", metavar="INSTANT", help="the instant at which to derive is_active for server-v2"
    )
    parser.add_argument(
        "--strict", action="store_true", help="reject a record that lacks a field that its target requires"
    )
    parser.add_argument(
        "--fill-required",
        action="store_true",
        help="write documented placeholders for required fields that the source does not have",
    )
    parser.add_argument(
        "--access-at",
        action="append",
        metavar="INSTANT",
        help="count access at this instant on both sides; may be given several times",
    )
    parser.add_argument(
        "--no-access-gate",
        action="store_true",
        help="do not compare counts of access and sums of money before and after",
    )
    parser.add_argument("--run-id", metavar="ID", help="the name of the run's folder; by default a digest of the job")
    _add_cluster(parser)


def _path(given: str) -> str:
    # Refused here, before a cluster starts.
    if given.endswith(".csv"):
        raise argparse.ArgumentTypeError(NO_CSV)
    return given


def _format(given: str) -> str:
    # Refused here, because `choices` would not say what to do instead.
    if given == "csv":
        raise argparse.ArgumentTypeError(NO_CSV)
    return given


def _residue(given: str) -> str:
    # Refused here, because `choices` would not say what to do instead.
    if given == "beside":
        raise argparse.ArgumentTypeError(NO_BESIDE)
    return given


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--master", help="the cluster, unless spark-submit sets it: spark://host:7077, local[2]")
    parser.add_argument(
        "--tool",
        metavar="PATH",
        help="the program adapty-migrate for the executors; by default the one from --files, or the one in the wheel",
    )
