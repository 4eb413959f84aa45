@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Files of `UserDefaults` with values of every type: what the upgrade does not touch stays what it is.
@Suite("Property lists")
struct PropertyListFileTests {
    private static var values: [String: Any] {
        [
            "AdaptySDK_Purchaser_Info": AppDataBench.profile, "AdaptySDK_Profile_Id": "p",
            "list": [
                "a", 1, 2.0, 2.5, true, Date(timeIntervalSinceReferenceDate: 700_000_000), Data([0, 255]), ["x": [1]],
            ] as [Any],
            "whole": 1.0, "negative": -5, "big": UInt64.max, "long": String(repeating: "é<&>", count: 300),
            "empty": [:] as [String: Any], "none": [] as [Any], "flag": false,
        ]
    }

    private static func bytes(_ values: [String: Any], _ format: PropertyListSerialization.PropertyListFormat) throws
        -> [UInt8]
    {
        [UInt8](try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0))
    }

    private static func read(_ bytes: [UInt8]) throws -> NSDictionary {
        try #require(
            try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil) as? NSDictionary)
    }

    @Test("Foundation reads what is written, and nothing else changed", arguments: [true, false])
    func changed(isBinary: Bool) throws {
        let format: PropertyListSerialization.PropertyListFormat = isBinary ? .binary : .xml
        let before = try Self.bytes(Self.values, format), file = try PropertyListFile(before, path: "x")
        let changes: [String: PropertyListValue?] = [
            StoredKey.profile.rawValue: .data(Array("{}".utf8)),
            StoredKey.profileID.rawValue: nil as PropertyListValue?,
            StoredKey.backup.rawValue: .dictionary(["a": .text("é"), "n": .integer(70_000), "d": .data([1])]),
        ]
        let after = try file.bytes(setting: changes), read = try Self.read(after)
        var expected = Self.values
        expected[StoredKey.profile.rawValue] = Data("{}".utf8)
        expected[StoredKey.profileID.rawValue] = nil
        expected[StoredKey.backup.rawValue] = ["a": "é", "n": 70_000, "d": Data([1])] as [String: Any]
        #expect(read == NSDictionary(dictionary: expected))
        #expect(
            try PropertyListFile(after, path: "x").holdsTheSame(
                as: PropertyListFile(Self.bytes(expected, format), path: "x")))
        // A real that is whole stays a real.
        let real = try #require(read["whole"] as? NSNumber)
        #expect(String(cString: real.objCType) == "d")
        // Nothing changed: every value is as it was, in the same bytes of XML.
        let same = try file.bytes(setting: [:])
        #expect(try Self.read(same) == Self.read(before))
        if !isBinary { #expect(same == before) }
    }

    @Test("a file of many values gets wider references")
    func wide() throws {
        var values = Self.values
        for number in 0..<400 { values["key \(number)"] = [number, "value \(number)"] as [Any] }
        let before = try Self.bytes(values, .binary), file = try PropertyListFile(before, path: "x")
        #expect(try Self.read(file.bytes(setting: [:])) == NSDictionary(dictionary: values))
    }

    @Test("an id of a keyed archive, which UserDefaults never writes itself, stays")
    func uid() throws {
        // {"u": UID 7, "AdaptySDK_Profile_Id": "p"}
        let head = Array("bplist00".utf8), key = Array("AdaptySDK_Profile_Id".utf8)
        let objects: [[UInt8]] = [
            [0xD2, 1, 3, 2, 4], [0x51, 0x75], [0x80, 7], [0x5F, 0x10, UInt8(key.count)] + key, [0x51, 0x70],
        ]
        var offsets: [UInt8] = [], bytes = head
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count), zeros = [UInt8](repeating: 0, count: 7)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + zeros + [5] + zeros + [0] + zeros + [table]
        let file = try PropertyListFile(bytes, path: "x")
        #expect(file.stored[.profileID] == .text("p"))
        let after = try file.bytes(setting: [:])
        #expect(try PropertyListFile(after, path: "x").holdsTheSame(as: file))
    }

    @Test("a negative id of a keyed archive is a dictionary")
    func negativeID() throws {
        let text = "<plist><dict><key>a</key><dict><key>CF$UID</key><integer>-1</integer></dict></dict></plist>"
        let file = try PropertyListFile(Array(text.utf8), path: "x")
        #expect(try file.bytes(setting: [:]) == Array(text.utf8))
    }

    @Test("XML as people write it, with comments, references and one tag for an empty root")
    func byHand() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <!-- mine --><plist version="1.0">
            <dict>
              <key>a &amp; b</key> <array><integer> 5 </integer><string/><true></true><date>2024-01-02T03:04:05Z</date></array>
              <!-- between -->
              <key>AdaptySDK_Profile_Id</key>
              <string>p</string>
            </dict>
            </plist>

            """
        let file = try PropertyListFile(Array(text.utf8), path: "x")
        #expect(file.stored == [.profileID: .text("p")])
        let changes: [String: PropertyListValue?] = [StoredKey.profileID.rawValue: .text("q")]
        let after = String(decoding: try file.bytes(setting: changes), as: UTF8.self)
        #expect(after == text.replacingOccurrences(of: "<string>p</string>", with: "<string>q</string>"))
        let empty = try PropertyListFile(Array("<plist version=\"1.0\"><dict/></plist>".utf8), path: "x")
        #expect(try Self.read(empty.bytes(setting: changes)) == ["AdaptySDK_Profile_Id": "q"])
        for broken in ["<plist><dict><key>a</key></dict></plist>", "<plist><array/></plist>", "<plist><dict>", "x"] {
            #expect(throws: StoreFailure.self) { try PropertyListFile(Array(broken.utf8), path: "x") }
        }
    }
}
