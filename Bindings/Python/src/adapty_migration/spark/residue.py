"""Moves a record's residue to a column of its own and back, byte for byte.

Worked example:

    {"event_type":"trial_expired","_adapty_migration":{"v":1,…}}     →   {"event_type":"trial_expired"}   and   {"v":1,…}

The residue is always the last member of the root. Names inside its texts are escaped (`\\"_adapty_migration\\":`). So the last plain occurrence of the
name is the residue, if a JSON object follows up to the root's closing brace.
"""

from __future__ import annotations

import json

NAME = b'"_adapty_migration":'
SPACE = b" \t\r\n"


def split(record: bytes) -> tuple[bytes, bytes | None]:
    """The record without its residue, and the residue, which is None when there is none."""
    start = record.rfind(NAME)
    brace = record.rfind(b"}")
    if start < 0 or brace < start or record.lstrip(SPACE)[:1] != b"{":
        return record, None
    end = len(record[:brace].rstrip(SPACE))
    residue = record[start + len(NAME) : end]
    if not _is_residue(residue):
        return record, None
    comma = 1 if record[start - 1 : start] == b"," else 0
    return record[: start - comma] + record[end:], residue


def join(record: bytes, residue: bytes | None) -> bytes:
    """The record with its residue, as the tool writes it."""
    if residue is None:
        return record
    end = len(record[: record.rfind(b"}")].rstrip(SPACE))
    comma = b"" if record[end - 1 : end] == b"{" else b","
    return record[:end] + comma + NAME + residue + record[end:]


def _is_residue(text: bytes) -> bool:
    try:
        found = json.loads(text)
    except ValueError:
        return False
    return isinstance(found, dict) and "v" in found and "original" in found
