#if PostgreSQL
import CLibPQ

/// A PostgreSQL connection through libpq.
///
/// Only the calls into libpq are unsafe. A result is cleared after its rows are copied, and parameters live until the
/// call returns.
public final class PostgresConnection: SQLConnection {
    public let dialect = SQLDialect.postgres
    private let connection: OpaquePointer
    /// The names of the prepared statements, by the bytes of the statements, because texts that Unicode treats as equal
    /// may name two columns.
    private var prepared: [[UInt8]: String] = [:]

    /// - Parameter address: `postgres://user@host/database?…`. Prefer `PGPASSWORD` or `~/.pgpass` for a password.
    public init(_ address: String) throws(StoreFailure) {
        guard let connection = PQconnectdb(address) else {
            throw StoreFailure(.failed, "libpq is out of memory", remedy: "free some memory")
        }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else {
            // The deinitialiser closes the connection, because the object is fully initialised by now.
            throw StoreFailure(
                .missing, String(cString: PQerrorMessage(connection)).split(separator: "\n").joined(separator: "; "),
                remedy: "check the host, database, user and password (PGPASSWORD or ~/.pgpass)")
        }
        // Server notices would go to standard error, and "relation already exists" is not interesting.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        for setting in PostgresConnection.settings { _ = try run("SET \(setting)", []) }
    }

    /// Documents are UTF-8. Rows are read by their keys, but the planner has no statistics for a new table, and would
    /// scan it each time.
    private static let settings =
        SQLDialect.textSettings.map { "\($0) = '\($1)'" } + ["client_encoding = 'UTF8'", "enable_seqscan = off"]

    deinit { PQfinish(connection) }

    public func run(_ statement: String, _ parameters: [SQLValue]) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        let name = try prepare(statement)
        let packed = Parameters(parameters)
        let result = packed.withPointers {
            PQexecPrepared(connection, name, Int32($0.count), $0, packed.lengths, packed.formats, 0)
        }
        return try read(result)
    }

    /// Waits at most three seconds, because the server needs a moment to notice that a killed process is gone.
    public func lock(_ name: String) throws(StoreFailure) {
        let clock = ContinuousClock(), end = clock.now + .seconds(3)
        while try rows("SELECT pg_try_advisory_lock(hashtext(?1))", .text("adapty-migrate " + name))[0][0].text != "t" {
            guard clock.now < end else {
                throw StoreFailure(.refused, "another run is in progress in \(name)", remedy: "wait for it, or stop it")
            }
            Pause.until(clock.now, clock.now + .milliseconds(100))
        }
    }

    public func unlock(_ name: String) {
        _ = try? rows("SELECT pg_advisory_unlock(hashtext(?1))", .text("adapty-migrate " + name))
    }

    private func prepare(_ statement: String) throws(StoreFailure) -> String {
        let bytes = Array(statement.utf8)
        if let name = prepared[bytes] { return name }
        let name = "s\(prepared.count)"
        _ = try read(PQprepare(connection, name, PostgresConnection.numbered(statement), 0, nil))
        prepared[bytes] = name
        return name
    }

    /// Converts `?1` to the form of PostgreSQL, `$1`. What stands in quotes is a name or a text, and stays.
    private static func numbered(_ statement: String) -> String {
        var out = Array(statement.utf8), quote: UInt8?
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
            memory.reserveCapacity(values.reduce(0) { $0 + ($1.bytes?.count ?? 20) + 1 })
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
            }
            starts.append(value == .null ? nil : start)
            lengths.append(Int32(clamping: memory.count - start))
            formats.append(format)
            memory.append(0)
        }

        private mutating func append(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { memory += $0.bindMemory(to: CChar.self) }
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
        case 17: return .blob(hex(bytes.dropFirst(2)))
        default: return .utf8(Array(bytes))
        }
    }

    /// `\x4f70` without its first two bytes.
    private static func hex(_ digits: some Collection<UInt8>) -> [UInt8] {
        var out: [UInt8] = [], high: UInt8?
        for digit in digits {
            let value = digit < 0x3A ? digit - 0x30 : digit - 0x57
            if let first = high {
                out.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return out
    }

    private func failure(_ result: OpaquePointer?) -> StoreFailure {
        let message = String(cString: PQerrorMessage(connection)).split(separator: "\n").joined(separator: "; ")
        guard PQstatus(connection) == CONNECTION_OK else {
            return StoreFailure(
                .failed, "the connection was lost: \(message)",
                remedy: "committed changes stay; run the same command again")
        }
        let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        // Data exceptions, violated constraints, errors raised by triggers, rows that are too large, and checks of
        // views.
        if ["22", "23", "44", "P0", "54"].contains(code.prefix(2)) {
            return StoreFailure(.row, message, remedy: "correct the row, or the rule that refuses it")
        }
        return switch code {
        case "42501":
            StoreFailure(.failed, message, remedy: "give this user the rights to read, write and create tables")
        case "53100":
            StoreFailure(
                .failed, message, remedy: "free disk space and run the same command again; committed changes stay")
        default: StoreFailure(.failed, message, remedy: "committed changes stay")
        }
    }
}
#endif
