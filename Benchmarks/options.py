#!/usr/bin/env python3
"""Times every option of the tool beside a plain upgrade of the same records. Prints the share of its speed: 1.00 is as fast.

usage: options.py [--tool TOOL] [--megabytes N] [--rounds N] [--only TEXT]

The records are the fixtures of six dialects and kinds, repeated, one on each line. All commands read the same file in turns, on one
thread, in processor time, less that of the same command for one record. Records that plain upgrade rejects are left out, and for
`--strict` those that it rejects.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent.parent / "LegacyFixtures"
TOOL = FIXTURES.parent / "Tests/Everything/.build/release/adapty-migrate"
KINDS = [
    "sdk1-wire/profile",
    "sdk1-stored/profile",
    "sdk2/profile",
    "sdk1-wire/paywall",
    "webhook-legacy/event",
    "server-v2/profile",
]
# The options of an upgrade. DIALECT is that of the records, BESIDE a file.
OPTIONS = [
    "--to sdk3",
    "--to server-v2",
    "--to sdk2-bridge",
    "--readable-by 3.12.0",
    "--readable-by 2.8.0",
    "--strict",
    "--at 2026-01-01T00:00:00Z",
    "--unwrap",
    "--from DIALECT",
    "--keep-rejected",
    "--residue discard",
    "--residue beside=BESIDE",
    "--summary BESIDE",
    "--inside /body",
]
# What a kind has no place in.
IMPOSSIBLE = {
    "sdk1-wire/paywall": ["--to server-v2"],
    "webhook-legacy/event": ["--to server-v2", "--to sdk2-bridge"],
}


def commands(tool, kind, folder):
    """Each command by its name, with the file that it reads."""
    words = {"DIALECT": kind.split("/")[0], "BESIDE": str(folder / "beside.ndjson")}
    output = ["--jobs", "1", "-o", folder / "out.ndjson"]
    all = {"upgrade": ([tool, "upgrade", *output], "plain")}
    for option in OPTIONS:
        if option not in IMPOSSIBLE.get(kind, []):
            name, value = (option.split(" ", 1) + [None])[:2]
            for word, meaning in words.items():
                value = value and value.replace(word, meaning)
            arguments = [name] if value is None else [name, value]
            layout = {"--inside": "inside", "--strict": "strict"}.get(name, "plain")
            all[option] = ([tool, "upgrade", *output, *arguments], layout)
    all["strict upgrade"] = ([tool, "upgrade", *output], "strict")
    all["detect"] = ([tool, "detect", "--jobs", "1"], "plain")
    all["verify"] = ([tool, "verify", "--jobs", "1"], "plain")
    return all


def processor(command, path):
    def now():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    start = now()
    result = subprocess.run([*command, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    # 65: some records cannot be converted so.
    if result.returncode not in (0, 65):
        sys.exit(f"{' '.join(map(str, command))}: {result.stderr.decode()}")
    return now() - start


def records(tool, kind, *options):
    for file in sorted((FIXTURES / kind).glob("*.json")):
        text = file.read_bytes()
        if subprocess.run([tool, "upgrade", *options], input=text, capture_output=True).returncode != 0:
            continue
        try:
            document = json.loads(text)
        except ValueError:
            continue
        for record in document if isinstance(document, list) else [document]:
            yield json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def repeated(lines, megabytes):
    return lines * max(1, int(megabytes * 1e6 / sum(map(len, lines))))


def shares(tool, kind, megabytes, rounds, folder):
    """Megabytes a second of a plain upgrade, and the share of its speed by option."""
    lines = repeated(list(records(tool, kind)), megabytes)
    # Of some kinds no record is complete.
    passing = repeated(list(records(tool, kind, "--strict")) or lines[:1], megabytes)
    inside = [f'{{"body":{line}}}' for line in lines]
    for layout, all in {"plain": lines, "inside": inside, "strict": passing}.items():
        (folder / f"{layout}.ndjson").write_text("".join(line + "\n" for line in all))
        (folder / f"{layout}.one.ndjson").write_text(all[0] + "\n")
    all = commands(tool, kind, folder)
    seconds = {name: [] for name in all}
    for _ in range(rounds):
        for name, (command, layout) in all.items():
            start = processor(command, folder / f"{layout}.one.ndjson")
            seconds[name].append(processor(command, folder / f"{layout}.ndjson") - start)
    taken = {name: max(1e-6, statistics.median(times)) for name, times in seconds.items()}
    speed = (folder / "plain.ndjson").stat().st_size / taken["upgrade"] / 1e6
    base = {"strict": taken.pop("strict upgrade")}
    plain = taken.pop("upgrade")
    return speed, {name: base.get(all[name][1], plain) / time for name, time in taken.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=TOOL, type=Path)
    parser.add_argument("--megabytes", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="the kinds whose names contain this")
    arguments = parser.parse_args()
    kinds = [kind for kind in KINDS if arguments.only in kind]
    table = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            speed, options = shares(arguments.tool, kind, arguments.megabytes, arguments.rounds, Path(folder))
            print(f"{kind}: {speed:.0f} MB/s", flush=True)
            for name, share in options.items():
                table.setdefault(name, {})[kind] = share
    print("| option | " + " | ".join(kinds) + " | median |")
    print("| :-- " + "| --: " * (len(kinds) + 1) + "|")
    for name, row in table.items():
        figures = [f"{row[kind]:.2f}" if kind in row else "–" for kind in kinds]
        print(f"| {name} | " + " | ".join(figures) + f" | {statistics.median(row.values()):.2f} |")


main()
