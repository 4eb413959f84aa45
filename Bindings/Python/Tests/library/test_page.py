"""The examples of README."""

import doctest
import os
import pathlib
import re
import subprocess
import sys

import adapty_migration

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
