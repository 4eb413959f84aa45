import Foundation
import Testing

@testable import AdaptyMigrationStores

@Suite("Binary property lists")
struct BinaryPropertyListTests {
    private static var values: [String: Any] {
        [
            "text": "a", "wide": "é😀", "data": Data([1, 2, 3]), "date": Date(timeIntervalSince1970: 1), "flag": true,
            "count": 7, "amount": 1.5, "large": Int64.max, "none": -1,
            "list": [1, "x", ["deep": ["deeper": [Data(repeating: 7, count: 300)]]]] as [Any],
            "long": String(repeating: "long ", count: 100), "empty": [:] as [String: Any],
        ]
    }

    private static func binary(_ value: Any) throws -> [UInt8] {
        [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
    }

    @Test("what Foundation writes is whole")
    func whole() throws {
        let many = Dictionary(uniqueKeysWithValues: (0..<3000).map { ("key \($0)", "\($0)") })
        for value: Any in [BinaryPropertyListTests.values, many, [:] as [String: Any]] {
            #expect(throws: Never.self) { _ = try BinaryPropertyList(try BinaryPropertyListTests.binary(value)) }
        }
    }

    @Test("256 levels of lists are read, more are refused", arguments: [(255, nil), (256, nil), (257, "256 levels")])
    func levels(count: Int, reason: String?) throws {
        let value = (0..<count).reduce("x" as Any) { inner, _ in [inner] }
        let bytes = try BinaryPropertyListTests.binary(value)
        guard let reason else {
            _ = try BinaryPropertyList(bytes)
            return
        }
        #expect { try BinaryPropertyList(bytes) } throws: {
            ($0 as? BinaryPropertyList.Damaged)?.reason.contains(reason) == true
        }
    }

    @Test("with any bit flipped, or any byte cut off, it is refused or read: the process goes on")
    func damaged() throws {
        let bytes = try BinaryPropertyListTests.binary(BinaryPropertyListTests.values)
        var refused = 0
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                if (try? PropertyListFile(changed, path: "x")) == nil { refused += 1 }
            }
            #expect(throws: StoreFailure.self) { try PropertyListFile(Array(bytes[..<place]), path: "x") }
        }
        #expect(refused > 500)
    }

    @Test(
        "lists that hold themselves, or far too much, are refused",
        arguments: [
            ("A1 00", "contains itself"),
            (
                "A2 01 01|A2 02 02|A2 03 03|A2 04 04|A2 05 05|A2 06 06|A2 07 07|A2 08 08|A2 09 09|A2 0A 0A|A2 0B 0B|A2 0C 0C|A2 0D 0D|A2 0E 0E|A2 0F 0F|A2 10 10|A2 11 11|A2 12 12|A2 13 13|A2 14 14|A2 15 15|A2 16 16|A2 17 17|A2 18 18|A2 19 19|09",
                "expands to more"
            ),
            ("C1 01|09", "never writes"), ("B1 01|09", "never writes"), ("D1 01 01|09", "key is not a string"),
            ("A1 05", "has no object"), ("51 FF", "not ASCII"),
            ("5F 13 FF FF FF FF FF FF FF FF", "larger than any file"),
            ("4F 11 7F FF", "cut off"),
        ])
    func hostile(objects: String, reason: String) throws {
        var bytes = Array("bplist00".utf8), offsets: [UInt8] = []
        for object in objects.split(separator: "|") {
            offsets.append(UInt8(bytes.count))
            bytes += object.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
        let table = UInt8(bytes.count)
        bytes +=
            offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(offsets.count)] + [0, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0, table]
        let damaged = try #require(throws: BinaryPropertyList.Damaged.self) { try BinaryPropertyList(bytes) }
        #expect(damaged.reason.contains(reason), "\(damaged.reason)")
    }
}
