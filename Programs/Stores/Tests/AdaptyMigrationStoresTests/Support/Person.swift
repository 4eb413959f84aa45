#if SQLite && PostgreSQL
import Foundation

@testable import AdaptyMigrationStores

/// Documents of one person, as old and new programs write them.
struct Person {
    let name: String
    var year = 2030

    /// The member `type` and the envelope are in no other dialect.
    var old: String {
        #"{"data": {"type": "t", "id": "\#(name)", "attributes": {"app_id": "A", "paid_access_levels": {"premium": {"id": "premium", "is_active": 1, "vendor_transaction_id": "7", "expires_at": "\#(year)-01-01T00:00:00.000000+0000"}}, "subscriptions": null, "non_subscriptions": null}}}"#
    }

    /// What SDK 3 stores. The older dialects have no place for `segment_hash` and `timestamp`.
    var current: String {
        #"{"profile_id":"\#(name)","segment_hash":"h","timestamp":5,"is_test_user":false,"custom_attributes":{},"access_levels":{"premium":{"id":"premium","is_active":true,"vendor_product_id":"v","store":"app_store","activated_at":"2021-01-01T00:00:00.000Z","is_lifetime":false,"will_renew":true,"is_in_grace_period":false,"is_refund":false,"expires_at":"\#(year)-01-01T00:00:00.000Z"}},"subscriptions":null,"non_subscriptions":null}"#
    }

    func until(_ year: Int) -> Person { Person(name: name, year: year) }
}

extension String {
    /// The same document with access until another year, or day.
    func until(_ year: Int) -> String { until("\(year)-01-01") }
    func until(_ day: String) -> String { replacing(#/2(0[3-9]|1\d)\d-\d\d-01/#, with: day) }
}

extension TestTable {
    /// A table with the old documents of some people.
    static func of(_ people: [Person], _ backend: Backend) throws -> TestTable {
        let bench = try TestTable(backend)
        try bench.insert(people.map { Array($0.old.utf8) })
        return bench
    }

    /// The same in PostgreSQL, in the partition `a` of the regions `a` and `b`. The region is a part of the key.
    static func partitioned(_ people: [Person]) throws -> TestTable {
        let bench = try TestTable(
            .postgresText,
            create: [
                "CREATE TABLE TABLE_NAME (id int, region text, body text, PRIMARY KEY (id, region)) PARTITION BY LIST (region)",
                "CREATE TABLE TABLE_NAME_a PARTITION OF TABLE_NAME FOR VALUES IN ('a')",
                "CREATE TABLE TABLE_NAME_b PARTITION OF TABLE_NAME FOR VALUES IN ('b')",
            ], key: nil)
        for (id, person) in people.enumerated() {
            try bench.run("INSERT INTO TABLE_NAME VALUES (\(id + 1), 'a', ?1)", .text(person.old))
        }
        return bench
    }

    func text(_ key: Int, _ column: String = "body") throws -> String? {
        try run("SELECT \(column)\(backend.isSQLite ? "" : "::text") FROM TABLE_NAME WHERE id = \(key)").first?[0].text
    }

    func follow(_ options: RunOptions = TableRunTests.options()) throws -> FollowReport {
        try open(options).twoVersions.follow(every: nil)
    }
}
#endif
