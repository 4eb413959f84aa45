"""Streams of nasty documents: nothing is lost that is not named, whatever a consumer does on the way."""

import json
import re
import subprocess


class Tool:
    def __init__(self, program):
        self.program = program

    def run(self, *arguments, text=""):
        return subprocess.run(
            [self.program, *arguments], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60
        )

    def convert(self, command, lines, *options):
        """One answer for each line; `None` where it was rejected."""
        text = "".join(f"{line}\0" for line in lines)
        answers = self.run(command, "--format", "ndjson", "--in-step", *options, text=text).stdout.decode().split("\0")
        # After the last zero byte nothing is left: a program that died in between has not answered all.
        found = [None if answer == "-" else answer for answer in answers[:-1] if not answer.startswith("!")]
        if len(found) != len(lines):
            raise RuntimeError(f"{command} {options} answered {len(found)} of {len(lines)} documents")
        return found

    def verify(self, lines, *options):
        """The lines that are refused, or of which a law does not hold."""
        if self.broken("\n".join(lines) + "\n", *options) == 0:
            return []
        if len(lines) == 1:
            return lines
        middle = len(lines) // 2
        return self.verify(lines[:middle], *options) + self.verify(lines[middle:], *options)

    def broken(self, text, *options):
        """How many laws do not hold, and how many records are refused."""
        said = self.run("verify", "--format", "ndjson", *options, text=text).stdout.decode()
        counts = re.search(r"([\d,]+) rejected; \d+ laws checked on [\d,]+: ([\d,]+) failure", said).groups()
        return sum(int(count.replace(",", "")) for count in counts)


