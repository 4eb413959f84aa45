"""The error that ends a job."""

from __future__ import annotations

import contextlib
import re
from typing import Iterator

NO_CSV = "CSV exports of events are not read on a cluster; run `adapty-migrate upgrade` on them"
NO_BESIDE = "to keep the residue beside the record, name a column for it (--residue-column, in Python residue_column)"


class JobError(Exception):
    """A job failed or cannot start. The text says what is wrong and what to do. Nothing was committed."""


@contextlib.contextmanager
def in_plain_words() -> Iterator[None]:
    """Raises an error of a task or of Spark as a `JobError`, without the stack traces around it."""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JJavaError, PySparkException) as error:
        said = re.findall(r"^(?:\S*\.)?JobError: (.+)$", str(error), re.MULTILINE)
        if said:
            raise JobError(said[-1]) from error
        raise JobError(f"Spark aborted the job: {first_lines(str(error))}") from error


def first_lines(text: str) -> str:
    """The first lines of a long text, on one line."""
    return " | ".join([line.strip() for line in text.splitlines() if line.strip()][:6])
