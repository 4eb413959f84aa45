"""A real browser, and pages in it that are watched: what the tests of the service's page and of the report share."""

import os

import pytest
from playwright.sync_api import sync_playwright

VIOLATIONS = "window.violations = []; addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective + ' ' + event.blockedURI))"


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["BROWSER_PATH"], args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def watched_page(browser):
    """Opens a page that may ask for what begins with its home alone; at the end nothing may have been blocked, thrown, or asked of anybody else."""
    opened = []

    def watched_page(url, home, **options):
        page = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options}).new_page()
        page.add_init_script(VIOLATIONS)
        page.seen, page.wrong, page.expected_violations = [], [], []
        page.on("request", lambda request: page.seen.append(request))
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.goto(url)
        opened.append((page, home))
        return page

    yield watched_page
    for page, home in opened:
        violations = page.evaluate("window.violations")
        elsewhere = [request.url for request in page.seen if not request.url.startswith((home, "data:"))]
        page.context.close()
        assert violations == page.expected_violations, "the policy holds"
        assert page.wrong == [], "no script failed"
        assert elsewhere == [], "nothing is asked of anybody else"
