"""One process of the tool, written to and read from at the same time.

Worked example, `adapty-migrate upgrade --in-step` (every record ends with a zero byte):

    to the process   {"event_type":"subscription_cancelled"}0  {"a":1}0
    from it          {"event_type":"subscription_expired",…}0  !{"code":"unrecognised",…}0  -0

Every record is answered by one record or `-`, after its rejects. Back-pressure: one thread writes, and the caller's thread reads. When the caller does not
read, the pipe fills, the process stops reading, and the writer blocks in `write`. Memory holds only the pipes, the few blocks of the process and
their batches.
"""

from __future__ import annotations

import collections
import os
import subprocess
import threading
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Sequence

from .errors import JobError

REJECTS_STATUS = 65
"""The tool's exit status when some records were rejected."""

CHUNK = 1 << 18
LAST_ERRORS = 40


class Answer(NamedTuple):
    """The result for one record."""

    record: bytes | None
    """The converted record; None when it was rejected."""
    rejects: Sequence[bytes]
    """One JSON object for each rejected record. There can be several, because a line may be an array of records."""


class Process:
    """A process of the tool. Its standard error is drained, and its exit status is checked."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.arguments = list(arguments)
        try:
            self._process = subprocess.Popen(
                self.arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise JobError(
                f"{self.arguments[0]} cannot be started ({error}); send a program that runs on the executors with --files or --tool"
            ) from error
        self._errors: collections.deque[bytes] = collections.deque(maxlen=LAST_ERRORS)
        self._drain = threading.Thread(target=self._keep_errors, daemon=True)
        self._drain.start()

    @property
    def input(self) -> Any:
        return self._process.stdin

    def read(self) -> bytes:
        """The next bytes of the output; empty at the end."""
        assert self._process.stdout is not None
        return os.read(self._process.stdout.fileno(), CHUNK)

    def finish(self, where: str) -> None:
        """Waits for the end. Raises `JobError` with the exit status and the last error lines, unless the process succeeded, with or without rejects."""
        status = self._process.wait()
        self._drain.join()
        if status in (0, REJECTS_STATUS):
            return
        how = f"was killed by signal {-status}" if status < 0 else f"ended with exit status {status}"
        said = b"".join(self._errors).decode("utf-8", "replace").strip().replace("\n", " | ")
        raise JobError(f"{' '.join(self.arguments[:2])} {how} {where}; its error output: {said or 'empty'}")

    def kill(self) -> None:
        """Kills the process if it still runs. Any thread may call it; a reader then reaches the end of the output."""
        if self._process.poll() is None:
            self._process.kill()

    def stop(self) -> None:
        """Kills the process if it still runs, and closes its streams. Only the reading thread may call it."""
        self.kill()
        self._process.wait()
        self._drain.join()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass

    def _keep_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._errors.append(line[:2000])


def pump(
    arguments: Sequence[str],
    batches: Iterable[Any],
    records: Callable[[Any], Sequence[bytes]],
    place: Callable[[Any, int], str],
) -> Iterator[tuple[Any, list[Answer]]]:
    """Sends the records of all batches through one process, and yields each batch with its answers, in order.

    `place` describes the position of a record in a batch, for the error when the process does not answer it.
    """
    process = Process(arguments)
    sent: collections.deque[tuple[Any, int]] = collections.deque()
    trouble: list[BaseException] = []
    there_is_more = threading.Semaphore(0)

    def send() -> None:
        try:
            for batch in batches:
                found = records(batch)
                sent.append((batch, len(found)))
                there_is_more.release()
                if found:
                    process.input.write(b"\0".join(found) + b"\0")
            process.input.close()
        except BrokenPipeError:
            pass  # The process ended; its exit status gives the reason.
        except BaseException as error:  # noqa: BLE001: passed to the thread that can raise it
            trouble.append(error)
            process.kill()
        finally:
            there_is_more.release()

    writer = threading.Thread(target=send, daemon=True)
    writer.start()
    answers = _answers(process)
    try:
        while True:
            there_is_more.acquire()
            if not sent:
                break
            batch, count = sent.popleft()
            found: list[Answer] = []
            for number in range(count):
                answer = next(answers, None)
                if answer is None:
                    if trouble:
                        raise trouble[0]
                    process.finish(f"before it had answered {place(batch, number)}")
                    raise JobError(
                        f"{' '.join(arguments[:2])} ended without an answer to {place(batch, number)}; does its version match this package?"
                    )
                found.append(answer)
            yield batch, found
        if trouble:
            raise trouble[0]
        if next(answers, None) is not None:
            raise JobError(
                f"{' '.join(arguments[:2])} returned more records than it was sent; does its version match this package?"
            )
        process.finish("at the end of the partition")
    finally:
        process.stop()
        writer.join(1)  # It may still wait for a batch that will never come.


def _answers(process: Process) -> Iterator[Answer]:
    rest: list[bytes] = []
    rejects: list[bytes] = []
    while chunk := process.read():
        parts = chunk.split(b"\0")
        if len(parts) > 1 and rest:
            parts[0] = b"".join(rest) + parts[0]
            rest = []
        rest.append(parts.pop())
        for part in parts:
            if part.startswith(b"!"):
                rejects.append(part[1:])
            elif rejects or part == b"-":
                yield Answer(None if part == b"-" else part, rejects)
                rejects = []
            else:
                yield Answer(part, ())
