"""What SDK 1 reads of records that newer programs wrote: everybody keeps the access that the record says."""

import datetime
import json

import documents
from expectation import REFERENCE_DATE
from report import Failure

KINDS = ["profile", "paywall"]


def run(report, tool, olds):
    for kind in KINDS:
        records = list(current(tool, kind))
        for old in olds:
            said = old.ask(kind, [documents.in_envelope(answer) for _, _, answer in records])
            failures = [
                Failure(document.name, f"SDK {old.tag}", f"an answer in sdk1-wire: {reason}\n  {answer}")
                for (document, record, answer), read in zip(records, said)
                if (reason := wrong(kind, record, read))
            ]
            what = f"{kind} records read that newer programs wrote"
            report.step(f"SDK {old.tag}", len(records), failures, what)


def current(tool, kind):
    """The fixtures as a newer program writes them, and that in the dialect of SDK 1; without what SDK 1 refuses."""
    found = documents.fixtures(kind)
    upgraded = tool.convert("upgrade", [document.text for document in found], "--residue", "discard")
    written = [(document, text) for document, (is_upgraded, text) in zip(found, upgraded) if is_upgraded]
    answers = tool.convert("downgrade", [text for _, text in written], "--to", "sdk1-wire")
    for (document, text), (is_answered, answer) in zip(written, answers):
        if is_answered and COMPLETE[kind](record := json.loads(text)):
            yield document, record, answer


def is_complete_profile(record):
    """Whether it has what SDK 1 requires. In an envelope of somebody's own there is no record for an SDK."""
    if not isinstance(record, dict) or "profile_id" not in record:
        return False
    asked = {"paid_access_levels": {"id", "is_active"}, "subscriptions": {"vendor_product_id", "is_active"}}
    return all(names <= entry.keys() for member, names in asked.items() for entry in entries(record, member).values())


def entries(record, member):
    """SDK 1 skips what is no entry."""
    found = record.get(member) or {}
    return {key: entry for key, entry in found.items() if isinstance(entry, dict)}


def is_complete_paywall(record):
    return isinstance(record, dict) and "variation_id" in record and isinstance(record.get("products"), list)


COMPLETE = {"profile": is_complete_profile, "paywall": is_complete_paywall}


def wrong(kind, record, answer):
    """What SDK 1 reads otherwise; `None` for nothing."""
    is_read, text = answer
    if not is_read:
        return text
    stored = json.loads(text)
    if kind == "paywall":
        read, said = len(stored["products"]), len(record["products"])
        return None if read == said else f"{read} of {said} products are read"
    levels = stored.get("accessLevels", stored.get("paidAccessLevels", {}))
    read = {key: (level["isActive"], end(level.get("expiresAt"))) for key, level in levels.items()}
    said = {
        key: (level["is_active"], moment(level.get("expires_at")))
        for key, level in entries(record, "paid_access_levels").items()
    }
    return None if read == said else f"reads the access {read} and not {said}"


def end(seconds):
    return None if seconds is None else round(seconds + REFERENCE_DATE)


def moment(text):
    """SDK 1 takes an end that it cannot read for none."""
    try:
        return round(datetime.datetime.fromisoformat(text).timestamp())
    except (TypeError, ValueError):
        return None
