#!/usr/bin/env python3
"""Does a test notice when the code is wrong? Changes one place at a time in a scratch copy of Sources, builds, runs the tests until one fails.

    make mutation                        200 mutants; those that ran before and whose file has not changed since are not run again
    make mutation MUTANTS=400 SEED=7 MINUTES=60

One build serves all: a mutant compiles its one file with the compiler's own command and links the test program again. The two tests that compare the table with a
committed copy of itself (FrozenHistoryTests, GeneratedDocumentsTests) are left out: they notice every change, and say nothing of what it does.

A mutant is killed when a test fails, the program stops, or it takes much longer than the original. A survivor is judged by hand: a test is missing, or the mutant is
no fault, and then its id and the reason are a line of Tests/Mutation/equivalents.txt. Exit status 1 while a survivor is not judged."""

import argparse, hashlib, json, os, pathlib, re, shlex, shutil, signal, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build-mutation"
COPY = SCRATCH / "copy"
RESULTS = SCRATCH / "results.tsv"
EQUIVALENTS = ROOT / "Tests/Mutation/equivalents.txt"
CODE = "Sources"
PRODUCTS = COPY / ".build/x86_64-unknown-linux-gnu/debug"
PROGRAM = PRODUCTS / "AdaptyMigrationPackageTests.xctest"

# Area: its files, its share of the sample.
AREAS = {
    "table": (["*Core/Tables/*.swift", "*/Events/EventName*.swift", "*Core/Mapping/Names.swift", "*Core/Mapping/Codec.swift"], 26),
    "codecs": (["*Core/Codecs/*.swift", "*Models/Values/Timestamp.swift", "*Core/JSON/JSONText.swift"], 14),
    "conversion": (["*Core/Conversion/*.swift"], 16),
    "residue": (["*Core/Conversion/Residue*.swift", "*Core/Conversion/Delta*.swift", "*Core/Engine/*Residue*.swift", "*Core/Engine/DeltaWriter.swift", "*Core/Engine/Changes.swift"], 10),
    "dialects": (["*Core/Dialects/*.swift"], 8),
    "engine": (["*Core/Engine/*.swift", "*Streams/Transcoder.swift"], 8),
    "access": (["*Access/*.swift", "*Tools/Access/*.swift", "*Models/Events/EventMeaning.swift", "*Streams/Laws.swift", "*Streams/Verifier.swift"], 9),
    "stored": (["AdaptyStored*/*.swift", "*Tools/AppData/*.swift"], 9),
    "models": (["*Models/Models/*.swift"], 8),
}

LEFT_OUT = "FrozenHistoryTests|GeneratedDocumentsTests|LimitTests|PathologicalTests"
QUICK = ("Golden.*Tests|DateTextTests|AttributesTests|RemoteConfigTests|TableLintTests|NamesTests|DialectTests|RoundTripTests|LawCheckTests|PointerTests|Residue.*Tests|AccessReadingTests|"
         "StoredUpgradeTests|EventNameTests|FuzzCaseTests|TranscoderTests/(isFast|proof|startCut|guessedID)|VerifierTests/(isFast|sameMeaning|planted|events)")
SLOW = "TranscoderTests/(generated|mutants)|VerifierTests/agrees|QuotePositionsTests|DamagedResidueTests|MutationTests|TruncationTests|RemovedMemberTests"

