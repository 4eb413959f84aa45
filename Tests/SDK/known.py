"""Where a decoder and the tool are known to differ, and why each difference stays."""

KNOWN = [
    (
        "vendor_original_transaction_id",
        "2.0.0",
        "SDK 2.0 and 2.1 read the first transaction of other purchases; sdk2 is the form of 2.2 and later",
    ),
    ("one-odd-entry", "", "what is no product stays in a list of products; the SDK refuses the whole list"),
    ("fallback-without-config", "", "a list of paywalls is mended as one, whether it was a file or an answer"),
    ("fallback-of-2022", "", "a list of paywalls is mended as one, whether it was a file or an answer"),
    ("fallback-of-2023", "", "a list of paywalls is mended as one, whether it was a file or an answer"),
    ("placements-as-json-strings", "2.11.3", "a placement that is a text is not looked into"),
]


def reason(failure):
    """Why a failure is no news; `None` for every other one."""
    first = failure.what.partition("\n")[0]
    said = f"{failure.document} {first}"
    for words, version, why in KNOWN:
        if words in said and version in failure.versions:
            return why
    return None
