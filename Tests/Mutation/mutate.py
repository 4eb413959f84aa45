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
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build-mutation"
COPY = SCRATCH / "copy"
RESULTS = SCRATCH / "results.tsv"
EQUIVALENTS = ROOT / "Tests/Mutation/equivalents.txt"


@dataclass(frozen=True)
class Package:
    """A package with tests; those of the programs need a PostgreSQL server."""

    name: str
    folder: str
    traits: str = ""
    # What its tests start.
    programs: tuple = ()
    # The service has its own, because SwiftPM would remove its many dependencies when it builds another package.
    scratch: str = ".build"

    @property
    def products(self):
        return COPY / self.scratch / "x86_64-unknown-linux-gnu/debug"

    @property
    def program(self):
        return self.products / f"{self.name}PackageTests.xctest"

    def sources(self, root):
        return root / self.folder / "Sources"


LIBRARY = Package("AdaptyMigration", ".")
STORES = Package("Stores", "Programs/Stores", "SQLite,PostgreSQL,Gzip,AppData", ("crash-worker",))
TOOL = Package("CommandLine", "Programs/CommandLine", "SQLite,PostgreSQL,Gzip,AppData", ("adapty-migrate",))
SERVICE = Package("Service", "Programs/Service", "PostgreSQL", scratch=".build-service")
PACKAGES = [LIBRARY, STORES, TOOL, SERVICE]

LEFT_OUT = "FrozenHistoryTests|GeneratedDocumentsTests|LimitTests|PathologicalTests"
QUICK = (
    "Golden.*Tests|DateTextTests|AttributesTests|RemoteConfigTests|TableLintTests|NamesTests|DialectTests|RoundTripTests|"
    "LawCheckTests|PointerTests|Residue.*Tests|AccessReadingTests|StoredUpgradeTests|EventNameTests|FuzzCaseTests|"
    "TranscoderTests/(isFast|proof|startCut|guessedID)|VerifierTests/(isFast|sameMeaning|planted|events)"
)
SLOW = (
    "TranscoderTests/(generated|mutants)|VerifierTests/agrees|QuotePositionsTests|DamagedResidueTests|MutationTests|"
    "TruncationTests|RemovedMemberTests"
)


@dataclass(frozen=True)
class Area:
    """Files, and who must find their mutants."""

    share: int
    globs: list
    # The suites that must find every mutant; empty where all suites of the package together must.
    suites: str = ""
    package: Package = LIBRARY

    @property
    def phases(self):
        """Selections of tests, those that take no time first."""
        if self.suites:
            return [["--filter", self.suites, "--skip", LEFT_OUT]]
        return [
            ["--filter", QUICK, "--skip", f"{LEFT_OUT}|{SLOW}"],
            ["--filter", SLOW],
            ["--skip", "|".join([LEFT_OUT, SLOW, QUICK])],
        ]


