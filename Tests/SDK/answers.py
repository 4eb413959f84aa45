"""What SDK 1 reads of records that newer programs wrote: everybody keeps the access that the record says."""

import datetime
import json

import documents
from expectation import REFERENCE_DATE
from report import Failure

KINDS = ["profile", "paywall"]


def run(report, tool, olds):
    for kind in KINDS:
        records, refused = current(tool, kind)
        report.step("sdk1-wire", len(records) + len(refused), refused, f"{kind} records answered to SDK 1")
        if not records:
            raise SystemExit(f"no {kind} is answered to SDK 1")
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
    """The fixtures as a newer program writes them, and that in the dialect of SDK 1; and what the tool refuses.

    What a newer program refuses, or what lacks a member that SDK 1 requires, is no record for SDK 1.
    """
    found = documents.fixtures(kind)
    upgraded = tool.convert("upgrade", [document.text for document in found], "--residue", "discard")
    pairs = [(document, text) for document, (is_upgraded, text) in zip(found, upgraded) if is_upgraded]
    written = [(document, text) for document, text in pairs if COMPLETE[kind](json.loads(text))]
    records, refused = [], []
    for (document, text), (is_answered, answer) in zip(written, answered(tool, [text for _, text in written])):
        if is_answered:
            records.append((document, json.loads(text), answer))
        else:
            refused.append(Failure(document.name, "sdk1-wire", f"is not answered: {answer['reason']}\n  {text}"))
    return records, refused


def answered(tool, texts):
    """A program knows the dialect of what it wrote, where the record does not show it."""
    found = tool.convert("downgrade", texts, "--to", "sdk1-wire")
    stated = tool.convert("downgrade", texts, "--to", "sdk1-wire", "--from", "sdk2")
    return [one if one[0] else two for one, two in zip(found, stated)]


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