IN_TEXT = r'"(?:[^"\\]|\\.)*"'
TABLE_ONLY = [
    ("misspell", r'"([a-z][A-Za-z_]{2,})"', lambda m: f'"{m[1]}x"'),
    ("drop names", r"\.(?:older|leftover|fallback|carried|renamed)\((?:(?:\[[^\]]*\]|\.\w+), )?\"[^\"]+\"(?:, [a-zA-Z]+: (?:\"[^\"]+\"|true))*\)", lambda m: ""),
    ("drop requirement", r"required: \.\w+, ?", lambda m: ""),
    ("other codec", r"(?<=\", )\.(?:flag|timestamp|eligibility|periodUnit|paymentMode|sandbox|attributes|eventName|integer)(?=,)", lambda m: ".any"),
    ("drop alias", r"^\s*EventAlias\(.*\),$", lambda m: ""),
    ("other meaning", r"(?<=\", )\.(?:started|ended|continued|renewalOff|renewalOn|refunded)\)", lambda m: ".paused)"),
]
EVERYWHERE = [
    ("relation", r" (<|<=|>|>=|==|!=) ", lambda m: " " + {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}[m[1]] + " "),
    ("connective", r" (&&|\|\|) ", lambda m: " || " if m[1] == "&&" else " && "),
    ("flag", r"\b(true|false)\b", lambda m: "false" if m[1] == "true" else "true"),
    ("off by one", r" (&?[+-]) 1\b", lambda m: f" {m[1]} 2"),
    ("bound", r"\.\.<", lambda m: "..."),
    ("number", r"(?<![\w.#])([2-9]|[1-9]\d+)(?![\w.])", lambda m: str(int(m[1]) + 1)),
    ("negate", r"(?<=\bif )((?!let|case|var|#)[^,{}]+?)(?= \{)", lambda m: f"!({m[1]})"),
    ("negate", r"(?<=\bguard )((?!let|case|var)[^,{}]+?)(?= else \{)", lambda m: f"!({m[1]})"),
    ("no negation", r"(?<=[ (])!(?=[a-z])", lambda m: ""),
    ("drop statement", r"^( +)(?!return|throw|case|super|precondition|defer|self\.init)(?:try )?[a-z][\w.]*(?:\[[^\]]*\])?(?:\([^{}]*\)| (?:\+|-|\||&)?= [^{}]*)$", lambda m: f"{m[1]}_ = 0"),
    ("jump", r"\b(continue|break)$", lambda m: "break" if m[1] == "continue" else "continue"),
]
PASSED_OVER = re.compile(r"^\s*(//|///|import |@|precondition|assert|#|static let version)")


class Mutant:
    def __init__(self, area, path, number, line, operator, start, replaced, text):
        self.area, self.path, self.number, self.operator = area, path, number, operator
        self.line, self.text = line, text
        self.shown = f"{path.removeprefix(CODE + '/')}:{number + 1} {operator}: {line.strip()[:150]}  →  {text.strip()[:150]}"
        self.key = hashlib.sha256("\0".join([path, operator, line.strip(), str(start - len(line) + len(line.lstrip())), replaced]).encode()).hexdigest()[:10]


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
                text = code[: match.start()] + change(match) + code[match.end():]
                if text != code:
                    yield Mutant(area, path, number, line, operator, match.start(), match[0], text)


def population(area):
    paths = sorted({str(p.relative_to(ROOT)) for glob in AREAS[area][0] for p in (ROOT / CODE).glob(glob)})
    found = {}
    for path in paths:
        for mutant in mutants_of(area, path):
            found.setdefault(mutant.key, mutant)
    return list(found.values())


def sample(count, seed, only):
    """The same seed gives the same order, so that a larger count contains the smaller one."""
    chosen, seen = [], set()
    shares = {area: AREAS[area][1] for area in AREAS if not only or area in only}
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


