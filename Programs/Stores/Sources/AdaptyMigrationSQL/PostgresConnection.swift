#if PostgreSQL
import CLibPQ

/// A PostgreSQL connection through libpq.
///
/// A pooler may give each transaction another session, and each session to other programs. So nothing stays in a
/// session: settings hold for a transaction, and statements have no name.
///
/// Only the calls into libpq are unsafe. A result is cleared after its rows are copied, and parameters live until the
/// call returns.
public final class PostgresConnection: SQLConnection {
    public let dialect = SQLDialect.postgres
    private let connection: OpaquePointer
    private let address: String
    private let settings: String
    /// The statement that the session still has prepared, until the transaction ends. Its bytes, because texts that
    /// Unicode treats as equal may name two columns.
    private var prepared: [UInt8]?
    /// Holds the lock of a run behind a pooler, in a transaction of its own, because a session's lock would go to the
    /// session's next user.
    private var holder: PostgresConnection?

    /// - Parameters:
    ///   - address: `postgres://user@host/database?…`. Prefer `PGPASSWORD` or `~/.pgpass` for a password.
    ///   - settings: names and values that hold in every transaction. With settings, every statement is in one.
    public init(_ address: String, settings: [(String, String)] = []) throws(StoreFailure) {
        guard let connection = PostgresConnection.connect(address) else {
            throw StoreFailure(.failed, "libpq is out of memory", remedy: "free some memory")
        }
        self.connection = connection
        self.address = address
        self.settings = settings.map { "; SET LOCAL \($0.0) = '\($0.1)'" }.joined()
        guard PQstatus(connection) == CONNECTION_OK else {
            // The deinitialiser closes the connection, because the object is fully initialised by now.
            throw refusal()
        }
        // Server notices would go to standard error, and "relation already exists" is not interesting.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        // Documents are UTF-8. Poolers know this setting, and give it back.
        guard PQsetClientEncoding(connection, "UTF8") == 0 else { throw failure(nil) }
    }

    deinit { PQfinish(connection) }

    /// Other sessions see the name in `pg_stat_activity`. The address or `PGAPPNAME` may give another one.
    private static func connect(_ address: String) -> OpaquePointer? {
        withTexts(["dbname", "fallback_application_name"]) { names in
            withTexts([address, "adapty-migrate"]) { values in PQconnectdbParams(names, values, 1) }
        }
    }

    /// Pointers to texts, and a null after them, valid while the body runs.
    private static func withTexts<Result>(
        _ texts: [String], _ before: [UnsafePointer<CChar>?] = [], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        guard let first = texts.first else { return body(before + [nil]) }
        return first.withCString { withTexts(Array(texts.dropFirst()), before + [$0], body) }
    }

    /// Why the server gave no connection. libpq tells a server that does not answer from one that refuses, in no message
    /// but by asking again.
    private func refusal() -> StoreFailure {
        switch PQping(address) {
        case PQPING_REJECT, PQPING_NO_RESPONSE:
            StoreFailure(
                .unreachable, lastMessage,
                remedy: "check the host and the port, or run the same command again when the server answers")
        default:
            StoreFailure(
                .missing, lastMessage, remedy: "check the host, database, user and password (PGPASSWORD or ~/.pgpass)")
        }
    }

