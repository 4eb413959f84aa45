"""Proves a finished run on the cluster: the committed data is unchanged, it converts back to the input byte for byte, and access is the same."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pyspark.sql import SparkSession

from . import digest, gate, shipping
from .errors import JobError, in_plain_words
from .inputs import Input
from .job import INSTANTS, MANIFEST, UpgradeJob, results_schema, sums
from .partitions import RECORD, RESIDUE, SOURCE, SPLIT, Conversion
from .storage import Storage


@dataclass(frozen=True)
class VerifyJob:
    """Reads a run's data, converts it back, and compares the sums with the manifest, and also with the input if it still exists."""

    run: str
    """The run's folder: OUTPUT/<run id>."""
    reads_input: bool = True
    """Whether to read the input as well. If not, the input need not exist any more."""
    tool: str | None = None

    def verify(self, spark: SparkSession) -> dict[str, Any]:
        """The result: {"holds": …, "findings": […], …}. Raises `JobError` when there is nothing to verify."""
        with in_plain_words():
            return self._verify(spark)

    def _verify(self, spark: SparkSession) -> dict[str, Any]:
        storage = Storage(spark, self.run)
        if not storage.exists(MANIFEST):
            raise JobError(
                f"{self.run} has no {MANIFEST}: it is not a run, or the run was interrupted; run the job again first"
            )
        manifest = json.loads(storage.read(MANIFEST))
        if manifest["command"] != "upgrade" or "discard" in manifest["options"]:
            raise JobError(
                "only an upgrade that kept the residue (--residue embed, or a residue column) can be converted back; verify other runs with `adapty-migrate verify`"
            )
        shipping.ship(spark, self.tool)
        findings: list[str] = []
        column = manifest["column"]
        back = self._back(
            spark,
            Input((storage.path("data"),), manifest["format"], column, manifest["residue_column"]),
            gate.instants(INSTANTS, manifest["options"]),
        )
        _compare(
            findings,
            "the committed data",
            back.get("digest_in"),
            manifest.get("digest_out"),
            "it is not what the run wrote",
        )
        _compare(
            findings,
            "rows of data",
            back.get("rows", 0),
            manifest["written"] + manifest["without_record"],
            "some were lost or duplicated since",
        )
        _compare(
            findings,
            "records that could not be converted back",
            back.get("tool", {}).get("rejected", 0),
            0,
            "find them with `adapty-migrate downgrade`",
        )
        restored = digest.number(back.get("digest_out", "0")) + digest.number(manifest.get("digest_rejected", "0"))
        if manifest["partly_rejected"]:
            findings.append(
                f"{manifest['partly_rejected']} lines are arrays with some rejected records, so the data cannot be compared with the input as a whole"
            )
        else:
            _compare(
                findings,
                "the records converted back, together with the rejects",
                digest.text(restored),
                manifest.get("digest_in", digest.text(0)),
                "they differ from the input",
            )
        access = back.get("tool", {}).get("access")
        if access is not None:
            findings += [f"access: {difference}" for difference in gate.differences(access, manifest["options"])]
        if self.reads_input:
            now = self._input(spark, Input(tuple(manifest["input"]), manifest["format"], column))
            _compare(
                findings,
                "the present input",
                now.get("digest_in"),
                manifest.get("digest_in"),
                "it was changed since the run",
            )
        return {
            "run": manifest["run"],
            "holds": not findings,
            "findings": findings,
            "rows": back.get("rows", 0),
            "restored": back.get("written", 0),
            "rejected": manifest.get("rejected", 0),
        }

    def _back(self, spark: SparkSession, source: Input, access_at: tuple[str, ...]) -> dict[str, Any]:
        """The sums of the run's data, converted back."""
        rows = source.rows(spark).select(SOURCE, SPLIT, RECORD, *([RESIDUE] if source.residue_column else []))
        job = UpgradeJob(source, "", command="downgrade", residue_column=source.residue_column, access_at=access_at)
        return sums(job.results(rows))

    def _input(self, spark: SparkSession, source: Input) -> dict[str, Any]:
        return sums(
            source.rows(spark)
            .select(SOURCE, RECORD)
            .mapInArrow(Conversion("upgrade", is_lines=source.format != "parquet").digests, results_schema([]))
        )


def _compare(findings: list[str], what: str, found: object, expected: object, meaning: str) -> None:
    if found != expected:
        findings.append(f"{what}: {meaning} ({found} instead of {expected})")