class Build:
    """The scratch copy, built once; and the commands that compile one file and link."""

    def __init__(self):
        SCRATCH.mkdir(exist_ok=True)
        for folder in ["Sources", "Tests", "LegacyFixtures", "CurrentFixtures"]:
            self.mirror(ROOT / folder, COPY / folder)
        for file in ["Package.swift", "MIGRATION.md", "CHANGELOG.md", "README.md"]:
            self.mirror(ROOT / file, COPY / file)
        log = SCRATCH / "build.log"
        print("building the scratch copy …", flush=True)
        stamp = SCRATCH / "commands.txt"
        if not stamp.exists():
            for module in (COPY / CODE).iterdir():
                next(module.rglob("*.swift")).touch()
        run = subprocess.run(["swift", "build", "--build-tests", "-v", "-Xswiftc", "-O"], cwd=COPY, stdout=log.open("w"), stderr=subprocess.STDOUT)
        if run.returncode != 0:
            sys.exit(f"the scratch copy does not build: see {log}")
        text = log.read_text()
        compile_lines = {
            module.name: line for module in (COPY / CODE).iterdir() for line in text.split("\n")
            if "swift-frontend -frontend -c " in line and f"-module-name {module.name} " in line
        }
        link_lines = [l for l in text.split("\n") if "-emit-executable" in l and "AdaptyMigrationPackageTests.xctest" in l and "swiftc" in l.split(" ")[0]]
        kept_lines, kept_link = json.loads(stamp.read_text()) if stamp.exists() else ({}, "")
        self.compile_lines, self.link_line = kept_lines | compile_lines, (link_lines + [kept_link])[0]
        stamp.write_text(json.dumps([self.compile_lines, self.link_line]))

    @staticmethod
    def mirror(source, target):
        """Copies what differs, so that an unchanged file keeps its time and is not compiled again."""
        if source.is_file():
            if not target.exists() or target.is_symlink() or source.read_bytes() != target.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                if target.is_symlink():
                    target.unlink()
                shutil.copyfile(source, target)
            return
        if target.is_symlink():
            target.unlink()
        target.mkdir(parents=True, exist_ok=True)
        names = {p.name for p in source.iterdir()}
        for stale in [p for p in target.iterdir() if p.name not in names]:
            shutil.rmtree(stale) if stale.is_dir() else stale.unlink()
        for path in source.iterdir():
            Build.mirror(path, target / path.name)

    def compile(self, path):
        """One file, beside all others of the module; the interface of the module stays what it was."""
        module = pathlib.Path(path).parts[1]
        words, kept, skip = shlex.split(self.compile_lines[module]), [], False
        for word in words:
            if skip:
                skip = False
            elif word in ("-primary-file", "-o", "-filelist", "-supplementary-output-file-map", "-index-store-path", "-index-unit-output-path", "-output-filelist",
                          "-emit-module-path", "-num-threads", "-emit-dependencies-path", "-emit-reference-dependencies-path", "-serialize-diagnostics-path",
                          "-emit-const-values-path", "-index-unit-output-path-filelist"):
                skip = True
            elif word not in ("-index-system-modules", "-incremental", "-v") and not (word.startswith(str(COPY / CODE)) and word.endswith(".swift")):
                kept.append(word)
        sources = [str(p) for p in sorted((COPY / CODE / module).rglob("*.swift")) if str(p) != str(COPY / path)]
        name = pathlib.Path(path).name
        return subprocess.run(kept + sources + ["-primary-file", str(COPY / path), "-o", str(PRODUCTS / f"{module}.build" / (name + ".o"))],
                              cwd=COPY, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def link(self):
        words = [w for w in shlex.split(self.link_line) if w != "-v"]
        run = subprocess.run(words, cwd=COPY, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if run.returncode != 0:
            sys.exit(f"linking failed: {run.stderr}")


def passes(selection, limit):
    """None when every test passes; else what noticed."""
    environment = dict(os.environ, LAW_DOCUMENTS="12", SWIFT_BACKTRACE="enable=no")
    process = subprocess.Popen([str(PROGRAM), "--testing-library", "swift-testing"] + selection, cwd=COPY, env=environment, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    started, noticed = time.time(), None
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
    signal.alarm(int(limit))
    for line in process.stdout:
        if "recorded an issue" in line:
            noticed = re.sub(r"\x1b\[\d+m", "", line).strip()[2:]
            os.killpg(process.pid, signal.SIGKILL)
            break
    process.stdout.read()
    status = process.wait()
    signal.alarm(0)
    if noticed:
        return noticed[:160]
    if time.time() - started >= limit - 1:
        return "it does not end"
    return None if status == 0 else f"the program stops ({status})"


def phases(area):
    """The tests that take no time first; all of them in the end."""
    rest = [["--skip", "|".join([LEFT_OUT, SLOW, QUICK])], ["--filter", SLOW]]
    return [["--filter", QUICK, "--skip", LEFT_OUT + "|" + SLOW]] + (rest[::-1] if area in ("engine", "residue", "access") else rest)


def judge(build, mutant, selections, limits):
    file = COPY / mutant.path
    original = file.read_text()
    lines = original.split("\n")
    lines[mutant.number] = mutant.text
    object_file = PRODUCTS / f"{module}.build" / (file.name + ".o")
    kept = object_file.read_bytes()
    try:
        file.write_text("\n".join(lines))
        if build.compile(mutant.path).returncode != 0:
            return "no code", "it does not compile"
        build.link()
        for selection in selections:
            if noticed := passes(selection, limits[" ".join(selection)]):
                return "killed", noticed
        return "survived", ""
    finally:
        file.write_text(original)
        object_file.write_bytes(kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", default="2026")
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--areas", nargs="*", default=[], choices=list(AREAS))
    parser.add_argument("--list", action="store_true", help="print the sample and stop")
    parser.add_argument("--again", nargs="*", default=[], help="ids to run even if they ran before")
    options = parser.parse_args()

    chosen = sample(options.mutants, options.seed, options.areas)
    if options.list:
        for area in AREAS:
            print(f"{area}: {sum(m.area == area for m in chosen)} of {len(population(area))}")
        for mutant in chosen:
            print(mutant.key, mutant.shown)
        return 0
    judged = dict(line.split(" ", 1) for line in EQUIVALENTS.read_text().splitlines() if line.strip() and not line.startswith("#"))
    digests = {m.path: hashlib.sha256((ROOT / m.path).read_bytes()).hexdigest()[:10] for m in chosen}
    known = {}
    if RESULTS.exists():
        for line in RESULTS.read_text().splitlines():
            key, digest, verdict, noticed = line.split("\t")
            known[key] = (digest, verdict, noticed)
    build, deadline, limits = None, time.time() + options.minutes * 60, {}
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
            if build is None:
                build = Build()
                if build.compile(mutant.path).returncode != 0:
                    sys.exit(f"{mutant.path} does not compile by itself, without a mutant: remove {SCRATCH.name} and start again")
                build.link()
                for selection in phases("table"):
                    started = time.time()
                    if complaint := passes(selection, 600):
                        sys.exit(f"the tests fail without a mutant: {complaint}")
                    limits[" ".join(selection)] = max(20, 3 * (time.time() - started))
            quick, *rest = phases(mutant.area)
            verdict, noticed = judge(build, mutant, [quick] if is_first else rest, limits)
            # The long tests wait until the others have had their turn.
            if is_first and verdict == "survived":
                print(f"put off: {mutant.key} {mutant.shown}", flush=True)
                queue.append((mutant, False))
                continue
            with RESULTS.open("a") as file:
                file.write("\t".join([mutant.key, digests[mutant.path], verdict, noticed]) + "\n")
            print(f"{len(results) + 1}/{len(chosen)} {verdict}: {mutant.key} {mutant.shown}" + (f"  [{noticed}]" if noticed else ""), flush=True)
        results[mutant.key] = "equivalent" if verdict == "survived" and mutant.key in judged else verdict

    print(f"\nseed {options.seed}: {len(chosen)} sampled, {len(results)} ran")
    for area in AREAS:
        verdicts = [results.get(m.key) for m in chosen if m.area == area]
        print(f"  {area:11} " + ", ".join(f"{verdicts.count(v)} {v}" for v in ("killed", "survived", "equivalent", "no code") if verdicts.count(v)))
    survivors = [m for m in chosen if results.get(m.key) == "survived"]
    for mutant in chosen:
        if results.get(mutant.key) == "equivalent":
            print(f"equivalent {mutant.key} {mutant.shown}\n           {judged[mutant.key]}")
    for mutant in survivors:
        print(f"SURVIVED   {mutant.key} {mutant.shown}")
    if survivors:
        print(f"{len(survivors)} survivors: write a test that notices, or judge them in {EQUIVALENTS.relative_to(ROOT)}")
    return 1 if survivors or len(results) < len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
