"""Which suites run in their long form: those whose area has changed since the merge base."""

import os
import subprocess

from task import ROOT


def git(*arguments):
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return run.stdout.split("\n") if run.returncode == 0 else []


def changed():
    """The files that differ from the merge base with BASE (by default origin/main), committed or not."""
    base = git("merge-base", "HEAD", os.environ.get("BASE") or "origin/main")[:1] or ["HEAD"]
    return git("diff", "--name-only", base[0]) + git("ls-files", "--others", "--exclude-standard")


def choose(tasks, form):
    """Marks the tasks whose long form runs; `form` is `all`, `short`, or `None` for what has changed."""
    files = changed() if form is None else []
    for task in tasks:
        task.is_long = form == "all" or any(file.startswith(area) for file in files for area in task.areas)
