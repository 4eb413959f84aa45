"""A column of records in one call."""

from __future__ import annotations

import json
import math
import pathlib
import subprocess
import sys
import threading
from typing import Any

import adapty_migration._columns as columns
import adapty_migration._library as native
import pandas
import polars
import pytest
from adapty_migration import Rejected, Residue, convert, downgrade, downgrade_many, upgrade, upgrade_many
from test_functions import EVENT, PROFILE, first_or_all

TEXT = EVENT.decode()
NEW = upgrade(EVENT)
CUT = '{"event_type":'


def test_a_text_gives_a_text_and_bytes_give_bytes() -> None:
    nan = float("nan")
    values = [TEXT, None, EVENT, nan, PROFILE, PROFILE.decode(), None]
    made = upgrade_many(values)
    assert made[:3] == [NEW.decode(), None, NEW] and made[3] is nan
    assert made[4:] == [upgrade(PROFILE), upgrade(PROFILE).decode(), None]
    assert values[0] == TEXT
    assert upgrade_many([bytearray(EVENT), memoryview(EVENT)]) == [NEW, NEW]  # type: ignore[type-var]


@first_or_all
def test_each_record_becomes_what_it_becomes_alone(fixtures: list[pathlib.Path]) -> None:
    records = [path.read_bytes() for path in fixtures]
    made, errors = upgrade_many(records, "collect")
    for index, record in enumerate(records):
        try:
            assert made[index] == upgrade(record) and index not in errors
        except Rejected as error:
            assert made[index] is record
            assert str(errors[index]) == str(error) and errors[index].place == error.place
    assert upgrade_many([record.decode() for record in records], "keep") == [record.decode() for record in made]


def test_nothing_and_what_comes_bit_by_bit() -> None:
    assert upgrade_many([]) == upgrade_many(iter(())) == []
    assert upgrade_many([], "collect") == ([], {})
    assert upgrade_many([None]) == [None]
    assert upgrade_many(text for text in [TEXT, None, TEXT]) == [NEW.decode(), None, NEW.decode()]


def test_the_first_error_is_raised_with_its_index() -> None:
    with pytest.raises(
        Rejected, match=r"^truncated: value 3: the document ends too early \(line 1, column 15"
    ) as caught:
        upgrade_many([TEXT, None, TEXT, CUT, "{}"])
    assert caught.value.code == "truncated" and caught.value.message.startswith("value 3: ")
    with pytest.raises(Rejected, match="value 0: "):
        upgrade_many([b"", {}])  # type: ignore[type-var]


def test_what_fails_stays_as_it_is() -> None:
    values = [CUT, TEXT, None, b"{}", EVENT]
    kept = upgrade_many(values, on_error="keep")
    assert kept == [CUT, NEW.decode(), None, b"{}", NEW]
    assert kept[0] is CUT


def test_errors_are_collected_by_index() -> None:
    values = [CUT, TEXT, None, b"{}", EVENT]
    made, errors = upgrade_many(values, on_error="collect")
    assert made == upgrade_many(values, on_error="keep")
    assert {index: error.code for index, error in errors.items()} == {0: "truncated", 3: "unrecognised"}
    with pytest.raises(Rejected) as alone:
        upgrade(CUT)
    assert str(errors[0]) == str(alone.value)
    assert upgrade_many(values[1:3], on_error="collect") == ([NEW.decode(), None], {})
    assert list(upgrade_many(["{}"] * 3, "collect")[1]) == [0, 1, 2]


def test_records_may_contain_line_breaks() -> None:
    pretty = json.dumps(json.loads(PROFILE), indent=2)
    assert upgrade_many([pretty, pretty + "\n", TEXT]) == [
        upgrade(pretty).decode(),
        upgrade(pretty + "\n").decode(),
        NEW.decode(),
    ]
    _, errors = upgrade_many([pretty, pretty[:-2]], "collect")
    assert errors[1].place and errors[1].place.line == pretty.count("\n")


