import AdaptyMigrationService
import AdaptyMigrationSQL
import Hummingbird
import NIOCore

// The baseline of `make bench-service`: a route that only stores the body, with the same writer and the same database.
let arguments = CommandLine.arguments
guard arguments.count == 3, let port = Int(arguments[1]), let address = DatabaseAddress(arguments[2]) else {
    fatalError("bare-server PORT DATABASE")
}
let database = Database(address)
try await database.open()
_ = try await database.write { connection throws(StoreFailure) in
    try connection.run(
        "CREATE TABLE IF NOT EXISTS bare (sequence \(connection.dialect == .sqlite ? "INTEGER" : "BIGSERIAL") PRIMARY KEY, body \(connection.dialect.blob) NOT NULL)",
        []
    ).changed
}
let router = Router()
router.post("/webhooks/adapty") { request, _ in
    let body = Array(buffer: try await request.body.collect(upTo: 1 << 20))
    return try await database.write { connection throws(StoreFailure) in
        _ = try connection.run("INSERT INTO bare (body) VALUES (?1)", [.blob(body)])
        return HTTPResponse.Status.ok
    }
}
try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port))).runService()
