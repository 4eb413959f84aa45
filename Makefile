# Thin names over swift commands.
CLI := swift run -c release --package-path CommandLine adapty-migrate
STRICT := -Xswiftc -warnings-as-errors
LAW_DOCUMENTS ?= 2000

.PHONY: demo test test-root test-laws test-command-line build generate fuzz record clean

# The main job: the legacy fixtures, upgraded into ./upgraded.
demo:
	$(CLI) upgrade LegacyFixtures/sdk1-wire LegacyFixtures/webhook-legacy -o upgraded
	$(CLI) verify LegacyFixtures/sdk1-wire LegacyFixtures/webhook-legacy

# Everything: root and nested packages, warnings as errors, the laws over generated documents.
test: test-root test-laws test-command-line

test-root:
	swift build $(STRICT)
	swift test $(STRICT) --skip LawTests --skip EditTests

test-laws:
	LAW_DOCUMENTS=$(LAW_DOCUMENTS) swift test -c release -Xswiftc -enable-testing --scratch-path .build-laws $(STRICT) --filter "LawTests|EditTests"

test-command-line:
	swift test --package-path CommandLine

# Any number of documents: make fuzz LAW_DOCUMENTS=100000 LAW_SEED=7
fuzz: test-laws

# Brings the generated parts of MIGRATION.md up to date; review with git diff, then run make test.
generate:
	-RECORD_DOCUMENTS=all swift test --filter GeneratedDocumentsTests
	git --no-pager diff --stat MIGRATION.md

# Writes missing fixtures; review with git diff, then run make test.
record:
	-RECORD_FIXTURES=missing swift test --filter Golden
	git status --short CurrentFixtures

clean:
	rm -rf .build .build-laws CommandLine/.build upgraded
