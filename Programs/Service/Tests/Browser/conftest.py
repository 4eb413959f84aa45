"""The real service, started once, and its page in a real browser."""

import json
import os
import pathlib
import socket
import subprocess
import time
import urllib.request

import pytest

pytest_plugins = ["chromium"]
SERVICE = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ["PRODUCTS"]) / "adapty-migrate-service"
SAMPLES = json.loads((SERVICE / "Sources/AdaptyMigrationService/Page/Files/samples.json").read_text())


@pytest.fixture(scope="session")
def base(tmp_path_factory):
    """Where the service is."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "WEBHOOK_SECRET": "webhook", "ADMIN_SECRET": "admin"}
    log = tmp_path_factory.mktemp("service") / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [PROGRAM], cwd=log.parent, env={**os.environ, **settings}, stdout=output, stderr=output
        )
    try:
        for _ in range(200):
            if process.poll() is not None:
                pytest.exit(f"the service ended: {log.read_text()}")
            try:
                urllib.request.urlopen(url + "/health", timeout=1)
                break
            except OSError:
                time.sleep(0.1)
        else:
            pytest.exit(f"the service does not answer: {log.read_text()}")
        yield url
        marks = [sample["text"][40:120] for sample in SAMPLES]
        written = log.read_text()
    finally:
        process.terminate()
        process.wait(timeout=10)
    assert not [mark for mark in marks if mark in written], "nothing of a payload is logged"


@pytest.fixture
def open_page(watched_page, base):
    """Opens the page."""

    def open_page(path="/", **options):
        page = watched_page(
            base + path, base + "/", **{"permissions": ["clipboard-read", "clipboard-write"], **options}
        )
        page.wait_for_selector("#samples button >> nth=10")
        return page

    return open_page
