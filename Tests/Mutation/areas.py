"""Which files are changed, and which tests must find the changes."""

import sys
from dataclasses import dataclass

from packages import LIBRARY, PACKAGES, ROOT, SERVICE, STORES, TOOL, Package

LEFT_OUT = "FrozenHistoryTests|GeneratedDocumentsTests|LimitTests|PathologicalTests"
QUICK = (
    "Golden.*Tests|DateTextTests|AttributesTests|RemoteConfigTests|TableLintTests|NamesTests|RoundTripTests|"
    "LawCheckTests|PointerTests|Residue.*Tests|AccessReadingTests|StoredUpgradeTests|EventNameTests|FuzzCaseTests|"
    "TranscoderTests/(isFast|startCut|guessedID)|VerifierTests/(isFast|sameMeaning|planted|events)"
)
SLOW = (
    "TranscoderTests/(generated|mutants)|VerifierTests/agrees|QuotePositionsTests|DamagedResidueTests|MutationTests|"
    "TruncationTests|RemovedMemberTests"
)


@dataclass(frozen=True)
class Area:
    """Files, and who must find their mutants."""

    share: int
    globs: list
    # The suites that must find every mutant; empty where all suites of the package together must.
    suites: str = ""
    package: Package = LIBRARY

    @property
    def phases(self):
        """Selections of tests, those that take no time first."""
        if self.suites:
            return [["--filter", self.suites, "--skip", LEFT_OUT]]
        return [
            ["--filter", QUICK, "--skip", f"{LEFT_OUT}|{SLOW}"],
            ["--filter", SLOW],
            ["--skip", "|".join([LEFT_OUT, SLOW, QUICK])],
        ]


CORE = "Sources/AdaptyMigrationCore"
AREAS = {
    "table": Area(26, [f"{CORE}/Tables/**/*.swift", f"{CORE}/Mapping/*.swift", f"{CORE}/Mapping/Events/*.swift"]),
    "codecs": Area(
        14, [f"{CORE}/Mapping/Codecs/*.swift", f"{CORE}/Mapping/Forms/*.swift", f"{CORE}/JSON/JSONText.swift"]
    ),
    "scanner": Area(8, [f"{CORE}/JSON/**/*.swift"]),
    "recognition": Area(8, [f"{CORE}/Recognition/**/*.swift"]),
    "conversion": Area(20, [f"{CORE}/Conversion/**/*.swift"]),
    "residue": Area(6, [f"{CORE}/Residue/*.swift"]),
    "migrator": Area(6, [f"{CORE}/*.swift", f"{CORE}/Migrator/*.swift"]),
    "readable": Area(4, [f"{CORE}/Migrator/Readable/*.swift"], "ReadableTests|CompatibilityLayerTests"),
    "access": Area(
        8,
        ["Sources/AdaptyMigrationAccess/*.swift"],
        "AccessReadingTests|UnreadableDateTests|EntitlementsTests|LawCheckTests|PlantedFaultTests",
    ),
    "streams": Area(
        8,
        ["Sources/AdaptyMigrationStreams/*.swift"],
        "TranscoderTests|VerifierTests|LawCheckTests|PlantedFaultTests|RespellingTests|StoredDateTests|SettledEscapesTests",
    ),
    "models": Area(
        8,
        ["Sources/AdaptyMigrationModels/**/*.swift", "Sources/AdaptyMigration/**/*.swift"],
        "EventNameTests|ModelDocumentTests|CodableTests|EditingTests|PropertyTests|EqualityTests|"
        "RecipeTests|FactTests|EventFactsTests|OfferEditTests|RowCoverageTests",
    ),
    "stored": Area(
        8,
        ["Sources/AdaptyStored*/*.swift", "Sources/AdaptyMigrationTools/AppData/*.swift"],
        "Stored.*Tests|UserDefaultsTests|PreferencesUpgradeTests",
    ),
    "tools": Area(
        8,
        ["Sources/AdaptyMigrationTools/**/*.swift"],
        "EntitlementsTests|CompatibilityLayerTests|NegotiationTests|ProblemDocumentTests|MigrationErrorTests|"
        "EventFactsTests|RulesTests|SchemaPartsTests|ExplanationTests|LineageTests|MigrationReportTests|ValueMaskTests|"
        "Redact.*Tests",
    ),
    "stores": Area(
        8,
        ["Programs/Stores/Sources/AdaptyMigration*/**/*.swift"],
        "TableRunTests|TwoVersionTests|KeyTests|RetryTests|RefusedWriteTests|FinishTests|LeftoverTests|GzipTests|"
        "DigestTests|PreferencesTests|BinaryPropertyListTests|PropertyListFileTests|AppDataStoreTests",
        STORES,
    ),
    "tool": Area(
        8,
        ["Programs/CommandLine/Sources/AdaptyMigrateCommands/**/*.swift"],
        "ArrayTests|BlockTests|DryRunTests|EventExportTests|ExitStatusTests|ExportTests|FolderTests|GoldenTests|"
        "ConventionTests|InStepTests|LineTests|PartsTests|RedactTests|RejectTests|ReportTests|ReportPageTests|"
        "ResidueTests|TargetTests|TerminalTests|VerifyTests",
        TOOL,
    ),
    "service": Area(
        8,
        ["Programs/Service/Sources/AdaptyMigrationService/**/*.swift"],
        "AccessTests|AddressGuardTests|ConversionRoutesTests|EventTests|FanOutTests|HealthTests|OpenAPITests|"
        "OperationsTests|PageTests|RecordTests|WebhookTests|WriterTests",
        SERVICE,
    ),
}
# The test kit, and programs that only start a module or measure one.
NOT_JUDGED = [
    "Sources/AdaptyMigrationTesting/**/*.swift",
    "Programs/*/Sources/adapty-migrate*/**/*.swift",
    "Programs/*/Sources/*-*/*.swift",
]


def files(globs):
    """The files that match, in order. A glob without a match names code that is gone, so that nobody judges it."""
    found = set()
    for glob in globs:
        matches = {str(path.relative_to(ROOT)) for path in ROOT.glob(glob)}
        if not matches:
            sys.exit(f"mutate: {glob} matches no file")
        found |= matches
    return sorted(found)


def check_areas():
    """Fails where a Swift file of the sources has no area."""
    judged = set(files([glob for area in AREAS.values() for glob in area.globs] + NOT_JUDGED))
    all_files = files([f"{package.folder}/Sources/**/*.swift" for package in PACKAGES])
    if forgotten := [path for path in all_files if path not in judged]:
        sys.exit("mutate: no area has " + ", ".join(forgotten))
