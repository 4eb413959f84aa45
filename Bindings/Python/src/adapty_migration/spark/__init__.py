"""Upgrades Adapty's records on a Spark cluster: NDJSON and Parquet. Every executor runs the tool's own program.

    python -m adapty_migration.spark upgrade --master spark://host:7077 --input hdfs:///dump --output hdfs:///upgraded

The executors need only pyspark and pyarrow. The job sends them the program and this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import JobError

if TYPE_CHECKING:
    from .inputs import Input
    from .job import UpgradeJob
    from .verification import VerifyJob

__all__ = ["Input", "JobError", "UpgradeJob", "VerifyJob"]


def __getattr__(name: str) -> Any:
    # Modules that need pyspark are imported on demand, so that the command can report that pyspark is missing.
    if name == "Input":
        from .inputs import Input

        return Input
    if name == "UpgradeJob":
        from .job import UpgradeJob

        return UpgradeJob
    if name == "VerifyJob":
        from .verification import VerifyJob

        return VerifyJob
    raise AttributeError(name)
