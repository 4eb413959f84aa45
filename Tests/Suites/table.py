"""The suites, in the order in which they start if their needs are met: the longest first."""

from task import LOGS, ROOT, Task

# The nested packages and their tests, in one package.
PACKAGES = "Tests/Everything"
PRODUCTS = ROOT / PACKAGES / ".build/debug"
STRICT = ["-debug-info-format", "none", "-Xswiftc", "-warnings-as-errors"]
# The root package, optimised, because its tests convert many documents. The benchmarks share its folder; without the
# last option SwiftPM would take the plan of one package for the other's.
OPTIMISED = ["-c", "release", "-Xswiftc", "-enable-testing", *STRICT, "--disable-build-manifest-caching"]
ROOT_PRODUCTS = ROOT / ".build/release"
COUNTER = ["--package-path", "Benchmarks", "--scratch-path", ".build", "--product", "instructions"]
LIBRARIES = ["libsqlite3-dev", "libpq-dev", "zlib1g-dev"]
BROWSER = ["chromium", "python3-venv", "fonts-dejavu-core"]
WHEEL = ROOT / ".build/wheel"


def bundle(name, module, build="build", **more):
    """The suite of a module in a bundle of Swift tests. `swift test` would plan the build again for each."""
    if build == "build":
        program = PRODUCTS / "EverythingPackageTests.xctest"
        again = ["Tests/with-postgres", "swift", "test", "-q", "--package-path", PACKAGES, *STRICT]
    else:
        program = ROOT_PRODUCTS / "AdaptyMigrationPackageTests.xctest"
        again = ["swift", "test", "-q", *OPTIMISED, "--traits", "FastScan"]
    results = LOGS / f"{name}.xml"
    runner = [program, "--testing-library", "swift-testing", "-q", "--xunit-output", results]
    return Task(name, [[*runner, "--filter", f"^{module}\\."]], needs=(build,), results=results, again=again, **more)


def pytest(name, folder, *prefix, needs=("build", "install"), **more):
    """A folder of Python tests. `prefix` is the command that gives them their environment."""
    results = LOGS / f"{name}.xml"
    options = ["-q", "-p", "no:cacheprovider", f"--junitxml={results}"]
    run = [[*prefix, "python", "-m", "pytest", *options, folder]]
    again = [*prefix, "python", "-m", "pytest", folder, "-k"]
    environment = {"PRODUCTS": str(PRODUCTS), **more.pop("environment", {})}
    return Task(name, run, needs=needs, results=results, again=again, environment=environment, **more)


def installed(name, folder, extras, areas):
    """A folder of Python tests that import the installed wheel."""
    command = ["Bindings/Python/Scripts/with-wheel", folder, extras]
    environment = {"WHEEL": str(WHEEL)}
    return pytest(name, folder, *command, needs=("wheel", "install"), environment=environment, areas=areas, long=ALL)


ALL = {"TEST_ALL": "1"}
PAGES = ["README.md", *(f"Programs/{program}/README.md" for program in ("CommandLine", "Stores", "Service"))]

TASKS = [
    # The build does not need these packages, and fetching them takes as long as a part of it.
    Task(
        "install",
        [["Tests/need-packages", *BROWSER, "openjdk-17-jre-headless", "valgrind", "curl", "sqlite3"]],
        is_build=True,
        waits=True,
    ),
    Task(
        "build",
        [
            ["Tests/need-packages", *LIBRARIES],
            ["swift", "build", "--build-tests", "--package-path", PACKAGES, *STRICT],
        ],
        is_build=True,
    ),
    Task(
        "build-root",
        [
            ["swift", "build", "--build-tests", *OPTIMISED, "--traits", "FastScan"],
            ["swift", "build", *OPTIMISED, *COUNTER],
        ],
        is_build=True,
    ),
    Task(
        "wheel",
        [["Bindings/Python/Scripts/build-wheel", WHEEL]],
        needs=("build",),
        environment={"TOOL": str(PRODUCTS / "adapty-migrate"), "LIBRARY": str(PRODUCTS / "libadaptymigrate.so")},
        is_build=True,
    ),
    installed("spark", "spark", "[spark]", areas=("Bindings/Python/",)),
    bundle(
        "root",
        "AdaptyMigrationTests",
        build="build-root",
        environment={"LAW_DOCUMENTS": "60"},
        areas=("Sources/", "Tests/AdaptyMigrationTests/"),
        long={**ALL, "LAW_DOCUMENTS": "200", "PLANTED_DOCUMENTS": "200"},
    ),
    bundle("stores", "AdaptyMigrationStoresTests", areas=("Programs/Stores/",), long=ALL),
    pytest(
        "page",
        "Programs/Service/Tests/Browser",
        "Tests/Browser/with-browser",
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
        [["python3", "Benchmarks/instructions.py", ROOT_PRODUCTS / "instructions"]],
        needs=("build-root", "install"),
        areas=("Sources/AdaptyMigrationCore/", "Benchmarks/"),
        long=ALL,
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
    Task("pages", [["Tests/check-pages", PRODUCTS, *PAGES]], needs=("build", "install")),
    installed("python", "library", "", areas=("Bindings/Python/", "Bindings/C/")),
    bundle("c-interface", "AdaptyMigrateCTests"),
    Task(
        "c-library",
        [["Bindings/C/Scripts/test", PRODUCTS]],
        needs=("build", "install"),
        areas=("Bindings/C/",),
        long=ALL,
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
        areas=("Programs/CommandLine/Sources/",),
        long=ALL,
    ),
    Task("documentation", [["Tests/check-documentation", PRODUCTS / "Modules"]], needs=("build",)),
    # The portable way to find quotes, checks that only debug has, and what `make check` runs before a commit.
    Task(
        "debug",
        [["env", "LAW_DOCUMENTS=20", "swift", "test", "-q", *STRICT, "--xunit-output", LOGS / "debug.xml"]],
        results=LOGS / "debug-swift-testing.xml",
        again=["swift", "test"],
        is_long_only=True,
    ),
]
