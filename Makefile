# Thin names over swift commands.
CLI := .build/debug/adapty-migrate
STRICT := --disable-build-manifest-caching -debug-info-format none -Xswiftc -warnings-as-errors
TEST_RELEASE := swift test -q $(STRICT) -c release -Xswiftc -enable-testing --scratch-path .build-release --traits FastScan
TRAITS := SQLite,PostgreSQL,Gzip,AppData
.PHONY: app-size attack bench bench-models bench-peers bench-service bench-spark bench-stores check clean coverage demo detection documentation format freeze \
	fuzz fuzz-access fuzz-coverage fuzz-edits generate load-service manual mutation record sanitize serve test \
	test-long tool

DEMO := sdk1-stored/profile/stored-date-with-binary-noise.json

# The main job: the legacy fixtures, upgraded into ./upgraded; one of them shown; the laws proven on all.
# The tool is built without optimisation, which is quicker; make tool builds the fast one.
demo:
	swift build --disable-build-manifest-caching -debug-info-format none --scratch-path .build --package-path Programs/CommandLine --disable-default-traits --product adapty-migrate
	@$(CLI) upgrade LegacyFixtures -o upgraded
	@echo "\n$(DEMO)" && cat LegacyFixtures/$(DEMO)
	@echo "\nupgraded" && cat upgraded/$(DEMO) && echo
	@$(CLI) verify LegacyFixtures

# The tool as fast as it gets, Programs/CommandLine/.build-tool/adapty-migrate, by profile-guided optimisation: built twice,
# the second time with counts from a run over the fixtures, or over yours (TRAIN=dump.ndjson). Linux only.
tool:
	@Programs/CommandLine/Scripts/build-tool

# The service on 127.0.0.1:8080, with SQLite in ./service.sqlite.
serve:
	@Programs/Service/Scripts/serve

# Everything, as CI runs it: all packages with warnings as errors, all suites; Tests/run-suites says which.
# One suite: make test SUITES=stores. A sample of another size: make test SUITES=laws LAW_DOCUMENTS=5000.
test:
	@Tests/with-postgres Tests/run-suites $(SUITES)

# Everything that make test takes samples of: every point at which a store can be killed, 1,000 documents of each
# dialect and kind, 20,000 webhooks.
test-long:
	TEST_ALL=1 LAW_DOCUMENTS=1000 LOAD_EVENTS=20000 LOAD_KILLS=30 $(MAKE) --no-print-directory test

# What a change needs within a minute: the format, the root package with warnings as errors, its unit tests.
check:
	@Tests/check-format
	@Tests/run-suites unit

# Writes the layout that check asks for.
format:
	@Tests/check-format --write

# The kills in the long run: 100,000 events and 100 kills in each database; LOAD_SEED=7 changes what happens when.
load-service:
	LOAD_EVENTS=$(or $(LOAD_EVENTS),100000) LOAD_KILLS=$(or $(LOAD_KILLS),100) Tests/with-postgres swift test -q --package-path Programs/Service --traits PostgreSQL $(STRICT) --filter KillTests

# Webhooks beside a bare route that only stores the body, with wrk (Debian: wrk) on loopback: make bench-service ROUNDS=7
bench-service:
	swift build -c release --package-path Programs/Service --traits FastScan,PostgreSQL
	Tests/with-postgres Programs/Service/Scripts/bench-service $(or $(ROUNDS),5) $(or $(DURATION),10) $(or $(CONNECTIONS),64)

# The pipe of the Spark job beside functions in the Python process, in turns: make bench-spark KIND=events MB=400 ROUNDS=7
bench-spark:
	swift build -c release --package-path Benchmarks --product make-corpus
	Benchmarks/.build/release/make-corpus $(or $(KIND),profiles) $(or $(MB),200) 7 > Bindings/Python/.venv-corpus.ndjson
	Bindings/Python/Scripts/with-wheel spark "[spark]" python ../Scripts/bench-spark $(CURDIR)/Bindings/Python/.venv-corpus.ndjson $(or $(ROUNDS),5)

# In process: every operation per dialect and kind, and how the cost grows with size, depth and text.
bench:
	swift package --package-path Benchmarks --disable-sandbox benchmark --no-progress

# Models beside JSONDecoder and JSONEncoder with plain structs, in turns, in processor time.
bench-models:
	swift run -c release --package-path Benchmarks models-beside-structs LegacyFixtures/sdk2/profile/current-profile.json LegacyFixtures/sdk2/profile/is-one-time-of-2-4-2.json

# What each product adds to an app: stripped static executables minus one that imports Foundation alone.
app-size:
	Benchmarks/app-size

# The command line beside what its users would write instead; rewrites the table of Benchmarks/README.md.
bench-peers:
	python3 Benchmarks/Peers/run.py

