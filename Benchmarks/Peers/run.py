#!/usr/bin/env python3
"""Times the product beside what its users would write instead, on corpora made here, and rewrites the table of Benchmarks/README.md.

Every program does the job of Peers/README.md and is compared with the product first. The rounds are interleaved (A B C … A B C …), one
uncounted round before; the figures are medians of processor time. Ratios are of use, seconds on a shared machine are not.
"""

import argparse
import datetime
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import compare
import peers
from peers import BENCHMARKS, BUILD, ROOT, say

KINDS = ["profiles", "events"]
CORPORA = BENCHMARKS / ".build" / "corpora"
BEGIN, END = "<!-- peers:begin -->", "<!-- peers:end -->"
SEED = 20210615


def build_product(products):
    """The command line tool as `make install` builds it, and the benchmark tools; or those of a folder."""
    if products:
        products = products.resolve()
        return products / "adapty-migrate", {name: products / name for name in ("make-corpus", "throughput")}
    say("building adapty-migrate, as make install does")
    build = [ROOT / "Programs/build-release", "Programs/CommandLine", "adapty-migrate"]
    built = subprocess.run(build, capture_output=True, text=True)
    if built.returncode != 0:
        sys.exit(built.stderr)
    tools = {}
    for name in ["make-corpus", "throughput"]:
        say(f"building {name}")
        if not peers.run("swift", "build", "-c", "release", "--package-path", BENCHMARKS, "--product", name):
            sys.exit(f"{name} does not build")
        tools[name] = BENCHMARKS / ".build" / "release" / name
    return Path(built.stdout.strip()) / "adapty-migrate", tools


def make_corpora(tools, cli, megabytes):
    """`<kind>-<mb>.ndjson` in whole, and the slices the slow programs get; the upgraded whole for the way down."""
    CORPORA.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        for size in sorted({megabytes, *(m for m in (5, 12, 100) if m < megabytes)}):
            path = corpus(kind, size)
            with open(path, "wb") as output:
                subprocess.run([tools["make-corpus"], kind, str(size), str(SEED)], stdout=output, check=True)
        with open(upgraded(kind, megabytes), "wb") as output:
            subprocess.run([cli, "upgrade", corpus(kind, megabytes)], stdout=output, check=True)


def corpus(kind, megabytes):
    return CORPORA / f"{kind}-{megabytes}.ndjson"


def upgraded(kind, megabytes):
    return CORPORA / f"{kind}-{megabytes}.upgraded.ndjson"


def command(program, kind, path, above):
    return [str(part).format(kind=kind, file=path, upgraded=above) for part in program.command]


