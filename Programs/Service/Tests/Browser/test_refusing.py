"""What the page refuses, and what its policy does."""

import pytest
from steps import line, paste, until


@pytest.mark.parametrize(
    "text, place, at",
    [
        ('{\n  "profile_id": "p",\n  "is_test": tru\n}', "line 3, column 17", 39),
        ('{"é😀": "x", "b": 01}', "line 1, column 20", 19),
        ('{"a":"open', "line 1", None),
    ],
)
def test_a_mistake_is_shown_where_it_is(open_page, text, place, at):
    page = open_page()
    paste(page, text)
    page.wait_for_selector("#problem:not([hidden])")
    problem = page.inner_text("#problem")
    assert place in problem and "What to do" in problem
    assert page.get_attribute("#payload", "aria-invalid") == "true"
    assert page.locator("#gutter .is-wrong").inner_text().strip() == place.split()[1].rstrip(",")
    page.click("#problem button")
    assert page.evaluate("document.activeElement.id") == "payload"
    if at is not None:
        assert page.evaluate("document.activeElement.selectionStart") == at
    page.focus("#payload")
    page.keyboard.press("Control+A")
    page.keyboard.insert_text('{"event_type":"trial_cancelled"}')
    page.wait_for_selector("#problem", state="hidden")
    assert page.get_attribute("#payload", "aria-invalid") is None


@pytest.mark.parametrize(
    "text, said",
    [
        ('{"a": 1}', "known shape"),
        ('[{"profile_id":"p","paid_access_levels":{}}]', "one record at a time"),
        ('{"profile_id":"p","access_levels":{},"paid_access_levels":{"x":{}}}', "two spellings"),
        (" " * 10 + "9" * (1 << 20), "Too long"),
    ],
)
def test_what_is_no_payload_is_refused_in_words(open_page, text, said):
    page = open_page()
    page.evaluate(
        "text => { const area = document.querySelector('#payload'); area.value = text; area.dispatchEvent(new InputEvent('input')); }",
        text,
    )
    page.wait_for_selector("#problem:not([hidden])")
    assert said in page.inner_text("#problem") and "What to do" in page.inner_text("#problem")
    assert page.is_hidden("#verdict")


def test_what_looks_like_markup_is_text(open_page):
    page = open_page()
    paste(
        page,
        '{"profile_id":"<img src=x onerror=alert(1)>","paid_access_levels":{},"<b>":"</code><script>alert(1)</script>"}',
    )
    page.wait_for_selector("#source .line")
    line(page, "source", '"<b>"').hover()
    assert page.locator("#source img, #source script, #source b, #told b, #told img").count() == 0


def test_the_policy_blocks_what_is_not_the_pages_own(open_page):
    page = open_page()
    page.evaluate(
        "() => { const script = document.createElement('script'); script.textContent = 'window.isBroken = true'; document.body.append(script); }"
    )
    page.evaluate("fetch('https://example.com/').catch(() => null)")
    until(page, "window.violations.length === 2")
    assert page.evaluate("window.isBroken") is None
    page.expected_violations = ["script-src-elem inline", "connect-src https://example.com/"]
    page.seen = [request for request in page.seen if "example.com" not in request.url]