    public func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        if statement == dialect.begin { return try begin() }
        // The end of a transaction needs none of its own.
        let ends = ["COMMIT", "ROLLBACK"].contains(statement)
        guard PQtransactionStatus(connection) == PQTRANS_IDLE, !settings.isEmpty, !ends else {
            return try execute(statement, parameters)
        }
        return try transaction { () throws(StoreFailure) in try execute(statement, parameters) }
    }

    private func begin() throws(StoreFailure) -> (rows: [[SQLValue]], changed: Int) {
        // Without its lock the run must not continue.
        _ = try holder?.run("SELECT 1", [])
        prepared = nil
        return try read(PQexec(connection, dialect.begin + settings))
    }

    private func execute(_ statement: String, _ parameters: [SQLValue]) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        let bytes = Array(statement.utf8), packed = Parameters(parameters)
        let isPrepared = prepared == bytes && PQtransactionStatus(connection) == PQTRANS_INTRANS
        prepared = nil
        let text = isPrepared ? "" : PostgresConnection.numbered(bytes)
        let result = packed.withPointers {
            isPrepared
                ? PQexecPrepared(connection, "", Int32($0.count), $0, packed.lengths, packed.formats, 0)
                : PQexecParams(connection, text, Int32($0.count), nil, $0, packed.lengths, packed.formats, 0)
        }
        let answer = try read(result)
        prepared = bytes
        return answer
    }

    /// Waits at most three seconds, because the server needs a moment to notice that a killed process is gone.
    public func lock(_ table: String) throws(StoreFailure) {
        let session = try rows("SELECT pg_backend_pid()")[0][0].integer
        if session != Int64(PQbackendPID(connection)) { holder = try hold() }
        let function = holder == nil ? "pg_try_advisory_lock" : "pg_try_advisory_xact_lock"
        let clock = ContinuousClock(), end = clock.now + .seconds(3)
        while try (holder ?? self).rows("SELECT \(function)(\(PostgresConnection.lockKey))", .text(table))[0][0].text
            != "t"
        {
            guard clock.now < end else {
                holder = nil
                throw StoreFailure(
                    .refused, "another run is in progress in \(table)", remedy: "wait for it, or stop it")
            }
            Pause.until(clock.now, clock.now + .milliseconds(100))
        }
    }

    /// A lock belongs to a table, with and without the schema in its name: tables of the same name in two schemas have
    /// two locks. A table that is gone has its name.
    private static let lockKey = "hashtext('adapty-migrate'), coalesce(to_regclass(?1)::oid::integer, hashtext(?1))"

    private func hold() throws(StoreFailure) -> PostgresConnection {
        let holder = try PostgresConnection(address, settings: [("idle_in_transaction_session_timeout", "0")])
        _ = try holder.run(dialect.begin, [])
        return holder
    }

    public func unlock(_ table: String) {
        guard holder == nil else { return holder = nil }
        _ = try? rows("SELECT pg_advisory_unlock(\(PostgresConnection.lockKey))", .text(table))
    }

    /// Converts `?1` to the form of PostgreSQL, `$1`. What stands in quotes is a name or a text, and stays.
    private static func numbered(_ statement: [UInt8]) -> String {
        var out = statement, quote: UInt8?
        for (place, byte) in out.enumerated() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            case UInt8(ascii: "?") where quote == nil: out[place] = UInt8(ascii: "$")
            default: break
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// All parameters one after another, each followed by a zero byte.
    private struct Parameters {
        private var memory: [CChar] = []
        /// The start of each parameter; `nil` for null.
        private var starts: [Int?] = []
        private(set) var lengths: [Int32] = []
        /// 1 for bytes, 0 for text.
        private(set) var formats: [Int32] = []

        init(_ values: [SQLValue]) {
            memory.reserveCapacity(values.reduce(0) { $0 + $1.size + 1 })
            for value in values { add(value) }
        }

        private mutating func add(_ value: SQLValue) {
            let start = memory.count
            var format: Int32 = 0
            switch value {
            case .null: break
            case .integer(let number): append(Array(String(number).utf8))
            case .real(let number): append(Array("\(number)".utf8))
            case .utf8(let bytes): append(bytes)
            case .blob(let bytes):
                append(bytes)
                format = 1
            case .texts(let values):
                append(values, type: 25)
                format = 1
            case .blobs(let values):
                append(values, type: 17)
                format = 1
            }
            starts.append(value == .null ? nil : start)
            lengths.append(Int32(clamping: memory.count - start))
            formats.append(format)
            memory.append(0)
        }

        private mutating func append(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { memory += $0.bindMemory(to: CChar.self) }
        }

        /// The binary form of an array (`array_recv` in PostgreSQL): dimensions, whether there are nulls, the type of
        /// the elements, their number, the first index; then each with its length, which is -1 for a null.
        private mutating func append(_ values: [SQLValue], type: Int32) {
            for number in [values.isEmpty ? 0 : 1, 1, type] { append(number) }
            guard !values.isEmpty else { return }
            for number in [Int32(clamping: values.count), 1] { append(number) }
            for value in values {
                let bytes = value.bytes ?? value.text.map { Array($0.utf8) }
                append(bytes.map { Int32(clamping: $0.count) } ?? -1)
                if let bytes { append(bytes) }
            }
        }

        private mutating func append(_ number: Int32) {
            withUnsafeBytes(of: number.bigEndian) { memory += $0.bindMemory(to: CChar.self) }
        }

        /// Pointers to the first byte of each parameter, valid while the body runs.
        func withPointers<Result>(_ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
            memory.withUnsafeBufferPointer { memory in
                body(starts.map { start in start.flatMap { start in memory.baseAddress.map { $0 + start } } })
            }
        }
    }

    private func read(_ result: OpaquePointer?) throws(StoreFailure) -> (rows: [[SQLValue]], changed: Int) {
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw failure(result) }
        let columns = PQnfields(result)
        let rows = (0..<PQntuples(result)).map { row in
            (0..<columns).map { column in PostgresConnection.value(result, row, column) }
        }
        return (rows, Int(String(cString: PQcmdTuples(result))) ?? 0)
    }

    private static func value(_ result: OpaquePointer?, _ row: Int32, _ column: Int32) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return .null }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
        switch PQftype(result, column) {
        case 20, 21, 23: return Int64(String(decoding: bytes, as: UTF8.self)).map { .integer($0) } ?? .null
        case 17: return .blob(PostgresConnection.bytes(start))
        default: return .utf8(Array(bytes))
        }
    }

    /// The bytes of a `bytea`, in either form of its text.
    private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        var count = 0
        return text.withMemoryRebound(to: UInt8.self, capacity: 1) { text in
            guard let start = PQunescapeBytea(text, &count) else { return [] }
            defer { PQfreemem(start) }
            return Array(UnsafeBufferPointer(start: start, count: count))
        }
    }

    /// The lines of libpq's last message, without the tabs and line ends for a terminal.
    private var lastMessage: String {
        String(cString: PQerrorMessage(connection)).split { $0.isNewline }
            .map { $0.split { $0.isWhitespace }.joined(separator: " ") }.joined(separator: "; ")
    }

    /// What the server says: the message and its hint. Its detail may contain data, and the excerpt of our statement
    /// helps nobody. What hangs on a column (2BP01) is in the detail, and the hint drops it.
    private func message(_ result: OpaquePointer?) -> String {
        let second: Unicode.Scalar = field("C", result) == "2BP01" ? "D" : "H"
        let fields = [field("M", result), field(second, result)].compactMap(\.self)
        return fields.isEmpty ? lastMessage : fields.joined(separator: "; ")
    }

    /// A field of an error; the letters are those of `PG_DIAG_…` in `postgres_ext.h`.
    private func field(_ letter: Unicode.Scalar, _ result: OpaquePointer?) -> String? {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
    }

    private func failure(_ result: OpaquePointer?) -> StoreFailure {
        let message = message(result)
        guard PQstatus(connection) == CONNECTION_OK else {
            return StoreFailure(
                .unreachable, "the connection was lost: \(message)",
                remedy: "committed changes stay; run the same command again")
        }
        let code = field("C", result) ?? ""
        // Data exceptions, violated constraints, errors raised by triggers, rows that are too large, and checks of
        // views.
        if ["22", "23", "44", "P0", "54"].contains(code.prefix(2)) {
            return StoreFailure(.row, message, remedy: "correct the row, or the rule that refuses it")
        }
        return switch code {
        case "42501":
            StoreFailure(
                .failed, message,
                remedy:
                    "give this role the right that is missing; where a policy hides rows, use a role with BYPASSRLS")
        case "55P03":
            StoreFailure(.locked, message, remedy: "run the same command again when no other session uses the table")
        case "40P01", "40001":
            StoreFailure(.locked, message, remedy: "committed changes stay; run the same command again")
        case "57014":
            StoreFailure(
                .timedOut, message,
                remedy:
                    "committed changes stay; give this role more time (ALTER ROLE … SET statement_timeout), or write fewer rows at once (--batch)"
            )
        case "53100":
            StoreFailure(
                .failed, message, remedy: "free disk space and run the same command again; committed changes stay")
        default: StoreFailure(.failed, message, remedy: "committed changes stay")
        }
    }
}
#endif
