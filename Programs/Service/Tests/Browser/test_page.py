"""The page, as people use it."""

import json
import re
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import SAMPLES

TITLES = [sample["title"] for sample in SAMPLES]
STRANGE = '{"profile_id":"p","paid_access_levels":{},"n":[1E400,10.0,-0,0.10e-07,12345678901234567890.123456789],"n":"\\u00e9\\/\\ud83d\\ude00","":null, "e":{} ,"é":[]}'


def compact(text):
    """Without the white space between tokens."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda found: found.group(1) or "", text)


def shown(page, side):
    """The document as it stands on the page."""
    return compact("\n".join(page.locator(f"#{side} .line code").all_text_contents()))


def try_sample(page, title="SDK 1.x answer"):
    page.click(f"#samples button:text-is('{title}')")
    page.wait_for_selector("#source .line")
    page.wait_for_selector("#target-pane:not([aria-busy])")


def until(page, condition):
    """Waits for a condition; the page's policy forbids Playwright's own way."""
    for _ in range(100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {condition}")


def paste(page, text):
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.focus("#payload")
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+V")


def post(base, path, text):
    request = urllib.request.Request(base + path, text.encode(), {"content-type": "application/json"})
    return urllib.request.urlopen(request).read().decode()


def line(page, side, text):
    return page.locator(f"#{side} .line", has_text=text).first


# What is shown


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


# Lineage


def test_pointing_at_a_field_lights_both_sides(open_page):
    page = open_page()
    try_sample(page)
    line(page, "source", '"is_one_time"').hover()
    assert page.locator("#target .is-chosen").inner_text().startswith('"is_consumable"')
    told = page.inner_text("#told")
    assert "renamed" in told and "is_one_time until SDK 2.4.2" in told and "/is_consumable" in told
    until(page, "document.querySelectorAll('#thread path').length === 1")
    line(page, "target", '"is_consumable"').hover()
    assert page.locator("#source .is-chosen").inner_text().startswith('"is_one_time"')


def test_what_went_to_the_residue_has_no_other_side(open_page):
    page = open_page()
    try_sample(page)
    line(page, "source", '"total_revenue_usd"').hover()
    assert page.locator("#target .is-chosen").count() == 0
    assert "residue" in page.inner_text("#told") and page.locator("#thread path").count() == 0


def test_a_field_inside_a_value_finds_its_counterpart(open_page):
    page = open_page()
    try_sample(page)
    line(page, "source", '"favourite_sport"').hover()
    assert page.locator("#target .is-chosen").inner_text().startswith('"favourite_sport"')


def test_a_fact_leads_to_its_place(open_page):
    page = open_page()
    try_sample(page)
    page.locator("#evidence .place", has_text="vendor_transaction_id").first.click()
    assert page.evaluate("document.activeElement.innerText").startswith('"vendor_transaction_id"')
    assert page.locator("#source .is-chosen").count() == 1


# Without a mouse


def tab_to(page, condition, most=60):
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(f"(() => {{ const at = document.activeElement; return {condition}; }})()"):
            return
    raise AssertionError(f"Tab does not reach {condition}")


def test_everything_is_done_with_the_keyboard(open_page):
    page = open_page()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    tab_to(page, "at.textContent === 'SDK 1.x answer'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#source .line")
    tab_to(page, "at.closest('#source') !== null")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.innerText").strip() == "}"
    page.keyboard.press("Home")
    for _ in range(120):
        page.keyboard.press("ArrowDown")
        if page.evaluate("document.activeElement.innerText").startswith('"is_one_time"'):
            break
    assert "renamed" in page.inner_text("#told")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.innerText").startswith('"is_consumable"')
    assert page.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.innerText").startswith('"is_one_time"')
    tab_to(page, "at.id === 'to'")
    page.keyboard.press("ArrowDown")
    until(page, "!document.querySelector('#target-title').innerText.includes('sdk2')")
    tab_to(page, "at.id === 'share'")
    page.keyboard.press("Enter")
    until(page, "location.hash.includes('p=')")


def test_one_stop_for_each_document(open_page):
    page = open_page()
    try_sample(page)
    for side in ["source", "target"]:
        assert page.locator(f"#{side} .line[tabindex='0']").count() == 1


# Sharing


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


# What is refused


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


# Every reader


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
