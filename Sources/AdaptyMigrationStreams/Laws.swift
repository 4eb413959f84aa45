import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Checks the laws on one document. `adapty-migrate verify` and the tests use it.
@_spi(Tools) public struct Laws: Sendable {
    /// A law that does not hold for a document.
    public struct Failure: Sendable, Hashable, CustomStringConvertible {
        /// The law's number in the documentation.
        public let law: Int
        public let message: String
        package init(law: Int, message: String) {
            self.law = law
            self.message = message
        }

        init(_ law: Int, _ words: String, _ a: [UInt8], _ b: [UInt8]) {
            self.init(law: law, message: "\(words) at byte \(Laws.difference(a, b))")
        }

        /// The law in words, its number and the message.
        public var description: String { "\"\(Laws.title(law))\" does not hold (law \(law)): \(message)" }
    }

    /// A law in a few words, such as `up and back gives the same bytes` for 1; empty for a number that is no law's.
    public static func title(_ law: Int) -> String { titles[law] ?? "" }

    private static let titles = [
        1: "up and back gives the same bytes", 2: "down and up gives the same bytes", 3: "edits survive the way back",
        5: "upgrading twice changes nothing", 6: "both ways to SDK 3 give the same bytes", 7: "access is the same",
        8: "every change is in the ledger",
    ]

    public let options: MigrationOptions
    /// The instants at which access is compared, in microseconds since 1970.
    public let instants: [Int64]
    /// The target of the upgrade; `nil` for the current dialect of each kind.
    public let target: Dialect?
    public init(options: MigrationOptions = MigrationOptions(), instants: [Int64], to target: Dialect? = nil) {
        self.options = options
        self.instants = instants
        self.target = target
    }

    /// Checks laws 1, 2, 5 and 7 on a document of any dialect.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted at all.
    public func check(_ document: [UInt8], from dialect: Dialect? = nil) throws(MigrationError) -> [Failure] {
        try Verifier(self, from: dialect, isThorough: true).check(document)
    }

    /// Checks an upgrade that was made earlier, by any program: law 7, and law 1 if there is a residue.
    ///
    /// - Parameters:
    ///   - document: the old record.
    ///   - upgraded: the upgraded record.
    ///   - dialect: the old record's dialect; `nil` to recognise it.
    /// - Throws: ``MigrationError`` when one of the two documents is not a record.
    public func check(_ document: [UInt8], upgraded: [UInt8], from dialect: Dialect? = nil) throws(MigrationError)
        -> [Failure]
    {
        let source = try Migrator(options).recognise(document, from: dialect).found.column.dialect
        let made = (try? Migrator(options).recognise(upgraded, from: target))?.found.column.dialect
        var failures = try access(document, upgraded, source, made)
        guard let restored = try restored(upgraded) else { return failures }
        if restored != document {
            failures.append(
                Failure(1, "the upgraded record goes back to a different record: it differs", restored, document))
        }
        return failures
    }

    /// The record to which an upgraded record goes back; `nil` when it has no residue.
    public func restored(_ upgraded: [UInt8]) throws(MigrationError) -> [UInt8]? {
        guard
            try ResidueMember.split(try options.index(upgraded)).residue != nil
        else { return nil }
        return try Migrator(options).downgrade(upgraded).documentWithoutResidue
    }

    /// Law 7: the differences in access and money between the two documents.
    package func access(_ before: [UInt8], _ after: [UInt8], _ source: Dialect?, _ made: Dialect?)
        throws(MigrationError) -> [Failure]
    {
        let old = try options.index(before),
            new = try options.index(after)
        return AccessComparison(
            old, new, source, to: made, at: instants, derivedAt: options.instant?.microseconds,
            isFilled: options.readableBy != nil
        ).differences.map { Failure(law: 7, message: $0) }
    }

    /// Law 7 for the documents that two programs read instead of each other's: the differences in access and money.
    ///
    /// - Parameters:
    ///   - old: what programs of older dialects read; `nil` when that is nothing.
    ///   - new: what the others read.
    /// - Throws: ``MigrationError`` when one of them is not JSON.
    public func accessDifferences(_ old: [UInt8]?, _ new: [UInt8]?) throws(MigrationError) -> [String] {
        func dialect(_ document: [UInt8]?, _ stated: Dialect?) -> Dialect? {
            document.flatMap { try? Migrator(options).recognise($0, from: stated) }?.found.column.dialect
        }
        return try access(
            old ?? Array("{}".utf8), new ?? Array("{}".utf8), dialect(old, nil), dialect(new, target)
        ).map(\.message)
    }

    /// What tells a document from others, in every dialect and edited or not: its kind and its ids; `nil` when it has none.
    public func identity(_ document: [UInt8]) -> String? { Migrator(options).identity(document) }

    /// Whether a document has the values of another one, in any order of members and with any white space and escapes.
    public func saysTheSame(_ document: [UInt8], _ anew: [UInt8]) -> Bool {
        Migrator(options).saysTheSame(document, anew)
    }

    /// Whether a document has the values of another one, but for those that no decoder of its dialect reads: a program
    /// writes only what its types have.
    public func saysTheSame(_ document: [UInt8], _ typed: [UInt8], _ kind: RecordKind, _ dialect: Dialect) -> Bool {
        Migrator(options).saysTheSame(document, typed, kind, dialect)
    }

    /// Whether a document has every member of another one, whatever their values are.
    public func hasMembers(_ document: [UInt8], of other: [UInt8]) -> Bool {
        guard let one = try? options.index(document), let two = try? options.index(other) else { return false }
        return two.lacked(0, by: one, 0, orEmpty: true).isEmpty
    }

    package static func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
        zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(a.count, b.count)
    }
}
