#!/usr/bin/env python3
"""Compares the library with orjson for every dialect, kind and layout of the fixtures. Prints the slowest cell first.

usage: cells.py [--megabytes N] [--rounds N] [--only TEXT] [--operations upgrade,downgrade,verify]

A cell holds the fixtures of one dialect and kind, repeated, in one layout: compact, spaced or indented. Each figure is the speed of the
library divided by that of `orjson.dumps(orjson.loads(record))` for the same bytes. Both are measured in turns, in processor time on one
thread. Records that the library rejects are left out.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import orjson
except ModuleNotFoundError:
    sys.exit("cells.py needs orjson: pip install orjson")

HERE = Path(__file__).resolve().parent
SCRATCH = HERE.parent / ".build-release"
TOOL = SCRATCH / "release" / "throughput"
BUILD = [
    "swift",
    "build",
    "--disable-build-manifest-caching",
    "-c",
    "release",
    "-debug-info-format",
    "none",
    "-Xswiftc",
    "-warnings-as-errors",
    "-Xswiftc",
    "-enable-testing",
    "--package-path",
    HERE,
    "--scratch-path",
    SCRATCH,
    "--product",
    "throughput",
]
FIXTURES = HERE.parent / "LegacyFixtures"
OPERATIONS = ["upgrade", "downgrade", "verify"]


def compact(document):
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def spaced(document):
    return json.dumps(document, ensure_ascii=False)


def indented(document):
    return json.dumps(document, indent=2, ensure_ascii=False)


LAYOUTS = {"compact": compact, "spaced": spaced, "indented": indented}


def documents(folder):
    """The fixtures of one dialect and kind that are JSON with one value for each name."""
    found = []
    for file in sorted(folder.glob("*.json")):
        try:
            text = file.read_text()
            if spaced(orjson.loads(text)) == spaced(json.loads(text)):
                document = json.loads(text)
                found += document if isinstance(document, list) else [document]
        except ValueError:
            continue
    return found


def cells(only):
    for folder in sorted(folder for folder in FIXTURES.glob("*/*") if folder.is_dir()):
        for layout, write in LAYOUTS.items():
            name = f"{folder.parent.name} {folder.name} {layout}"
            if only in name and (records := [write(document).encode() for document in documents(folder)]):
                yield name, records


def pass_through(records):
    start = time.process_time()
    for record in records:
        orjson.dumps(orjson.loads(record))
    return time.process_time() - start


def ours(operation, path):
    """The processor time of one round, and the bytes read; `None` where no record can be converted."""
    result = subprocess.run([TOOL, operation, path, "3"], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{operation} {path}: {result.stdout}{result.stderr}")
    seconds, size = result.stdout.split()[2:4]
    return float(seconds), int(size)


def ratio(operation, records, megabytes, rounds):
    size = sum(map(len, records))
    repeated = records * max(1, int(megabytes * 1e6 / size))
    with tempfile.NamedTemporaryFile(suffix=".records") as file:
        file.write(b"\0".join(repeated))
        file.flush()
        figures = []
        for _ in range(rounds):
            seconds, bytes_read = ours(operation, file.name)
            theirs = statistics.median(pass_through(repeated) for _ in range(3))
            figures.append((bytes_read / seconds) / (sum(map(len, repeated)) / theirs))
        return statistics.median(figures), bytes_read / seconds / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=float, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--operations", default=",".join(OPERATIONS))
    parser.add_argument("--files", nargs="*", help="cells of your own: each file is one, a record in each line")
    arguments = parser.parse_args()
    subprocess.run(BUILD, check=True, stdout=subprocess.DEVNULL)
    chosen = (
        [(Path(file).name, Path(file).read_bytes().splitlines()) for file in arguments.files]
        if arguments.files
        else list(cells(arguments.only))
    )
    found = []
    for name, records in chosen:
        for operation in arguments.operations.split(","):
            found.append((*ratio(operation, records, arguments.megabytes, arguments.rounds), operation, name))
    for figure, speed, operation, name in sorted(found):
        print(f"{figure:7.2f} × orjson  {speed:7.1f} MB/s  {operation:<10} {name}")
    print(f"{sum(figure < 1 for figure, *_ in found)} of {len(found)} slower than orjson")


if __name__ == "__main__":
    main()
