#!/usr/bin/env python3
"""Counts instructions per byte and allocations per record, and holds them to thresholds.json. Seconds are never gated: the machines are shared.

usage: instructions.py PROGRAM [--record]     exit status 1 when a count is more than 5 % above its threshold

PROGRAM is the built product `instructions`; make test SUITES=instructions builds it. TEST_ALL=1 counts every case, else one per kind of work.

Each operation runs over N and over 2N records of a fixed corpus under callgrind; the difference is the cost of N records, whatever was built
once. The counts are the same on every run of one binary on one kind of processor; another compiler needs --record.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
THRESHOLDS = HERE / "thresholds.json"
# Records of the smaller run: enough to be steady, few enough for a minute in all. Where an operation allocates a lot, malloc's
# own tidying falls into one of two short runs and not into the other.
CASES = {
    ("upgrade", "profiles"): 100,
    ("upgrade", "events"): 100,
    ("upgrade", "cyrillic"): 30,
    ("upgrade", "paywalls"): 100,
    ("upgrade", "lists"): 100,
    ("downgrade", "profiles"): 20,
    ("downgrade", "events"): 20,
    ("downgrade", "paywalls"): 20,
    ("downgrade", "lists"): 20,
    ("verify", "profiles"): 20,
    ("verify", "events"): 20,
    ("verify", "paywalls"): 20,
    ("verify", "lists"): 20,
    ("detect", "profiles"): 20,
    ("detect", "events"): 1000,
    ("decode", "profiles"): 20,
    ("decode", "events"): 20,
    ("convert", "profiles"): 10,
    ("convert", "events"): 10,
}
# One of each operation, and both ways of the largest records.
USUAL = {
    ("upgrade", "profiles"),
    ("upgrade", "lists"),
    ("downgrade", "profiles"),
    ("verify", "events"),
    ("detect", "events"),
    ("decode", "profiles"),
    ("convert", "events"),
}
TOLERANCE = 1.05


def count(program, operation, kind, records):
    """(bytes, instructions, allocations) of `measured`."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "callgrind.out"
        environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1")
        result = subprocess.run(
            [
                "valgrind",
                "--tool=callgrind",
                "--quiet",
                "--toggle-collect=*8measured*",
                f"--callgrind-out-file={profile}",
                program,
                operation,
                kind,
                str(records),
            ],
            capture_output=True,
            text=True,
            env=environment,
        )
        if result.returncode != 0:
            sys.exit(f"{operation} {kind}: {result.stdout}{result.stderr}")
        size, allocations = map(int, result.stdout.split())
        instructions = re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)
        return size, int(instructions[1]), allocations


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--record", action="store_true", help="write thresholds.json")
    arguments = parser.parse_args()
    subprocess.run([HERE.parent / "Tests/need-packages", "valgrind"], check=True)
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()[0]

    known = json.loads(THRESHOLDS.read_text()) if THRESHOLDS.exists() else {"counts": {}}
    found, failures = {}, []
    print(f"{'operation':<10} {'corpus':<10} {'instructions/byte':>18} {'allocations/record':>19}")
    for (operation, kind), records in CASES.items():
        if not arguments.record and os.environ.get("TEST_ALL") != "1" and (operation, kind) not in USUAL:
            continue
        once, twice = (count(arguments.program, operation, kind, n) for n in (records, 2 * records))
        size, instructions, allocations = (b - a for a, b in zip(once, twice))
        now = {
            "instructions_per_byte": round(instructions / size, 2),
            "allocations_per_record": round(allocations / records, 2),
        }
        found[f"{operation} {kind}"] = now
        note = ""
        for measure, value in now.items():
            limit = known["counts"].get(f"{operation} {kind}", {}).get(measure)
            if limit is None:
                failures.append(f"{operation} {kind}: no threshold for {measure}")
            elif value > limit * TOLERANCE + (0.05 if measure == "allocations_per_record" else 0):
                failures.append(f"{operation} {kind}: {measure} {value}, the threshold is {limit} + 5 %")
                note = "  above"
            elif value < limit / TOLERANCE:
                note = note or "  below: --record holds the gain"
        print(
            f"{operation:<10} {kind:<10} {now['instructions_per_byte']:>18} {now['allocations_per_record']:>19}{note}",
            flush=True,
        )
    if arguments.record:
        THRESHOLDS.write_text(json.dumps({"compiler": compiler, "counts": found}, indent=2) + "\n")
        print(f"recorded in {THRESHOLDS.name}")
    elif failures:
        if known.get("compiler") != compiler:
            failures.append(f"the thresholds are of {known.get('compiler')}, this is {compiler}")
        sys.exit("\n".join(failures))
    else:
        print(f"{len(found)} cases, none above its threshold in {THRESHOLDS.name}")


if __name__ == "__main__":
    main()
