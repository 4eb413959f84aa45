"""The examples of README."""

import contextlib
import doctest
import os
import pathlib
import re
import sqlite3
import subprocess
import sys

import adapty_migration
import pytest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def test_examples_print_what_the_page_shows():
    examples = "\n".join(re.findall(r"```python\n(>>> .*?)```", PAGE.read_text(), re.DOTALL))
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, None, 0))
    assert result.failed == 0 and result.attempted >= 5


def test_the_program_is_on_the_path():
    assert "\nadapty-migrate --version\n" in PAGE.read_text()
    environment = {"PATH": os.path.dirname(sys.executable)}
    run = subprocess.run("adapty-migrate --version", shell=True, env=environment, capture_output=True, check=True)
    assert run.stdout.decode().split()[0] == adapty_migration.version()


OLD = '{"profile_id":"p%d","paid_access_levels":{"premium":{"id":"premium","is_active":1}},"app_id":"d894"}'
CUT = '{"profile_id":'


@pytest.fixture
def table(tmp_path: pathlib.Path) -> pathlib.Path:
    """A database with the table of the page, and beside it the program of the page."""
    program = re.search(r"\n`worker.py`[^\n]*\n\n```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert program
    (tmp_path / "worker.py").write_text(program[1])
    path = tmp_path / "app.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("create table profiles (id integer primary key, body text, residue text)")
        bodies = [OLD % number if number % 100 else CUT if number % 200 else None for number in range(2500)]
        base.executemany("insert into profiles (body) values (?)", [(body,) for body in bodies])
    return path


def rows(path: pathlib.Path) -> list[tuple[str | None, str | None]]:
    with contextlib.closing(sqlite3.connect(path, timeout=30)) as base:
        return base.execute("select body, residue from profiles order by id").fetchall()


def worker(path: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, path.with_name("worker.py"), path, *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_worker_upgrades_a_table_and_takes_it_back(table: pathlib.Path) -> None:
    before = rows(table)
    run = worker(table)
    assert run.returncode == 0, run.stderr
    assert len(run.stderr.splitlines()) == 12 and run.stderr.startswith("row 101: truncated: ")
    after = rows(table)
    for (old, _), (new, residue) in zip(before, after, strict=True):
        if old in (None, CUT):
            assert (new, residue) == (old, None)
        else:
            made = adapty_migration.convert(old, residue="beside")
            assert (new, residue) == (made.document.decode(), made.residue and made.residue.decode()) and residue
    # Again there is nothing to do.
    assert worker(table).returncode == 0 and rows(table) == after
    assert worker(table, "--back").returncode == 0 and rows(table) == before


def changed(path: pathlib.Path, mark: str, line: str) -> None:
    """Puts a line before another one of the program."""
    program = path.with_name("worker.py")
    text = program.read_text()
    assert text.count(mark) == 1
    program.write_text(text.replace(mark, line + mark))


@pytest.mark.parametrize("mark", ["            base.executemany(WRITE, zip(new", "        for index, error in"])
def test_a_worker_that_is_killed_goes_on(table: pathlib.Path, mark: str) -> None:
    before, program = rows(table), table.with_name("worker.py")
    whole = program.read_text()
    changed(
        table,
        mark,
        f"{mark[: -len(mark.lstrip())]}if keys[0] > 1000: __import__('os').kill(__import__('os').getpid(), 9)\n",
    )
    assert worker(table).returncode == -9
    done = sum(residue is not None for _, residue in rows(table))
    assert 900 < done < 2000
    # Each row has both of its columns or neither.
    for (old, _), (new, residue) in zip(before, rows(table), strict=True):
        assert (new == old) == (residue is None)
    program.write_text(whole)
    assert worker(table).returncode == 0
    assert sum(residue is not None for _, residue in rows(table)) == 2475
    assert worker(table, "--back").returncode == 0 and rows(table) == before


def test_the_worker_leaves_what_another_program_writes(table: pathlib.Path) -> None:
    """The other program writes to a row after the worker has read it, and before it writes."""
    mark = "            base.executemany(WRITE, zip(new"
    changed(table, mark, "            base.execute(\"update profiles set body = 'mine' where id = 2\")\n")
    assert worker(table).returncode == 0
    assert rows(table)[1] == ("mine", None) and rows(table)[2][1] is not None
