"""Links that hold a payload."""

import pytest
from conftest import SAMPLES
from steps import compact, shown, try_sample, until


def test_a_link_holds_the_payload_and_the_server_never_sees_it(open_page, base):
    page = open_page()
    try_sample(page)
    page.select_option("#to", "sdk2-bridge")
    until(page, "document.querySelector('#target-title').innerText.includes('sdk2-bridge')")
    page.click("#share")
    until(page, "location.hash.includes('p=')")
    until(page, "document.querySelector('#status').innerText.includes('copied')")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url and len(link) < 4000
    page.reload()
    page.wait_for_selector("#source .line")
    other = open_page(link[len(base) :])
    other.wait_for_selector("#source .line")
    for reader in [page, other]:
        assert shown(reader, "source") == compact(SAMPLES[0]["text"])
        assert "sdk2-bridge" in reader.inner_text("#target-title")
    asked = {
        (request.method, request.url[len(base) :].split("?")[0])
        for request in page.seen + other.seen
        if request.url.startswith(base)
    }
    assert {path for method, path in asked if method == "POST"} == {"/explain"}
    assert not [
        request
        for request in page.seen + other.seen
        if "p=" in request.url.split("#")[0] or "p=" in request.headers.get("referer", "")
    ]


@pytest.mark.parametrize("fragment", ["#to=&p=AAAA", "#p=!!!", "#p=" + "A" * 5000])
def test_a_damaged_link_is_said_to_be_one(open_page, fragment):
    page = open_page("/" + fragment)
    page.wait_for_selector("#problem:not([hidden])")
    assert "damaged link" in page.inner_text("#problem")


def test_a_link_cannot_unpack_to_more_than_a_payload(open_page):
    page = open_page()
    fragment = page.evaluate(
        "import('/link.js').then(link => link.toFragment(' '.repeat(1 << 22), {to: '', from: ''}))"
    )
    assert len(fragment) < 10_000
    page.evaluate("fragment => { location.hash = fragment; }", fragment)
    page.wait_for_selector("#problem:not([hidden])")
    assert page.input_value("#payload") == ""
