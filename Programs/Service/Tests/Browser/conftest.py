"""The real service, started once, and its page in a real browser."""

import json
import os
import pathlib

import pytest
import service

pytest_plugins = ["chromium"]
SERVICE = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ["PRODUCTS"]) / "adapty-migrate-service"
SAMPLES = json.loads((SERVICE / "Sources/AdaptyMigrationService/Page/Files/samples.json").read_text())


@pytest.fixture(scope="session")
def base(tmp_path_factory):
    """Where the service is."""
    log = tmp_path_factory.mktemp("service") / "log"
    with service.running(PROGRAM, log) as url:
        yield url
        marks = [sample["text"][40:120] for sample in SAMPLES]
        written = log.read_text()
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
