"""The suites, in the order in which they start if their needs are met: the longest first."""

from task import LOGS, ROOT, Task

STRICT = ["-debug-info-format", "none", "-Xswiftc", "-warnings-as-errors"]
# All packages but the service, and their tests: optimised, because they convert many documents.
EVERYTHING = ["--package-path", "Tests/Everything", "-c", "release", "-Xswiftc", "-enable-testing", *STRICT]
PRODUCTS = ROOT / "Tests/Everything/.build/release"
# The service and its tests: optimising what they depend on would take longer than they run.
SERVICE = ["--package-path", "Programs/Service", "--traits", "PostgreSQL", *STRICT]
SERVICE_PRODUCTS = ROOT / "Programs/Service/.build/debug"
ARCHIVES = "Programs/with-archives"
LIBRARIES = ["libsqlite3-dev", "libpq-dev", "zlib1g-dev"]
BROWSER = ["chromium", "python3-venv", "fonts-dejavu-core"]
WHEEL = ROOT / ".build/wheel"


def bundle(name, module, **more):
    """The suite of a module in the bundle of a package. `swift test` would plan the build again for each."""
    is_service = module == "AdaptyMigrationServiceTests"
    options = SERVICE if is_service else EVERYTHING
    package = SERVICE_PRODUCTS / "Service" if is_service else PRODUCTS / "Everything"
    results = LOGS / f"{name}.xml"
    runner = [f"{package}PackageTests.xctest", "--testing-library", "swift-testing", "-q", "--xunit-output", results]
    return Task(
        name,
        [[*runner, "--filter", f"^{module}\\."]],
        needs=("build-service" if is_service else "build",),
        results=results,
        again=["Tests/with-postgres", ARCHIVES, "swift", "test", "-q", *options],
        **more,
    )


def pytest(name, folder, *prefix, build=("build",), products=PRODUCTS, **more):
    """A folder of Python tests. `prefix` is the command that gives them their environment."""
    results = LOGS / f"{name}.xml"
    options = ["-q", "-p", "no:cacheprovider", f"--junitxml={results}"]
    run = [[*prefix, "python", "-m", "pytest", *options, folder]]
    again = [*prefix, "python", "-m", "pytest", folder, "-k"]
    environment = {"PRODUCTS": str(products), **more.pop("environment", {})}
    needs = (*build, "install")
    return Task(name, run, needs=needs, results=results, again=again, environment=environment, **more)


def installed(name, folder, extras="", build=("wheel",), **more):
    """A folder of Python tests that import the installed wheel."""
    command = ["Bindings/Python/Scripts/with-wheel", name, extras]
    environment = {"WHEEL": str(WHEEL), "SERVICE_PRODUCTS": str(SERVICE_PRODUCTS)}
    return pytest(name, folder, *command, build=build, environment=environment, long=ALL, **more)


def released(name, check, *areas):
    """The check of an archive or wheel that is built from nothing, as a user builds it."""
    return Task(
        name, [[check]], needs=("install",), holds="release", areas=(*areas, *RELEASE), is_build=True, is_long_only=True
    )


ALL = {"TEST_ALL": "1"}
# How programs for other hosts are built.
RELEASE = (
    "Programs/build-release",
    "Programs/with-archives",
    "Programs/Stores/Deployment/",
    "Programs/CommandLine/Package.swift",
    "Programs/CommandLine/Scripts/",
)
PAGES = [
    "README.md",
    *(f"Programs/{program}/README.md" for program in ("CommandLine", "Stores", "Service")),
    "Sources/AdaptyMigration/AdaptyMigration.docc/Reference/The-residue.md",
]

