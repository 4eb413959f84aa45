"""A build or a suite: what it runs, what it needs, and what came out."""

import os
import re
import subprocess
import xml.etree.ElementTree
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LOGS = ROOT / ".build/logs"
LINES = 20


@dataclass
class Task:
    """`run` is a list of commands; the first failure ends the task."""

    name: str
    run: list
    needs: tuple = ()
    # Changes below these paths make the long form run.
    areas: tuple = ()
    # What each form has in its environment besides.
    short: dict = field(default_factory=dict)
    long: dict = field(default_factory=dict)
    environment: dict = field(default_factory=dict)
    # Two tasks that hold the same resource do not run at the same time.
    holds: str = ""
    # The report of the runner, in the form of JUnit; without one the task is a single test.
    results: Path | None = None
    # What repeats a failure; without it, the suite's name does.
    again: list = field(default_factory=list)
    is_build: bool = False
    # Runs only by name and in its long form.
    is_long_only: bool = False
    # Mostly waits, so it does not count as using a core.
    waits: bool = False
    status: str = "waiting"
    is_long: bool = False
    seconds: float = 0.0
    processor: float = 0.0
    tests: int = 0
    failures: list = field(default_factory=list)

    @property
    def sizes(self):
        return self.long if self.is_long else self.short

    @property
    def log(self):
        return LOGS / f"{self.name}.log"

    def execute(self):
        """Runs the commands into the log. Returns whether all of them succeeded."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.results:
            self.results.unlink(missing_ok=True)
        # What the caller has set comes before the long form, and not before what connects the suites.
        environment = {**self.sizes, **os.environ, **self.environment, **self.database()}
        with self.log.open("wb") as log:
            options = dict(cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=environment)
            return all(self.succeeds(command, options) for command in self.run)

    def succeeds(self, command, options):
        """Runs a command, and adds the processor time that it and its children took."""
        # A process that nobody holds is waited for when another thread starts one.
        process = subprocess.Popen(command, **options)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.processor += used.ru_utime + used.ru_stime
        return status == 0

    def database(self):
        """A database of its own on the shared server, so that suites do not share one."""
        server = os.environ.get("TEST_DATABASE_URL")
        if not server or self.is_build:
            return {}
        name = re.sub(r"\W", "_", self.name).lower()
        create = ["psql", "-q", server, "-c", f"CREATE DATABASE {name}"]
        subprocess.run(create, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # The pooler serves every database of the server.
        addresses = ("TEST_DATABASE_URL", "TEST_POOLER_URL")
        return {key: f"{os.environ[key].rpartition('/')[0]}/{name}" for key in addresses if key in os.environ}

    def read_results(self, passed):
        """Reads the number of tests and the failures from the report of the suite's runner."""
        self.status, self.tests = "passed" if passed else "failed", 0 if self.is_build else 1
        if self.results:
            cases = self.cases()
            self.tests = len(cases)
            for case in cases:
                messages = [part.get("message") or part.text or "" for part in case if part.tag in ("failure", "error")]
                if messages:
                    self.failures.append((case.get("classname"), case.get("name"), "\n".join(messages)))
            # A filter that matches nothing is no success.
            if self.failures or not cases:
                self.status = "failed"
        if self.status == "failed" and not self.failures:
            self.tests = max(self.tests, 1)
            lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
            errors = [line for line in lines if "error:" in line]
            self.failures.append(("", "", "\n".join(errors[:LINES] or lines[-LINES:])))

    def cases(self):
        try:
            return list(xml.etree.ElementTree.parse(self.results).getroot().iter("testcase"))
        except (OSError, xml.etree.ElementTree.ParseError):
            return []
