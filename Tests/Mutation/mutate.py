#!/usr/bin/env python3
"""Does a test notice when the code is wrong? Changes one place at a time in a scratch copy, builds, and runs the tests until
one fails.

    make mutation      200 mutants; those that ran before and whose file has not changed since are not run again
    make mutation MUTANTS=400 SEED=7 MINUTES=60

One build of a package serves all its mutants: a mutant compiles its one file with the compiler's own command and links the
programs again. The two tests that compare the table with a committed copy of itself (FrozenHistoryTests,
GeneratedDocumentsTests) are left out: they notice every change, and say nothing of what it does.

A mutant is killed when a test fails, the program stops, or it takes much longer than the original. A survivor is judged by
hand: a test is missing, or the mutant is no fault, and then its id and the reason are a line of
Tests/Mutation/equivalents.txt. Exit status 1 while a survivor is not judged, and where a glob matches no file or a file has
no area."""

import argparse
import hashlib
import os
import sys
import time

from areas import AREAS, check_areas
from mutants import population, sample
from packages import LIBRARY, ROOT, SCRATCH
from scratch import Build, judge

RESULTS = SCRATCH / "results.tsv"
EQUIVALENTS = ROOT / "Tests/Mutation/equivalents.txt"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", default="2026")
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--areas", nargs="*", default=[], choices=list(AREAS))
    parser.add_argument("--list", action="store_true", help="print the sample and stop")
    parser.add_argument("--again", nargs="*", default=[], help="ids to run even if they ran before")
    options = parser.parse_args()

    check_areas()
    chosen = sample(options.mutants, options.seed, options.areas)
    if options.list:
        for area in AREAS:
            print(f"{area}: {sum(m.area == area for m in chosen)} of {len(population(area))}")
        for mutant in chosen:
            print(mutant.key, mutant.shown)
        return 0
    if any(AREAS[mutant.area].package != LIBRARY for mutant in chosen) and "TEST_DATABASE_URL" not in os.environ:
        os.execv(ROOT / "Tests/with-postgres", ["with-postgres", sys.executable, *sys.argv])
    judged = dict(
        line.split(" ", 1) for line in EQUIVALENTS.read_text().splitlines() if line.strip() and not line.startswith("#")
    )
    digests = {m.path: hashlib.sha256((ROOT / m.path).read_bytes()).hexdigest()[:10] for m in chosen}
    known = {}
    if RESULTS.exists():
        for line in RESULTS.read_text().splitlines():
            key, digest, verdict, noticed = line.split("\t")
            known[key] = (digest, verdict, noticed)
    builds, deadline = {}, time.time() + options.minutes * 60
    results = {}
    queue = [(mutant, True) for mutant in chosen]
    for mutant, is_first in queue:
        digest, verdict, noticed = known.get(mutant.key, ("", "", ""))
        # A survivor runs again: a test may notice it now. What is judged stays so, as long as its line is what it was (its id says so).
        if mutant.key in judged and mutant.key not in options.again:
            verdict = "survived"
        elif digest != digests[mutant.path] or mutant.key in options.again or verdict == "survived":
            if time.time() > deadline:
                continue
            area = AREAS[mutant.area]
            if area.package not in builds:
                builds[area.package] = build = Build(area.package)
                if build.compile(mutant.path).returncode != 0:
                    sys.exit(f"{mutant.path} does not compile without a mutant: remove {SCRATCH.name} and start again")
            quick, *rest = area.phases
            verdict, noticed = judge(builds[area.package], mutant, [quick] if is_first else rest)
            # The long tests wait until the others have had their turn.
            if is_first and rest and verdict == "survived":
                print(f"put off: {mutant.key} {mutant.shown}", flush=True)
                queue.append((mutant, False))
                continue
            with RESULTS.open("a") as file:
                file.write("\t".join([mutant.key, digests[mutant.path], verdict, noticed]) + "\n")
            print(
                f"{len(results) + 1}/{len(chosen)} {verdict}: {mutant.key} {mutant.shown}"
                + (f"  [{noticed}]" if noticed else ""),
                flush=True,
            )
        results[mutant.key] = "equivalent" if verdict == "survived" and mutant.key in judged else verdict

    print(f"\nseed {options.seed}: {len(chosen)} sampled, {len(results)} ran")
    for area in AREAS:
        verdicts = [results.get(m.key) for m in chosen if m.area == area]
        print(
            f"  {area:11} "
            + ", ".join(
                f"{verdicts.count(v)} {v}" for v in ("killed", "survived", "equivalent", "no code") if verdicts.count(v)
            )
        )
    survivors = [m for m in chosen if results.get(m.key) == "survived"]
    for mutant in chosen:
        if results.get(mutant.key) == "equivalent":
            print(f"equivalent {mutant.key} {mutant.shown}\n           {judged[mutant.key]}")
    for mutant in survivors:
        print(f"SURVIVED   {mutant.key} {mutant.shown}")
    if survivors:
        print(
            f"{len(survivors)} survivors: write a test that notices, or judge them in {EQUIVALENTS.relative_to(ROOT)}"
        )
    return 1 if survivors or len(results) < len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
