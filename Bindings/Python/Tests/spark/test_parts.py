"""What runs without a cluster: sums, residues, and one process fed and read at once."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import time
from typing import Any, Iterator

import adapty_migration
import pytest
from adapty_migration import Residue
from adapty_migration.spark import Input, JobError, digest, gate, residue, shipping, tally
from adapty_migration.spark.errors import NO_BESIDE, NO_CSV
from adapty_migration.spark.pump import pump
from conftest import ROOT, TOOL, corpus, program


def send(arguments: list[str], batches: list[list[bytes]]) -> list[Any]:
    return [
        answer
        for _, answers in pump(arguments, batches, lambda batch: batch, lambda batch, number: f"record {number}")
        for answer in answers
    ]


IN_STEP = ["upgrade", "-", "--format", "ndjson", "--in-step", "--jobs", "1"]


def test_sums_do_not_depend_on_how_things_are_dealt_out() -> None:
    records = corpus(60, 1)
    assert (digest.of(records[:17]) + digest.of(records[17:])) % digest.MODULUS == digest.of(reversed(records))
    assert digest.of(records) != digest.of(records[1:]) != digest.of([*records[1:], records[1]])
    left = {
        "rows": 1,
        "digest_in": digest.text(5),
        "tool": {"ledger": {"copied": 2}, "rules": "r", "access": {"before": {"sum": "0.10"}}},
    }
    right = {
        "rows": 2,
        "digest_in": digest.text(digest.MODULUS - 2),
        "tool": {"ledger": {"renamed": 1}, "rules": "r", "access": {"before": {"sum": "0.2", "x": "1"}}},
    }
    assert tally.total([left, right]) == {
        "rows": 3,
        "digest_in": digest.text(3),
        "tool": {"ledger": {"copied": 2, "renamed": 1}, "rules": "r", "access": {"before": {"sum": "0.3", "x": "1"}}},
    }
    with pytest.raises(ValueError, match="several versions"):
        tally.total([left, {"tool": {"rules": "other"}}])


def test_residues_leave_records_and_come_back() -> None:
    found = 0
    for record in corpus(400, 2):
        whole, beside = adapty_migration.upgrade(record), adapty_migration.convert(record, residue=Residue.BESIDE)
        assert residue.split(whole) == (beside.document, beside.residue)
        assert residue.join(beside.document, beside.residue) == whole
        found += beside.residue is not None
    assert found > 200
    for record in (
        b'{"a":{"_adapty_migration":{"v":1,"original":"{}"}}}',
        b'{"_adapty_migration":1}',
        b"{}",
        b"",
        b'[{"_adapty_migration":{"v":1,"original":"{}"}}]',
    ):
        assert residue.split(record) == (record, None)


def test_what_the_access_gate_passes_over() -> None:
    access = {
        "before": {
            "access level a": "1",
            "access level a, does not say whether it is active: judged by its dates": "1",
            "products": "3",
        },
        "after": {"access level a": "1", "access level a, renews": "1"},
    }
    assert gate.differences(access, ["--at", "2024-01-01"]) == ["products: 3 before, 0 after"]
    assert gate.differences(access, ["--at", "2024-01-01", "--to", "sdk3"]) == []
    assert len(gate.differences(access, [])) == 3
    access["after"]["access level a"] = "2"
    assert gate.differences(access, ["--at", "2024-01-01", "--to", "sdk3"]) == ["access level a: 1 before, 2 after"]
    assert gate.instants(["2020-01-01"], ["--at", "2024-01-01"]) == ("2024-01-01",)
    assert gate.instants([], ["--at", "2024-01-01"]) == () and gate.instants(["2020-01-01"], []) == ("2020-01-01",)


def test_every_record_is_answered() -> None:
    records = corpus(500, 3, broken=0.1)
    sent = [record for record in records if b"\0" not in record]
    answers = send([str(TOOL), *IN_STEP], [sent[:100], [], sent[100:]])
    assert len(answers) == len(sent)
    for record, answer in zip(sent, answers):
        if answer.record is not None and record.strip() and not record.startswith(b"["):
            assert answer.record == adapty_migration.upgrade(record)
        assert answer.record is not None or answer.rejects


def test_records_larger_than_any_pipe() -> None:
    big = b'{"event_type":"subscription_cancelled","x":"' + b"y" * 5_000_000 + b'","event_api_version":1}'
    (answer,) = send([str(TOOL), *IN_STEP], [[big]])
    assert answer.record.startswith(b'{"event_type":"subscription_expired"') and len(answer.record) > len(big)


def test_a_slow_reader_holds_the_process_back() -> None:
    record = b'{"event_type":"subscription_cancelled","x":"' + b"y" * 100_000 + b'","event_api_version":1}'
    drawn = 0

    def batches() -> Iterator[list[bytes]]:
        nonlocal drawn
        for _ in range(300):
            drawn += 1
            yield [record]

    answered = 0
    for _ in pump([str(TOOL), *IN_STEP], batches(), lambda batch: batch, lambda batch, number: ""):
        answered += 1
        if answered == 5:
            time.sleep(1)
            ahead = drawn - answered
    assert answered == 300
    assert ahead < 100  # 10 MB: the pipes, and the few blocks of the process


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            "echo 'the disk is full' >&2; exit 74",
            r"adapty-migrate upgrade ended with exit status 74 before it had answered record 0; its error output: the disk is full",
        ),
        ("kill -9 $$", r"was killed by signal 9 before it had answered record 0; its error output: empty"),
        ("exit 0", r"ended without an answer to record 0"),
        ('"$TOOL" "$@" | head -c 5', r"ended without an answer to record 0"),
        ('"$TOOL" "$@"; printf "more\\0"', r"returned more records than it was sent"),
        ('"$TOOL" "$@"; echo late >&2; exit 3', r"exit status 3 at the end of the partition; its error output: late"),
        ('for n in $(seq 100000); do echo "line $n" >&2; done; exit 9', r"line 99999 \| line 100000"),
    ],
)
def test_what_ends_a_process_is_told(tmp_path: pathlib.Path, script: str, said: str) -> None:
    with pytest.raises(JobError, match=said):
        send([str(program(tmp_path, script)), *IN_STEP], [[b'{"event_type":"trial_started"}']])


def test_a_program_that_is_none() -> None:
    with pytest.raises(JobError, match="cannot be started.*--files or --tool"):
        send(["/nowhere/adapty-migrate", *IN_STEP], [[b"{}"]])


def test_the_program_of_the_wheel_is_found(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shipping._installed() == str(TOOL)
    scripts, user, beside = tmp_path / "all", tmp_path / "user", tmp_path / "target/bin"
    monkeypatch.setattr(sysconfig, "get_path", lambda name, scheme=None: str(user if scheme else scripts))
    monkeypatch.setattr(shipping, "PACKAGE", tmp_path / "target/adapty_migration")
    assert shipping._installed() == str(scripts / "adapty-migrate")
    for folder in (beside, user, scripts):
        folder.mkdir(parents=True)
        (folder / "adapty-migrate").touch()
        assert shipping._installed() == str(folder / "adapty-migrate")


def test_trouble_with_the_input_comes_through() -> None:
    def batches() -> Iterator[list[bytes]]:
        yield [b'{"event_type":"x"}']
        raise RuntimeError("the input broke")

    with pytest.raises(RuntimeError, match="the input broke"):
        list(pump([str(TOOL), *IN_STEP], batches(), lambda batch: batch, lambda batch, number: ""))


def test_types() -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file",
            str(ROOT / "Bindings/Python/pyproject.toml"),
            "--cache-dir=/dev/null",
            "-p",
            "adapty_migration",
        ],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 2, "the following arguments are required: command"),
        (["upgrade", "--input", "x"], 2, "the following arguments are required: --output"),
        (["upgrade", "--input", "x", "--output", "y", "--format", "xml"], 2, "invalid choice: 'xml'"),
        (["upgrade", "--input", "x", "--output", "y", "--format", "csv"], 2, f"--format: {NO_CSV}"),
        (["upgrade", "--input", "x.csv", "--output", "y"], 2, f"--input: {NO_CSV}"),
        (["upgrade", "--input", "x", "--output", "y", "--residue", "beside"], 2, f"--residue: {NO_BESIDE}"),
        (["job"], 0, ""),
    ],
)
def test_the_command_line(arguments: list[str], status: int, said: str) -> None:
    run = subprocess.run([sys.executable, "-m", "adapty_migration.spark", *arguments], capture_output=True, text=True)
    assert run.returncode == status and said in run.stderr
    if arguments == ["job"]:
        assert pathlib.Path(run.stdout.strip()).is_file()


def test_csv_exports_are_refused() -> None:
    with pytest.raises(JobError, match=NO_CSV):
        Input(("x.csv.gz",), Input.named(("x.csv.gz",), None))


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        (
            {"PATH": "/nowhere", "JAVA_HOME": "/nowhere"},
            "error: Spark cannot be started.*no java on the path. Install Java 17",
        ),
        ({"PYTHONPATH": "{hidden}"}, r"error: pyarrow is not installed; pip install 'adapty-migration\[spark\]'"),
    ],
)
def test_what_is_missing_is_told(tmp_path: pathlib.Path, environment: dict[str, str], said: str) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ImportError('hidden', name='pyarrow')")
    settings = {name: value.format(hidden=tmp_path) for name, value in environment.items()}
    arguments = ["upgrade", "--master", "local[1]", "--input", "x.ndjson", "--output", str(tmp_path / "out")]
    run = subprocess.run(
        [sys.executable, "-m", "adapty_migration.spark", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **settings},
    )
    assert run.returncode == 65 and re.search(said, run.stderr, re.DOTALL), run.stderr
