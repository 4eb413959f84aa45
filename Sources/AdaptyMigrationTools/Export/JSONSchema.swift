import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// JSON Schemas (draft 2020-12), generated from the mapping table.
@_spi(Tools) public enum JSONSchema {
    /// The schema of one kind of record in a dialect, as pretty-printed JSON; `nil` when the dialect has no such kind.
    public static func document(_ dialect: Dialect, _ kind: RecordKind) -> String? {
        guard kind.isConverted, kind.dialects.contains(dialect) else { return nil }
        let column = dialect.column
        var out = Printer()
        let reference = out.reference(kind.table)
        out.open("{")
        out.member("$schema", text: "https://json-schema.org/draft/2020-12/schema")
        out.member("$id", text: "urn:adapty-migration:\(dialect.rawValue):\(kind.rawValue)")
        out.member("title", text: "\(kind.rawValue) in \(dialect.rawValue)")
        if kind.isList {
            out.member(
                "description",
                text: "A list document: an array, or an object whose data is an array, or an object by placement.")
            out.member("type", raw: "[\"array\", \"object\"]")
            out.member("items", raw: "{\"$ref\": \"\(reference)\"}")
        } else {
            out.member("$ref", text: reference)
        }
        out.name("$defs")
        out.open("{")
        for table in tables(kind, column) { definition(Table[table], column, &out) }
        out.close("}")
        out.close("}")
        return out.text + "\n"
    }

    /// The schemas of one kind of record and of all its parts, for a document that keeps its schemas in one place.
    /// Empty when the dialect has no such kind.
    ///
    /// - Parameters:
    ///   - dialect: the dialect of the documents.
    ///   - kind: the kind of record.
    ///   - prefix: the beginning of a reference to a schema, e.g. `#/components/schemas/`; the schema's name follows.
    /// - Returns: names and schemas as JSON, the kind's own schema first.
    public static func definitions(_ dialect: Dialect, _ kind: RecordKind, prefix: String) -> [(
        name: String, schema: String
    )] {
        guard kind.isConverted, kind.dialects.contains(dialect) else { return [] }
        return tables(kind, dialect.column).map { table in
            var out = Printer(prefix: prefix)
            schema(Table[table], dialect.column, &out)
            return (table.rawValue, out.text)
        }
    }

    private static func tables(_ kind: RecordKind, _ column: Column) -> [TableID] {
        var needed: [TableID] = []
        collect(kind.table, column, &needed)
        return needed
    }

    private static func collect(_ table: TableID, _ column: Column, _ needed: inout [TableID]) {
        guard !needed.contains(table) else { return }
        needed.append(table)
        for row in Table[table].rows where row.names.written(column) != nil {
            switch row.codec {
            case .record(let inner), .entries(let inner, _): collect(inner, column, &needed)
            default: continue
            }
        }
    }

    private static func definition(_ table: Table, _ column: Column, _ out: inout Printer) {
        out.name(table.id.rawValue)
        schema(table, column, &out)
    }

    private static func schema(_ table: Table, _ column: Column, _ out: inout Printer) {
        out.open("{")
        out.member("description", text: table.id.title)
        out.member("type", text: "object")
        object(table.rows.compactMap { row in row.names.written(column).map { (row, $0.path) } }, column, &out)
        out.close("}")
    }

