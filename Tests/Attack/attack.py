#!/usr/bin/env python3
"""A saboteur: nasty documents, editors and databases against adapty-migrate. Nothing may be lost at exit status 0.

usage: attack.py TOOL [--seed N] [--documents N] [--only streams|tables]

Findings are counted, and twenty of them are printed with their documents; the seed makes them again. Any finding fails
the run. The editors that are installed are named; Node, orjson and PostgreSQL are left out where they are not there.
"""

import argparse
import collections
import os
import random
import re
import sys
import time
from pathlib import Path

import documents
import edits
import streams
import tables

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = 500


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("tool")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--documents", type=int, default=2000)
    arguments.add_argument("--only", choices=["streams", "tables"])
    options = arguments.parse_args()
    server, began, count = os.environ.get("TEST_DATABASE_URL"), time.monotonic(), 0
    tool, editors = streams.Tool(options.tool), edits.available(server)
    print(f"seed {options.seed}; editors: {', '.join(editors)}", flush=True)
    findings = []
    generator = documents.Generator(
        random.Random(options.seed), documents.samples(ROOT / "LegacyFixtures", ROOT / "CurrentFixtures/sdk3")
    )
    if options.only != "tables":
        findings += streams.known(tool)
        known = streams.ONCE
        while count < options.documents:
            lines = [generator.document() for _ in range(min(BLOCK, options.documents - count))]
            findings += streams.attack(tool, known + lines, editors)
            count += len(lines)
            known = []
    if options.only != "streams":
        findings += tables.attack(tool, generator, server)
    for what, document in random.Random(options.seed).sample(findings, min(20, len(findings))):
        print(f"\n{what[:1000]}\n  {document}")
    if findings:
        print()
        for what, number in collections.Counter(re.split("[:(]", what)[0][:60] for what, _ in findings).most_common():
            print(f"{number:5}  {what}")
    print(f"{count} documents, {len(findings)} findings, {time.monotonic() - began:.0f} s")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