def test_what_is_not_utf_8() -> None:
    _, errors = upgrade_many([EVENT, b'{"event_type":"\xff"}', b'{"event_type":"\xed\xa0\x80"}'], "collect")
    assert {index: (error.code, error.place and error.place.column) for index, error in errors.items()} == {
        1: ("invalid-utf8", 16),
        2: ("invalid-utf8", 16),
    }


def test_half_of_a_surrogate_pair() -> None:
    half = '{"event_type":"\ud83d"}'
    made, errors = upgrade_many([TEXT, half, TEXT], "collect")
    assert made == [NEW.decode(), half, NEW.decode()] and errors[1].code == "invalid-utf8"
    with pytest.raises(Rejected, match="invalid-utf8.*column 16"):
        upgrade(half)
    whole = '{"event_type":"subscription_cancelled","profile_id":"\U0001f600é\u20ac"}'
    assert upgrade_many([whole]) == [upgrade(whole).decode()]
    mark = "\ufeff" + TEXT
    assert upgrade_many([mark]) == ["\ufeff" + NEW.decode()]


@pytest.mark.parametrize("mode", ["raise", "keep", "collect"])
def test_what_is_no_record(mode: Any) -> None:
    for value in (5, True, 1.5, {}, ["{}"], object(), pandas.Series([1, 2])):
        with pytest.raises(TypeError, match=f"value 2: a record must be bytes or a str, not {type(value).__name__}"):
            upgrade_many([TEXT, None, value], mode)  # type: ignore[type-var]
    for record in (TEXT, EVENT):
        with pytest.raises(TypeError, match="one record; use upgrade"):
            upgrade_many(record, mode)


def test_wrong_arguments() -> None:
    for wrong in ("ignore", "", None, 1):
        with pytest.raises(ValueError, match='on_error is .*; use one of "raise", "keep", "collect"'):
            upgrade_many([], wrong)  # type: ignore[call-overload]
    for values in ([TEXT], [None], []):
        with pytest.raises(ValueError, match="`from_` is .sdk9."):
            upgrade_many(values, from_="sdk9")
    with pytest.raises(ValueError, match="maximum_depth"):
        upgrade_many([TEXT], maximum_depth=0)
    with pytest.raises(TypeError, match="^at is 0, of type int; pass a text like"):
        upgrade_many([TEXT], at=0)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="^residue is 'bogus'; pass Residue.EMBED, Residue.BESIDE or Residue.DISCARD"):
        upgrade_many([TEXT], residue="bogus")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="^from_ is 1, of type int; pass a str"):
        downgrade_many([TEXT], from_=1)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="`to` is .sdk9."):
        downgrade_many([], to="sdk9")
    for wrong in ("ignore", None):
        with pytest.raises(ValueError, match='on_error is .*; use one of "raise", "keep", "collect"'):
            downgrade_many([], wrong)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="one record; use downgrade, or pass a list of records"):
        downgrade_many(TEXT)
    with pytest.raises(TypeError, match="one residue; pass a list of residues"):
        downgrade_many([TEXT], residues="{}")


def test_residues_beside_a_column() -> None:
    values = [TEXT, None, EVENT, CUT, PROFILE.decode(), b'{"event_type":"trial_started"}']
    event, profile = convert(EVENT, residue="beside"), convert(PROFILE, residue="beside")
    assert event.residue and profile.residue
    documents, residues, errors = upgrade_many(values, "collect", residue=Residue.BESIDE)
    assert documents == [event.document.decode(), None, event.document, CUT, profile.document.decode(), values[5]]
    assert residues == [event.residue.decode(), None, event.residue, None, profile.residue.decode(), None]
    assert [*errors] == [3] and errors[3].code == "truncated"
    assert upgrade_many(values, "keep", residue="beside") == (documents, residues)
    with pytest.raises(Rejected, match="value 3: "):
        upgrade_many(values, residue="beside")
    assert upgrade_many([], residue="beside") == ([], [])
    assert upgrade_many([], "collect", residue="beside") == ([], [], {})


