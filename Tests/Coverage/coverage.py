#!/usr/bin/env python3
"""Line coverage per folder of Sources, from a test run with --enable-code-coverage (make coverage runs both).

    coverage.py SCRATCH [--lines]

Exit status 1 where the engine has less than 95 % of its lines, or the residue or the ledger has a line that no test runs,
or a glob matches no file. With --lines the lines that none runs."""

import collections
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINE = ROOT / "Sources"
# The files of which a test runs every line.
WHOLE = ["Residue*.swift", "Ledger*.swift"]
LEAST = 95.0


def report(scratch):
    """What the toolchain's llvm-cov, which swift test runs, says of each file of the engine."""
    exported = next(scratch.glob("*/debug/codecov/*.json"), None)
    if exported is None:
        sys.exit("no coverage: run make coverage")
    files = json.loads(exported.read_text())["data"][0]["files"]
    return {
        pathlib.Path(f["filename"]).relative_to(ENGINE): f
        for f in files
        if pathlib.Path(f["filename"]).is_relative_to(ENGINE)
    }


def lines_of(file):
    """How often each line ran that has code, counted as `llvm-cov show` does: the most that any region on it ran."""
    by_line = collections.defaultdict(list)
    for segment in file["segments"]:
        by_line[segment[0]].append(segment)
    counts, around = {}, None
    for line in range(min(by_line, default=1), max(by_line, default=0) + 1):
        segments = by_line[line]
        starts = [
            count for _, _, count, has_count, is_entry, is_gap in segments if has_count and is_entry and not is_gap
        ]
        is_skipped = segments and segments[0][4] and not segments[0][3]
        if not is_skipped and (starts or around and around[3]):
            counts[line] = max(starts + ([around[2]] if around else []))
        if segments:
            around = segments[-1]
    return counts


def main():
    scratch, shows_lines = ROOT / sys.argv[1], "--lines" in sys.argv
    files = report(scratch)
    folders = collections.defaultdict(lambda: [0, 0])
    failures = [f"{glob} matches no file" for glob in WHOLE if not any(path.match(glob) for path in files)]
    for path, file in sorted(files.items()):
        lines = lines_of(file)
        missed = [line for line, count in lines.items() if count == 0]
        for key in (str(path.parent), "the engine"):
            folders[key][0] += len(lines) - len(missed)
            folders[key][1] += len(lines)
        if missed and any(path.match(glob) for glob in WHOLE):
            failures.append(f"{path}: no test runs line {', '.join(map(str, missed))}")
        if missed and shows_lines:
            print(f"{path}: {', '.join(map(str, missed))}")
    for folder, (covered, count) in sorted(folders.items(), key=lambda item: (item[0] == "the engine", item[0])):
        print(f"{100 * covered / count:6.2f} %  {covered:6} of {count:6}  {folder}")
    covered, count = folders["the engine"]
    if 100 * covered < LEAST * count:
        failures.append(f"the engine: less than {LEAST} % of its lines")
    for failure in failures:
        print(f"failed: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
