"""What is timed: how each program is installed, built and called."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCHMARKS = HERE.parent
ROOT = BENCHMARKS.parent
BUILD = BENCHMARKS / ".build" / "peers"
CARGO_REGISTRY = Path("/usr/share/cargo/registry")
# Debian's packages: programs, and files.
PROGRAMS = {"jq": "jq", "g++": "g++", "nodejs": "node", "time": "time", "cargo": "cargo"}
FILES = {
    "libsimdjson-dev": "/usr/include/simdjson.h",
    "librust-serde-json-dev": CARGO_REGISTRY / "serde_json*",
    "librust-serde-derive-dev": CARGO_REGISTRY / "serde_derive*",
    "librust-serde-dev": CARGO_REGISTRY / "serde-*",
    "librust-indexmap-dev": CARGO_REGISTRY / "indexmap*",
}


@dataclass
class Program:
    name: str
    command: list  # `{kind}` is the corpus, `{file}` its path; without `{file}` it reads the standard input
    megabytes: int = 0  # the slice of a slow program; 0 is all
    is_ours: bool = False
    is_limit: bool = False
    fidelity: dict = field(default_factory=dict)


def say(text):
    print(text, file=sys.stderr, flush=True)


def has(path):
    path = Path(path)
    return any(path.parent.glob(path.name))


def run(*command, quiet=True, **options):
    """Whether the command succeeded; prints what it said when it did not."""
    result = subprocess.run([str(part) for part in command], capture_output=quiet, text=True, **options)
    if result.returncode != 0 and quiet:
        say((result.stdout + result.stderr)[-3000:])
    return result.returncode == 0


def install():
    """Debian's packages and, in a virtual environment, orjson. What cannot be had is left out later."""
    BUILD.mkdir(parents=True, exist_ok=True)
    missing = [name for name, program in PROGRAMS.items() if not shutil.which(program)]
    missing += [name for name, path in FILES.items() if not has(path)]
    if shutil.which("apt-get"):
        run(ROOT / "Tests/need-packages", "python3-venv", *missing)
    python = BUILD / "venv" / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", BUILD / "venv")
    if python.exists() and not works(python, "-c", "import orjson"):
        run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "orjson")


def works(*command):
    return subprocess.run([str(part) for part in command], capture_output=True).returncode == 0


def is_newer(product, *sources):
    return product.exists() and all(product.stat().st_mtime > source.stat().st_mtime for source in sources)


def build_cpp(name):
    source, product = HERE / "cpp" / f"{name}.cpp", BUILD / name
    if is_newer(product, *(HERE / "cpp").iterdir()):
        return True
    say(f"building {name}")
    return run(
        "g++", "-std=c++17", "-O3", "-DNDEBUG", "-march=native", "-o", product, source, "-lsimdjson", "-lpthread"
    )


def build_rust():
    if not shutil.which("cargo") or not CARGO_REGISTRY.exists():
        return False
    if is_newer(BUILD / "rust" / "release" / "rust_typed", *(HERE / "rust" / "src").iterdir()):
        return True
    say("building the Rust peers")
    registry = [
        "--config",
        'source.crates-io.replace-with="debian"',
        "--config",
        f'source.debian.directory="{CARGO_REGISTRY}"',
    ]
    environment = dict(os.environ, CARGO_TARGET_DIR=str(BUILD / "rust"), RUSTFLAGS="-C target-cpu=native")
    # Built beside the sources' copy, so that no lock file stays in the tree.
    shutil.rmtree(BUILD / "rust-source", ignore_errors=True)
    shutil.copytree(HERE / "rust", BUILD / "rust-source", ignore=shutil.ignore_patterns("Cargo.lock", "target"))
    return run("cargo", "build", "-q", "--release", "--offline", *registry, cwd=BUILD / "rust-source", env=environment)


