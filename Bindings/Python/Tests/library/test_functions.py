"""The functions of the installed package, on the project's fixtures."""

from __future__ import annotations

import concurrent.futures
import datetime
import pathlib
import subprocess
import sys
from typing import Any

import adapty_migration
import pytest
from adapty_migration import (
    Rejected,
    Residue,
    convert,
    detect,
    downgrade,
    entitlements,
    meaning,
    rules_hash,
    upgrade,
    version,
)

ROOT = pathlib.Path(__file__).resolve().parents[4]
FIXTURES = sorted((ROOT / "LegacyFixtures").rglob("*.json"))
# The first of each dialect and kind.
FIRST = list({path.parent: path for path in reversed(FIXTURES)}.values())
first_or_all = pytest.mark.parametrize(
    "fixtures", [FIRST, pytest.param(FIXTURES, marks=pytest.mark.long)], ids=["first", "all"]
)
EVENT = b'{"event_type":"subscription_cancelled","profile_id":"p"}'
PROFILE = b'{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":1}},"app_id":"d894"}'


def test_it_is_the_installed_package() -> None:
    assert "site-packages" in adapty_migration.__file__
    assert version() == adapty_migration.__version__
    assert len(rules_hash()) == 64


@first_or_all
def test_fixtures_go_up_and_come_back(fixtures: list[pathlib.Path]) -> None:
    converted = 0
    for path in fixtures:
        record, fixture = path.read_bytes(), path.relative_to(ROOT / "LegacyFixtures")
        try:
            new = upgrade(record, from_=fixture.parts[0])
        except Rejected as reject:
            assert reject.code in ("unrecognised", "ambiguous", "conflicting-spellings"), (path, reject)
            continue
        converted += 1
        assert downgrade(new) == record, path
        beside = convert(record, from_=fixture.parts[0], residue=Residue.BESIDE)
        golden = ROOT / "CurrentFixtures" / fixture
        if golden.exists():
            assert beside.document == golden.read_bytes(), path
        assert downgrade(beside.document, residue=beside.residue) == record, path
    assert converted > len(fixtures) * 2 / 3


def test_what_a_conversion_says() -> None:
    found = convert(PROFILE, residue=Residue.BESIDE)
    assert found.document.startswith(
        b'{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true}},"app_id":"d894"'
    )
    assert (found.source, found.target, found.kind, found.is_changed) == ("sdk1-wire", "sdk2", "profile", True)
    assert found.residue is not None and found.residue.startswith(b'{"v":1')
    assert convert(b'{"event_type":"trial_started"}', residue=Residue.BESIDE).residue is None
    assert b"_adapty_migration" not in upgrade(PROFILE, residue=Residue.DISCARD)


def test_where_the_residue_goes_is_a_name_as_well() -> None:
    assert convert(PROFILE, residue="beside") == convert(PROFILE, residue=Residue.BESIDE)
    assert upgrade(PROFILE, residue="discard") == upgrade(PROFILE, residue=Residue.DISCARD)
    remedy = "; pass Residue.EMBED, Residue.BESIDE or Residue.DISCARD, or its name in lower case"
    for function in (convert, upgrade):
        with pytest.raises(ValueError, match=f"^residue is 'bogus'{remedy}$"):
            function(PROFILE, residue="bogus")  # type: ignore[arg-type]
        for wrong in (1, None, b"embed"):
            with pytest.raises(TypeError, match=f"^residue is {wrong!r}, of type {type(wrong).__name__}{remedy}$"):
                function(PROFILE, residue=wrong)  # type: ignore[arg-type]


