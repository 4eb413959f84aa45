"""The life of a device: SDK 1 wrote its `UserDefaults`, the tool upgrades the file, SDK 2 or 3 reads what stands at its
keys, and a rollback gives the file back."""

import json
import plistlib

import expectation
import lives
from report import Failure
from versions import since

PROFILE, PROFILE_ID = "AdaptySDK_Purchaser_Info", "AdaptySDK_Profile_Id"
PAYWALLS, PRODUCTS = "AdaptySDK_Cached_Purchase_Containers", "AdaptySDK_Cached_Products"
# The tool upgrades no file for an older version.
FIRST = "2.4.3"
# So many profiles, or a few more, of each version of SDK 1.
DEVICES = 6
# What is not Adapty's, or not upgraded, stays: arrays as well.
OTHERS = {"AdaptySDK_Cached_Events": [{"event_name": "live"}], "Other": [1, 2.5, {"a": [b"x", []]}], "Flag": True}


def device(profile, paywalls, products):
    """The property list of an app with SDK 1."""
    kept = {PROFILE: profile.encode(), PROFILE_ID: json.loads(profile)["profileId"]}
    return kept | {PAYWALLS: paywalls.encode(), PRODUCTS: products.encode()} | OTHERS


class Device:
    def __init__(self, tool, new, path):
        self.tool, self.new = tool, new
        self.path, self.address = path, f"defaults:{path}?sdk={new.tag}"

    def run(self, before, format):
        """`None`, or what went wrong."""
        self.path.write_bytes(plistlib.dumps(before, fmt=format))
        done = self.tool.run("store", "apply", self.address)
        if done.returncode:
            return f"apply exits {done.returncode}: {done.stdout.decode()} {done.stderr.decode()}"
        wrong = self.wrong(before, plistlib.loads(self.path.read_bytes()))
        done = self.tool.run("store", "rollback", self.address)
        after = plistlib.loads(self.path.read_bytes())
        return wrong or (None if after == before else f"rollback gives {after}, was {before}: {done.stderr.decode()}")

    def wrong(self, before, after):
        version = self.new.tag
        kept = [PROFILE_ID, *OTHERS]
        found = expectation.difference({name: before[name] for name in kept}, {name: after.get(name) for name in kept})
        found = found or self.compare("stored-profile", before, after, PROFILE, expectation.profile)
        found = found or self.compare("stored-paywalls", before, after, PAYWALLS, each(expectation.paywall))
        if since(version, "3.3"):
            return found or unchanged(PRODUCTS, before, after)
        return found or self.compare("stored-products", before, after, PRODUCTS, each(expectation.stored_product))

    def compare(self, kind, before, after, key, expected):
        if before[key] == b"[]":
            # It may stay a list: the SDK takes what it cannot read for none.
            return unchanged(key, before, after)
        [(is_read, text)] = self.new.ask(kind, [after[key].decode().replace("\n", " ")])
        if not is_read:
            return f"{key} is not read: {text}"
        return expectation.difference(expected(json.loads(before[key]), self.new.tag), json.loads(text), key)


def unchanged(key, before, after):
    return None if after[key] == before[key] else f"{key} is {after[key]}, was {before[key]}"


def each(expected):
    return lambda stored, version: [expected(value, version) for value in stored]


def run(report, tool, olds, news, answers, scratch):
    """Each profile with the lists of paywalls in turn, in binary property lists and in XML."""
    formats = [plistlib.FMT_BINARY, plistlib.FMT_XML]
    for old in olds:
        profiles, paywalls, products = (
            lives.stored(old, kind, answers) for kind in ("profile", "paywalls", "products")
        )
        for new in [new for new in news if since(new.tag, FIRST)]:
            failures = []
            for number, (answer, profile) in enumerate(profiles[:: max(1, len(profiles) // DEVICES)]):
                beside, paywall_list = paywalls[number % len(paywalls)]
                before = device(profile, paywall_list, products[number % len(products)][1])
                wrong = Device(tool, new, scratch / "defaults.plist").run(before, formats[number % 2])
                files, versions = f"{answer.name} with {beside.name}", f"SDK {old.tag} to {new.tag}"
                failures += [Failure(files, versions, wrong)] if wrong else []
            report.step(f"SDK {old.tag} to {new.tag}", number + 1, failures, "devices upgraded, read and rolled back")
