"""The report, as people read it."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import DATA, HOSTILE

# The mixed page has the most to show; the others are more of the same.
PAGES = ["mixed", *(pytest.param(name, marks=pytest.mark.long) for name in ("clean", "lossy", "shown", "summed"))]


def table(page, caption):
    """The rows of a table as text, by its caption."""
    rows = page.locator("table", has=page.locator("caption", has_text=re.compile(f"^{re.escape(caption)}$"))).locator(
        "tbody tr"
    )
    return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in rows.all()]


# What it says


@pytest.mark.parametrize(
    "name, states",
    [("clean", ["good"] * 4), ("mixed", ["good", "good", "good", "warm"]), ("lossy", ["bad", "good", "bad", "good"])],
)
def test_the_result_stands_on_top(open_page, name, states):
    page = open_page(name)
    cards = page.locator("#verdict article").all()
    assert [re.search("is-(\\w+)", card.get_attribute("class")).group(1) for card in cards] == states
    assert page.locator("#verdict").bounding_box()["y"] < 400


def test_what_came_in(open_page):
    page = open_page()
    assert f"{len(DATA['mixed'])} records from 1 input" in page.inner_text("header")
    rows = table(page, "Records by what they were and what they became")
    assert ["sdk1-wire", "profile", "sdk2", "26", "21.8 %"] in rows
    assert sum(int(row[3]) for row in rows) == len(DATA["mixed"]) - 2


def test_the_picture_says_what_its_table_says(open_page):
    page = open_page("clean")
    pictures, tables = page.locator("#fields svg").all(), page.locator("#fields table").all()
    assert len(pictures) == len(tables) > 2
    for picture, heat in zip(pictures, tables):
        drawn = sorted(title.replace(",", "") for title in picture.locator("title").all_text_contents())
        actions = heat.locator("thead th").all_inner_texts()[2:]
        told = []
        for row in heat.locator("tbody tr").all():
            old, new, *counts = [cell.strip() for cell in row.locator("th, td").all_inner_texts()]
            told += [f"{old} → {new}: {action} {count}" for action, count in zip(actions, counts) if count.isdigit()]
        assert drawn == sorted(told)


def test_stashed_fields_go_to_the_residue(open_page):
    page = open_page("clean")
    rows = table(page, "Profile, sdk1-wire → sdk2: what happened to each field")
    second = next(row for row in rows if row[0] == "access_levels")
    assert second[1] == "residue" and second[6] == "12"
    app = next(row for row in rows if row[0] == "app_id")
    assert app[1] == "app_id" and app[2] == "12"


def test_rejects_are_shown_without_what_they_say(open_page):
    page = open_page()
    text = page.inner_text("#rejects")
    assert "unrecognised" in text and "mixed.ndjson:116:1" in text
    assert '{"…": 0, "email": "…"}' in text and "alice" not in page.content()
    assert "alice@example.com" in open_page("shown").inner_text("#rejects")


def test_event_names_over_time(open_page):
    page = open_page()
    rows = {row[0]: row for row in table(page, "Event names")}
    assert rows["TRIAL_CANCELED"][1:4] == ["former", "trial_expired", "access has ended"]
    assert rows["subscription_renewal_cancelled"][1:4] == [
        "current",
        "subscription_renewal_cancelled",
        "still entitled",
    ]
    assert rows["subscription_renewed"][1] == "never changed" and rows[HOSTILE][1] == "your own"
    years = table(page, "Events by time and generation")
    assert [row[0] for row in years] == ["2020", "2021", "2022", "2023", "2024"] and sum(
        int(number) for row in years for number in row[1:]
    ) == 90


def test_access_before_and_after(open_page):
    page = open_page()
    rows = table(page, "Access before and after")
    assert ["access level premium", "in all", "25", "25", "yes"] in rows and {row[4] for row in rows} == {"yes"}


def test_digests_and_the_command(open_page):
    page = open_page("clean")
    files = table(page, "What was read and what came of it")
    assert [row[:2] for row in files] == [["clean.ndjson", "read"], ["clean.ndjson", "result"]] and all(
        re.fullmatch("[0-9a-f]{64}", row[3]) for row in files
    )
    assert page.inner_text(".command").strip() == "adapty-migrate upgrade clean.ndjson -o clean.new --report clean.html"


def test_losses_are_named(open_page):
    assert "None." in open_page("clean").inner_text("#losses")
    rows = table(open_page("lossy"), "Fields that converted records no longer contain")
    assert ["paid_access_levels", "Profile", "sdk1-wire", "the residue was discarded", "12"] in rows


def test_parts_add_up_to_the_whole(open_page):
    whole, summed = open_page("mixed"), open_page("summed")
    for part in ("#fields", "#events", "#access", "#losses"):
        assert whole.inner_text(part) == summed.inner_text(part)


def test_names_of_the_data_stay_text(open_page):
    page = open_page("shown")
    assert page.locator("script").count() == 0 and HOSTILE in page.inner_text("#events")
    assert f"access level {HOSTILE}" in page.inner_text("#access")


# Whom it serves


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing(open_page, name, scheme, width):
    page = open_page(name, color_scheme=scheme, viewport={"width": width, "height": 800}, bypass_csp=True)
    found = Axe().run(page).response["violations"]
    assert [(violation["id"], [node["target"] for node in violation["nodes"]][:5]) for violation in found] == []


@pytest.mark.parametrize("name", PAGES)
def test_it_fits(open_page, name):
    page = open_page(name)
    for width in [320, 390, 768, 1280, 1920]:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", PAGES)
def test_columns_fit_a_laptop(open_page, name):
    page = open_page(name, viewport={"width": 1280, "height": 800})
    wide = page.evaluate(
        "[...document.querySelectorAll('.scroll')].filter(element => element.scrollWidth > element.clientWidth + 1).map(element => element.getAttribute('aria-label'))"
    )
    assert wide == []


def test_names_break_between_words_on_a_phone(open_page):
    page = open_page(viewport={"width": 390, "height": 800})
    lines = page.evaluate("""() => {
        const lines = []
        for (const code of document.querySelectorAll('tbody th code')) {
            const range = document.createRange(), line = new Map()
            for (const node of [...code.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)) {
                for (let at = 0; at < node.length; at++) {
                    range.setStart(node, at)
                    range.setEnd(node, at + 1)
                    const top = Math.round(range.getBoundingClientRect().top)
                    line.set(top, (line.get(top) ?? '') + node.data[at])
                }
            }
            lines.push([...line.values()])
        }
        return lines
    }""")
    broken = [line for line in lines if len(line) > 1 and "script" not in "".join(line)]
    assert broken and [line for line in broken if not all(part.endswith(("_", ".")) for part in line[:-1])] == []
    assert page.locator("main .picture:visible").count() == 0


def test_the_keyboard_is_enough(open_page):
    page = open_page()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the result"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "verdict"
    for link in page.locator("nav a").all():
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == link.inner_text()
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#repeat"


def test_wide_tables_scroll_by_keyboard(open_page):
    page = open_page(viewport={"width": 320, "height": 800})
    wide = page.locator(".scroll", has=page.locator("table", has_text="Came in as")).first
    wide.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
    assert wide.evaluate("element => element.scrollLeft") > 0


def test_a_screen_reader_finds_its_way(open_page):
    page = open_page()
    levels = [
        int(name[1])
        for name in page.evaluate("[...document.querySelectorAll('h1, h2, h3')].map(heading => heading.tagName)")
    ]
    assert (
        levels[0] == 1
        and levels.count(1) == 1
        and all(after <= before + 1 for before, after in zip(levels, levels[1:]))
    )
    for each in page.locator("table").all():
        assert each.locator("caption").inner_text()
        assert each.locator("thead th:not([scope=col])").count() == 0
        assert each.locator("tbody th[scope=row]").count() == each.locator("tbody tr").count()
    labels = [svg.get_attribute("aria-label") for svg in page.locator("main svg[role=img]").all()]
    assert labels and all(label.endswith("The table says the same.") for label in labels)
    assert page.locator("main section:not([aria-label]):not([aria-labelledby])").count() == 0


def test_dark_is_dark(open_page):
    def paper(scheme):
        return open_page(color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")

    assert paper("light") != paper("dark") == "rgb(18, 17, 24)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_prints(open_page, scheme):
    page = open_page(color_scheme=scheme, viewport={"width": 700, "height": 990})
    page.emulate_media(media="print", color_scheme=scheme)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(28, 27, 34)"
    assert not page.locator("nav").is_visible()
    cut = page.evaluate(
        "[...document.querySelectorAll('.scroll, pre, section')].filter(element => element.scrollWidth > element.clientWidth + 1).map(element => element.getAttribute('aria-label'))"
    )
    assert cut == [], "nothing is cut off"
    assert page.pdf(format="A4")[:5] == b"%PDF-"
