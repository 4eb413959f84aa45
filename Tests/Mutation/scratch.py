"""The scratch copy: built once, then changed in one place at a time."""

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

from packages import COPY, ROOT, SCRATCH


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