# store apply beside a plain loop of UPDATE statements, a million rows in SQLite and in PostgreSQL: make bench-stores ROWS=50000 JOBS=2. Needs some 20 GB of disk.
bench-stores:
	swift build -c release --package-path Programs/Stores --product store-bench --traits $(TRAITS)
	DURABLE=1 Tests/with-postgres Programs/Stores/Scripts/bench-stores $(or $(ROWS),1000000) $(or $(JOBS),1)

# The laws over any number of documents: make fuzz LAW_DOCUMENTS=100000 LAW_SEED=7
fuzz:
	@Tests/run-suites laws

# Law 7 in the long run: more than a million customers, and as many events, at five instants; about ten minutes.
fuzz-access:
	LAW_DOCUMENTS=112000 $(TEST_RELEASE) --filter LawTests/sameAccess

# Law 3 in the long run: 100,000 edited documents per dialect, kind and target, an hour or two; LAW_CASES="sdk1-wire profile" picks some.
fuzz-edits:
	LAW_DOCUMENTS=100000 $(TEST_RELEASE) --filter RandomEditTests

# libFuzzer for SECONDS on each surface: make fuzz-coverage SECONDS=600 SURFACES=upgrade. What it finds it leaves in Tests/Fuzzing/found.
SURFACES ?= scanner upgrade downgrade residue models
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

# A saboteur: nasty documents, editors that write them again, and tables of every type of key and column, for as long as
# DOCUMENTS says: make attack DOCUMENTS=100000 SEED=7. What Tests/Attack finds is printed and fails the run.
attack:
	swift build $(STRICT) --scratch-path .build --package-path Programs/CommandLine --traits $(TRAITS) --product adapty-migrate
	Tests/with-postgres python3 Tests/Attack/attack.py $(CLI) --seed $(or $(SEED),1) --documents $(or $(DOCUMENTS),20000)

# Memory errors over the root tests (XCTest itself leaks), data races over the tests of the tool that use threads.
sanitize:
	LAW_DOCUMENTS=20 ASAN_OPTIONS=detect_leaks=0 swift test --sanitize address --scratch-path .build-address --skip LimitTests --skip DepthTests --skip PathologicalTests
	TSAN_OPTIONS="suppressions=$(CURDIR)/Programs/CommandLine/Tests/ThreadSanitizer.txt" swift test --package-path Programs/CommandLine --sanitize thread --scratch-path Programs/CommandLine/.build-thread --filter "BlockTests|LineTests|ArrayTests|AtomicityTests"

# Brings the manual page up to date with the commands; review with git diff.
manual:
	Programs/CommandLine/Scripts/manual
	git --no-pager diff --stat Programs/CommandLine/Manual

# Brings the generated parts of MIGRATION.md up to date; review with git diff, then run make test.
generate:
	-RECORD_DOCUMENTS=all swift test --filter GeneratedDocumentsTests
	-RECORD_DOCUMENTS=all LAW_DOCUMENTS=200 $(TEST_RELEASE) --filter DetectionTests/matrix --filter DetectionTests/pairs
	git --no-pager diff --stat MIGRATION.md

# The web pages of the documentation, .build/documentation; a warning fails. To read them:
# python3 -m http.server --directory .build/documentation/AdaptyMigration, then /documentation/adaptymigration
documentation:
	@Tests/check-documentation

# Writes missing fixtures; review with git diff, then run make test.
record:
	-RECORD_FIXTURES=missing swift test --filter Golden
	git status --short CurrentFixtures

# What generated documents of every dialect and kind are taken for: make detection LAW_DOCUMENTS=24000 is a million documents.
detection:
	LAW_DOCUMENTS=$(or $(LAW_DOCUMENTS),1000) $(TEST_RELEASE) --filter DetectionTests/matrix

# Changes one place of the code at a time in a scratch copy; the tests must notice. Goes on where it stopped.
mutation:
	python3 Tests/Mutation/mutate.py --mutants $(or $(MUTANTS),200) --seed $(or $(SEED),2026) --minutes $(or $(MINUTES),120)

# Line coverage per folder; fails below what the script demands.
coverage:
	LAW_DOCUMENTS=50 swift test --scratch-path .build-coverage --enable-code-coverage --skip LimitTests --skip PathologicalTests
	python3 Tests/Coverage/coverage.py .build-coverage

# Locks new fixtures, rows and event names, and accepts what changed: make freeze REASON='why'; review with git diff, then run make test.
freeze:
	-FREEZE_REASON="$(REASON)" swift test --filter FrozenHistoryTests
	git --no-pager diff --stat LegacyFixtures/FROZEN.txt

clean:
	rm -rf Bindings/Python/.venv-* Bindings/Python/dist .build .build-* */.build */.build-* */*/.build */*/.build-* Examples/*/.build Tests/Fuzzing/corpus Tests/Fuzzing/found upgraded