def meaning(text):
    """What a consumer reads: of names that occur twice the last, numbers as doubles. No order counts,
    because a list may come from an object; what no double can hold is null to Node."""

    def read(value):
        if isinstance(value, dict):
            return {name: read(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return sorted((read(inner) for inner in value), key=lambda inner: json.dumps(inner, sort_keys=True))
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return value
        return float(value) + 0.0 if abs(value) < 1e290 else None

    return read(json.loads(text))


FOREIGN = [
    '{"id":"ev_1","object":"event","content":{},"event_type":"subscription_cancelled"}',
    '{"event_type":"subscription_cancelled","user_id":"u","api_version":"v2"}',
    '{"event_type":"trial_cancelled","source":"shop","user":{"id":7}}',
    '{"event_type":"subscription_cancelled","insert_id":"1","user_properties":{}}',
]
# What broke once, to be met by every seed.
ONCE = [
    '{"data":{"profile_id":1,"main":[{"developer_id":"d","variation_id":"v","products":[]}]},"meta":{"version":7}}',
    '{"developer_id":"d","customPayload":"a","customPayload":[],"variation_id":"v","is_promo":false,"products":[],'
    '"custom_payload":"a","custom_payload":"b"}',
    '{"promo_type":"discount","variation_id":"v","paywall":{"attributes":{"vendor_product_id":"a","price":{"amount":1}}}}',
    '{"profile_id":"\\u0070","id":"x","subscriptions":{}}',
    '{"profile_id":"p","total_revenue_usd":0,"segment_hash":"h","total_revenue_usd":9.9,"subscriptions":{}}',
    '{"developer_id":"d","is_promo":0,"name":"n","is_promo":1,"revision":1,"variation_id":"v","products":[]}',
    '{"profile_id":"p","custom_attributes":[{"key":"a","value":1},{"key":"b","value":3},{"key":"a","value":2}],'
    '"subscriptions":[],"access_levels":[]}',
    '{"profile_id":"p","subscriptions":{},"paid_access_levels":{"a":{"id":"a","is_active":1,"vendor_product_id":null,'
    '"store":null,"activated_at":"2024-01-01T00:00:00.000+0000","is_lifetime":0,"will_renew":0,"is_in_grace_period":0,'
    '"is_refund":0}}}',
    '{"profile_id":"p","subscriptions":[],"access_levels":'
    '[{"access_level_id":"a","expires_at":"2030-01-01T00:00:00"}]}',
    '{"type":"x","data":{"event_type":"trial_cancelled","profile_id":"p","event_datetime":"2024-01-01T00:00:00Z",'
    '"event_properties":{"vendor_product_id":"m"}}}',
    '{"profile_id":"p","subscriptions":{},"paid_access_levels":{"a":{"id":"a","is_active":-1e-400}}}',
    '{"profile_id":"p","subscriptions":{},"paid_access_levels":{"\u00e9":{"id":"a","is_active":1},"e\u0301":{"id":"b",'
    '"is_active":0}}}',
    '{"v":{"developer_id":"d","variation_id":"v","is_promo":false,"products":[],"customPayload":{"a":[1,2.50]}},"h":"0"}',
    '{"v":{"promotional_offer_eligibility":true,"non_subscriptions":{},"introductory_offer_eligibility":false,"id":"a",'
    '"access_levels":{"premium":null},"id":"p","subscriptions":{"s":null}},"h":"0"}',
    '{"non_subscriptions":{"c":[{"purchase_id":"1","vendor_product_id":"c"}]},"profile_id":"p","subscriptions":{},'
    '"nonSubscriptions":{"c":[{"purchase_id":"1","vendor_product_id":"c","store":"s"}]}}',
    '{"vendorProductId":"y","adaptyId":"a","localizedTitle":"Y","variationId":"v","paywallABTestName":"P",'
    '"paywallName":"M","price":{"amount":1},"subscriptionDetails":{"subscriptionPeriod":{"unit":"year",'
    '"numberOfUnits":1},"introductoryOffers":{}}}',
    '{"vendorProductId":"y","adaptyId":"a","localizedTitle":"Y","variationId":"v","paywallABTestName":"P",'
    '"paywallName":"M","price":{"amount":1},"subscriptionDetails":{"subscriptionPeriod":{"unit":"year",'
    '"numberOfUnits":1}},"subscriptionDetails":{"subscriptionPeriod":{"unit":"month","numberOfUnits":1}}}',
]
KEPT = [
    '{"flow_id":"f","flow_name":"F","variation_id":"v","placement":{"developer_id":"p","revision":1},"variations":[]}',
    '{"onboarding_id":"o","onboarding_name":"O","variation_id":"v","placement":{"developer_id":"p","revision":1}}',
    '{"id":"f","name":"F","variationId":"v","placement":{"id":"p"},"paywalls":[]}',
]
# What the decoder of SDK 2.4.3 asks of an access level (shapes-2026, 7.2).
LEVEL = ["id", "is_active", "vendor_product_id", "store", "activated_at", "is_lifetime", "will_renew"]
LEVEL += ["is_in_grace_period", "is_refund"]


def attack(tool, lines, edits):
    """Yields (what is wrong, the document)."""
    upgraded = tool.convert("upgrade", lines)
    yield from same_answers(tool, lines, upgraded)
    kept = [(line, new) for line, new in zip(lines, upgraded) if new is not None]
    backs = tool.convert("downgrade", [new for _, new in kept])
    for (line, _), back in zip(kept, backs):
        if back != line:
            yield f"comes back as {back}", line
    for line in tool.verify([line for line, _ in kept]):
        said = tool.run("verify", "--format", "ndjson", text=line + "\n").stdout.decode()
        yield f"an upgrade takes it, and verify does not: {said}", line
    changed = [(line, new) for line, new in kept if "_adapty_migration" in new]
    for name, edit in edits.items():
        edited = [
            (line, text) for (line, _), text in zip(changed, edit([new for _, new in changed])) if text is not None
        ]
        for (line, text), back in zip(edited, tool.convert("downgrade", [text for _, text in edited])):
            if back != line:
                yield f"re-written by {name} as {text}, it comes back as {back}", line
    yield from requirements(tool, lines)
    yield from derived(tool, lines)


def same_answers(tool, lines, upgraded):
    for line, one, other in zip(lines, upgraded, tool.convert("upgrade", lines, "--jobs", "1")):
        if one != other:
            yield f"one thread makes {other} of it, not {one}", line


def levels(document):
    found = document.get("paid_access_levels") if isinstance(document, dict) else None
    return [level for level in found.values() if isinstance(level, dict)] if isinstance(found, dict) else []


def requirements(tool, lines):
    for line, new in zip(lines, tool.convert("upgrade", lines, "--strict", "--to", "sdk2")):
        for level in levels(json.loads(new)) if new and '"kind":"profile"' in new else []:
            missing = [name for name in LEVEL if level.get(name) is None]
            if missing:
                yield f"--strict accepts it without {', '.join(missing)}: {new}", line


def derived(tool, lines):
    """With --at, is_active is derived from dates that name an instant, and from no others."""
    date = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)? ?(Z|[+-]\d\d:?\d\d)$")
    for line, new in zip(lines, tool.convert("upgrade", lines, "--from", "server-v2", "--at", "2025-01-01T00:00:00Z")):
        if new is None or "is_active" in line or "\\u" in line:
            continue
        for level in levels(json.loads(new)):
            ends = level.get("expires_at")
            if "is_active" in level and ends is not None and not (isinstance(ends, str) and date.match(ends)):
                yield f"is_active is derived from {ends!r}", line


def known(tool):
    """Documents of which the answer is known: events of others, flows and onboardings, whatever surrounds them."""
    for line, new in zip(FOREIGN, tool.convert("upgrade", FOREIGN)):
        if new not in (None, line):
            yield f"an event of another service becomes {new}", line
    for line, new in zip(KEPT, tool.convert("upgrade", KEPT)):
        if new != line:
            yield f"it is no paywall, and becomes {new}", line
    for line, new in zip(KEPT, tool.convert("downgrade", KEPT, "--to", "sdk2")):
        if new is not None:
            yield f"it has no way down, and becomes {new}", line
