"""Programs of Adapty's own code: compiled once, kept, and asked a document a line."""

import functools
import hashlib
import os
import subprocess
from pathlib import Path

import sources
import versions

BUILD = Path(__file__).resolve().parent / ".build-sdk"
OPTIONS = ["-Onone", "-swift-version", "5", "-module-name", "SDK", "-package-name", "sdk", "-suppress-warnings"]


class Program:
    def __init__(self, tag, path):
        self.tag, self.path = tag, path

    def ask(self, kind, lines, *options):
        """For each line (True, what was read) or (False, why not)."""
        text = "".join(f"{line}\n" for line in lines)
        environment = os.environ | {"FALLBACK_FORMAT": str(versions.fallback_format(self.tag))}
        command = [self.path, kind, *options]
        done = subprocess.run(command, input=text.encode(), capture_output=True, env=environment)
        answers = [line.partition(" ") for line in done.stdout.decode().split("\n")[:-1]]
        if len(answers) != len(lines):
            # A trap of the decoder is an answer, too: the app would crash.
            if len(lines) == 1:
                return [(False, f"the decoder crashes: {done.stderr.decode()[-300:]}")]
            return [answer for line in lines for answer in self.ask(kind, [line], *options)]
        return [(said == "ok", text) for said, _, text in answers]


@functools.cache
def compiler():
    return subprocess.run(["swiftc", "--version"], capture_output=True, text=True).stdout


def program(repository, tag):
    """The program of a tag; compiled when its sources or the compiler are not those of the last run."""
    texts, ours, conditions = (sources.new if versions.since(tag, "2.0") else sources.old)(repository, tag)
    files = texts | {("main.swift" if name == ours[-1] else name): (sources.SWIFT / name).read_text() for name in ours}
    key = hashlib.sha256(repr((sorted(files.items()), conditions, OPTIONS, compiler())).encode()).hexdigest()
    folder = BUILD / tag
    binary, mark = folder / "program", folder / "sources.sha256"
    if not (mark.exists() and mark.read_text() == key):
        compile(folder, binary, files, conditions)
        mark.write_text(key)
    return Program(tag, binary)


def compile(folder, binary, files, conditions):
    (folder / "sources").mkdir(parents=True, exist_ok=True)
    for old in (folder / "sources").iterdir():
        old.unlink()
    for name, text in files.items():
        (folder / "sources" / name).write_text(text)
    defines = [option for name in conditions for option in ("-D", name)]
    paths = [folder / "sources" / name for name in files]
    done = subprocess.run(
        ["nice", "-n", "10", "swiftc", *OPTIONS, *defines, *paths, "-o", binary], capture_output=True, text=True
    )
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        raise SystemExit(f"SDK {folder.name} does not compile:\n" + "\n".join(errors[:20]))
