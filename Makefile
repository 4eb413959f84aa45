# Short names for swift commands and scripts.
PREFIX ?= /usr/local
CLI := Programs/CommandLine/.build/debug/adapty-migrate
STRICT := -debug-info-format none -Xswiftc -warnings-as-errors
TEST_RELEASE := swift test -q $(STRICT) -c release -Xswiftc -enable-testing
TRAITS := SQLite,PostgreSQL,Gzip
.PHONY: app-size attack bench bench-cells bench-models bench-peers bench-service bench-spark bench-stored bench-stores check clean coverage demo detection dist documentation format freeze \
	fuzz fuzz-coverage fuzz-edits generate help install load-service manual mutation record sanitize serve test \
	test-long test-sdk tool wheel

# What a newcomer needs has its line beside its name. The others are named alone.
help:
	@awk -F ': ## ' '/^[a-z-]+: ## / { printf "make %-7s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "The Makefile describes the others:"
	@awk -F : '/^[a-z-]+:$$/ && $$1 != "help" { print $$1 }' $(MAKEFILE_LIST) | sort | paste -sd ' ' - | fold -sw 80

DEMO := sdk1-stored/profile/stored-date-with-binary-noise.json

# Builds the tool without optimisation, which is quicker. make tool builds the fast one.
demo: ## Upgrades the legacy fixtures into ./upgraded, shows one of them, and proves the laws on all.
	@echo "building the tool, for some minutes the first time"
	@swift build --quiet -debug-info-format none --package-path Programs/CommandLine --disable-default-traits --product adapty-migrate
	@$(CLI) upgrade LegacyFixtures -o upgraded
	@echo "\n$(DEMO)" && cat LegacyFixtures/$(DEMO)
	@echo "\nupgraded" && cat upgraded/$(DEMO) && echo
	@$(CLI) verify LegacyFixtures

# Profile-guided optimisation builds twice: the second build uses a profile of a run over the fixtures, or over your data
# (TRAIN=dump.ndjson). Linux only.
tool: ## Builds the fastest tool, Programs/CommandLine/.build-tool/adapty-migrate.
	@Programs/CommandLine/Scripts/build-tool

# To another host: make install DESTDIR=/tmp/tool, and copy that folder. TRAITS=Gzip leaves out the databases.
install: ## Installs the tool, its manual page and completions into PREFIX (/usr/local).
	@PREFIX=$(PREFIX) DESTDIR=$(DESTDIR) TRAITS=$(TRAITS) Programs/CommandLine/Scripts/install

# The archive of a release, with the tool, its manual page, completions and licence, into dist; prints its path.
dist:
	@TRAITS=$(TRAITS) Programs/CommandLine/Scripts/dist

# The wheel for this system, into Bindings/Python/dist; prints its path.
wheel:
	@Bindings/Python/Scripts/build-wheel

serve: ## Runs the service on 127.0.0.1:8080, with SQLite in ./service.sqlite.
	@Programs/Service/Scripts/serve

# Warnings are errors. Suites whose area has changed since origin/main run in their long form. Tests/run-suites --list names
# the suites. A sample of another size: make test SUITES=root LAW_DOCUMENTS=5000.
test: ## Builds all packages and runs all suites, as CI does. One suite: make test SUITES=stores
	@Tests/with-postgres Tests/run-suites $(SUITES)

# The same without sampling: every point at which a store can be killed, 1,000 documents of each dialect and kind,
# 20,000 webhooks, the root package in debug as well.
test-long:
	LAW_DOCUMENTS=1000 Tests/with-postgres Tests/run-suites --all

# Adapty's own code at both ends of an upgrade: make test-sdk SDK=PATH, where PATH is a clone of Adapty's public repository
# AdaptySDK-iOS, or a bundle of it. The first run compiles decoders of thirteen versions.
test-sdk:
	@if [ -n "$(SDK)" ]; then swift build -c release --package-path Programs/CommandLine --product adapty-migrate -debug-info-format none; fi
	@Tests/SDK/test-sdk $(if $(SDK),"$(SDK)" Programs/CommandLine/.build/release/adapty-migrate)

# The format, the order of the core's folders, retired words, the root package with warnings as errors, and its tests on a
# few documents. It leaves to make test: all other packages, more documents, servers and browsers, counts of instructions.
check: ## Checks the root package before a commit: a minute once it is built.
	@Tests/check-root