    private static func object(_ rows: [(row: Row, path: [String])], _ column: Column, _ out: inout Printer) {
        out.name("properties")
        out.open("{")
        var holders: Set<String> = []
        for (row, path) in rows {
            guard path.count > 1 else {
                property(row, path[0], column, &out)
                continue
            }
            guard holders.insert(path[0]).inserted else { continue }
            out.name(path[0])
            out.open("{")
            out.member("type", text: "object")
            object(
                rows.filter { $0.path.count > 1 && $0.path[0] == path[0] }.map { ($0.row, Array($0.path.dropFirst())) },
                column, &out)
            out.close("}")
        }
        out.close("}")
        var required: [String] = []
        for (row, path) in rows where row.isRequired(in: column) && !required.contains(path[0]) {
            required.append(path[0])
        }
        if !required.isEmpty {
            out.member("required", raw: "[\(required.map { "\"\($0)\"" }.joined(separator: ", "))]")
        }
    }

    private static func property(_ row: Row, _ name: String, _ column: Column, _ out: inout Printer) {
        out.name(name)
        out.open("{")
        out.member("description", text: row.summary)
        for (key, value) in row.codec.schema(column, row.isRequired(in: column), out.reference) {
            out.member(key, raw: value)
        }
        out.close("}")
    }

    /// Indented JSON.
    struct Printer {
        /// The beginning of references.
        let prefix: String
        private(set) var text = ""
        private var depth = 0
        private var isFirst = true
        private var isAfterName = false

        init(prefix: String = "#/$defs/") { self.prefix = prefix }

        func reference(_ table: TableID) -> String { prefix + table.rawValue }

        mutating func open(_ bracket: String) {
            if !isAfterName { line() }
            text += bracket
            depth += 1
            isFirst = true
            isAfterName = false
        }

        mutating func close(_ bracket: String) {
            depth -= 1
            if !isFirst { text += "\n" + String(repeating: "  ", count: depth) }
            text += bracket
            isFirst = false
        }

        mutating func name(_ name: String) {
            line()
            text += "\"\(name)\": "
            isAfterName = true
        }

        mutating func member(_ name: String, text value: String) {
            member(name, raw: String(decoding: JSONText.encode(value), as: UTF8.self))
        }

        mutating func member(_ name: String, raw: String) {
            self.name(name)
            text += raw
            isAfterName = false
            isFirst = false
        }

        private mutating func line() {
            if depth > 0 { text += (isFirst ? "" : ",") + "\n" + String(repeating: "  ", count: depth) }
            isFirst = false
        }
    }
}

extension Codec {
    /// The schema keywords of a value.
    ///
    /// - Parameter path: the reference to the schema of a table.
    func schema(_ column: Column, _ isRequired: Bool, _ path: (TableID) -> String) -> [(String, String)] {
        func types(_ form: Form) -> [(String, String)] {
            guard let type = form.schemaType else { return [] }
            let values = form == .environment ? form.words.sorted(by: >) + (isRequired ? [] : ["null"]) : []
            return [("type", isRequired ? "\"\(type)\"" : "[\"\(type)\", \"null\"]")]
                + (values.isEmpty ? [] : [("enum", "[\(values.joined(separator: ", "))]")])
        }
        func reference(_ table: TableID) -> String { "{\"$ref\": \"\(path(table))\"}" }
        switch self {
        case .record(let table):
            return isRequired
                ? [("$ref", "\"\(path(table))\"")] : [("anyOf", "[\(reference(table)), {\"type\": \"null\"}]")]
        case .entries(let table, _):
            switch container(in: column) {
            case .dictionary: return types(.object) + [("additionalProperties", reference(table))]
            case .dictionaryOfLists:
                return types(.object) + [
                    ("additionalProperties", "{\"type\": \"array\", \"items\": \(reference(table))}")
                ]
            case .ids: return types(.list) + [("items", "{\"type\": \"string\"}")]
            default: return types(.list) + [("items", reference(table))]
            }
        case .custom(.remoteConfig): return types(column == .sdk2 || column.dialect.isSDK3 ? .object : .text)
        default: return types(form(in: column))
        }
    }
}

extension Form {
    /// The type of its values in a schema; `nil` for values of any type.
    fileprivate var schemaType: String? {
        switch self {
        case .any: nil
        case .number, .seconds: "number"
        case .integer, .ordinal, .digit: "integer"
        case .bool: "boolean"
        case .object, .configuration: "object"
        case .list, .pairs, .entryPairs, .emptyList: "array"
        default: "string"
        }
    }
}
