"""What ends a job."""

from __future__ import annotations

import contextlib
import re
from typing import Iterator


class JobError(Exception):
    """A job cannot be done, or was not: what is wrong, and what to do about it. Nothing was committed."""


@contextlib.contextmanager
def in_plain_words() -> Iterator[None]:
    """Raises what a task or Spark said as a `JobError`, out of the traces around it."""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JJavaError, PySparkException) as error:
        said = re.findall(r"^(?:\S*\.)?JobError: (.+)$", str(error), re.MULTILINE)
        if said:
            raise JobError(said[-1]) from error
        raise JobError(f"Spark gave the job up: {first_lines(str(error))}") from error


def first_lines(text: str) -> str:
    """What a long text begins with, on one line."""
    return " | ".join([line.strip() for line in text.splitlines() if line.strip()][:6])
