"""Sends the program and this package to the executors."""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import pathlib
import shutil
import sysconfig
import tempfile
import zipfile

from pyspark import SparkFiles
from pyspark.sql import SparkSession

from .errors import JobError
from .partitions import TOOL

PACKAGE = pathlib.Path(__file__).resolve().parent.parent


def ship(spark: SparkSession, tool: str | None) -> str:
    """Makes sure that every executor has the program and this package.

    The program is the one from `--files`, or `tool`, or the one in the wheel. Returns its digest, which identifies its behaviour.
    """
    spark.sparkContext.addPyFile(_package())
    path = _given(spark) or tool or _installed()
    if not os.path.isfile(path):
        raise JobError(
            f"there is no program {path}; build it (swift build -c release --package-path Programs/CommandLine) and pass it with --files or --tool, or install the wheel, which contains it"
        )
    if _given(spark) is None:
        if os.path.basename(path) != TOOL:
            raise JobError(f"the program must be called {TOOL}, but its path is {path}; link it under that name")
        spark.sparkContext.addFile(path)
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def _given(spark: SparkSession) -> str | None:
    """The path of the program from `--files` on the driver."""
    configuration = spark.sparkContext.getConf()
    for setting in ("spark.files", "spark.yarn.dist.files"):
        for path in configuration.get(setting, "").split(","):
            if path.split("#")[-1].rsplit("/", 1)[-1] == TOOL:
                there = SparkFiles.get(TOOL)
                return there if os.path.exists(there) else path.removeprefix("file://").removeprefix("file:")
    return None


def _installed() -> str:
    """The program of the wheel, where pip puts programs: for all users, for this one, or beside the packages (`--target`)."""
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")),
        str(PACKAGE.parent / "bin"),
    ]
    paths = [os.path.join(folder, TOOL) for folder in folders]
    return next(filter(os.path.isfile, paths), paths[0])


@functools.cache
def _package() -> str:
    """This package as an archive. There is one for each process, because a context accepts a file name from one path only."""
    archive = pathlib.Path(tempfile.mkdtemp(prefix="adapty-")) / "adapty_migration_spark.zip"
    atexit.register(shutil.rmtree, archive.parent, ignore_errors=True)
    with zipfile.ZipFile(archive, "w") as zipped:
        for path in sorted(PACKAGE.rglob("*.py")):
            zipped.write(path, f"{PACKAGE.name}/{path.relative_to(PACKAGE)}")
    return str(archive)
