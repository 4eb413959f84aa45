"""The packages whose code is changed, and the scratch copy in which it is."""

import pathlib
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build-mutation"
COPY = SCRATCH / "copy"


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
STORES = Package("Stores", "Programs/Stores", "SQLite,PostgreSQL,Gzip", ("crash-worker",))
TOOL = Package("CommandLine", "Programs/CommandLine", "SQLite,PostgreSQL,Gzip", ("adapty-migrate",))
SERVICE = Package("Service", "Programs/Service", "PostgreSQL", scratch=".build-service")
PACKAGES = [LIBRARY, STORES, TOOL, SERVICE]
