"""orjson: parse, change the dictionaries, write. usage: migrate.py profiles|events < in > out"""

import re
import sys

import orjson

DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)").fullmatch
DATES = "activated_at renewed_at expires_at starts_at unsubscribed_at billing_issue_detected_at purchased_at".split()
FLAGS = "is_active is_lifetime will_renew is_in_grace_period is_refund is_one_time".split()
DROPPED = frozenset(
    "id app_id total_revenue_usd promotional_offer_eligibility introductory_offer_eligibility apple_validation_result".split()
)
TRANSACTIONS = frozenset(["vendor_transaction_id", "vendor_original_transaction_id"])
ORIGINAL = frozenset(["vendor_original_transaction_id"])
SANDBOX = {"Sandbox": True, "Production": False}

OLD = {
    "subscription_initial_purchase": "subscription_started",
    "subscription_cancelled": "subscription_expired",
    "trial_cancelled": "trial_expired",
    "auto_renew_off": "trial_renewal_cancelled",
    "auto_renew_on": "trial_renewal_reactivated",
    "auto_renew_off_subscription": "subscription_renewal_cancelled",
    "auto_renew_on_subscription": "subscription_renewal_reactivated",
}
CURRENT = """subscription_started subscription_renewed subscription_expired trial_started trial_converted trial_expired non_subscription_purchase
    billing_issue_detected entered_grace_period trial_renewal_cancelled trial_renewal_reactivated subscription_renewal_cancelled
    subscription_renewal_reactivated subscription_refunded non_subscription_purchase_refunded subscription_paused subscription_deferred
    access_level_updated subscription_active trial_active""".split()

ALIASES = {}
for _name, _current in [(name, name) for name in CURRENT] + list(OLD.items()):
    for _spelling in (_name, _name.replace("cancelled", "canceled")):
        ALIASES[_spelling.upper()] = _current
        if _spelling != _current:
            ALIASES[_spelling] = _current


def flag(value):
    if value is True or value is False:
        return value
    if value == 0 or value == "":
        return False
    return True if value == 1 else value


def sandbox(value):
    return SANDBOX[value] if type(value) is str and value in SANDBOX else flag(value)


def date(value):
    return value[:19] + ".000" + value[19:] if type(value) is str and DATE(value) else value


RULES = {**dict.fromkeys(DATES, date), **dict.fromkeys(FLAGS, flag), "is_sandbox": sandbox}


def entry(record, path, dropped, was):
    if type(record) is not dict:
        return record
    out = {}
    for name, value in record.items():
        if name in dropped:
            was[f"{path}/{name}"] = value
            continue
        rule = RULES.get(name)
        if rule is not None:
            new = rule(value)
            if new is not value:
                was[f"{path}/{name}"] = value
                value = new
            if name == "is_one_time":
                name = "is_consumable"
        out[name] = value
    return out


def profile(record):
    was, envelope, added, out = {}, None, False, {}
    data = record.get("data")
    if type(data) is dict and type(data.get("attributes")) is dict:
        envelope = record
        record = data.pop("attributes")
    if "profile_id" not in record:
        id = record.get("id") or (data or {}).get("id")
        if id is not None:
            out["profile_id"] = id
            added = True
    for name, value in record.items():
        if name in DROPPED:
            was[name] = value
            continue
        if name == "custom_attributes":
            if value == []:
                was[name] = value
                value = {}
        elif name == "paid_access_levels" or name == "subscriptions":
            if type(value) is dict:
                dropped = TRANSACTIONS if name == "paid_access_levels" else ()
                value = {id: entry(level, f"{name}/{id}", dropped, was) for id, level in value.items()}
        elif name == "non_subscriptions" and type(value) is dict:
            value = {
                id: [entry(purchase, f"{name}/{id}/{at}", ORIGINAL, was) for at, purchase in enumerate(purchases)]
                if type(purchases) is list
                else purchases
                for id, purchases in value.items()
            }
        out[name] = value
    if envelope or was:
        residue = {"v": 1, "from": "sdk1-wire"}
        if envelope:
            residue["envelope"] = envelope
        if added:
            residue["added"] = ["profile_id"]
        residue["was"] = was
        out["_adapty_migration"] = residue
    return out


def event(record):
    name = record.get("event_type")
    current = ALIASES.get(name) if type(name) is str else None
    if current is not None:
        record["event_type"] = current
        record["_adapty_migration"] = {"v": 1, "from": "webhook-legacy", "was": {"event_type": name}}
    return record


def main():
    convert = profile if sys.argv[1] == "profiles" else event
    write = sys.stdout.buffer.write
    for line in sys.stdin.buffer:
        write(orjson.dumps(convert(orjson.loads(line)), option=orjson.OPT_APPEND_NEWLINE))


main()
