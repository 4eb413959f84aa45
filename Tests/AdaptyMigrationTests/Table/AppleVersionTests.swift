import Foundation
import Testing

/// The library builds for iOS 13, macOS 10.15, tvOS 13 and watchOS 6, and no Apple system is at hand to say so: what
/// needs newer ones is refused by name. The versions are those of the toolchain's own interfaces.
@Suite("Apple versions")
struct AppleVersionTests {
    /// What must not stand in `Sources`, and the iOS version that has it.
    static let newer: [(pattern: String, since: String)] = [
        (#"(?<!slice)\.span\b"#, "26: Array.span, String.UTF8View.span; ArraySlice.span is 12.2"),
        (#"\butf8Span\b|\bInlineArray\b"#, "26"), (#"\bMutex\b|\bAtomic\b|import Synchronization"#, "18"),
        (#"\bOSAllocatedUnfairLock\b"#, "16"), (#"\bRegex\b|\.wholeMatch\(|\.firstMatch\(|\.matches\(of"#, "16"),
        (#"\.firstRange\(|\.ranges\(of|\.replacing\(\"|\.trimmingPrefix\(|\.split\(separator: \"[^\"\\]{2,}\""#, "16"),
        (#"\bDuration\b(?!:)|ContinuousClock|SuspendingClock|Task\.sleep\(for"#, "16"),
        (#"URL\(filePath|appending\(path|\.formatted\(|ISO8601FormatStyle"#, "15 or 16"),
        (#"\.bytes\.lines|AsyncLineSequence|\.resourceBytes"#, "15"), (#"next\(isolation"#, "18"),
        (#"String\(unsafeUninitializedCapacity"#, "14"), (#"\bInt128\b|\bUInt128\b"#, "18"),
        (#"\b(FileHandle\([^)]*\)|handle)\.(read|write|seek)\((upToCount|contentsOf|toOffset)"#, "13.4"),
        (#"\bIdentifiable\b.*\bany\b|\bany [A-Z]\w*<"#, "16: constrained existentials"),
    ]

    /// Files that say themselves which system they mean.
    static let exempt: Set<String> = ["Locked.swift"]

    private static func complaints(_ text: String) -> [String] {
        text.split(separator: "\n").flatMap { line -> [String] in
            let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
            return newer.filter { code.range(of: $0.pattern, options: .regularExpression) != nil }.map {
                "\(line.trimmingCharacters(in: .whitespaces)): iOS \($0.since)"
            }
        }
    }

    @Test("nothing in Sources needs a newer system")
    func sources() throws {
        let files = try #require(FileManager.default.subpaths(atPath: FixtureTree.sources.path)).filter {
            $0.hasSuffix(".swift") && !AppleVersionTests.exempt.contains(($0 as NSString).lastPathComponent)
        }
        #expect(files.count > 150)
        for file in files {
            let text = try String(contentsOf: FixtureTree.sources.appendingPathComponent(file), encoding: .utf8)
            #expect(AppleVersionTests.complaints(text) == [], "\(file)")
        }
    }

    @Test(
        "what needs one is found",
        arguments: [
            "let span = bytes.span", "private let state: Mutex<Int>", "text.firstRange(of: \"a\")",
            "let lock = OSAllocatedUnfairLock(initialState: 0)", "try await Task.sleep(for: .seconds(1))",
            "let url = URL(filePath: path)", "for try await line in url.resourceBytes.lines",
            "let box: any Collection<Int>",
            "try handle.read(upToCount: 4096)", "text.replacing(\"a\", with: \"b\")",
        ])
    func planted(_ line: String) { #expect(AppleVersionTests.complaints(line).count >= 1) }

    @Test(
        "what does not is not",
        arguments: ["let span = slice.span", "// Array.span", "let trialDuration: String?"])
    func innocent(_ line: String) { #expect(AppleVersionTests.complaints(line) == []) }
}
