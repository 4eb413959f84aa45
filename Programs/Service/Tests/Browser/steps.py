"""What readers do on the page, and what they then see."""

import re
import urllib.request


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
