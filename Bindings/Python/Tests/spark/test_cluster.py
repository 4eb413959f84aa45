"""The job on a cluster of two executors, while things go wrong."""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from typing import Callable

import adapty_migration
import pytest
from adapty_migration import Residue
from adapty_migration.spark import Input, JobError, UpgradeJob, VerifyJob
from conftest import MASTER, Single, corpus, ndjson, parts, program, run_folder, same, write
from pyspark.sql import SparkSession

pytestmark = pytest.mark.long

Behave = Callable[[str], None]


@pytest.fixture
def skewed(tmp_path: pathlib.Path) -> pathlib.Path:
    """Eight files, of which one has a hundred times as many records as the others, with lines that are no records here and there."""
    files = {f"small-{number}.ndjson": corpus(20, number, broken=0.1) for number in range(7)}
    return write(tmp_path / "in", {**files, "large.ndjson": corpus(2000, 99, broken=0.05)})


def test_a_run_is_what_one_machine_makes_of_it(
    spark: SparkSession, skewed: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    output = tmp_path / "out"
    told = ndjson(skewed, output).run(spark)
    manifest = same(output, Single(skewed, tmp_path))
    assert told == manifest
    assert manifest["partitions"] > 4 and manifest["rejected"] > 20 and manifest["partly_rejected"] > 0
    assert manifest["access"]["is_same"] and len(manifest["access"]["before"]) > 20
    reject = json.loads(parts(run_folder(output), "rejects")[0])
    assert reject["source"].endswith(".ndjson") and reject["row"] >= 1 and reject["reason"]

    before = {path: path.stat().st_mtime_ns for path in output.rglob("*")}
    assert ndjson(skewed, output).run(spark)["run"] == run_folder(output).name
    assert {path: path.stat().st_mtime_ns for path in output.rglob("*")} == before


@pytest.mark.parametrize("kind", ["string", "binary"])
def test_parquet_keeps_its_columns_and_line_breaks(spark: SparkSession, tmp_path: pathlib.Path, kind: str) -> None:
    def stored(text: bytes | None) -> str | bytes | None:
        return text.decode() if text is not None and kind == "string" else text

    pretty = [
        path.read_bytes()
        for path in sorted((pathlib.Path(__file__).parents[4] / "LegacyFixtures/sdk1-wire/profile").glob("*.json"))
    ]
    texts = [*pretty, b'{"a":1}', None, *(line for line in corpus(50, 6))]
    rows = [(number, stored(text), [f"tag{number}"]) for number, text in enumerate(texts)]
    spark.createDataFrame(rows, f"id int, `the body` {kind}, tags array<string>").repartition(3).write.parquet(
        str(tmp_path / "in")
    )
    for beside in (None, "residue"):
        output = tmp_path / f"out-{beside}"
        source = Input((str(tmp_path / "in"),), "parquet", "the body")
        manifest = UpgradeJob(source, str(output), residue="embed", residue_column=beside).run(spark)
        assert (manifest["rejected"], manifest["without_record"]) == (1, 1)
        table = spark.read.parquet(str(run_folder(output) / "data"))
        assert table.columns == ["id", "the body", "tags", *([beside] if beside else [])]
        found = {row["id"]: row for row in table.collect()}
        assert sorted(found) == [number for number, text in enumerate(texts) if text != b'{"a":1}']
        for number, row in found.items():
            text = texts[number]
            assert row["tags"] == [f"tag{number}"]
            if text is None:
                assert row["the body"] is None
                continue
            expected = adapty_migration.convert(text, residue=Residue.BESIDE if beside else Residue.EMBED)
            assert row["the body"] == stored(expected.document)
            assert beside is None or (row[beside].encode() if row[beside] is not None else None) == expected.residue
        (reject,) = [json.loads(line) for line in parts(run_folder(output), "rejects")]
        assert reject["columns"] == {"id": len(pretty), "tags": [f"tag{len(pretty)}"]} and reject["record"] == '{"a":1}'
        verdict = VerifyJob(str(run_folder(output))).verify(spark)
        assert verdict["holds"], verdict

        back = UpgradeJob(
            Input((str(run_folder(output) / "data"),), "parquet", "the body", beside),
            str(tmp_path / f"back-{beside}"),
            command="downgrade",
            residue_column=beside,
        )
        back.run(spark)
        restored = {
            row["id"]: row["the body"]
            for row in spark.read.parquet(str(run_folder(tmp_path / f"back-{beside}") / "data")).collect()
        }
        assert restored == {number: stored(text) for number, text in enumerate(texts) if text != b'{"a":1}'}


def test_records_are_clean_by_default(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    records = corpus(50, 6)
    folder = write(tmp_path / "in", {"a.ndjson": records})
    job = UpgradeJob(Input((str(folder),), "ndjson"), str(tmp_path / "out"))
    job.run(spark)
    expected = [adapty_migration.upgrade(record, residue=Residue.DISCARD) for record in records]
    assert parts(run_folder(tmp_path / "out"), "data") == expected
    with pytest.raises(JobError, match="kept the residue"):
        VerifyJob(str(run_folder(tmp_path / "out"))).verify(spark)


def slowly(marks: pathlib.Path) -> str:
    """Leaves a mark when the program starts, and takes its time while there is a file `slow`."""
    marks.mkdir()
    (marks / "slow").touch()
    return f"touch {marks}/$$; for n in $(seq 40); do [ -e {marks}/slow ] && sleep 0.1; done\n"


def wait_for(condition: object, what: str) -> None:
    end = time.monotonic() + 120
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, what
        time.sleep(0.05)


def processes(*words: str) -> list[tuple[int, int]]:
    """The processes below this one whose command line has all the words, each with its parent."""
    table = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                table[int(entry.name)] = parent, (entry / "cmdline").read_bytes().decode("utf-8", "replace")
            except OSError:
                continue

    def is_ours(process: int) -> bool:
        return process == os.getpid() or process in table and is_ours(table[process][0])

    return [
        (process, parent)
        for process, (parent, line) in sorted(table.items())
        if is_ours(process) and all(word in line for word in words)
    ]


def executor() -> int:
    return processes("CoarseGrainedExecutorBackend")[0][0]


def python_worker() -> int:
    return processes("adapty-migrate", "--in-step")[0][1]


def tool() -> int:
    return processes("adapty-migrate", "--in-step")[0][0]


@pytest.mark.parametrize("victim", [executor, python_worker, tool])
def test_something_is_killed_mid_run(
    spark: SparkSession, behave: Behave, skewed: pathlib.Path, tmp_path: pathlib.Path, victim: Callable[[], int]
) -> None:
    marks = tmp_path / "marks"
    behave(slowly(marks))
    job, outcome = ndjson(skewed, tmp_path / "out"), []
    runner = threading.Thread(target=lambda: outcome.append(job.run(spark)))
    runner.start()
    wait_for(lambda: len(list(marks.iterdir())) >= 3, "the tool never started")
    os.kill(victim(), signal.SIGKILL)
    (marks / "slow").unlink()
    runner.join(120)
    assert outcome, "the job did not end well"
    started = len(list(marks.iterdir()))
    manifest = same(tmp_path / "out", Single(skewed, tmp_path))
    assert started > manifest["partitions"], "nothing had to be done again"


def test_a_poisoned_partition_is_told_and_nothing_is_committed(
    spark: SparkSession, behave: Behave, tmp_path: pathlib.Path
) -> None:
    lines = corpus(900, 7)
    lines[700] = b'{"event_type":"poison"}'
    folder = write(tmp_path / "in", {"a.ndjson": lines})
    behave(
        'cat > "$0.$$"; if grep -qa poison "$0.$$"; then echo "cannot bear this" >&2; exit 70; fi; exec "$TOOL" "$@" < "$0.$$"'
    )
    with pytest.raises(
        JobError,
        match=r"exit status 70 before it had answered file:.*a\.ndjson, record \d+ of .*; its error output: cannot bear this",
    ):
        ndjson(folder, tmp_path / "out").run(spark)
    run = run_folder(tmp_path / "out")
    assert not (run / "manifest.json").exists() and not (run / "data").exists()


def test_a_run_whose_access_changes_is_not_committed(
    spark: SparkSession, behave: Behave, tmp_path: pathlib.Path
) -> None:
    folder = write(tmp_path / "in", {"a.ndjson": corpus(300, 8)})
    change = """s["access"]["after"].update({"access level premium": "0"})"""
    behave(f"""
        "$TOOL" "$@"; status=$?
        {sys.executable} -c 'import json, sys; p = sys.argv[sys.argv.index("--summary") + 1]; s = json.load(open(p)); {change}; json.dump(s, open(p, "w"))' "$@"
        exit $status""")
    with pytest.raises(
        JobError, match=r"access is not the same before and after: access level premium: \d+ before, 0 after"
    ):
        ndjson(folder, tmp_path / "out").run(spark)
    assert not (run_folder(tmp_path / "out") / "manifest.json").exists()


def test_an_interrupted_job_is_run_again(skewed: pathlib.Path, tmp_path: pathlib.Path) -> None:
    marks = tmp_path / "marks"
    tool = program(tmp_path / "tool", slowly(marks) + 'exec "$TOOL" "$@"')
    arguments = [
        sys.executable,
        "-m",
        "adapty_migration.spark",
        "upgrade",
        "--master",
        MASTER,
        "--tool",
        str(tool),
        "--input",
        f"{skewed}/*.ndjson",
        "--residue",
        "embed",
        "--output",
        str(tmp_path / "out"),
    ]
    first = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    wait_for(lambda: len(list(marks.iterdir())) >= 3, "the tool never started")
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    run = run_folder(tmp_path / "out")
    assert not (run / "manifest.json").exists() and any(path.name.startswith("_attempt-") for path in run.iterdir())

    (marks / "slow").unlink()
    second = subprocess.run(arguments, capture_output=True, text=True)
    assert second.returncode == 0, second.stderr
    assert second.stdout.splitlines()[1:] == ["access is the same before and after, counted over all records", str(run)]
    same(tmp_path / "out", Single(skewed, tmp_path))


@pytest.mark.parametrize(
    "options",
    [("--at", "2024-06-01T00:00:00Z"), ("--to", "sdk3"), ("--fill-required",), ("--from", "sdk1-wire")],
    ids=lambda options: options[0],
)
def test_options_are_the_tools(spark: SparkSession, tmp_path: pathlib.Path, options: tuple[str, ...]) -> None:
    folder = write(tmp_path / "in", {"a.ndjson": corpus(400, 12)})
    manifest = ndjson(folder, tmp_path / "out", options=options).run(spark)
    same(tmp_path / "out", Single(folder, tmp_path, *options))
    assert manifest["access"]["is_same"]
    verdict = VerifyJob(str(run_folder(tmp_path / "out"))).verify(spark)
    assert verdict["holds"], verdict


def test_lines_of_other_systems(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    """Line ends of Windows, compressed files, and a last line without an end, in folders below the one that is named."""
    lines = corpus(120, 11, broken=0.1)
    folder = write(tmp_path / "plain", {"a.ndjson": [line + b"\r" for line in lines[:60]], "b.ndjson": lines[60:]})
    source = write(tmp_path / "in", {"a.ndjson": [line + b"\r" for line in lines[:60]]})
    (source / "b.ndjson.gz").write_bytes(gzip.compress(b"\n".join(lines[60:])))
    ndjson(source, tmp_path / "out").run(spark)
    same(tmp_path / "out", Single(folder, tmp_path))


def test_no_rows(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    folder = write(tmp_path / "in", {"a.ndjson": []})
    assert ndjson(folder, tmp_path / "out").run(spark)["records"] == 0
    assert VerifyJob(str(run_folder(tmp_path / "out"))).verify(spark)["holds"]


def test_what_cannot_be_done_is_told_before_anything_is(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    folder = write(tmp_path / "in", {"a.ndjson": corpus(3, 10)})
    spark.createDataFrame([(1, "{}")], "id int, body string").write.parquet(str(tmp_path / "table"))
    for job, said in [
        (UpgradeJob(Input((str(tmp_path / "table"),), "parquet"), str(tmp_path / "out")), "--column is missing"),
        (
            UpgradeJob(Input((str(tmp_path / "table"),), "parquet", "text"), str(tmp_path / "out")),
            "no column text; they have id, body",
        ),
        (
            UpgradeJob(Input((str(tmp_path / "table"),), "parquet", "id"), str(tmp_path / "out")),
            "the column id has the type int; JSON must be in a column",
        ),
        (ndjson(tmp_path / "nowhere", tmp_path / "out"), "Path does not exist.*nowhere"),
        (ndjson(folder, tmp_path / "out", residue_column="r"), "only Parquet can have a residue column"),
    ]:
        with pytest.raises(JobError, match=said):
            job.run(spark)
    with pytest.raises(JobError, match="not a run, or the run was interrupted"):
        VerifyJob(str(tmp_path)).verify(spark)
    with pytest.raises(JobError, match="do not show their format"):
        Input.named(("x",), None)
    assert not (tmp_path / "out").exists()