CORE = "Sources/AdaptyMigrationCore"
AREAS = {
    "table": Area(26, [f"{CORE}/Tables/**/*.swift", f"{CORE}/Mapping/*.swift", f"{CORE}/Mapping/Events/*.swift"]),
    "codecs": Area(14, [f"{CORE}/Mapping/Codecs/*.swift", f"{CORE}/JSON/JSONText.swift"]),
    "scanner": Area(8, [f"{CORE}/JSON/**/*.swift"]),
    "recognition": Area(8, [f"{CORE}/Recognition/**/*.swift"]),
    "conversion": Area(20, [f"{CORE}/Conversion/**/*.swift"]),
    "residue": Area(6, [f"{CORE}/Residue/*.swift"]),
    "migrator": Area(6, [f"{CORE}/Migrator/*.swift"]),
    "readable": Area(4, [f"{CORE}/Migrator/Readable/*.swift"], "ReadableTests|CompatibilityLayerTests"),
    "access": Area(
        8,
        ["Sources/AdaptyMigrationAccess/*.swift"],
        "AccessReadingTests|UnreadableDateTests|EntitlementsTests|LawCheckTests|PlantedFaultTests",
    ),
    "streams": Area(
        8,
        ["Sources/AdaptyMigrationStreams/*.swift"],
        "TranscoderTests|VerifierTests|LawCheckTests|PlantedFaultTests|RespellingTests|StoredDateTests|SettledEscapesTests",
    ),
    "models": Area(
        8,
        ["Sources/AdaptyMigrationModels/**/*.swift", "Sources/AdaptyMigration/**/*.swift"],
        "EventNameTests|RecordFileTests|ModelDocumentTests|CodableTests|EditingTests|PropertyTests|EqualityTests|"
        "RecipeTests|FactTests|EventFactsTests|OfferEditTests|RowCoverageTests",
    ),
    "stored": Area(
        8,
        ["Sources/AdaptyStored*/*.swift", "Sources/AdaptyMigrationTools/AppData/*.swift"],
        "Stored.*Tests|UserDefaultsTests|PreferencesUpgradeTests",
    ),
    "tools": Area(
        8,
        ["Sources/AdaptyMigrationTools/**/*.swift"],
        "EntitlementsTests|CompatibilityLayerTests|NegotiationTests|ProblemDocumentTests|MigrationErrorTests|"
        "EventFactsTests|RulesTests|SchemaPartsTests|ExplanationTests|LineageTests|MigrationReportTests|ValueMaskTests|"
        "Redact.*Tests",
    ),
    "stores": Area(
        8,
        ["Programs/Stores/Sources/AdaptyMigration*/**/*.swift"],
        "TableRunTests|TwoVersionTests|KeyTests|RetryTests|RefusedWriteTests|FinishTests|LeftoverTests|ExportPassTests|GzipTests|"
        "EventExportTests|DigestTests|PreferencesTests|BinaryPropertyListTests|AppDataStoreTests",
        STORES,
    ),
    "tool": Area(
        8,
        ["Programs/CommandLine/Sources/AdaptyMigrateCommands/**/*.swift"],
        "ArrayTests|BlockTests|DryRunTests|ExitStatusTests|ExportTests|FolderTests|GoldenTests|"
        "ConventionTests|InStepTests|LineTests|PartsTests|RedactTests|RejectTests|ReportTests|ReportPageTests|"
        "ResidueTests|TargetTests|TerminalTests|VerifyTests",
        TOOL,
    ),
    "service": Area(
        8,
        ["Programs/Service/Sources/AdaptyMigrationService/**/*.swift"],
        "AccessTests|AddressGuardTests|ConversionRoutesTests|EventTests|FanOutTests|HealthTests|OpenAPITests|"
        "OperationsTests|PageTests|RecordTests|WebhookTests|WriterTests",
        SERVICE,
    ),
}
# The test kit, and programs that only start a module or measure one.
NOT_JUDGED = [
    "Sources/AdaptyMigrationTesting/**/*.swift",
    "Programs/*/Sources/adapty-migrate*/**/*.swift",
    "Programs/*/Sources/*-*/*.swift",
]

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


def files(globs):
    """The files that match, in order. A glob without a match names code that is gone, so that nobody judges it."""
    found = set()
    for glob in globs:
        matches = {str(path.relative_to(ROOT)) for path in ROOT.glob(glob)}
        if not matches:
            sys.exit(f"mutate: {glob} matches no file")
        found |= matches
    return sorted(found)


def check_areas():
    """Fails where a Swift file of the sources has no area."""
    judged = set(files([glob for area in AREAS.values() for glob in area.globs] + NOT_JUDGED))
    all_files = files([f"{package.folder}/Sources/**/*.swift" for package in PACKAGES])
    if forgotten := [path for path in all_files if path not in judged]:
        sys.exit("mutate: no area has " + ", ".join(forgotten))


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


