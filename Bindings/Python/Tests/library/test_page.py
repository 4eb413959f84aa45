"""The examples of README."""
import doctest
import pathlib

PAGE = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def test_examples_print_what_the_page_shows():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.failed == 0 and result.attempted >= 5
