"""Files at any path that Spark supports: the cluster's file system, an object store, a local folder."""

from __future__ import annotations

from typing import Any

from pyspark.sql import SparkSession

from .errors import JobError


class Storage:
    """The Hadoop file system of a path, as Spark itself uses it."""

    def __init__(self, spark: SparkSession, root: str) -> None:
        context = spark.sparkContext
        jvm: Any = context._jvm
        self._jvm = jvm
        self.root = root.rstrip("/")
        path = jvm.org.apache.hadoop.fs.Path(self.root)
        self._files = path.getFileSystem(context._jsc.hadoopConfiguration())

    def _path(self, name: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path(f"{self.root}/{name}" if name else self.root)

    def path(self, name: str) -> str:
        return f"{self.root}/{name}"

    def exists(self, name: str) -> bool:
        return bool(self._files.exists(self._path(name)))

    def names(self, name: str = "") -> list[str]:
        """The names in a folder; empty when the folder does not exist."""
        if not self.exists(name):
            return []
        return sorted(status.getPath().getName() for status in self._files.listStatus(self._path(name)))

    def delete(self, name: str) -> None:
        self._files.delete(self._path(name), True)

    def rename(self, name: str, to: str) -> None:
        if not self._files.rename(self._path(name), self._path(to)):
            raise JobError(
                f"{self.path(name)} cannot be renamed to {self.path(to)}; is another run with the same id in progress? Run the job again"
            )

    def read(self, name: str) -> str:
        stream = self._files.open(self._path(name))
        try:
            return bytes(self._jvm.org.apache.commons.io.IOUtils.toByteArray(stream)).decode()
        finally:
            stream.close()

    def write(self, name: str, text: str) -> None:
        """Writes a small file under another name and renames it, so that it exists completely or not at all."""
        unfinished = f"_{name}.unfinished"
        stream = self._files.create(self._path(unfinished), True)
        try:
            stream.write(bytearray(text.encode()))
        finally:
            stream.close()
        self.delete(name)
        self.rename(unfinished, name)

    def qualified(self, path: str) -> str:
        """The full path, which is valid wherever the driver is started."""
        there = self._jvm.org.apache.hadoop.fs.Path(path)
        return str(there.getFileSystem(self._files.getConf()).makeQualified(there).toString())

    def status(self, path: str) -> tuple[int, int]:
        """The length and the modification time of any file."""
        there = self._jvm.org.apache.hadoop.fs.Path(path)
        found = there.getFileSystem(self._files.getConf()).getFileStatus(there)
        return int(found.getLen()), int(found.getModificationTime())
