"""Small screens, assistive technology, the dark, and paper."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import SAMPLES
from steps import try_sample, until

TITLES = [sample["title"] for sample in SAMPLES]


def width(page):
    return page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.parametrize("size", [320, *(pytest.param(size, marks=pytest.mark.long) for size in (360, 768))])
def test_nothing_is_wider_than_a_small_screen(open_page, size):
    page = open_page(viewport={"width": size, "height": 740})
    assert width(page) <= size
    for title in TITLES:
        try_sample(page, title)
        page.locator("#source .line").nth(2).click()
        assert width(page) <= size, title
    page.click("#edit")
    page.fill("#payload", '{"a": ' + "x" * 400)
    page.wait_for_selector("#problem:not([hidden])")
    assert width(page) <= size


def violations(page):
    results = Axe().run(
        page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    )
    return [
        (found["id"], [node["html"][:160] for node in found["nodes"]][:3]) for found in results.response["violations"]
    ]


def states(page):
    """Leads the page through its states, and names each when the page is there."""
    yield "empty"
    for title in ["SDK 1.x answer", "Server API v2"]:
        try_sample(page, title)
        page.locator("#source .line").nth(5).click()
        yield title
    page.select_option("#to", "sdk3")
    until(page, "document.querySelector('#target-title').innerText.includes('sdk3')")
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    yield "with losses"
    page.click("#edit")
    page.fill("#payload", "{,}")
    page.wait_for_selector("#problem:not([hidden])")
    yield "refused"


@pytest.fixture
def open_for_axe(open_page):
    def open_for_axe(scheme, size):
        return open_page(
            color_scheme=scheme, viewport={"width": size, "height": 800}, bypass_csp=True, reduced_motion="reduce"
        )

    return open_for_axe


@pytest.mark.parametrize(
    "scheme, size",
    [
        ("light", 1280),
        *(pytest.param(*other, marks=pytest.mark.long) for other in [("light", 360), ("dark", 1280), ("dark", 360)]),
    ],
)
def test_axe_finds_nothing(open_for_axe, scheme, size):
    page = open_for_axe(scheme, size)
    for state in states(page):
        assert violations(page) == [], state


def test_axe_finds_nothing_in_the_dark_on_a_phone(open_for_axe):
    page = open_for_axe("dark", 360)
    next(state for state in states(page) if state == "with losses")
    assert violations(page) == []


def test_light_and_dark_differ(open_page):
    colours = [
        open_page(color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ["light", "dark"]
    ]
    assert colours[0] != colours[1]


def test_nothing_moves_for_who_does_not_want_it(open_page):
    durations = []
    for motion in ["reduce", "no-preference"]:
        page = open_page(reduced_motion=motion)
        durations.append(page.evaluate("getComputedStyle(document.querySelector('button')).transitionDuration"))
    assert durations[0] in ["0s", "0s, 0s"] and durations[1] != durations[0]


def test_it_prints_whole(open_page):
    page = open_page()
    try_sample(page)
    page.emulate_media(media="print")
    assert page.evaluate(
        "['source', 'target'].every(id => { const list = document.getElementById(id); return list.scrollHeight <= list.clientHeight + 1; })"
    )
    assert page.is_hidden("#samples") and page.is_visible("#proof")