def timed(arguments, path, reads_input):
    """Seconds of processor time and peak KB of one run; the errors of a failing one end everything."""
    measured = tempfile.NamedTemporaryFile("r")
    prefix = ["/usr/bin/time", "-q", "-f", "%M", "-o", measured.name] if os.path.exists("/usr/bin/time") else []
    with open(path, "rb") as source:
        start = used()
        result = subprocess.run(
            prefix + arguments,
            stdin=source if reads_input else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        seconds = used() - start
    if result.returncode != 0:
        sys.exit(f"{' '.join(arguments)} failed: {result.stderr.decode()[-1000:]}")
    return seconds, int(measured.read() or 0)


def used():
    """Seconds of processor time that finished children have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compare_all(programs, cli):
    """Before any timing: every peer's documents against ours."""
    for kind in KINDS:
        small = corpus(kind, 5)
        answer = subprocess.run([cli, "upgrade", small], capture_output=True, check=True).stdout.splitlines()
        for program in programs:
            if program.is_ours or program.is_limit:
                continue
            with open(small, "rb") as source:
                theirs = subprocess.run(
                    command(program, kind, small, None), stdin=source, capture_output=True, check=True
                ).stdout.splitlines()
            try:
                program.fidelity[kind], lines = compare.compare(answer, theirs)
            except compare.Difference as difference:
                sys.exit(f"{program.name}, {kind}: not the same job: {difference}")
            say(f"{program.name}, {kind}: {program.fidelity[kind]}, {lines} documents are equal")


def measure(programs, limits, arguments):
    """{(program, kind): [(MB/s, KB)]}, {(limit, kind): [MB/s]}"""
    results, bounds = {}, {}
    for turn in range(arguments.rounds + 1):
        say(f"round {turn} of {arguments.rounds}" if turn else "warm-up")
        for kind in KINDS:
            for program in programs:
                size = program.megabytes if 0 < program.megabytes < arguments.mb else arguments.mb
                path, above = corpus(kind, size), upgraded(kind, size)
                line = command(program, kind, path, above)
                is_above = str(above) in line
                seconds, memory = timed(line, path, reads_input=not is_above and str(path) not in line)
                if turn:
                    results.setdefault((program.name, kind), []).append(
                        ((above if is_above else path).stat().st_size / 1e6 / seconds, memory)
                    )
            for tool in limits:
                size = min(100, arguments.mb)
                output = subprocess.run(
                    [str(part) for part in tool] + [str(corpus(kind, size)), "3"],
                    capture_output=True,
                    text=True,
                    check=True,
                ).stdout
                for name, speed in (row.split()[:2] for row in output.splitlines()):
                    if turn:
                        bounds.setdefault((name, kind), []).append(float(speed))
    return results, bounds


def figure(values):
    return (
        f"{statistics.median(values):,.0f} ({min(values):,.0f}–{max(values):,.0f})"
        if statistics.median(values) >= 20
        else f"{statistics.median(values):.1f} ({min(values):.1f}–{max(values):.1f})"
    )


def ratio(value):
    return f"{value:,.0f}" if value >= 20 else f"{value:.1f}" if value >= 2 else f"{value:.2f}"


def table(programs, results, bounds):
    def speeds(name, kind):
        return [speed for speed, _ in results[name, kind]]

    base = {kind: statistics.median(speeds(programs[0].name, kind)) for kind in KINDS}
    rows = [
        "| program | output | profiles, MB/s | events, MB/s | memory, MB | upgrade ÷ it |",
        "| :-- | :-- | --: | --: | --: | --: |",
    ]
    for program in programs:
        fidelity = max(
            (program.fidelity.get(kind, "") for kind in KINDS),
            key=lambda word: compare.LEVELS.index(word) if word else -1,
        )
        memory = statistics.median(kb for kind in KINDS for _, kb in results[program.name, kind]) / 1024
        quotients = " / ".join(ratio(base[kind] / statistics.median(speeds(program.name, kind))) for kind in KINDS)
        name = f"**{program.name}**" if program.is_ours else program.name
        rows.append(
            f"| {name} | {'strict' if program is programs[0] else fidelity} | {figure(speeds(program.name, 'profiles'))} "
            f"| {figure(speeds(program.name, 'events'))} | {memory:.0f} | {quotients} |"
        )
    if bounds:
        rows += [
            "",
            "| in memory, one thread, no input or output | profiles, MB/s | events, MB/s | library upgrade ÷ it |",
            "| :-- | --: | --: | --: |",
        ]
        own = {kind: statistics.median(bounds["upgrade", kind]) for kind in KINDS}
        labels = {
            "upgrade": "**library, upgrade**",
            "dom": "simdjson, full-DOM parse of each line (writes nothing)",
            "parse_many": "simdjson, `parse_many`",
            "memcpy": "`memcpy`",
        }
        for name, label in labels.items():
            if (name, KINDS[0]) in bounds:
                quotients = " / ".join(f"{own[kind] / statistics.median(bounds[name, kind]):.3f}" for kind in KINDS)
                rows.append(
                    f"| {label} | {figure(bounds[name, 'profiles'])} | {figure(bounds[name, 'events'])} | {quotients} |"
                )
    return rows


def processor():
    try:
        for line in open("/proc/cpuinfo"):
            if line.startswith("model name"):
                return line.split(":")[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def report(rows, arguments):
    line = "python3 Benchmarks/Peers/run.py" + (
        "" if (arguments.mb, arguments.rounds) == (400, 5) else f" --mb {arguments.mb} --rounds {arguments.rounds}"
    )
    head = [
        f"Measured {datetime.date.today().isoformat()} on {processor()} ({os.cpu_count()} shared cores): {arguments.mb} MB of each corpus, {arguments.rounds} "
        "interleaved rounds, MB for each second of processor time, medians (min–max); slow programs got 12 or 100 MB of the same. "
        "Every program does the same job and gave equal documents first ([how](Peers/README.md)).",
        f"{peers.versions()}.",
        f"Command: `make bench-peers` (`{line}`).",
        "",
    ]
    return "\n".join(head + rows)


def rewrite(text):
    page = ROOT / "Benchmarks/README.md"
    content = page.read_text()
    if BEGIN not in content or END not in content:
        return say(f"Benchmarks/README.md has no {BEGIN}: only printed")
    before, rest = content.split(BEGIN, 1)
    page.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END, 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mb", type=int, default=400, help="size of each corpus")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="40 MB, two rounds, and the table stays as it is")
    parser.add_argument(
        "--products", type=Path, help="a folder with our programs, built already; then no peer may be missing"
    )
    parser.add_argument(
        "--only", action="append", metavar="WORD", help="only programs with this in their name (ours are always there)"
    )
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.mb, arguments.rounds = 40, 2

    peers.install()
    cli, tools = build_product(arguments.products)
    programs = peers.ours(cli) + peers.peers(all_are_needed=bool(arguments.products))
    if arguments.only:
        programs = [
            program for program in programs if program.is_ours or any(word in program.name for word in arguments.only)
        ]
    limits = [[tools["throughput"], "upgrade"]] + ([[BUILD / "limits"]] if peers.build_limits() else [])
    make_corpora(tools, cli, arguments.mb)
    compare_all(programs, cli)
    results, bounds = measure(programs, limits, arguments)
    text = report(table(programs, results, bounds), arguments)
    print(text)
    if not arguments.quick and not arguments.only:
        rewrite(text)


if __name__ == "__main__":
    main()