class Build:
    """A package in the scratch copy, built once; and the commands that compile one file and link."""

    def __init__(self, package):
        self.package = package
        SCRATCH.mkdir(exist_ok=True)
        for folder in ["Sources", "Tests", "Programs", "LegacyFixtures", "CurrentFixtures"]:
            self.mirror(ROOT / folder, COPY / folder)
        for file in ["Package.swift", "MIGRATION.md", "CHANGELOG.md", "README.md"]:
            self.mirror(ROOT / file, COPY / file)
        log, stamp = SCRATCH / f"build-{package.name}.log", SCRATCH / f"commands-{package.name}.txt"
        print(f"building the scratch copy of {package.name} …", flush=True)
        modules = [module for module in package.sources(COPY).iterdir() if any(module.rglob("*.swift"))]
        if not stamp.exists():
            for module in modules:
                next(module.rglob("*.swift")).touch()
        command = ["swift", "build", "--build-tests", "-v", "-Xswiftc", "-O", "--disable-build-manifest-caching"]
        command += ["--scratch-path", COPY / package.scratch, "--package-path", COPY / package.folder]
        command += ["--traits", package.traits] if package.traits else []
        run = subprocess.run(command, cwd=COPY, stdout=log.open("w"), stderr=subprocess.STDOUT)
        if run.returncode != 0:
            sys.exit(f"the scratch copy does not build: see {log}")
        lines = log.read_text().split("\n")
        compile_lines = {
            module.name: line
            for module in modules
            for line in lines
            if "swift-frontend -frontend -c " in line and f"-module-name {module.name} " in line
        }
        link_lines = {
            program: line
            for program in [package.program.name, *package.programs]
            for line in lines
            if "-emit-executable" in line and f"-o {package.products / program} " in line
        }
        kept = json.loads(stamp.read_text()) if stamp.exists() else [{}, {}]
        self.compile_lines, self.link_lines = kept[0] | compile_lines, kept[1] | link_lines
        stamp.write_text(json.dumps([self.compile_lines, self.link_lines]))
        self.limits = {}

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
        names = {p.name for p in source.iterdir() if not p.name.startswith(".build")}
        for stale in [p for p in target.iterdir() if p.name not in names]:
            shutil.rmtree(stale) if stale.is_dir() else stale.unlink()
        for name in names:
            Build.mirror(source / name, target / name)

    def compile(self, path):
        """One file, beside all others of the module; the interface of the module stays what it was."""
        module, folder = self.module(path), self.package.sources(COPY)
        words, kept, skip = shlex.split(self.compile_lines[module]), [], False
        for word in words:
            if skip:
                skip = False
            elif word in (
                "-primary-file",
                "-o",
                "-filelist",
                "-supplementary-output-file-map",
                "-index-store-path",
                "-index-unit-output-path",
                "-output-filelist",
                "-emit-module-path",
                "-num-threads",
                "-emit-dependencies-path",
                "-emit-reference-dependencies-path",
                "-serialize-diagnostics-path",
                "-emit-const-values-path",
                "-index-unit-output-path-filelist",
            ):
                skip = True
            elif word not in ("-index-system-modules", "-incremental", "-v") and not (
                word.startswith(str(folder)) and word.endswith(".swift")
            ):
                kept.append(word)
        sources = [str(p) for p in sorted((folder / module).rglob("*.swift")) if str(p) != str(COPY / path)]
        return subprocess.run(
            kept + sources + ["-primary-file", str(COPY / path), "-o", str(self.object_file(path))],
            cwd=COPY,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def module(self, path):
        return (COPY / path).relative_to(self.package.sources(COPY)).parts[0]

    def object_file(self, path):
        return self.package.products / f"{self.module(path)}.build" / (pathlib.Path(path).name + ".o")

    def link(self):
        for line in self.link_lines.values():
            words = [w for w in shlex.split(line) if w != "-v"]
            run = subprocess.run(words, cwd=COPY, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if run.returncode != 0:
                sys.exit(f"linking failed: {run.stderr}")

    def limit(self, selection):
        """How long a selection may take: longer than without a mutant, for which it must pass."""
        key = " ".join(selection)
        if key not in self.limits:
            # The programs may have the mutant before.
            self.link()
            started = time.time()
            if complaint := passes(self.package, selection, 600):
                sys.exit(f"the tests fail without a mutant: {complaint}")
            self.limits[key] = max(20, 3 * (time.time() - started))
        return self.limits[key]


def passes(package, selection, limit):
    """None when every test passes; else what noticed."""
    environment = dict(os.environ, LAW_DOCUMENTS="12", SWIFT_BACKTRACE="enable=no")
    process = subprocess.Popen(
        [str(package.program), "--testing-library", "swift-testing"] + selection,
        cwd=COPY,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    started, noticed = time.time(), None
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
    signal.alarm(int(limit))
    for line in process.stdout:
        if "recorded an issue" in line:
            noticed = re.sub(r"\x1b\[\d+m", "", line).strip()[2:]
            os.killpg(process.pid, signal.SIGKILL)
            break
        if "Test run with 0 tests" in line:
            sys.exit(f"mutate: no test has a name like {' '.join(selection)}")
    process.stdout.read()
    status = process.wait()
    signal.alarm(0)
    if noticed:
        return noticed[:160]
    if time.time() - started >= limit - 1:
        return "it does not end"
    return None if status == 0 else f"the program stops ({status})"


def judge(build, mutant, selections):
    limits = [build.limit(selection) for selection in selections]
    file = COPY / mutant.path
    original = file.read_text()
    lines = original.split("\n")
    lines[mutant.number] = mutant.text
    object_file = build.object_file(mutant.path)
    kept = object_file.read_bytes()
    try:
        file.write_text("\n".join(lines))
        if build.compile(mutant.path).returncode != 0:
            return "no code", "it does not compile"
        build.link()
        for selection, limit in zip(selections, limits):
            if noticed := passes(build.package, selection, limit):
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
