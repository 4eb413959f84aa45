"""What of a document the SDK decodes at once: a record, the elements of a list, or a whole fallback file."""

import json

# Beside these an envelope's name is a member that nobody knows.
OWN = ["profile_id", "developer_id", "placement", "vendor_product_id"]
ENVELOPES = ["success", "data", "v", "purchaserInfo", "paywalls"]


def value(text):
    """Of a member that occurs twice decoders read the first."""
    return json.loads(text, object_pairs_hook=lambda pairs: dict(reversed(pairs)))


def of(kind, text):
    """(The reader's kind, a text) for each part."""
    root = value(text)
    if is_fallback(root):
        return [("fallback", text)]
    element, found = kind.removesuffix("s"), unwrapped(root)
    if found is root and not isinstance(root, list):
        return [(element, text)]
    items = found if isinstance(found, list) else [found]
    return [(element, json.dumps(attributes(unwrapped(item)))) for item in items]


def is_fallback(root):
    """A file by placement, or a list of what Adapty called fallback paywalls."""
    data = root.get("data") if isinstance(root, dict) else None
    if isinstance(data, list):
        return any(isinstance(item, dict) and item.get("type") == "adapty_inapps_fallback_paywalls" for item in data)
    return isinstance(data, dict) and isinstance(root.get("meta"), dict) and "version" in root["meta"]


def unwrapped(root):
    """Without the envelope of an answer, and without the hash beside what is stored."""
    if not isinstance(root, dict) or any(name in root for name in OWN):
        return root
    return next((root[name] for name in ENVELOPES if isinstance(root.get(name), (dict, list))), root)


def attributes(item):
    inner = item.get("attributes") if isinstance(item, dict) else None
    return inner if isinstance(inner, dict) else item