def build_foundation():
    sources = sorted((HERE / "swift").glob("*.swift"))
    product = BUILD / "foundation"
    if is_newer(product, *sources):
        return True
    say("building the Foundation peer")
    return run("swiftc", "-O", "-wmo", "-static-stdlib", "-module-name", "foundation_peer", "-o", product, *sources)


def ours(cli):
    """The product's rows: what its users choose most."""
    chosen = {
        "upgrade": ["upgrade", "{file}"],
        "upgrade --residue discard": ["upgrade", "--residue", "discard", "{file}"],
        "upgrade --to sdk3": ["upgrade", "--to", "sdk3", "{file}"],
        "upgrade --readable-by 3.12.0": ["upgrade", "--readable-by", "3.12.0", "{file}"],
        "downgrade": ["downgrade", "{upgraded}"],
        "verify": ["verify", "{file}"],
    }
    return [
        Program(f"adapty-migrate {name}", [cli, options[0], "--jobs", "1", *options[1:]], is_ours=True)
        for name, options in chosen.items()
    ]


def peers(all_are_needed):
    """The peers that can be had, built; says which cannot."""
    programs = [Program("`cat`", ["cat", "{file}"], is_limit=True)]

    def add(is_there, *found):
        if is_there:
            programs.extend(found)
            return
        names = ", ".join(program.name for program in found)
        if all_are_needed:
            sys.exit(f"not to be had here: {names}")
        say(f"skipped, not to be had here: {names}")

    has_cpp = bool(shutil.which("g++")) and has(FILES["libsimdjson-dev"])
    add(
        has_cpp and build_cpp("ondemand"),
        Program("C++ simdjson On-Demand, validating", [BUILD / "ondemand", "{kind}", "--validate"]),
        Program("C++ simdjson On-Demand, checks only what it reads", [BUILD / "ondemand", "{kind}"]),
    )
    rust = BUILD / "rust" / "release"
    add(
        build_rust(),
        Program("Rust serde typed + `flatten`", [rust / "rust_typed", "{kind}"]),
        Program("Rust `serde_json::Value`, order kept", [rust / "rust_value", "{kind}"], 100),
    )
    python = BUILD / "venv" / "bin" / "python"
    add(
        python.exists() and works(python, "-c", "import orjson"),
        Program("Python + orjson", [python, HERE / "python" / "migrate.py", "{kind}"], 100),
    )
    add(bool(shutil.which("node")), Program("Node `JSON.parse`", ["node", HERE / "node" / "migrate.js", "{kind}"], 100))
    add(
        bool(shutil.which("swiftc")) and build_foundation(),
        Program(
            "Swift `JSONDecoder` typed, drops unknown members", [BUILD / "foundation", "{kind}", "--drop-unknown"], 12
        ),
        Program("Swift `JSONDecoder` typed, keeps them", [BUILD / "foundation", "{kind}"], 12),
    )
    add(bool(shutil.which("jq")), Program("jq", ["jq", "-c", "-f", HERE / "jq" / "{kind}.jq"], 12))
    return programs


def build_limits():
    return bool(shutil.which("g++")) and has(FILES["libsimdjson-dev"]) and build_cpp("limits")


def versions():
    """One line that names what was measured."""

    def first(*command):
        try:
            return (
                subprocess.run([str(part) for part in command], capture_output=True, text=True)
                .stdout.strip()
                .splitlines()[0]
            )
        except (OSError, IndexError):
            return None

    def package(name):
        return first("dpkg-query", "-W", "-f", "${Version}", name)

    python = BUILD / "venv" / "bin" / "python"
    found = [
        ("", first("swift", "--version")),
        ("", first("rustc", "--version")),
        ("serde_json ", package("librust-serde-json-dev")),
        ("", first("g++", "--version")),
        ("simdjson ", package("libsimdjson-dev")),
        ("Node ", first("node", "--version")),
        ("orjson ", first(python, "-c", "import orjson; print(orjson.__version__)")),
        ("", first("jq", "--version")),
    ]
    return ", ".join(label + text for label, text in found if text)
