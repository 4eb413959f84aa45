"""The changes, and which of them are tried."""

import hashlib
import re

from areas import AREAS, files
from packages import ROOT

IN_TEXT = r'"(?:[^"\\]|\\.)*"'
TABLE_ONLY = [
    ("misspell", r'"([a-z][A-Za-z_]{2,})"', lambda m: f'"{m[1]}x"'),
    (
        "drop names",
        r"\.(?:older|leftover|fallback|carried|renamed)\((?:(?:\[[^\]]*\]|\.\w+), )?\"[^\"]+\"(?:, [a-zA-Z]+: (?:\"[^\"]+\"|true))*\)",
        lambda m: "",
    ),
    ("drop requirement", r"required: \.\w+, ?", lambda m: ""),
    (
        "other codec",
        r"(?<=\", )\.(?:flag|timestamp|eligibility|periodUnit|paymentMode|sandbox|attributes|eventName|integer)(?=,)",
        lambda m: ".any",
    ),
    ("drop alias", r"^\s*EventAlias\(.*\),$", lambda m: ""),
    ("other meaning", r"(?<=\", )\.(?:started|ended|continued|renewalOff|renewalOn|refunded)\)", lambda m: ".paused)"),
]
EVERYWHERE = [
    (
        "relation",
        r" (<|<=|>|>=|==|!=) ",
        lambda m: " " + {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}[m[1]] + " ",
    ),
    ("connective", r" (&&|\|\|) ", lambda m: " || " if m[1] == "&&" else " && "),
    ("flag", r"\b(true|false)\b", lambda m: "false" if m[1] == "true" else "true"),
    ("off by one", r" (&?[+-]) 1\b", lambda m: f" {m[1]} 2"),
    ("bound", r"\.\.<", lambda m: "..."),
    ("number", r"(?<![\w.#])([2-9]|[1-9]\d+)(?![\w.])", lambda m: str(int(m[1]) + 1)),
    ("negate", r"(?<=\bif )((?!let|case|var|#)[^,{}]+?)(?= \{)", lambda m: f"!({m[1]})"),
    ("negate", r"(?<=\bguard )((?!let|case|var)[^,{}]+?)(?= else \{)", lambda m: f"!({m[1]})"),
    ("no negation", r"(?<=[ (])!(?=[a-z])", lambda m: ""),
    (
        "drop statement",
        r"^( +)(?!return|throw|case|super|precondition|defer|self\.init)(?:try )?[a-z][\w.]*(?:\[[^\]]*\])?(?:\([^{}]*\)| (?:\+|-|\||&)?= [^{}]*)$",
        lambda m: f"{m[1]}_ = 0",
    ),
    ("jump", r"\b(continue|break)$", lambda m: "break" if m[1] == "continue" else "continue"),
]
PASSED_OVER = re.compile(r"^\s*(//|///|import |@|precondition|assert|#|static let version)")


class Mutant:
    def __init__(self, area, path, number, line, operator, start, replaced, text):
        self.area, self.path, self.number, self.operator = area, path, number, operator
        self.line, self.text = line, text
        self.shown = (
            f"{path.removeprefix('Sources/')}:{number + 1} {operator}: {line.strip()[:150]}  →  {text.strip()[:150]}"
        )
        self.key = hashlib.sha256(
            "\0".join([path, operator, line.strip(), str(start - len(line) + len(line.lstrip())), replaced]).encode()
        ).hexdigest()[:10]


def mutants_of(area, path):
    lines = (ROOT / path).read_text().split("\n")
    operators = (TABLE_ONLY if area == "table" else []) + EVERYWHERE
    for number, line in enumerate(lines):
        if PASSED_OVER.match(line) or not line.strip():
            continue
        code = line.split(" // ")[0]
        # Sentences are no code, and in the table names are.
        texts = [m.span() for m in re.finditer(IN_TEXT, code) if area != "table" or " " in m[0]]
        for operator, pattern, change in operators:
            for match in re.finditer(pattern, code):
                inside = any(start <= match.start() and match.end() <= end for start, end in texts)
                # A row's id names it in this project alone.
                before = code[: match.start()].strip() or lines[number - 1]
                if inside or operator == "misspell" and before.endswith("Row("):
                    continue
                text = code[: match.start()] + change(match) + code[match.end() :]
                if text != code:
                    yield Mutant(area, path, number, line, operator, match.start(), match[0], text)


def population(area):
    found = {}
    for path in files(AREAS[area].globs):
        for mutant in mutants_of(area, path):
            found.setdefault(mutant.key, mutant)
    return list(found.values())


def sample(count, seed, only):
    """The same seed gives the same order, so that a larger count contains the smaller one."""
    chosen, seen = [], set()
    shares = {area: AREAS[area].share for area in AREAS if not only or area in only}
    for area, share in shares.items():
        pool = [m for m in population(area) if m.key not in seen]
        # The order of a mutant is its own affair: a change of the code elsewhere moves no other.
        pool.sort(key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest())
        # The operators in turn, so that none crowds out the others.
        operators = {}
        for mutant in pool:
            operators.setdefault(mutant.operator, []).append(mutant)
        ordered = []
        while any(operators.values()):
            ordered += [mutants.pop() for mutants in operators.values() if mutants]
        picked = ordered[: max(1, round(count * share / sum(shares.values())))]
        seen |= {m.key for m in picked}
        chosen += [(position / len(picked), m) for position, m in enumerate(picked)]
    # All areas advance together, so that a run that is cut short has been everywhere.
    return [m for _, m in sorted(chosen, key=lambda pair: pair[0])]
