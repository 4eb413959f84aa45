"""One run, from its records to what verification says of it."""

from __future__ import annotations

import pathlib

from adapty_migration.spark import VerifyJob
from conftest import Single, corpus, ndjson, parts, run_folder, same, write
from pyspark.sql import SparkSession


def test_a_run_keeps_its_records_and_verification_finds_what_was_done_to_them(
    spark: SparkSession, tmp_path: pathlib.Path
) -> None:
    folder = write(
        tmp_path / "in", {"a.ndjson": [line for line in corpus(900, 9, broken=0.03) if not line.startswith(b"[")]}
    )
    ndjson(folder, tmp_path / "out").run(spark)
    run, single = run_folder(tmp_path / "out"), Single(folder, tmp_path)
    manifest = same(tmp_path / "out", single)
    assert manifest["partitions"] > 1 and parts(run, "data") == single.lines, "the order is kept"
    verdict = VerifyJob(str(run)).verify(spark)
    assert verdict["holds"] and verdict["rows"] > 800 and verdict["rejected"] > 0, verdict

    part = next(path for path in sorted((run / "data").glob("part-*")) if path.stat().st_size)
    good, crc = part.read_bytes(), part.with_name(f".{part.name}.crc")
    crc.unlink()
    lines = good.split(b"\n")
    one = next(number for number, line in enumerate(lines) if b"_adapty_migration" in line)
    for bad, said in [
        (b"\n".join(lines[1:]), "rows of data"),
        (good + lines[0] + b"\n", "rows of data"),
        (good.replace(lines[one], lines[one].replace(b'"n9_', b'"m9_', 1)), "the committed data"),
    ]:
        assert bad != good
        part.write_bytes(bad)
        verdict = VerifyJob(str(run)).verify(spark)
        assert not verdict["holds"] and any(finding.startswith(said) for finding in verdict["findings"]), verdict
    part.write_bytes(good)
    with open(folder / "a.ndjson", "ab") as file:
        file.write(b'{"event_type":"trial_cancelled"}\n')
    assert [finding.split(":")[0] for finding in VerifyJob(str(run)).verify(spark)["findings"]] == ["the present input"]
    assert VerifyJob(str(run), reads_input=False).verify(spark)["holds"]
