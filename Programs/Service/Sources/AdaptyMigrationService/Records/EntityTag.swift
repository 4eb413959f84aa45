import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools

/// The tag of one representation of a record (RFC 9110 §8.8.3): `"REVISION-REPRESENTATION"`. The first part changes
/// with every change of the record, and the second part with the media type and the bytes. So a cache tells
/// representations apart, and a writer may have read any of them.
struct EntityTag: Sendable {
    let text: String

    init(_ record: SharedRecord, _ answer: CompatibilityLayer.Answer) {
        let bytes = Array(answer.mediaType.utf8) + [0x0A] + answer.document
        text = "\"\(EntityTag.revision(record))-\(SHA256Hash.hex(bytes).prefix(16))\""
    }

    /// Whether a tag is that of a representation of a record as it is now.
    static func isCurrent(_ tag: String, _ record: SharedRecord) -> Bool { tag.hasPrefix("\"\(revision(record))-") }

    private static func revision(_ record: SharedRecord) -> String {
        record.entityTag(in: record.dialect).filter { $0 != "\"" }
    }
}
