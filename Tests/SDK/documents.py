"""The documents that are tried: fixtures, and server answers of a folder."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "LegacyFixtures"


class Document:
    def __init__(self, path, text):
        self.path, self.text = path, text

    @property
    def name(self):
        return str(self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path)


def one_line(text):
    """Line breaks of JSON are white space: a text has them escaped."""
    return text.replace("\r", " ").replace("\n", " ").strip()


def texts(folder):
    """The files of a folder that are text."""
    for path in sorted(folder.rglob("*.json")):
        try:
            yield Document(path, one_line(path.read_text()))
        except UnicodeDecodeError:
            continue


def fixtures(kind):
    """The fixtures of a kind in all dialects."""
    return [document for folder in sorted(FIXTURES.glob(f"*/{kind}")) for document in texts(folder)]


def answers(extra):
    """Server answers to SDK 1, profiles and paywalls alike: its models choose."""
    folders = [FIXTURES / "sdk1-wire" / kind for kind in ("profile", "paywall", "paywalls")]
    found = [document for folder in folders + ([Path(extra)] if extra else []) for document in texts(folder)]
    return [Document(document.path, in_envelope(document.text)) for document in found]


def in_envelope(text):
    """The attributes alone get the envelope in which servers sent them, with the profile's id beside them."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if not isinstance(value, dict):
        return text
    if "profile_id" not in value and ("data" in value or "attributes" in value):
        return text
    id = value.get("profile_id", value.get("id"))
    beside = "" if id is None else f'"id":{json.dumps(id)},'
    return f'{{"data":{{{beside}"attributes":{text}}}}}'
