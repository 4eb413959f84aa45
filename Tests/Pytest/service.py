"""The real service, for tests that need it."""

import contextlib
import os
import pathlib
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator


@contextlib.contextmanager
def running(program: pathlib.Path, log: pathlib.Path) -> Iterator[str]:
    """Starts the service with the secrets `webhook` and `admin`, and gives its address. `log` is in the folder of its database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "WEBHOOK_SECRET": "webhook", "ADMIN_SECRET": "admin"}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [program], cwd=log.parent, env={**os.environ, **settings}, stdout=output, stderr=output
        )
    try:
        for _ in range(200):
            assert process.poll() is None, f"the service ended: {log.read_text()}"
            with contextlib.suppress(OSError):
                urllib.request.urlopen(url + "/health", timeout=1)
                break
            time.sleep(0.1)
        else:
            raise AssertionError(f"the service does not answer: {log.read_text()}")
        yield url
    finally:
        process.terminate()
        process.wait(timeout=10)
