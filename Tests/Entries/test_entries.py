"""The tool, a store, the service and the Python package treat one document alike."""

import json
import os
import pathlib
import sqlite3
import subprocess
import urllib.error
import urllib.request

import pytest
import service
from adapty_migration import Rejected, convert, downgrade

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = pathlib.Path(os.environ["PRODUCTS"]) / "adapty-migrate"
SERVICE = pathlib.Path(os.environ["SERVICE_PRODUCTS"]) / "adapty-migrate-service"
MARK = b"\xef\xbb\xbf"
# The first of each older dialect and kind. The service lowers newer ones, where an upgrade leaves them.
FIXTURES = {
    path.parent: path
    for pattern in ("sdk1-*", "server-v1", "sdk2", "webhook*")
    for path in sorted((ROOT / "LegacyFixtures").glob(f"{pattern}/*/*.json"), reverse=True)
    if path.parent.name not in ("paywalls", "products")
}
DOCUMENTS = {
    "bare name": b'{"event_type":"subscription_cancelled"}',
    "member of one's own": b'{"event_type":"subscription_cancelled","customer_user_id":"u1","tenant":"acme"}',
    "own member and capitals": b'{"received_at":1,"event_type":"SUBSCRIPTION_CANCELED","profile_id":"p"}',
    "own name": b'{"event_type":"of_my_own","profile_id":"p"}',
    "of another service": b'{"event_type":"subscription_cancelled","content":{"subscription":{}}}',
    "profile with a member of one's own": b'{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1,"x":1.50}},"tenant":2}',
    "two spellings": b'{"profile_id":"p","paid_access_levels":{"a":{"id":"a"}},"access_levels":{}}',
    "two former names": b'{"event_type":"trial_cancelled","event_type":"trial_started","profile_id":"p"}',
    "event in an envelope": b'{"data":{"event_type":"subscription_cancelled","profile_id":"p"}}',
    "name in camel case": b'{"eventType":"subscription_cancelled","profileId":"p"}',
    "no known shape": b'{"a":1}',
    "number": b"7",
    "null": b"null",
    "nothing": b"",
    "white space": b" \n",
    "two documents": b'{"event_type":"trial_cancelled"} {}',
    "too little": b'{"profileId":"8a6e","headline":"Engineer"}',
    "cut short": b'{"event_type":',
    "comma at the end": b'{"event_type":"trial_cancelled",}',
    "not UTF-8": b'{"event_type":"\xff"}',
    "space around": b' \n {"event_type":"trial_cancelled","profile_id":"p"} \n',
    **{str(path.parent.relative_to(ROOT / "LegacyFixtures")): path.read_bytes() for path in FIXTURES.values()},
}


@pytest.fixture(scope="session")
def url(tmp_path_factory):
    with service.running(SERVICE, tmp_path_factory.mktemp("service") / "log") as url:
        yield url


def by_tool(document, folder):
    rejects = folder / "rejects.ndjson"
    command = [TOOL, "upgrade", "-", "--format", "json", "--residue", "discard", "--rejects", rejects]
    run = subprocess.run(command, input=document, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return run.stdout if run.returncode == 0 else json.loads(rejects.read_text())["code"]


def by_store(document, folder):
    database = sqlite3.connect(folder / "store.sqlite", isolation_level=None)
    database.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, body BLOB)")
    database.execute("INSERT INTO records VALUES (1, ?)", [document])
    command = [TOOL, "store", "apply", f"sqlite:{folder}/store.sqlite?table=records&column=body"]
    run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    query = "SELECT body FROM records" if run.returncode == 0 else "SELECT code FROM adapty_migration_rejects"
    return database.execute(query).fetchone()[0]


def by_service(document, url):
    request = urllib.request.Request(f"{url}/convert?residue=discard", document, {"Content-Type": "application/json"})
    try:
        return urllib.request.urlopen(request).read()
    except urllib.error.HTTPError as problem:
        return json.load(problem)["code"]


def by_python(document):
    try:
        return convert(document, residue="discard").document
    except Rejected as reject:
        return reject.code


@pytest.mark.parametrize("mark", [b"", MARK], ids=["plain", "marked"])
@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_one_document(document, mark, url, tmp_path):
    answer = by_tool(document, tmp_path)
    expected = mark + answer if isinstance(answer, bytes) else answer
    for folder in ("tool", "store"):
        (tmp_path / folder).mkdir()
    assert by_tool(mark + document, tmp_path / "tool") == expected
    assert by_store(mark + document, tmp_path / "store") == expected
    assert by_python(mark + document) == expected
    # A text that is sent over a network has no mark (RFC 8259, 8.1).
    assert by_service(mark + document, url) == answer


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_a_mark_comes_back(document):
    try:
        beside = convert(MARK + document, residue="beside")
        embedded = convert(MARK + document).document
    except Rejected:
        return
    assert downgrade(embedded) == downgrade(beside.document, residue=beside.residue) == MARK + document
