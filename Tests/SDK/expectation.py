"""What SDK 2 and 3 should read of what SDK 1 stored: every field, with the placeholders for what SDK 1 did not know.

It is written from the sources of both SDKs, not from the table of the project.
"""

import json
import math
import re

from versions import since

DATES = {"activatedAt", "renewedAt", "expiresAt", "startsAt", "unsubscribedAt", "billingIssueDetectedAt", "purchasedAt"}
# Between 1 January 1970, from which servers count, and 2001, from which SDK 1 counts.
REFERENCE_DATE = 978307200


def profile(stored, version):
    """SDK 1 called access levels `paidAccessLevels` until 1.9."""
    levels = stored.get("accessLevels", stored.get("paidAccessLevels", {}))
    read = {
        "profile_id": stored["profileId"],
        "customer_user_id": stored.get("customerUserId"),
        "paid_access_levels": {key: level(value) for key, value in levels.items()},
        "subscriptions": {key: subscription(value) for key, value in stored["subscriptions"].items()},
        "non_subscriptions": {
            key: [purchase(value, version) for value in values] for key, values in stored["nonSubscriptions"].items()
        },
    }
    added = [("2.9", "segment_hash", "not implemented"), ("2.10.2", "timestamp", -1), ("2.11.1", "is_test_user", False)]
    read |= {name: value for first, name, value in added if since(version, first)}
    return without_nothing(read)


def without_nothing(read):
    """The SDK writes no member that is nil, and no map that is empty."""
    return {name: value for name, value in read.items() if value is not None and value != {}}


def snake(name):
    return re.sub("([A-Z])", lambda letter: "_" + letter[1].lower(), name)


def milliseconds(stored):
    return round((stored + REFERENCE_DATE) * 1000)


def members(stored, without=()):
    """Names and dates as newer versions have them."""
    return {
        snake(name): milliseconds(value) if name in DATES else value
        for name, value in stored.items()
        if name not in without
    }


def level(stored):
    """SDK 2 and 3 do not read the identifiers of transactions."""
    read = members(stored, without={"vendorTransactionId", "vendorOriginalTransactionId"})
    return {"is_refund": False, "activated_at": earliest(read)} | read


def subscription(stored):
    read = members(stored)
    transaction = read.get("vendor_transaction_id", read.get("vendor_original_transaction_id", ""))
    filled = {"vendor_transaction_id": transaction, "vendor_original_transaction_id": transaction}
    return {"is_refund": False, "activated_at": earliest(read)} | filled | read


def purchase(stored, version):
    """`isOneTime` became `isConsumable`; SDK 2.2 and later do not read the original transaction."""
    read = members(stored, without={"vendorOriginalTransactionId"} if since(version, "2.2") else ())
    if since(version, "2.4.3"):
        read["is_consumable"] = read.pop("is_one_time")
    return {"is_refund": False, "purchased_at": 0} | read


def earliest(read):
    """A start that decoders require and SDK 1 did not: the first date of what happened, never after the end."""
    happened = [read.get(name) for name in ("renewed_at", "unsubscribed_at", "billing_issue_detected_at")]
    end = read.get("expires_at", math.inf)
    return min((date for date in happened if date is not None and date <= end), default=0)


def paywall(stored, version):
    placement = {
        "developer_id": stored["developerId"],
        "revision": stored["revision"],
        "ab_test_name": stored.get("abTestName", stored["developerId"]),
    }
    read = {
        "variation_id": stored["variationId"],
        "paywall_name": stored.get("name", ""),
        "products": [product(value, version) for value in stored["products"]],
    }
    if since(version, "3.8"):
        read["placement"] = placement | {"audience_name": "", "placement_audience_version_id": ""}
    else:
        read |= placement
    # SDK 1.7 stored the payload under the name of its property.
    text = stored.get("customPayloadString", stored.get("internalCustomPayload"))
    return without_nothing(read | payload(text, version) | added(version))


def added(version):
    """The members of a paywall that SDK 1 did not know."""
    read = {"response_created_at": 0} if since(version, "2.11") else {"paywall_updated_at": 0}
    if since(version, "2.3.2") and not since(version, "2.11"):
        read["use_paywall_builder"] = False
    filled = [("2.9", "paywall_id", ""), ("3.11", "request_locale", "en")]
    return read | {name: value for first, name, value in filled if since(version, first)}


def payload(text, version):
    """The custom payload became a remote configuration in a language."""
    if not since(version, "2.3"):
        return {"custom_payload": text}
    if since(version, "2.11"):
        return {"remote_config": {"lang": "en", "data": text} if is_configuration(text, version) else None}
    return {"remote_config": without_nothing({"lang": "en", "data": text})}


def is_configuration(text, version):
    """A record is read on Android, too. Its SDK takes a JSON object alone, and from 3.5 on an empty text."""
    try:
        return isinstance(json.loads(text or "null"), dict) or (text == "" and since(version, "3.5"))
    except ValueError:
        return False


def product(stored, version):
    """A reference to a product of the store, whose price and texts are no longer kept."""
    offer, eligible = stored.get("promotionalOfferId"), stored["promotionalOfferEligibility"]
    read = {"vendor_product_id": stored["vendorProductId"], "promotional_offer_id": offer}
    if not since(version, "2.5"):
        return without_nothing(read | state(stored) | {"promotional_offer_eligibility": eligible})
    if not eligible:
        read["promotional_offer_id"] = None
    filled = [("2.9.4", "adapty_product_id", "unknown"), ("3.12", "access_level_id", "")]
    filled += [("3.12", "product_type", "uncategorised")]
    return without_nothing(read | {name: value for first, name, value in filled if since(version, first)})


def state(stored):
    """What depends on the user."""
    eligible = stored["introductoryOfferEligibility"]
    return {"introductory_offer_eligibility": "eligible" if eligible else "ineligible", "timestamp": 0}


def stored_product(stored, version):
    """SDK 2.5 and later store what depends on the user alone."""
    if since(version, "2.5"):
        return {"vendor_product_id": stored["vendorProductId"]} | state(stored)
    return product(stored, version)


def difference(expected, read, path=""):
    """The first place where two values differ, and both; `None` when they say the same."""
    if isinstance(expected, dict) and isinstance(read, dict):
        for name in sorted(expected.keys() | read.keys()):
            found = difference(expected.get(name), read.get(name), f"{path}/{name}")
            if found:
                return found
        return None
    if isinstance(expected, list) and isinstance(read, list) and len(expected) == len(read):
        pairs = enumerate(zip(expected, read))
        return next(filter(None, (difference(*pair, f"{path}/{place}") for place, pair in pairs)), None)
    # To Python true is 1.
    same = expected == read and isinstance(expected, bool) == isinstance(read, bool)
    return None if same else f"{path}: expected {expected!r}, read {read!r}"