def test_an_argument_of_a_wrong_type_says_what_to_pass() -> None:
    for wrong in (0, 1.5, True, datetime.date(2026, 1, 1)):
        with pytest.raises(
            TypeError, match=f'^at is .*, of type {type(wrong).__name__}; pass a text like .*Z", or a dat'
        ):
            upgrade(PROFILE, at=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^at is 0, of type int; "):
        entitlements(PROFILE, [], at=0)  # type: ignore[arg-type]
    for name in ("from_", "to", "readable_by"):
        options: dict[str, Any] = {name: 5}
        with pytest.raises(TypeError, match=f"^{name} is 5, of type int; pass a str$"):
            upgrade(PROFILE, **options)


def test_detection() -> None:
    found = detect(EVENT)
    assert (found.dialect, found.kind, found.also_fits) == ("webhook-legacy", "event", ())
    assert found.evidence[0] == "subscription_cancelled is an older spelling of subscription_expired"


def test_targets() -> None:
    assert downgrade(b'{"event_type":"subscription_expired"}', to="webhook-legacy").startswith(
        b'{"event_type":"subscription_cancelled"'
    )
    assert upgrade(PROFILE, from_="sdk1-wire", to="sdk3") != upgrade(PROFILE, from_="sdk1-wire")


def test_a_version_of_the_sdk_is_the_dialect_that_it_reads() -> None:
    new = upgrade(PROFILE, from_="1.17.0", to="3.12.0")
    assert new == upgrade(PROFILE, from_="sdk1-wire", to="sdk3")
    assert downgrade(new, to="1.17.0") == PROFILE
    assert detect(PROFILE, from_="1.17.0").dialect == "sdk1-wire"
    with pytest.raises(
        ValueError, match="profiles in sdk3 and paywalls in sdk2; name one of them, or use `readable_by`"
    ):
        upgrade(PROFILE, to="3.5.0")


def test_a_record_that_an_sdk_can_read() -> None:
    new = convert(PROFILE, from_="sdk1-wire", readable_by="3.12.0", residue="beside")
    assert new.target == "sdk3"
    assert b'"segment_hash":"not implemented"' in new.document
    assert downgrade(new.document, residue=new.residue) == PROFILE
    with pytest.raises(ValueError, match="`readable_by` is .1.17.0., which is not a version .* from 2.0.0 on"):
        upgrade(PROFILE, readable_by="1.17.0")
    with pytest.raises(ValueError, match="leave out `to` and `fill_required`"):
        upgrade(PROFILE, readable_by="3.12.0", to="sdk3")


def test_a_newer_record_leaves_its_envelope_where_that_is_asked_for() -> None:
    inside = b'{"profile_id":"p","segment_hash":"s","is_test_user":false,"timestamp":1,"paid_access_levels":{}}'
    whole = b'{"success":' + inside + b"}"
    assert upgrade(whole) == whole
    assert upgrade(whole, unwrap=True, residue="discard") == inside


def test_flags_are_derived_at_an_instant() -> None:
    record = b'{"data":{"profile_id":"p","access_levels":[{"access_level_id":"a","expires_at":"2026-02-01T00:00:00+00:00"}]}}'
    january = upgrade(record, from_="server-v2", at="2026-01-01T00:00:00Z")
    assert b'"is_active":true' in january
    assert upgrade(record, from_="server-v2", at=datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)) == january
    with pytest.raises(ValueError, match="has no time zone"):
        upgrade(record, at=datetime.datetime(2026, 1, 1))
    with pytest.raises(ValueError, match="`at` is .soon., which is not an instant"):
        upgrade(record, at="soon")


@pytest.mark.parametrize("form", [bytes, bytearray, memoryview, bytes.decode])
def test_every_form_of_a_record(form: Any) -> None:
    assert upgrade(form(EVENT)) == upgrade(EVENT)
    beside = convert(form(PROFILE), residue="beside")
    assert beside.residue is not None
    assert downgrade(form(beside.document), residue=form(beside.residue)) == PROFILE
    assert detect(form(EVENT)) == detect(EVENT)
    assert meaning(form(EVENT)) == "ended"
    assert entitlements(form(PROFILE), [form(EVENT)], "2026-01-01T00:00:00Z")[0].active


def test_what_an_event_means() -> None:
    assert meaning(EVENT) == meaning('{"event_type":"SUBSCRIPTION_CANCELED","profile_id":"p"}') == "ended"
    assert meaning('{"event_type":"subscription_renewal_cancelled","profile_id":"p"}') == "renewal_off"
    assert meaning('{"event_type":"of_my_own","profile_id":"p"}') == "unknown"
    with pytest.raises(Rejected, match="is a profile"):
        meaning(PROFILE)
    foreign = '{"event_type":"subscription_cancelled","content":{"subscription":{}}}'
    with pytest.raises(Rejected, match="nothing shows that the event is from Adapty"):
        meaning(foreign)
    assert meaning(foreign, from_="webhook-legacy") == "ended"


