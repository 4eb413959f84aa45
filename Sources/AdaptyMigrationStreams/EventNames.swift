import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Every spelling of an event name that the alias table knows, found by its bytes. A plain value, so that passing it
/// costs nothing; whoever made it gives the memory back.
struct EventNames {
    struct Spelling {
        /// With quotes.
        let canonical: NameToken, legacy: NameToken
        let isCanonical: Bool
        /// The spelling is the one that the way back writes.
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

    /// The spelling between two quotes; `nil` for a name that is not Adapty's.
    func find(_ bytes: ByteView, _ start: Int, _ end: Int) -> Spelling? {
        names.find(bytes, start + 1, end - 1).map { spellings[$0] }
    }
}