@pytest.mark.parametrize("missing", [None, float("nan"), pandas.NA])
def test_the_way_back(missing: Any) -> None:
    values: list[Any] = [TEXT, missing, PROFILE, PROFILE.decode(), b'{"event_type":"trial_started"}']
    embedded = downgrade_many(upgrade_many(values))
    documents, residues = upgrade_many(values, residue="beside")
    beside = downgrade_many(documents, residues=[residue or missing for residue in residues])
    for back in (embedded, beside, downgrade_many(iter(documents), residues=iter(residues))):
        assert back[1] is missing and [back[0], *back[2:]] == [values[0], *values[2:]]
    # Without its residue a record stays as it is.
    assert downgrade_many(documents) == documents
    assert downgrade_many([NEW.decode()], to="webhook-legacy") == [downgrade(NEW, to="webhook-legacy").decode()]


@first_or_all
def test_each_record_comes_back(fixtures: list[pathlib.Path]) -> None:
    records = [path.read_bytes() for path in fixtures]
    documents, residues, errors = upgrade_many(records, "collect", residue="beside")
    assert downgrade_many(documents, "keep", residues=residues) == records and len(errors) < len(records) / 2
    assert any(residues)


def test_residues_that_cannot_be() -> None:
    documents, residues = upgrade_many([TEXT, TEXT, TEXT], residue="beside")
    assert residues[0]
    back, errors = downgrade_many([*documents, CUT], "collect", residues=[residues[0], "{}", residues[2], None])
    assert back == [TEXT, documents[1], TEXT, CUT] and [*errors] == [1, 3]
    with pytest.raises(Rejected, match="value 1: "):
        downgrade_many(documents, residues=[None, "{", None])
    with pytest.raises(TypeError, match="^residue 1: a residue must be bytes or a str, not int$"):
        downgrade_many(documents, residues=[None, 5, None])
    with pytest.raises(
        ValueError, match="^residues ends after 2, and values goes on; pass one residue, or None, for each"
    ):
        downgrade_many(documents, residues=residues[:2])
    with pytest.raises(ValueError, match="^values ends after 2, and residues goes on; "):
        downgrade_many(documents[:2], residues=residues)


def test_the_other_arguments_are_those_of_upgrade() -> None:
    kinds: list[dict[str, Any]] = [
        {"residue": "discard"},
        {"from_": "sdk1-wire", "to": "sdk3"},
        {"from_": "sdk1-wire", "fill_required": True},
        {"readable_by": "3.12.0", "residue": Residue.DISCARD},
        {"at": "2026-01-01T00:00:00Z"},
    ]
    for options in kinds:
        made = upgrade(PROFILE, **options)
        assert upgrade_many([PROFILE, None, PROFILE], **options) == [made, None, made]
    with pytest.raises(Rejected, match="missing-required: value 0"):
        upgrade_many([PROFILE], from_="sdk1-wire", strict=True)


def test_pieces_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "PIECE", 500)
    values = [TEXT, None, CUT, EVENT, float("nan"), PROFILE] * 50
    made, errors = upgrade_many(values, "collect")
    assert list(errors) == [place for place, value in enumerate(values) if value is CUT]
    expected = [NEW.decode(), None, CUT, NEW, math.nan, upgrade(PROFILE)] * 50
    assert all(one == other or one != one and other != other for one, other in zip(made, expected, strict=True))
    documents, residues, _ = upgrade_many(values, "collect", residue="beside")
    assert len(residues) == len(values) and residues[:3] == [residues[300 - 6], None, None]
    back, _ = downgrade_many(documents, "collect", residues=residues)
    assert all(one == other or one != one for one, other in zip(back, values, strict=True))
    with pytest.raises(Rejected, match="value 290: "):
        upgrade_many([TEXT] * 290 + ["{}"])
    with pytest.raises(TypeError, match="value 290: "):
        upgrade_many([TEXT] * 290 + [5])


