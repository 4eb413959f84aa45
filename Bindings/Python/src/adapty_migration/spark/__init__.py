"""Adapty's records on a Spark cluster: NDJSON, CSV exports and Parquet, upgraded by the tool's own program on every executor.

    python -m adapty_migration.spark upgrade --master spark://host:7077 --input hdfs:///dump --output hdfs:///upgraded

Nothing but pyspark and pyarrow has to be installed on the executors: the program and this package are sent along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import JobError

if TYPE_CHECKING:
    from .inputs import Input
    from .job import UpgradeJob
    from .report import ReportJob
    from .verification import VerifyJob

__all__ = ["Input", "JobError", "ReportJob", "UpgradeJob", "VerifyJob"]


def __getattr__(name: str) -> Any:
    # What needs pyspark is imported when it is asked for, so that the command can say that it is missing.
    if name == "Input":
        from .inputs import Input

        return Input
    if name == "UpgradeJob":
        from .job import UpgradeJob

        return UpgradeJob
    if name == "ReportJob":
        from .report import ReportJob

        return ReportJob
    if name == "VerifyJob":
        from .verification import VerifyJob

        return VerifyJob
    raise AttributeError(name)
