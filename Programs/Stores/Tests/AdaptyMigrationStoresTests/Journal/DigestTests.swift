import Testing

@testable import AdaptyMigrationStores

/// XXH64 as published, seed 0.
@Suite("Digests")
struct DigestTests {
    @Test(
        "of texts shorter and longer than a block",
        arguments: [
            ("", "ef46db3751d8e999"), ("a", "d24ec4f1a98c6e5b"), ("abc", "44bc2cf5ad770999"),
            ("Nobody inspects the spammish repetition", "fbcea83c8a378bf1"),
        ])
    func published(text: String, digest: String) { #expect(Digest.of(Array(text.utf8)) == digest) }

    @Test("every byte counts, wherever it is", arguments: [1, 3, 4, 7, 8, 11, 31, 32, 33, 64, 100])
    func sensitive(count: Int) {
        let bytes = [UInt8](repeating: 7, count: count)
        let changed = bytes.indices.map { place in
            bytes.enumerated().map { $0.offset == place ? $0.element ^ 1 : $0.element }
        }
        #expect(Set(([bytes] + changed).map { Digest.of($0) }).count == count + 1)
    }
}
