"""Which files of the SDK a program is made of, and what is changed in them so that they compile on Linux."""

import re
from pathlib import Path

SWIFT = Path(__file__).resolve().parent / "Swift"

OLD = re.compile(r"(PurchaserInfoModel|PaywallModel|PurchaseContainerModel|PromoModel|ProductModel|JSONCodable)\.swift")
PROFILE = r"(Adapty)?Profile(\.(AccessLevel|Subscription|NonSubscription|CustomAttributes|Gender|AttributionSource))?"
PAYWALL = r"(Adapty)?Paywall(\.(ProductReference|RemoteConfig|ViewConfiguration))?|AdaptyPaywallChosen"
PLACEMENT = r"AdaptyPlacement(\.(Draw|Variation))?|AdaptyPlacementChosen|AdaptyRemoteConfig|AdaptyLocale"
PRODUCT = r"BackendProduct(State|Info(\.Period)?)?|IntroductoryOfferEligibility|AdaptyEligibility"
SHARED = r"VH|AdaptyUserId|FallbackPaywalls|FallbackPlacements|Backend\+Codable"
NEW = re.compile(rf"({PROFILE}|{PAYWALL}|{PLACEMENT}|{PRODUCT}|{SHARED})\.swift")

# The condition of our own sources, and what the SDK's sources have when it holds.
CONDITIONS = {
    "UNPREFIXED": r"struct Profile\b",
    "BACKEND_CODABLE": r"extension Backend\b",
    "LOCALE": r"struct AdaptyLocale\b",
    "REFERENCE": r"struct ProductReference\b",
    "INDEXED_REFERENCE": r"paywallProductIndex",
    "PRODUCT_STATE": r"struct BackendProductState\b",
    "FALLBACK_LIST": r"paywalls: \[String: (Adapty)?Paywall\]",
    "FALLBACK_MISSPELT": r"func getPaywall\(byPlacmentId",
    "FALLBACK_PAYWALLS": r"func getPaywall\(byPlacementId",
    "USER_ID": r"userId: AdaptyUserId,\s+requestLocale",
}


def chosen(repository, tag, wanted):
    """The texts of the files whose name is wanted, by a name of their own."""
    names = [name for name in repository.names(tag) if wanted.fullmatch(Path(name).name)]
    return {f"{number}-{Path(name).name}": repository.text(tag, name) for number, name in enumerate(names)}


def conditions(texts):
    everything = "\n".join(texts.values())
    return [name for name, pattern in CONDITIONS.items() if re.search(pattern, everything)]


def old(repository, tag):
    """The models of SDK 1. Linux has no Objective-C, and overrides `isEqual` in the module."""
    texts = chosen(repository, tag, OLD)
    for name, text in texts.items():
        text = re.sub(r"@objc(Members)?(\([^)]*\))? ?|import (StoreKit|UIKit)", "", text)
        texts[name] = text.replace("public ", "")
    return texts, ["StoreKit.swift", "Storer.swift"], []


def new(repository, tag):
    """The decoders of SDK 2 and 3."""
    texts = chosen(repository, tag, NEW)
    for name, text in texts.items():
        texts[name] = re.sub(r"import AdaptyUIBuilder", "", text)
    return texts, ["Stubs.swift", "Fallback.swift", "Reader.swift"], conditions(texts)
