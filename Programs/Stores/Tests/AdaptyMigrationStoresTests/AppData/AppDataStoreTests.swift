@_spi(Tools) import AdaptyMigrationTools
@_spi(Tools) import AdaptyStoredUpgrade
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// An app's file, in a folder that goes with the test.
final class AppDataBench {
    /// The files that the same tests run on.
    enum Format: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case binaryPlist, xmlPlist, preferences
        var testDescription: String { rawValue }
        var scheme: String { self == .preferences ? "sharedprefs" : "defaults" }
    }

    static let profile = Data(
        #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"vendorProductId":"m","store":"app_store","expiresAt":1000000000,"isLifetime":false,"willRenew":true,"isInGracePeriod":false,"isRefund":false}},"subscriptions":{},"nonSubscriptions":{}}"#
            .utf8)
    static let info =
        #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"vendorProductId":"m","store":"play_store","isLifetime":false,"isInGracePeriod":false,"expiresAt":"2030-01-01T00:00:00.000000+0000"}}}"#

    let folder: URL
    let url: URL
    let format: Format
    /// What stands there before anything else.
    let original: [UInt8]

    init(_ format: Format, _ content: [UInt8]? = nil) throws {
        self.format = format
        folder = Worker.place.appendingPathComponent("app-data-" + UUID().uuidString)
        url = folder.appendingPathComponent(format == .preferences ? "AdaptySDKPrefs.xml" : "app.plist")
        original = try content ?? AppDataBench.content(format)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(original)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func content(_ format: Format) throws -> [UInt8] {
        if format == .preferences { return preferences(["PROFILE_ID": "p", "PURCHASER_INFO": info]) }
        let members: [String: Any] = [
            "AdaptySDK_Purchaser_Info": profile, "AdaptySDK_Profile_Id": "p",
            "theirs": ["a", 1, Date(timeIntervalSince1970: 1)] as [Any],
        ]
        return [UInt8](
            try PropertyListSerialization.data(
                fromPropertyList: members, format: format == .xmlPlist ? .xml : .binary, options: 0))
    }

    /// A file as Android writes it.
    static func preferences(_ texts: KeyValuePairs<String, String>) -> [UInt8] {
        let entries = texts.map {
            "    <string name=\"\($0.key)\">\(String(decoding: XMLText.encode($0.value), as: UTF8.self))</string>\n"
        }.joined()
        return Array(
            "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n    <boolean name=\"theirs\" value=\"true\" />\n\(entries)</map>\n"
                .utf8)
    }

    /// The key under which the profile is read after the upgrade.
    var key: StoredKey { format == .preferences ? .androidProfile : .profile }
    var address: String { "\(format.scheme):\(url.path)?sdk=3.12.0" }
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }

    /// Whether the file is what it was, with nothing beside it.
    var isUntouched: Bool { get throws { try names == [url.lastPathComponent] && bytes() == original } }

    func appData() throws(StoreFailure) -> AppDataStore {
        try AppDataStore(
            format == .preferences ? PreferencesFile.self : PropertyListFile.self, path: url.path, sdk: "3.12.0")
    }

    func open(sdk: String = "3.12.0") throws -> AppDataStore {
        try #require(try StoreAddress("\(format.scheme):\(url.path)?sdk=\(sdk)").appData())
    }
    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }
    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: url) }

    /// The file read anew.
    func file() throws -> any AppDataFile {
        try format == .preferences
            ? PreferencesFile(bytes(), path: url.path) : PropertyListFile(bytes(), path: url.path)
    }

    /// Changes what stands under keys, as an app would.
    func set(_ values: [StoredKey: StoredValue?]) throws {
        if format == .preferences {
            let texts = values.map { key, value -> (name: String, text: String?) in
                guard case .text(let text)? = value else { return (key.rawValue, nil) }
                return (key.rawValue, text)
            }
            try write(PreferencesXML(bytes()).setting(texts))
        } else {
            var format = PropertyListSerialization.PropertyListFormat.binary
            var members =
                try PropertyListSerialization.propertyList(from: Data(bytes()), options: [], format: &format)
                as? [String: Any] ?? [:]
            for (key, value) in values { members[key.rawValue] = value?.propertyList }
            try write(
                [UInt8](try PropertyListSerialization.data(fromPropertyList: members, format: format, options: 0)))
        }
    }
}

