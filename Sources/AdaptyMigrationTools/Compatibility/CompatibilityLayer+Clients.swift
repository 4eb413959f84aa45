import AdaptyMigrationCore
import AdaptyMigrationModels

extension CompatibilityLayer {
    /// What a client gets.
    public struct Answer: Sendable {
        /// The bytes to send.
        public let document: [UInt8]
        /// What the client reads.
        public let client: Client
        /// A strong validator (RFC 9110 §8.8.3) of the bytes and the media type. It begins with what
        /// ``SharedRecord/isCurrent(_:)`` compares.
        public let entityTag: String
        /// JSON pointers into the stored document: members for which the client's dialect has no place.
        public let lost: [String]

        /// The media type of the bytes.
        public var mediaType: String { client.dialect.mediaType }
    }

    /// A record in bytes that a client reads, in one call.
    ///
    /// Worked example: `version` is `3.12.0`, and the stored level has no `store`. The decoder of SDK 3.12 throws for
    /// such a level, so the answer has a placeholder there. A client that wrote the record gets its own bytes, as long
    /// as its version reads them.
    ///
    /// - Parameters:
    ///   - record: the stored record.
    ///   - version: a version of Adapty's SDK (`3.12.0`) or a dialect (`sdk1-wire`), from a query or a header of yours;
    ///     `nil` when the client names none.
    ///   - accept: the value of `Accept` (RFC 9110 §12.5.1); `nil` when there is none.
    ///   - fallback: the dialect for clients that name neither; `nil` for the current dialect of the kind.
    /// - Throws: a problem with status 400 for an invalid version, 406 when nothing acceptable is available, and 422
    ///   when the record lacks a member for which no placeholder is safe.
    public func answer(
        _ record: SharedRecord, version: String? = nil, accept: String? = nil, fallback: Dialect? = nil
    ) throws(ProblemDocument) -> Answer {
        let client = try Negotiation(record.kind, fallback: fallback).client(version: version, accept: accept)
        return try answer(record, to: client)
    }

    /// The same for a client that is known.
    ///
    /// - Throws: a problem with status 406 or 422, as above.
    public func answer(_ record: SharedRecord, to client: Client) throws(ProblemDocument) -> Answer {
        let plain = try asked { () throws(MigrationError) in try view(record, client.dialect) }
        var sent = plain
        if let sdk = client.reader {
            var options = migrator.options
            options.readableBy = sdk
            sent = try asked { () throws(MigrationError) in
                try Migrator(options).upgrade(plain.documentWithoutResidue, from: client.dialect, record.kind)
            }
        }
        let document = try decoded(sent.documentWithoutResidue, of: record, by: client)
        return Answer(
            document: document, client: client, entityTag: record.entityTag(of: document, client.dialect.mediaType),
            lost: plain.losses.map(\.path))
    }

    /// A document as a client decodes it. A version of the SDK decodes no passed field, and gets none that it did not
    /// write.
    private func decoded(_ document: [UInt8], of record: SharedRecord, by client: Client) throws(ProblemDocument)
        -> [UInt8]
    {
        let isOwn = client.reader == nil && record.residues[client.dialect] != nil
        if client.sdk == nil || isOwn { return document }
        return try asked { () throws(MigrationError) in
            try PassedFields.removed(from: document, record.kind, client.dialect.column)
        }
    }
}