# Formats every Swift and Python file as make check requires.
format:
	@Tests/check-format --write

# The kill tests of the service with 100,000 events and 100 kills in each database. LOAD_SEED=7 changes events and kills.
load-service:
	LOAD_EVENTS=$(or $(LOAD_EVENTS),100000) LOAD_KILLS=$(or $(LOAD_KILLS),100) Tests/with-postgres swift test -q --package-path Programs/Service --traits PostgreSQL $(STRICT) --filter KillTests

# Compares webhooks with a bare route that only stores the body. Needs wrk (Debian: wrk). make bench-service ROUNDS=7
bench-service:
	swift build -c release --package-path Programs/Service --traits PostgreSQL
	Tests/with-postgres Programs/Service/Scripts/bench-service $(or $(ROUNDS),5) $(or $(DURATION),10) $(or $(CONNECTIONS),64)

# Compares the pipe of the Spark job with functions in the Python process: make bench-spark KIND=events MB=400 ROUNDS=7
bench-spark:
	swift build -c release --package-path Benchmarks --product make-corpus
	Benchmarks/.build/release/make-corpus $(or $(KIND),profiles) $(or $(MB),200) 7 > Bindings/Python/.venv-corpus.ndjson
	Bindings/Python/Scripts/with-wheel spark "[spark]" python ../Scripts/bench-spark $(CURDIR)/Bindings/Python/.venv-corpus.ndjson $(or $(ROUNDS),5)

# Measures every operation per dialect and kind in one process, and how the cost grows with size, depth and text.
bench:
	swift package --package-path Benchmarks --disable-sandbox benchmark --no-progress

# Compares models with JSONDecoder, JSONEncoder and plain structs, in processor time.
bench-models:
	swift run -c release --package-path Benchmarks models-beside-structs LegacyFixtures/sdk2/profile/current-profile.json LegacyFixtures/sdk2/profile/is-one-time-of-2-4-2.json

# Measures the in-app upgrade by the size of what is stored.
bench-stored:
	swift run -c release --package-path Benchmarks stored-upgrade LegacyFixtures/sdk1-stored/profile/profile-of-1-12.json LegacyFixtures/sdk1-stored/paywall/paywall-of-1-12.json

# Measures what each product adds to an app: a stripped static executable minus one that imports Foundation alone.
app-size:
	Benchmarks/app-size

# Every dialect, kind and layout of the fixtures beside orjson (PyPI: orjson); prints the slowest cell first.
# make bench-cells ONLY="sdk2 paywall"
bench-cells:
	python3 Benchmarks/cells.py --only "$(ONLY)"

# Compares the tool with programs that its users could write instead, and updates the table in Benchmarks/README.md.
bench-peers:
	python3 Benchmarks/Peers/run.py

# Compares store apply with a plain loop of UPDATE statements, over a million rows in SQLite and in PostgreSQL. Needs some
# 20 GB of disk. make bench-stores ROWS=50000 JOBS=2
bench-stores:
	swift build -c release --package-path Programs/Stores --product store-bench --traits $(TRAITS)
	DURABLE=1 Tests/with-postgres Programs/Stores/Scripts/bench-stores $(or $(ROWS),1000000) $(or $(JOBS),1)

# Tests the laws on any number of documents: make fuzz LAW_DOCUMENTS=100000 LAW_SEED=7
fuzz:
	@Tests/run-suites root

# Tests law 3 (edits survive) on 100,000 edited documents per dialect, kind and target. One to two hours.
# LAW_CASES="sdk1-wire profile" selects some.
fuzz-edits:
	LAW_DOCUMENTS=100000 $(TEST_RELEASE) --filter RandomEditTests

# Runs libFuzzer for SECONDS on each surface: make fuzz-coverage SECONDS=600 SURFACES=upgrade. Findings are in
# Tests/Fuzzing/found.
SURFACES ?= scanner upgrade downgrade models
SECONDS ?= 60
fuzz-coverage:
	swift build -c release --package-path Tests/Fuzzing --sanitize fuzzer -Xswiftc -enable-testing
	@for surface in $(SURFACES); do \
		mkdir -p Tests/Fuzzing/corpus/$$surface Tests/Fuzzing/found Tests/FuzzCases/$$surface && echo "\n$$surface" && \
		SWIFT_BACKTRACE=enable=no FUZZ_SURFACE=$$surface FUZZ_DICTIONARY=Tests/Fuzzing/corpus/$$surface.dict Tests/Fuzzing/.build/release/fuzz -dict=Tests/Fuzzing/corpus/$$surface.dict -max_total_time=$(SECONDS) \
			-max_len=16384 -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix=Tests/Fuzzing/found/$$surface- \
			Tests/Fuzzing/corpus/$$surface Tests/FuzzCases/$$surface Tests/Conformance LegacyFixtures CurrentFixtures 2> Tests/Fuzzing/corpus/$$surface.log; \
		status=$$?; tail -n 12 Tests/Fuzzing/corpus/$$surface.log; [ $$status = 0 ] || exit $$status; \
	done

