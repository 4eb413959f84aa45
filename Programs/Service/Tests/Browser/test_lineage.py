"""Where each field went."""

from steps import line, try_sample, until


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
    line(page, "source", '"type"').hover()
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
    page.locator("#evidence .place", has_text="is_one_time").first.click()
    assert page.evaluate("document.activeElement.innerText").startswith('"is_one_time"')
    assert page.locator("#source .is-chosen").count() == 1
