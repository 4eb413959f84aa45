import AdaptyMigration

/// Conversions of whole files: a top-level array is several records, each converted in its place.
struct GoldenConversion {
    private let migrator = Migrator()
    let fixture: Fixture

    /// The dialect to state: none where recognition names the folder's by itself.
    func dialectToState(_ document: [UInt8]) throws -> Dialect? {
        try migrator.detect(document).dialect == fixture.dialect ? nil : fixture.dialect
    }

    func upgrade(_ document: [UInt8], to target: Dialect? = nil) throws -> [UInt8] {
        try each(document) { try migrator.upgrade($0, from: try dialectToState($0), to: target).embedded }
    }

    func downgrade(_ document: [UInt8]) throws -> [UInt8] {
        try each(document) { try migrator.downgrade($0).document }
    }

    private func each(_ document: [UInt8], _ convert: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
        guard let ranges = try RecordList.ranges(in: document) else { return try convert(document) }
        var out: [UInt8] = []
        var position = 0
        for range in ranges {
            out += document[position..<range.lowerBound]
            out += try convert(Array(document[range]))
            position = range.upperBound
        }
        return out + document[position...]
    }
}
