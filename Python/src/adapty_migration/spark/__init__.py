"""Adapty's records on a Spark cluster: NDJSON, CSV exports and Parquet, upgraded by the tool's own program on every executor.

    spark-submit … "$(python -m adapty_migration.spark job)" upgrade --input hdfs:///dump --output hdfs:///upgraded

Nothing but pyspark and pyarrow has to be installed on the executors: the program and this package are sent along.
"""

from .errors import JobError
from .job import UpgradeJob
from .verification import VerifyJob

__all__ = ["JobError", "UpgradeJob", "VerifyJob"]