# Hostile input: mutated documents, programs that rewrite them, and tables of every type of key and column. Findings are
# printed and fail the run. make attack DOCUMENTS=100000 SEED=7
attack:
	swift build -c release $(STRICT) --package-path Programs/CommandLine --traits $(TRAITS) --product adapty-migrate
	Tests/with-postgres python3 Tests/Attack/attack.py Programs/CommandLine/.build/release/adapty-migrate --seed $(or $(SEED),1) --documents $(or $(DOCUMENTS),20000)

# Looks for memory errors in the root tests, and for data races in the multi-threaded tests of the tool. Leaks are not
# checked, because XCTest itself leaks.
sanitize:
	LAW_DOCUMENTS=20 ASAN_OPTIONS=detect_leaks=0 swift test --sanitize address --scratch-path .build-address --skip LimitTests --skip DepthTests --skip PathologicalTests
	TSAN_OPTIONS="suppressions=$(CURDIR)/Programs/CommandLine/Tests/ThreadSanitizer.txt" swift test --package-path Programs/CommandLine --sanitize thread --scratch-path Programs/CommandLine/.build-thread --filter "BlockTests|LineTests|ArrayTests|AtomicityTests"

# Updates the manual page from the commands. Review it with git diff.
manual:
	swift build --package-path Programs/CommandLine --traits $(TRAITS) --product adapty-migrate -debug-info-format none
	Programs/CommandLine/Scripts/manual $(CLI)
	git --no-pager diff --stat Programs/CommandLine/Manual

# Updates the generated parts of MIGRATION.md. Review them with git diff, then run make test.
generate:
	@Tests/check-root --record RECORD_DOCUMENTS=all 'GeneratedDocumentsTests|DetectionTests/matrix|DetectionTests/pairs'
	@git --no-pager diff --stat MIGRATION.md Tests/AdaptyMigrationTests/Detection/pairs.txt

# Builds the web pages of the documentation in .build/documentation. A warning fails the build. To read them, run
# python3 -m http.server --directory .build/documentation/AdaptyMigration and open /documentation/adaptymigration
documentation:
	@Tests/check-documentation

# Writes missing fixtures. Review them with git diff, then run make test.
record:
	@Tests/check-root --record RECORD_FIXTURES=missing Golden
	@git status --short CurrentFixtures

# Counts which dialects generated documents are recognised as. make detection LAW_DOCUMENTS=24000 tests a million documents.
detection:
	LAW_DOCUMENTS=$(or $(LAW_DOCUMENTS),1000) $(TEST_RELEASE) --filter DetectionTests/generated

# Changes one place of the code at a time in a scratch copy; a test must fail. Continues where it was interrupted.
mutation:
	python3 Tests/Mutation/mutate.py --mutants $(or $(MUTANTS),200) --seed $(or $(SEED),2026) --minutes $(or $(MINUTES),120)

# Prints line coverage per folder. Fails below the limits in the script.
coverage:
	LAW_DOCUMENTS=50 swift test --scratch-path .build-coverage --enable-code-coverage --skip LimitTests --skip PathologicalTests
	python3 Tests/Coverage/coverage.py .build-coverage

# Locks new fixtures, rows and event names, and accepts changed ones: make freeze REASON='why'. Review with git diff, then run
# make test.
freeze:
	-FREEZE_REASON="$(REASON)" swift test --filter FrozenHistoryTests
	git --no-pager diff --stat LegacyFixtures/FROZEN.txt

clean:
	rm -rf Bindings/Python/.venv-* Bindings/Python/dist dist .build .build-* */.build */.build-* */*/.build */*/.build-* Tests/Fuzzing/corpus Tests/Fuzzing/found upgraded
