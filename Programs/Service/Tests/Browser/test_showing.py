"""What the page shows of a payload."""

import json
import re

from conftest import SAMPLES
from steps import compact, paste, post, shown, try_sample, until

STRANGE = '{"profile_id":"p","paid_access_levels":{},"n":[1E400,10.0,-0,0.10e-07,12345678901234567890.123456789],"n":"\\u00e9\\/\\ud83d\\ude00","":null, "e":{} ,"é":[]}'


def test_every_sample_is_shown_as_it_is_written(open_page, base):
    page = open_page()
    for sample in SAMPLES:
        try_sample(page, sample["title"])
        assert shown(page, "source") == compact(sample["text"])
        assert shown(page, "target") == compact(post(base, "/convert?residue=discard", sample["text"]))
        assert sample["dialect"] in page.inner_text("#found")
        assert page.locator("#evidence li").count() > 0
        assert "is-good" in page.get_attribute("#proof", "class") and "is exact" in page.inner_text("#proof")
        digests = page.locator("#digests dd").all_text_contents()
        assert len(digests) == 2 and digests[0] == digests[1] and re.fullmatch("[0-9a-f]{64}", digests[0])
        assert "is-good" in page.get_attribute("#access", "class")


def test_a_payload_is_pasted(open_page):
    page = open_page()
    paste(page, SAMPLES[0]["text"])
    page.wait_for_selector("#source .line")
    assert shown(page, "source") == compact(SAMPLES[0]["text"])
    assert "sdk1-wire profile" in page.inner_text("#found")
    assert page.evaluate("document.activeElement !== document.body"), "the focus is somewhere"


def test_typing_is_not_interrupted(open_page):
    page = open_page()
    page.focus("#payload")
    page.keyboard.insert_text('{"event_type":"subscription_cancelled"}')
    page.wait_for_selector("#target .line")
    assert page.is_visible("#payload") and page.evaluate("document.activeElement.id") == "payload"
    assert shown(page, "target") == '{"event_type":"subscription_expired"}'


def test_an_answer_does_not_take_the_text_away_from_who_writes(open_page):
    page = open_page()
    try_sample(page)
    answers = []
    page.route("**/explain*", lambda route: answers.append(route))
    page.select_option("#to", "sdk3")
    until_called(page, answers, 1)
    page.click("#edit")
    answers[0].continue_()
    until(page, "document.querySelector('#target-title').innerText.includes('sdk3')")
    assert page.is_visible("#payload") and page.evaluate("document.activeElement.id") == "payload"
    page.unroute("**/explain*")


def until_called(page, calls, count):
    for _ in range(100):
        if len(calls) >= count:
            return
        page.wait_for_timeout(50)
    raise AssertionError("not asked")


def test_digits_escapes_order_and_duplicates_stay(open_page):
    page = open_page()
    paste(page, STRANGE)
    page.wait_for_selector("#source .line")
    assert shown(page, "source") == compact(STRANGE)
    assert shown(page, "target") == compact(STRANGE)


def test_another_target_is_chosen(open_page):
    page = open_page()
    try_sample(page, "SDK 3.17 paywall")
    page.select_option("#to", "sdk1-wire")
    until(page, "document.querySelector('#target-title').innerText.includes('sdk1-wire')")
    assert "custom_payload" in shown(page, "target")
    assert {"sdk3", "sdk2", "sdk1-stored"} <= set(
        page.locator("#to option").evaluate_all("options => options.map(option => option.value)")
    )


def test_a_payload_is_read_as_what_the_reader_says(open_page, base):
    page = open_page()
    paste(page, '{"profile_id":"p","paid_access_levels":{}}')
    page.wait_for_selector("#source .line")
    page.select_option("#from", "server-v1")
    until(page, "document.querySelector('#found').innerText.includes('server-v1')")
    page.click("#share")
    until(page, "location.hash.includes('from=server-v1')")
    other = open_page(page.url[len(base) :])
    until(other, "document.querySelector('#found').innerText.includes('server-v1')")
    assert other.input_value("#from") == "server-v1"


def test_a_target_without_the_record_is_refused_with_what_to_do(open_page):
    page = open_page()
    try_sample(page, "SDK 3.17 paywall")
    page.select_option("#to", "sdk3")
    page.click("#edit")
    page.fill("#payload", '{"event_type":"trial_cancelled"}')
    page.wait_for_selector("#problem:not([hidden])")
    assert "Convert to" in page.inner_text("#problem")
    page.select_option("#to", "")
    page.wait_for_selector("#target .line")


def test_what_is_missing_is_said(open_page):
    page = open_page()
    try_sample(page)
    page.select_option("#to", "sdk3")
    until(page, "document.querySelector('#losses').innerText.includes('segment_hash')")
    assert "sdk2" not in page.inner_text("#losses")
    assert "segment_hash" in page.inner_text("#losses")


def test_the_residue_is_shown(open_page, base):
    page = open_page()
    try_sample(page)
    residue = page.text_content("#residue")
    assert json.loads(residue)["from"] == "sdk1-wire"
    assert json.loads(post(base, "/convert", SAMPLES[0]["text"]))["_adapty_migration"] == json.loads(residue)


def test_documents_are_copied(open_page, base):
    page = open_page()
    try_sample(page)
    page.click("#copy")
    until(page, "document.querySelector('#status').innerText.includes('copied')")
    assert page.evaluate("navigator.clipboard.readText()") == post(base, "/convert?residue=discard", SAMPLES[0]["text"])
    page.click("#copy-embedded")
    until(page, "document.querySelector('#status').innerText.includes('residue copied')")
    assert page.evaluate("navigator.clipboard.readText()") == post(base, "/convert", SAMPLES[0]["text"])
