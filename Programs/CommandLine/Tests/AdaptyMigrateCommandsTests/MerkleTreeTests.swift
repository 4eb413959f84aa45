import AdaptyMigrationTools
import Testing
@testable import AdaptyMigrateCommands

/// The tree is that of RFC 6962, and knows where two sequences part.
@Suite struct MerkleTreeTests {
    /// The inputs and roots of the tests of Certificate Transparency's own log.
    private static let inputs: [[UInt8]] = [
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    ].map { Hex.bytes($0) ?? [] }

    @Test(
        "roots are those of RFC 6962",
        arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
            (2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
            (3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
            (4, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
            (5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
            (6, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
            (7, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
            (8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
        ])
    func roots(count: Int, expected: String) {
        #expect(SHA256Hash.hex(of: MerkleTreeTests.tree(MerkleTreeTests.inputs.prefix(count)).root) == expected)
    }

    private static func tree(_ records: some Sequence<[UInt8]>) -> MerkleTree {
        records.reduce(into: MerkleTree()) { $0.append($1) }
    }

    private static func numbers(_ count: Int) -> [[UInt8]] { (0..<count).map { Array(String($0).utf8) } }

    @Test(
        "a record that differs is placed", arguments: [1, 2, 3, 255, 256, 257, 511, 512, 513, 1000, 3000],
        [0.0, 0.4, 1.0])
    func places(count: Int, share: Double) {
        let number = Int(Double(count - 1) * share)
        var changed = MerkleTreeTests.numbers(count)
        changed[number] = Array("x".utf8)
        let a = MerkleTreeTests.tree(MerkleTreeTests.numbers(count)), b = MerkleTreeTests.tree(changed)
        #expect(a.root != b.root)
        #expect(a.sections.hashes.count <= 256 && a.sections.hashes.count * a.sections.size + a.sections.size > count)
        let (start, end) = a.sections.firstDifference(from: b.sections)
        #expect(start <= number + 1 && number + 1 <= end ?? count)
        #expect(
            (end == nil) == (number >= a.sections.hashes.count * a.sections.size),
            "without an end it is behind the last whole section")
    }

    @Test("where one is missing the rest moves up", arguments: [700, 5000])
    func missing(count: Int) {
        let all = MerkleTreeTests.tree(MerkleTreeTests.numbers(count)),
            fewer = MerkleTreeTests.tree(
                MerkleTreeTests.numbers(count).enumerated().filter { $0.offset != 300 }.map(\.element))
        let (start, end) = all.sections.firstDifference(from: fewer.sections)
        #expect(start <= 301 && 301 <= end ?? 0)
    }
}