def test_a_column_crosses_in_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    library, calls = native.library(), []

    class Counting:
        am_free_many = library.am_free_many

        def am_upgrade_many(self, *arguments: Any) -> Any:
            calls.append(arguments[2])
            return library.am_upgrade_many(*arguments)

    monkeypatch.setattr(native, "library", Counting)
    upgrade_many([TEXT, None] * 10_000)
    assert calls == [10_000]
    big = json.dumps({"event_type": "subscription_cancelled", "x": "y" * (1 << 20)})
    upgrade_many([big] * 10)
    assert calls == [10_000, 4, 4, 2]


def test_columns_of_tables() -> None:
    expected = [NEW.decode(), None, NEW.decode()]
    for missing in (None, float("nan"), pandas.NA, pandas.NaT):
        for kind in (object, "string"):
            column = pandas.Series([TEXT, missing, TEXT], index=[7, 5, 5], dtype=kind)
            made = upgrade_many(column)
            assert made[0] == made[2] == NEW.decode() and pandas.isna(made[1])
    table = pandas.DataFrame({"profile": [EVENT, None]}, index=["a", "b"])
    table["profile"] = upgrade_many(table["profile"])
    assert table["profile"].to_list() == [NEW, None]
    assert polars.Series(upgrade_many(polars.Series([TEXT, None, TEXT]))).to_list() == expected
    assert upgrade_many(polars.Series([EVENT, None])) == [NEW, None]


def test_two_threads_are_in_the_library_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With this interval, a thread gives the interpreter's lock away in a call of C alone, and not because its time is over."""
    library, inside, together = native.library(), [0], []

    class Watched:
        am_free_many = library.am_free_many

        def am_upgrade_many(self, *arguments: Any) -> Any:
            inside[0] += 1
            together.append(inside[0])
            status = library.am_upgrade_many(*arguments)
            inside[0] -= 1
            return status

    monkeypatch.setattr(native, "library", Watched)
    big = json.dumps({"event_type": "subscription_cancelled", "x": "y" * columns.PIECE})
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        threads = [threading.Thread(target=upgrade_many, args=([big] * 30,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(together) == 62 and set(together) == {1, 2}


INTERRUPTED = """
import resource, signal, sys, threading
from adapty_migration import upgrade_many
signal.signal(signal.SIGALRM, signal.default_int_handler)
column = ['{"event_type":"subscription_cancelled","x":"' + "y" * 1000 + '"}'] * 40_000
def stop_after(seconds):
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        upgrade_many(column)
    except KeyboardInterrupt:
        return 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return 0
upgrade_many(column)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
interrupted = sum(stop_after(0.002 + 0.0005 * turn) for turn in range(60))
print(interrupted, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, threading.active_count())
"""


def test_an_interrupted_call_leaves_nothing_behind() -> None:
    run = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=True)
    interrupted, grown, threads = map(int, run.stdout.split())
    assert interrupted > 20 and threads == 1
    assert grown < 50_000  # kB; each interrupted call has 8 MB of documents


BOUNDED = """
import resource, sys
from adapty_migration import upgrade_many
record = '{"event_type":"subscription_cancelled","x":"' + "y" * 2000 + '"}'
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
count = int(sys.argv[1])
column = [record + " " * (number % 7) for number in range(count)]
before = peak()
made = upgrade_many(column)
print(peak() - before, sum(map(len, made)) / 1e6)
"""


def test_memory_is_bounded_by_the_data() -> None:
    run = subprocess.run([sys.executable, "-c", BOUNDED, "100000"], capture_output=True, text=True, check=True)
    grown, made = map(float, run.stdout.split())
    assert made > 200
    assert grown < 1.3 * made + 50  # MB: what was made, and one piece in its forms
