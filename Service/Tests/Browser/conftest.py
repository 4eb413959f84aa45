"""The real service, started once, and a real browser for each test."""
import json
import os
import pathlib
import socket
import subprocess
import time
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

SERVICE = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = SERVICE / ".build/debug/adapty-migrate-service"
SAMPLES = json.loads((SERVICE / "Sources/AdaptyMigrationService/Page/Files/samples.json").read_text())
VIOLATIONS = "window.violations = []; addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective + ' ' + event.blockedURI))"


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
        process = subprocess.Popen([PROGRAM], cwd=log.parent, env={**os.environ, **settings}, stdout=output, stderr=output)
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


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["BROWSER_PATH"], args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, base):
    """Opens the page; at the end nothing may have been blocked, thrown, or asked of anybody else."""
    opened = []

    def open_page(path="/", **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, "permissions": ["clipboard-read", "clipboard-write"], **options})
        page = context.new_page()
        page.add_init_script(VIOLATIONS)
        page.seen, page.wrong = [], []
        page.on("request", lambda request: page.seen.append(request))
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.goto(base + path)
        page.wait_for_selector("#samples button >> nth=10")
        opened.append((context, page))
        return page

    yield open_page
    for context, page in opened:
        violations, wrong = page.evaluate("window.violations"), page.wrong
        elsewhere = [request.url for request in page.seen if not request.url.startswith((base + "/", "data:"))]
        context.close()
        assert violations == getattr(page, "expected_violations", []), "the policy holds"
        assert wrong == [], "no script failed"
        assert elsewhere == [], "nothing is asked of anybody else"