TASKS = [
    # The build does not need these packages, and fetching them takes as long as a part of it.
    Task(
        "install",
        [["Tests/need-packages", *BROWSER, "openjdk-17-jre-headless", "valgrind", "curl", "sqlite3", "jq"]],
        is_build=True,
        waits=True,
    ),
    # check-install and the wheel of the suites take the tool and the library of this build.
    Task(
        "build",
        [["Tests/need-packages", *LIBRARIES], [ARCHIVES, "swift", "build", "--build-tests", *EVERYTHING]],
        is_build=True,
    ),
    Task(
        "build-service",
        [["Tests/need-packages", *LIBRARIES], [ARCHIVES, "swift", "build", "--build-tests", *SERVICE]],
        is_build=True,
    ),
    Task(
        "wheel",
        [["Bindings/Python/Scripts/build-wheel", WHEEL]],
        needs=("build",),
        environment={"TOOL": str(PRODUCTS / "adapty-migrate"), "LIBRARY": str(PRODUCTS / "libadaptymigrate.so")},
        is_build=True,
    ),
    Task(
        "install-tool",
        [["Tests/check-install", PRODUCTS / "adapty-migrate"]],
        needs=("build", "install"),
        is_build=True,
    ),
    released("install-dist", "Tests/check-install"),
    released("install-wheel", "Tests/check-wheel", "Bindings/"),
    installed("spark", "spark", "[spark]", areas=("Bindings/Python/",)),
    bundle(
        "root",
        "AdaptyMigrationTests",
        short={"LAW_DOCUMENTS": "60"},
        areas=("Sources/", "Tests/AdaptyMigrationTests/"),
        long={**ALL, "LAW_DOCUMENTS": "200", "PLANTED_DOCUMENTS": "200"},
    ),
    bundle("stores", "AdaptyMigrationStoresTests", areas=("Programs/Stores/",), long=ALL),
    pytest(
        "page",
        "Programs/Service/Tests/Browser",
        "Tests/Browser/with-browser",
        build=("build-service",),
        products=SERVICE_PRODUCTS,
        holds="browser",
        areas=("Programs/Service/Sources/AdaptyMigrationService/Page/", "Programs/Service/Tests/Browser/"),
        long=ALL,
    ),
    bundle(
        "service",
        "AdaptyMigrationServiceTests",
        areas=("Programs/Service/Sources/", "Programs/Service/Tests/AdaptyMigrationServiceTests/"),
        long={"LOAD_EVENTS": "20000", "LOAD_KILLS": "30"},
    ),
    bundle("tool", "AdaptyMigrateCommandsTests", areas=("Programs/CommandLine/",), long=ALL),
    Task(
        "instructions",
        [["python3", "Benchmarks/instructions.py", PRODUCTS / "instructions"]],
        needs=("build", "install"),
        areas=("Sources/AdaptyMigrationCore/", "Benchmarks/"),
        long=ALL,
    ),
    # What users would write instead does the same job as the tool.
    Task(
        "peers",
        [["python3", "Benchmarks/Peers/run.py", "--quick", "--products", PRODUCTS]],
        needs=("build", "install"),
        areas=("Benchmarks/Peers/",),
        is_long_only=True,
    ),
    pytest(
        "report",
        "Programs/CommandLine/Tests/Browser",
        "Tests/Browser/with-browser",
        holds="browser",
        areas=("Programs/CommandLine/Sources/AdaptyMigrateCommands/Report/", "Programs/CommandLine/Tests/Browser/"),
        long=ALL,
    ),
    Task(
        "attack",
        [["python3", "Tests/Attack/attack.py", PRODUCTS / "adapty-migrate", "--documents", "300"]],
        needs=("build",),
    ),
    Task(
        "pages",
        [["Tests/check-pages", PRODUCTS, SERVICE_PRODUCTS, *PAGES]],
        needs=("build", "build-service", "install"),
    ),
    Task(
        "payloads",
        [["Programs/CommandLine/Scripts/check-payloads", PRODUCTS]],
        needs=("build", "install"),
    ),
    installed("python", "library", areas=("Bindings/Python/", "Bindings/C/")),
    installed("entries", ROOT / "Tests/Entries", build=("wheel", "build-service")),
    bundle("c-interface", "AdaptyMigrateCTests"),
    Task(
        "c-library",
        [["Bindings/C/Scripts/test", PRODUCTS]],
        needs=("build", "install"),
    ),
    bundle("examples", "PayloadTests"),
    # A name that matches nothing is no failure for XCTest.
    Task(
        "examples-xctest",
        [
            [
                "bash",
                "-c",
                f"{PRODUCTS}/EverythingPackageTests.xctest PayloadXCTests.PayloadXCTests | grep 'Executed 1 test'",
            ]
        ],
        needs=("build",),
    ),
    Task("beside-adapty", [[PRODUCTS / "beside-adapty"]], needs=("build",)),
    Task(
        "manual",
        [["Programs/CommandLine/Scripts/manual", "--check", PRODUCTS / "adapty-migrate"]],
        needs=("build",),
    ),
    Task("documentation", [["Tests/check-documentation", PRODUCTS / "Modules"]], needs=("build",)),
    Task("structure", [["Tests/check-structure"], ["Tests/check-words"]]),
    # The portable way to find quotes, and checks that only debug has.
    Task(
        "debug",
        [["env", "LAW_DOCUMENTS=20", "swift", "test", "-q", *STRICT, "--xunit-output", LOGS / "debug.xml"]],
        results=LOGS / "debug-swift-testing.xml",
        again=["swift", "test"],
        is_long_only=True,
    ),
]