def test_access_at_an_instant() -> None:
    profile = (
        '{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_product_id":"month",'
        '"expires_at":"2026-02-01T00:00:00.000000+0000"}}}'
    )
    off, end = (
        '{"event_type":"%s","profile_id":"p","event_properties":{"vendor_product_id":"month"}}' % name
        for name in ("auto_renew_off_subscription", "subscription_cancelled")
    )
    january = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
    [level] = entitlements(profile, [off], january)
    assert (level.access_level_id, level.active, level.will_renew, level.meaning) == (
        "premium",
        True,
        False,
        "renewal_off",
    )
    assert level.expires_at == "2026-02-01T00:00:00.000Z"
    assert level.evidence == "event 1 auto_renew_off_subscription"
    assert not entitlements(profile, [off], "2026-02-01T00:00:00Z")[0].active
    assert not entitlements(profile, iter([off, end]), january)[0].active
    assert entitlements(None, [], january) == ()
    with pytest.raises(Rejected, match="event 2: the document ends too early"):
        entitlements(profile, [off, "{"], january)


@pytest.mark.parametrize(
    ("record", "code", "column"),
    [
        (b'{"event_type":', "truncated", 15),
        (b"[1,]", "invalid-json", 4),
        (b'"\xff"', "invalid-utf8", 2),
        (b"", "empty", 1),
        (b"{}", "unrecognised", None),
    ],
)
def test_rejects_say_why_and_where(record: bytes, code: str, column: int | None) -> None:
    with pytest.raises(Rejected) as caught:
        upgrade(record)
    assert caught.value.code == code
    assert (caught.value.place.column if caught.value.place else None) == column
    assert caught.value.remedy and caught.value.remedy in str(caught.value)


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="a record must be bytes or a str, not dict"):
        upgrade({})  # type: ignore[arg-type]
    with pytest.raises(
        ValueError,
        match="`from_` is .sdk9., which is neither a dialect nor a version of Adapty's SDK; use one of .*sdk1-wire",
    ):
        upgrade(EVENT, from_="sdk9")
    with pytest.raises(ValueError, match="maximum_depth"):
        upgrade(EVENT, maximum_depth=0)
    with pytest.raises(Rejected, match="missing-required"):
        upgrade(PROFILE, from_="sdk1-wire", strict=True)
    assert upgrade(PROFILE, from_="sdk1-wire", fill_required=True) != upgrade(PROFILE, from_="sdk1-wire")
    with pytest.raises(Rejected, match="too-deep"):
        upgrade(PROFILE, maximum_depth=1)


@first_or_all
def test_threads(fixtures: list[pathlib.Path]) -> None:
    records = [path.read_bytes() for path in fixtures]
    changed = [(record, convert(record).document) for record in records if _is_convertible(record)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(upgrade, [record for record, _ in changed] * 8)) == [new for _, new in changed] * 8
        assert list(pool.map(downgrade, [new for _, new in changed])) == [record for record, _ in changed]


def _is_convertible(record: bytes) -> bool:
    try:
        upgrade(record)
    except Rejected:
        return False
    return True


def test_a_missing_library_is_told_with_what_to_do() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import adapty_migration; adapty_migration.version()"],
        env={"ADAPTY_MIGRATION_LIBRARY": "/nowhere.so"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert "LibraryMissing" in run.stderr and "`make wheel`" in run.stderr


def test_memory_does_not_grow() -> None:
    script = """
import resource, adapty_migration
record = b'{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":1}},"x":"' + b'y' * 100_000 + b'"}'
def go():
    for _ in range(200): adapty_migration.upgrade(record)
go()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
go()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    grown = int(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)
    assert grown < 5_000  # kB; 20 MB if results were not freed


@pytest.mark.parametrize(
    "subject",
    [
        [
            argument
            for module in ("_columns", "_functions", "_library", "_errors")
            for argument in ("-m", f"adapty_migration.{module}")
        ],
        [__file__, str(pathlib.Path(__file__).with_name("test_columns.py"))],
    ],
    ids=["inside", "outside"],
)
def test_types(subject: list[str]) -> None:
    """The hints hold inside the package and for those who use it."""
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file",
            str(ROOT / "Bindings/Python/pyproject.toml"),
            "--cache-dir=/dev/null",
            *subject,
        ],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
