"""Reports of data made here, written by the tool as it is built, and a real browser to open them in."""

import json
import os
import pathlib
import subprocess

import pytest

pytest_plugins = ["chromium"]
PROGRAM = pathlib.Path(os.environ["PRODUCTS"]) / "adapty-migrate"
HOSTILE = "<script>window.owned = 1</script>"
FORMER = ["subscription_initial_purchase", "subscription_cancelled", "auto_renew_off_subscription", "TRIAL_CANCELED"]
CURRENT = [
    "subscription_started",
    "subscription_expired",
    "subscription_renewal_cancelled",
    "trial_expired",
    "subscription_renewed",
]


def event(number):
    names = FORMER if number < 40 else CURRENT
    return {
        "event_type": names[number % len(names)],
        "profile_id": f"p{number}",
        "event_datetime": f"{2020 + number // 20}-{number % 12 + 1:02}-03T10:00:00.000000+0000",
    }


def profile(number):
    level = {
        "id": "premium",
        "is_active": 1,
        "will_renew": number % 2 == 0,
        "expires_at": "2026-12-09T12:59:33.000000+0000",
        "activated_at": "2021-02-09T12:59:33.000000+0000",
        "vendor_product_id": "month",
        "vendor_transaction_id": str(number),
        "store": "app_store",
    }
    attributes = {
        "app_id": "a",
        "profile_id": f"p{number}",
        "paid_access_levels": {"premium": level},
        "access_levels": {"premium": level},
        "subscriptions": {},
        "custom_attributes": [],
        "non_subscriptions": {"coins_100": [{"purchase_id": "x", "is_one_time": True}]},
    }
    return {"data": {"type": "adapty_analytics_profile", "id": f"p{number}", "attributes": attributes}}


DATA = {
    "clean": [event(number) for number in range(30)] + [profile(number) for number in range(12)],
    "mixed": [event(number) for number in range(90)]
    + [profile(number) for number in range(25)]
    + [
        {"order": 17, "email": "alice@example.com"},
        '{"event_type": oops}',
        {"event_type": HOSTILE, HOSTILE: 1},
        {"profile_id": "p", "paid_access_levels": {HOSTILE: {"id": "x", "is_active": 1}}, "app_id": "a"},
    ],
}


def upgrade(folder, name, records, *options):
    source = folder / f"{name}.ndjson"
    source.write_text("".join((record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records))
    report = folder / f"{name}.html"
    finished = subprocess.run(
        [PROGRAM, "upgrade", source.name, "-o", f"{name}.new", "--report", report.name, *options],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert finished.returncode in (0, 65), finished.stderr
    return report


@pytest.fixture(scope="session")
def reports(tmp_path_factory):
    """The pages by name."""
    folder = tmp_path_factory.mktemp("reports")
    pages = {name: upgrade(folder, name, records) for name, records in DATA.items()}
    pages["lossy"] = upgrade(folder, "lossy", DATA["clean"], "--residue", "discard")
    pages["shown"] = upgrade(folder, "shown", DATA["mixed"], "--show-values")
    for part in (1, 2):
        upgrade(folder, f"part{part}", DATA["mixed"][part - 1 :: 2], "--report", f"part{part}.json")
    pages["summed"] = folder / "summed.html"
    subprocess.run([PROGRAM, "report", "part1.json", "part2.json", "-o", pages["summed"].name], cwd=folder)
    return pages


@pytest.fixture
def open_page(watched_page, reports):
    """Opens a report; at the end nothing of what the data says may have run."""
    opened = []

    def open_page(name="mixed", **options):
        opened.append(watched_page(reports[name].as_uri(), "file:", **options))
        return opened[-1]

    yield open_page
    assert [page.evaluate("window.owned") for page in opened] == [None] * len(opened), "no data was run"
