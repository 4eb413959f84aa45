import AdaptyMigrationStores

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `crash-worker ADDRESS apply|rollback|finish|expand|follow|contract [POINT]` runs the command, in a table with three
/// rows per batch. It kills itself at the given point, before (odd) or after (even) a statement. If it finishes, it
/// prints the number of points. It exits with 74 when the store fails, like `adapty-migrate`.
@main
enum CrashWorker {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 || arguments.count == 4 else { exit(64) }
        do throws(StoreFailure) {
            print(
                try run(
                    try StoreAddress(arguments[1]), arguments[2],
                    until: arguments.count == 4 ? Int(arguments[3]) ?? 0 : .max))
        } catch {
            print(error)
            exit([.failed, .unreachable].contains(error.kind) ? 74 : 1)
        }
    }

    private static func run(_ address: StoreAddress, _ command: String, until point: Int) throws(StoreFailure) -> Int {
        let counter = PointCounter(last: point)
        if let appData = try address.appData() {
            switch command {
            case "apply": _ = try appData.apply()
            case "finish": _ = try appData.finish(isConfirmed: true)
            default: _ = try appData.rollback()
            }
            return counter.passed
        }
        var options = RunOptions()
        options.batch = 3
        try work(command, try address.open(options) { CrashingConnection($0, counter) })
        return counter.passed
    }

    private static func work(_ command: String, _ run: TableRun) throws(StoreFailure) {
        switch command {
        case "apply": _ = try run.apply()
        case "finish": _ = try run.finish(isConfirmed: true)
        case "expand": _ = try run.twoVersions.expand()
        case "follow": _ = try run.twoVersions.follow(every: nil)
        case "contract": _ = try run.twoVersions.contract(.replace, acceptsRejects: true)
        default: _ = try run.rollback()
        }
    }
}

final class PointCounter {
    private let last: Int
    private(set) var passed = 0

    init(last: Int) { self.last = last }

    func pass() {
        passed += 1
        if passed == last { kill(getpid(), SIGKILL) }
    }
}

/// A connection that passes a point before and after every statement.
final class CrashingConnection: SQLConnection {
    private let connection: any SQLConnection
    private let counter: PointCounter

    init(_ connection: any SQLConnection, _ counter: PointCounter) {
        self.connection = connection
        self.counter = counter
    }

    var dialect: SQLDialect { connection.dialect }

    func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        counter.pass()
        let result = try connection.run(statement, parameters, upTo: limit)
        counter.pass()
        return result
    }

    func lock(_ table: String) throws(StoreFailure) { try connection.lock(table) }
    func unlock(_ table: String) { connection.unlock(table) }
}
