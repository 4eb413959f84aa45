"""The examples of README."""

import doctest
import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def test_examples_print_what_the_page_shows():
    examples = "\n".join(re.findall(r"```python\n(>>> .*?)```", PAGE.read_text(), re.DOTALL))
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, None, 0))
    assert result.failed == 0 and result.attempted >= 5
