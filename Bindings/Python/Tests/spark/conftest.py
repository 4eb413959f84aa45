"""A cluster of two executors, each a process of its own, and data from the project's fixtures."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import random
import subprocess
import sys
import textwrap
from typing import Any, Callable, Iterator

import adapty_migration
import pytest
from adapty_migration.spark import Input, UpgradeJob
from pyspark.sql import SparkSession
from tiers import LONG

os.environ["PYSPARK_PYTHON"] = sys.executable
ROOT = pathlib.Path(__file__).resolve().parents[4]
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
# In one process for the short form.
MASTER = "local-cluster[2,1,1024]" if LONG else "local[2]"
TOOL = pathlib.Path(sys.executable).parent / "adapty-migrate"


@pytest.fixture(scope="session")
def behaviour(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A script that the program on the executors runs first, while it is there."""
    return tmp_path_factory.mktemp("tool") / "behaviour"


@pytest.fixture(scope="session")
def spark(behaviour: pathlib.Path) -> Iterator[SparkSession]:
    """The cluster; the program comes to the executors as with `--files`."""
    tool = program(behaviour.parent, f'[ ! -e {behaviour} ] || . {behaviour}; exec "$TOOL" "$@"')
    settings = {
        "spark.files": str(tool),
        "spark.ui.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "200",
        "spark.sql.files.maxPartitionBytes": "300000",
        "spark.sql.files.openCostInBytes": "1000",
        "spark.sql.shuffle.partitions": "1",
        # A session that lives for a minute does not earn what its compilers cost.
        "spark.sql.codegen.wholeStage": "false",
        "spark.driver.extraJavaOptions": JAVA,
        "spark.executor.extraJavaOptions": JAVA,
    }
    builder = SparkSession.builder.master(MASTER).appName("tests")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture
def behave(behaviour: pathlib.Path) -> Iterator[Callable[[str], None]]:
    """Lets the program behave otherwise for the time of a test."""
    yield lambda script: None if behaviour.write_text(textwrap.dedent(script)) else None
    behaviour.unlink(missing_ok=True)


BROKEN = [
    b'{"event_type":',
    b'{"a":1}',
    b'"\xff"',
    b'{"event_type":"trial_cancelled","x":"\x00"}',
    b"  ",
    b"",
    b'[{"event_type":"trial_cancelled"},{"b":2}]',
    b'[{"b":2}]',
]


@functools.cache
def records() -> list[bytes]:
    """The legacy fixtures on one line each, as far as they may have a further member."""
    texts = [path.read_bytes().strip() for path in sorted((ROOT / "LegacyFixtures").rglob("*.json"))]
    return [
        line
        for line in (text.replace(b"\r", b" ").replace(b"\n", b" ") for text in texts)
        if is_record(line[:1] + b'"n":1,' + line[1:])
    ]


def is_record(line: bytes) -> bool:
    try:
        adapty_migration.upgrade(line)
    except adapty_migration.Rejected:
        return False
    return True


def corpus(count: int, seed: int, broken: float = 0) -> list[bytes]:
    """Fixtures in any order, each with a member of its own, so that no two records are the same; and lines that are no records."""
    chance, all_ = random.Random(seed), records()
    lines = []
    for number in range(count):
        if chance.random() < broken:
            lines.append(chance.choice(BROKEN))
        else:
            record = chance.choice(all_)
            lines.append(record[:1] + b'"n%d_%d":%d,' % (seed, number, number) + record[1:])
    return lines


def write(folder: pathlib.Path, files: dict[str, list[bytes]]) -> pathlib.Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in files.items():
        (folder / name).write_bytes(b"".join(line + b"\n" for line in lines))
    return folder


def ndjson(folder: pathlib.Path, output: pathlib.Path, residue: str = "embed", **more: object) -> UpgradeJob:
    """A job that keeps what it needs to be verified."""
    return UpgradeJob(Input((str(folder),), "ndjson"), str(output), residue=residue, **more)  # type: ignore[arg-type]


class Single:
    """What the tool makes of the same files on one machine."""

    def __init__(self, folder: pathlib.Path, scratch: pathlib.Path, *options: str) -> None:
        self.lines: list[bytes] = []
        self.rejects: list[tuple[str, str, Any]] = []
        self.summary: dict[str, Any] = {}
        everything = scratch / "everything.ndjson"
        everything.write_bytes(b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()))
        arguments = [
            str(TOOL),
            "upgrade",
            str(everything),
            "-o",
            str(scratch / "single.ndjson"),
            "--rejects",
            str(scratch / "single.rejects"),
            "--summary",
            str(scratch / "single.json"),
            *options,
        ]
        assert subprocess.run(arguments, capture_output=True).returncode in (0, 65)
        self.lines = (scratch / "single.ndjson").read_bytes().split(b"\n")[:-1]
        if (scratch / "single.rejects").exists():
            self.rejects = [
                reject_of(json.loads(line)) for line in (scratch / "single.rejects").read_text().splitlines()
            ]
        self.summary = json.loads((scratch / "single.json").read_text())


def reject_of(reject: dict[str, Any]) -> tuple[str, str, Any]:
    return reject["code"], reject["path"], reject.get("record", reject.get("record_base64"))


def parts(run: pathlib.Path, name: str) -> list[bytes]:
    """The lines of a folder of a run, part after part."""
    return [line for path in sorted((run / name).glob("part-*")) for line in path.read_bytes().split(b"\n")[:-1]]


def run_folder(output: pathlib.Path) -> pathlib.Path:
    (run,) = [path for path in output.iterdir() if path.is_dir()]
    return run


def same(output: pathlib.Path, single: Single) -> dict[str, Any]:
    """Expects the run's bytes per record, its rejects and its sums to be those of the one machine, and nothing to be left over."""
    run = run_folder(output)
    assert sorted(parts(run, "data")) == sorted(single.lines)
    assert sorted(reject_of(json.loads(line)) for line in parts(run, "rejects")) == sorted(single.rejects)
    manifest: dict[str, Any] = json.loads((run / "manifest.json").read_text())
    for name in (
        "records",
        "converted",
        "unchanged",
        "rejected",
        "with_residue",
        "from",
        "to",
        "kinds",
        "ledger",
        "reject_codes",
    ):
        assert manifest.get(name, {}) == single.summary[name], name
    assert sorted(path.name for path in run.iterdir() if not path.name.startswith(".")) == [
        "data",
        "manifest.json",
        "rejects",
        "summaries",
    ]
    return manifest


def program(folder: pathlib.Path, script: str) -> pathlib.Path:
    """A program called adapty-migrate that does something else, or something more; `$TOOL` is the real one."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "adapty-migrate"
    path.write_text(f"#!/usr/bin/env bash\nTOOL={TOOL}\n{textwrap.dedent(script)}")
    path.chmod(0o755)
    return path
