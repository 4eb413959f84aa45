import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The result for each word of an enumeration between two columns: the ``RoundTrip`` of its codec, computed when the
/// rule is made. A plain value; its creator frees the memory.
struct WordForms {
    struct Form {
        let action: RoundTrip.Action
        /// Of no length when the word stays.
        let new: NameToken
        /// What the way back makes of it; of no length when it is the word itself.
        let base: NameToken
    }

    private let names: NameTable
    private let forms: UnsafeMutableBufferPointer<Form>

    /// `nil` for a codec that is no enumeration.
    static func of(_ codec: Codec, from: Column, to: Column) -> UnsafePointer<WordForms>? {
        let trips = codec.words(from, to).compactMap { word -> (String, RoundTrip)? in
            guard let value = try? JSONScanner.index(Array(word.utf8)),
                let trip = RoundTrip(codec, value, from: from, to: to)
            else { return nil }
            return (word, trip)
        }
        if trips.isEmpty { return nil }
        let forms = UnsafeMutablePointer<WordForms>.allocate(capacity: 1)
        forms.initialize(to: WordForms(trips))
        return UnsafePointer(forms)
    }

    private init(_ trips: [(word: String, trip: RoundTrip)]) {
        names = NameTable(trips.map(\.word))
        forms = .allocate(capacity: trips.count)
        _ = forms.initialize(
            from: trips.map {
                Form(action: $0.trip.action, new: NameToken(raw: $0.trip.new), base: NameToken(raw: $0.trip.base))
            })
    }

    func deallocate() {
        names.deallocate()
        for form in forms {
            form.new.deallocate()
            form.base.deallocate()
        }
        forms.deallocate()
    }

    /// The form of the value between two positions; `nil` when it is none of the words, or spelled with escapes.
    @inline(__always)
    func find(_ bytes: ByteView, _ start: Int, _ end: Int) -> Form? { names.find(bytes, start, end).map { forms[$0] } }
}

extension Codec {
    /// The values of an enumeration, as JSON; empty for every other codec.
    fileprivate func words(_ from: Column, _ to: Column) -> [String] {
        func texts(_ words: [String]) -> [String] {
            Set(words).sorted().map { String(decoding: JSONText.encode($0), as: UTF8.self) }
        }
        func all(_ values: Enumeration) -> [String] { values.canonical.indices.map(String.init) + texts(values.words) }
        return switch self {
        case .eligibility: ["true", "false", "0", "1"] + texts(Codec.eligibilities)
        case .periodUnit: all(Codec.periodUnits)
        case .paymentMode: all(Codec.paymentModes)
        case .sandbox where from == .serverV2 || to == .serverV2: ["true", "false"] + texts(["Sandbox", "Production"])
        default: []
        }
    }
}
