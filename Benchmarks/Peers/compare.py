#!/usr/bin/env python3
"""Compares a peer's NDJSON with the product's, line by line, and says how faithful the peer is.

usage: compare.py OURS THEIRS          exit status 1 when a document differs

Documents must be equal with numbers as doubles and objects as sets. The member `_adapty_migration` may have another shape, but both must have
one or neither.
"""

import itertools
import json
import sys

RESIDUE = "_adapty_migration"
LEVELS = ["strict", "ordered", "semantic", "lossy"]


class Difference(Exception):
    pass


class Literal(str):
    """A number as it was written."""


def parse(line):
    return json.loads(line, parse_int=Literal, parse_float=Literal, parse_constant=Literal)


def level(ours, theirs, path=""):
    """The place in LEVELS of the worse of the two."""
    if isinstance(ours, Literal) or isinstance(theirs, Literal):
        if not (isinstance(ours, Literal) and isinstance(theirs, Literal)) or float(ours) != float(theirs):
            raise Difference(f"{path}: {ours!r} and {theirs!r}")
        return 0 if str.__eq__(ours, theirs) else 1
    if type(ours) is not type(theirs):
        raise Difference(f"{path}: {ours!r} and {theirs!r}"[:300])
    if isinstance(ours, dict):
        extra = theirs.keys() - ours.keys()
        if extra:
            raise Difference(f"{path}: {sorted(extra)} is not in ours")
        worst = 3 if len(ours) > len(theirs) else 0
        if worst == 0 and list(ours) != list(theirs):
            worst = 2
        return max([worst] + [level(ours[name], theirs[name], f"{path}/{name}") for name in theirs])
    if isinstance(ours, list):
        if len(ours) != len(theirs):
            raise Difference(f"{path}: {len(ours)} and {len(theirs)} elements")
        return max([0] + [level(a, b, f"{path}/{at}") for at, (a, b) in enumerate(zip(ours, theirs))])
    if ours != theirs:
        raise Difference(f"{path}: {ours!r} and {theirs!r}")
    return 0


def spelling(line):
    """The escapes of a line's document, without the residue; white space between tokens does not count."""
    start = line.rfind(b',"' + RESIDUE.encode() + b'"')
    return line[: start if start >= 0 else None].count(b"\\")


def compare(ours, theirs):
    """How faithful `theirs` is; raises Difference at the first document that differs."""
    worst, lines = 0, 0
    for number, (a, b) in enumerate(itertools.zip_longest(ours, theirs), 1):
        if a is None or b is None:
            raise Difference(f"line {number}: missing in {'ours' if a is None else 'theirs'}")
        left, right = parse(a), parse(b)
        residues = left.pop(RESIDUE, None), right.pop(RESIDUE, None)
        if (residues[0] is None) != (residues[1] is None):
            raise Difference(f"line {number}: only {'ours' if residues[1] is None else 'theirs'} has {RESIDUE}")
        if residues[1] is not None and not residues[1]:
            raise Difference(f"line {number}: the residue is empty")
        try:
            worst = max(worst, level(left, right))
        except Difference as difference:
            raise Difference(f"line {number}{difference}") from None
        if worst == 0 and spelling(a) != spelling(b):
            worst = 1
        lines += 1
    return LEVELS[worst], lines


def main():
    with open(sys.argv[1], "rb") as ours, open(sys.argv[2], "rb") as theirs:
        try:
            fidelity, lines = compare(ours, theirs)
        except Difference as difference:
            sys.exit(f"differs: {difference}")
    print(f"{fidelity}: {lines} documents are equal")


if __name__ == "__main__":
    main()
