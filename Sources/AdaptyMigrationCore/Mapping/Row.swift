/// One field's row in the mapping table: its name in every dialect, its codec and its history. It never changes; it is
/// a class, so that passing it costs nothing.
package final class Row: Sendable {
    /// Unique in its table: the name in the current dialect, if the field has one.
    package let id: String
    package let codec: Codec
    package let names: Names
    private let passed: ColumnSet
    /// Columns whose decoder refuses a record without this field.
    package let required: ColumnSet
    /// The versions of the SDK whose decoders read the field; `nil` for all that read its dialect.
    package let versions: SDKSpan?
    /// What the field is, in one sentence.
    private let meaning: String
    /// The changes of the field and their reasons; empty when there are none.
    package let note: String

    init(
        _ id: String, _ codec: Codec, _ names: Names, required: ColumnSet = [], versions: SDKSpan? = nil,
        _ meaning: String, note: String = ""
    ) {
        self.id = id
        self.codec = codec
        self.names = names
        self.required = required
        self.versions = versions
        self.meaning = meaning
        self.note = note
        isDeciding = Row.deciding.contains(id)
        passed = ColumnSet(Column.allCases.filter { names.written($0)?.use == .passed })
    }

    /// Creates a field whose name is its id in every dialect that has it.
    convenience init(
        _ id: String, _ codec: Codec, _ dialects: Names.Dialects, required: ColumnSet = [], versions: SDKSpan? = nil,
        _ meaning: String, note: String = ""
    ) {
        self.init(id, codec, dialects.names(id), required: required, versions: versions, meaning, note: note)
    }

    /// The field in a product reference.
    var inReference: Row {
        Row(id, codec, names.inReference, required: required, versions: versions, meaning, note: note)
    }

    /// The description of the field in one sentence, with the versions that read it, for schemas and documents.
    package var summary: String { versions.map { "\(meaning.dropLast()) (SDK \($0))." } ?? meaning }

    /// Fields for which no placeholder is safe: it would give access, take it away, or make up whose record it is.
    /// AdaptySDK-Android requires them, too.
    private static let withoutPlaceholder: Set = ["is_active", "purchase_id", "developer_id", "variation_id"]

    /// Fields that decide whose a record is, who has access, and what was paid. A model refuses a record in which one of
    /// them cannot be read.
    private static let deciding: Set = [
        "profile_id", "customer_user_id", "paid_access_levels", "subscriptions", "non_subscriptions", "id",
        "access_level_id", "is_active", "is_lifetime", "is_in_grace_period", "is_refund", "starts_at", "expires_at",
        "vendor_product_id", "purchase_id", "vendor_transaction_id", "vendor_original_transaction_id", "variation_id",
        "event_type", "event_properties",
        "subscription_expires_at", "profile_has_access_level", "price_usd", "price_local", "currency", "currency_code",
        "price",
        "proceeds_usd", "proceeds_local", "net_revenue_usd", "net_revenue_local",
    ]

    /// Moments that have passed when they are stored.
    private static let past: Set = [
        "activated_at", "renewed_at", "unsubscribed_at", "billing_issue_detected_at", "purchased_at",
    ]

    /// Whether it is a moment that must have passed.
    var isPast: Bool { codec == .timestamp && Row.past.contains(id) }

    /// Whether it decides about identity, access or money.
    package let isDeciding: Bool

    /// Whether ``MigrationOptions/fillRequired`` writes a placeholder for the field. For records of SDK 1.x it always
    /// does: that SDK read a missing value as the placeholder.
    package func hasPlaceholder(from column: Column) -> Bool {
        column.isSDK1 || !Row.withoutPlaceholder.contains(id)
    }

    /// Whether a column's decoder refuses a record without this field.
    package func isRequired(in column: Column) -> Bool { required.contains(column) }

    /// Whether a column keeps the field, although none of its decoders reads it.
    package func isPassed(in column: Column) -> Bool { passed.contains(column) }

    /// Whether decoders of a column read the field.
    ///
    /// - Parameter version: of the SDK; `nil` for all that read the column.
    package func isDecoded(in column: Column, by version: SDKVersion?) -> Bool {
        names[column].contains { [.native, .older, .fallback].contains($0.use) }
            && versions.map { $0.contains(version, in: column) } ?? true
    }

    /// The written name in a column, without its container.
    func name(in column: Column) -> String? { names.written(column)?.path.last }

    /// Whether any dialect has this spelling of the field.
    package func isSpelled(_ name: String) -> Bool {
        id == name || Column.allCases.contains { names[$0].contains { $0.text == name || $0.path.last == name } }
    }
}
