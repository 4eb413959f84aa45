import AdaptyMigrationAccess
import AdaptyMigrationCore

/// All spellings of event names in the alias table, found by their bytes. A plain value that is cheap to pass; its
/// creator frees the memory.
struct EventNames {
    struct Spelling {
        /// With quotes.
        let canonical: NameToken, legacy: NameToken
        let isCanonical: Bool
        /// The spelling is the one that a downgrade writes.
        let isLegacy: Bool
    }

    private let names: NameTable
    private let spellings: UnsafeMutableBufferPointer<Spelling>

    init() {
        let texts = Set(EventName.vocabulary.map(\.name) + EventName.aliases.keys).sorted()
        names = NameTable(texts)
        spellings = .allocate(capacity: texts.count)
        _ = spellings.initialize(
            from: texts.map { text in
                let canonical = EventName(rawValue: text).canonical, legacy = canonical.legacy.rawValue
                return Spelling(
                    canonical: NameToken(canonical.rawValue), legacy: NameToken(legacy),
                    isCanonical: canonical.rawValue == text, isLegacy: legacy == text)
            })
    }

    func deallocate() {
        names.deallocate()
        for spelling in spellings {
            spelling.canonical.deallocate()
            spelling.legacy.deallocate()
        }
        spellings.deallocate()
    }

    /// The spelling between two quotes; `nil` for a name that is not an Adapty event name.
    func find(_ bytes: ByteView, _ start: Int, _ end: Int) -> Spelling? {
        names.find(bytes, start + 1, end - 1).map { spellings[$0] }
    }
}