/// `UserDefaults` files, binary and XML, and Android's preferences.
@Suite("App data")
struct AppDataStoreTests {
    @Test("upgraded, verified, upgraded again, undone: the same file", arguments: AppDataBench.Format.allCases)
    func roundTrip(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format), store = try bench.open()
        #expect(try store.plan()[bench.key]?.outcome == .upgraded)
        #expect(try store.rehearse() == store.plan())
        #expect(try store.verify()[bench.key]?.note == "it is not upgraded")
        #expect(try bench.isUntouched)
        #expect(try store.status() == nil)

        #expect(try store.apply()[bench.key]?.outcome == .upgraded)
        let after = try bench.bytes()
        #expect(try store.status() == "3.12.0")
        #expect(try store.verify().description == "\(bench.key): proven")
        #expect(try store.apply()[bench.key]?.outcome == .readable)
        #expect(try bench.bytes() == after)

        #expect(try store.rollback()[bench.key]?.outcome == .restored)
        #expect(try bench.isUntouched)
        #expect(try store.rollback().items.isEmpty)
    }

    @Test("one upgrade over another, undone one by one", arguments: AppDataBench.Format.allCases)
    func chain(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format)
        _ = try bench.open(sdk: "2.8.0").apply()
        let middle = try bench.file().stored
        if format == .preferences { try bench.set([bench.key: nil]) }
        _ = try bench.open(sdk: "3.12.0").apply()
        #expect(try bench.open().status() == "3.12.0")
        #expect(try bench.open().verify().isClean)
        _ = try bench.open().rollback()
        if format != .preferences { #expect(try bench.file().stored == middle) }
        _ = try bench.open().rollback()
        #expect(try bench.isUntouched)
    }

    @Test(
        "a format stays what it is, and so does what belongs to others",
        arguments: [AppDataBench.Format.binaryPlist, .xmlPlist])
    func others(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format)
        _ = try bench.open().apply()
        var found = PropertyListSerialization.PropertyListFormat.openStep
        let upgraded = try #require(
            try PropertyListSerialization.propertyList(from: Data(bench.bytes()), options: [], format: &found)
                as? [String: Any])
        #expect((found == .xml) == (format == .xmlPlist))
        #expect((upgraded["theirs"] as? NSArray)?.isEqual(to: ["a", 1, Date(timeIntervalSince1970: 1)]) == true)
        let text = String(decoding: upgraded["AdaptySDK_Purchaser_Info"] as? Data ?? Data(), as: UTF8.self)
        #expect(
            text.hasPrefix(#"{"v":{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true"#))
    }

    @Test("what others write since stays when the upgrade is undone", arguments: AppDataBench.Format.allCases)
    func writtenSince(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format), store = try bench.open()
        _ = try store.apply()
        try bench.set([StoredKey(rawValue: "later"): .text("theirs")])
        #expect(try store.verify().isClean)
        _ = try store.rollback()
        #expect(try !store.verify().items.contains { $0.key == .backup }, "an original that is kept is no lost backup")
        let undone = try bench.file()
        try bench.write(bench.original)
        try bench.set([StoredKey(rawValue: "later"): .text("theirs")])
        #expect(try undone.holdsTheSame(as: bench.file()))
    }

    @Test("what is no such file is named", arguments: AppDataBench.Format.allCases)
    func trouble(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format, Array("not one of them".utf8))
        let words = format == .preferences ? "AdaptySDKPrefs.xml:1:1: text outside <map>" : "is not a property list"
        #expect { try bench.open().apply() } throws: { "\($0)".contains(words) }
        #expect { try bench.open(sdk: "1.17.0") } throws: { "\($0)".contains("sdk=3.12.0") }
        try FileManager.default.removeItem(at: bench.url)
        #expect { try bench.open() } throws: { ($0 as? StoreFailure)?.kind == .missing }
        try FileManager.default.createDirectory(at: bench.url, withIntermediateDirectories: false)
        #expect { try bench.open().plan() } throws: { "\($0)".contains("it is not a regular file") }
    }

    @Test(
        "a read-only file is left alone, and a link keeps pointing to its file", arguments: AppDataBench.Format.allCases
    )
    func rights(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: bench.url.path)
        #expect { try bench.open().apply() } throws: {
            ($0 as? StoreFailure)?.kind == .failed && "\($0)".contains("is read-only")
        }
        #expect(try bench.isUntouched)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: bench.url.path)
        let link = bench.folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: bench.url)
        _ = try StoreAddress("\(format.scheme):\(link.path)?sdk=3.12.0").appData()?.apply()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == bench.url.path)
        #expect(try FileManager.default.attributesOfItem(atPath: bench.url.path)[.posixPermissions] as? Int == 0o640)
        #expect(try bench.open().status() == "3.12.0")
    }

    @Test("a second run in the folder is refused while one is under way")
    func twoAtOnce() throws {
        let bench = try AppDataBench(.preferences), file = try WholeFile(bench.url.path)
        try file.exclusively { () throws(StoreFailure) -> Void in
            #expect { try bench.open().apply() } throws: { "\($0)".contains("another run is in progress") }
        }
        #expect { try file.write([], over: [1]) } throws: { "\($0)".contains("another program changed") }
        #expect(try bench.open().apply().isClean)
    }

    // MARK: Planted faults

    /// Whether verify is content; a file that cannot be read is found as well.
    private func isContent(_ bench: AppDataBench) throws -> Bool {
        do throws(StoreFailure) {
            return try bench.appData().verify().isClean
        } catch {
            return false
        }
    }

    @Test(
        "a flipped bit is found wherever it changes what the SDK or the way back reads",
        arguments: AppDataBench.Format.allCases)
    func flipped(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format)
        _ = try bench.open().apply()
        let after = try bench.bytes(), stored = try bench.file().stored
        var found = 0
        for place in stride(from: 0, to: after.count, by: 5) {
            var damaged = after
            damaged[place] ^= 1 << UInt8(place % 7)
            try bench.write(damaged)
            if try isContent(bench) { #expect(try bench.file().stored == stored, "byte \(place)") } else { found += 1 }
        }
        #expect(found > after.count / 5 * 7 / 10)
    }

    @Test("a flipped bit in the kept original never comes back", arguments: AppDataBench.Format.allCases)
    func flippedOriginal(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format)
        _ = try bench.open().apply()
        let after = try bench.bytes(), url = bench.url.appendingPathExtension("adapty-original"),
            before = try PreviousFile(bench.original, bench)
        #expect(try [UInt8](Data(contentsOf: url)) == bench.original)
        var found = 0
        for place in stride(from: 0, to: bench.original.count, by: 5) {
            var damaged = bench.original
            damaged[place] ^= 1 << UInt8(place % 7)
            try bench.write(after)
            try Data(damaged).write(to: url)
            if try !isContent(bench) { found += 1 }
            _ = try bench.open().rollback()
            #expect(try before.isBack(bench), "byte \(place)")
        }
        #expect(found > bench.original.count / 10)
        try bench.write(after)
        try FileManager.default.removeItem(at: url)
        #expect(try bench.open().verify().description.contains("is missing"))
    }

    /// What a rollback has to give: of XML the bytes, of a property list the values.
    private struct PreviousFile {
        let bytes: [UInt8]
        let file: any AppDataFile

        init(_ bytes: [UInt8], _ bench: AppDataBench) throws {
            self.bytes = bytes
            file =
                bench.format == .preferences
                ? try PreferencesFile(bytes, path: bench.url.path) : try PropertyListFile(bytes, path: bench.url.path)
        }

        func isBack(_ bench: AppDataBench) throws -> Bool {
            try bench.format == .preferences ? bench.bytes() == bytes : bench.file().holdsTheSame(as: file)
        }
    }

    @Test("dropped, doubled and swapped values and a stale backup are found", arguments: AppDataBench.Format.allCases)
    func planted(format: AppDataBench.Format) throws {
        let bench = try AppDataBench(format)
        _ = try bench.open(sdk: "2.8.0").apply()
        let stale = try bench.file().stored[.backup]
        _ = try bench.open().rollback()
        _ = try bench.open().apply()
        let after = try bench.bytes(), stored = try bench.file().stored,
            other: StoredKey = format == .preferences ? .purchaserInfo : .profileID
        let nothing: StoredValue? = nil
        let faults: [(String, [StoredKey: StoredValue?])] = [
            ("dropped", [bench.key: nothing]), ("doubled", [other: stored[bench.key]]),
            ("swapped", [other: stored[bench.key], bench.key: stored[other]]),
            ("stale backup", [.backup: stale]), ("no source", [other: nothing]),
        ]
        for (name, fault) in faults where format == .preferences || name != "no source" && name != "doubled" {
            try bench.write(after)
            try bench.set(fault)
            #expect(try !isContent(bench), "\(name)")
        }
        guard format == .preferences else { return }
        let text = String(decoding: after, as: UTF8.self)
        try bench.write(
            Array(text.replacingOccurrences(of: "<map>", with: "<map><string name='PROFILE'>{}</string>").utf8))
        #expect(try bench.open().verify().description.contains("PROFILE: differs (it occurs twice)"))
    }
}
