"""The page without a mouse."""

from steps import try_sample, until


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
