import AdaptyMigrateC
import CAdaptyMigrate

/// The functions for many records with Swift values around them.
extension CFunction {
    struct Reject: Equatable {
        var index: Int
        var texts: [String?]
        var place: [Int64]
    }

    struct Results: Equatable {
        var status: Int32
        /// `nil` after a wrong call.
        var documents: [[UInt8]?]?
        /// `nil` unless residues go beside the documents.
        var residues: [[UInt8]?]?
        var rejects: [Reject]
    }

    static func upgradeMany(
        _ records: [[UInt8]], from: String? = nil, to: String? = nil, _ set: (inout am_options) -> Void = { _ in }
    ) -> Results {
        withTexts(from, to) { from, to in
            var options = am_options.sized
            (options.from, options.to) = (from, to)
            set(&options)
            return manyResults(records.flatMap(\.self), offsets(records), records.count, options)
        }
    }

    /// - Parameter residues: an empty one for none; `nil` when they are embedded.
    static func downgradeMany(_ records: [[UInt8]], residues: [[UInt8]]? = nil, to: String? = nil) -> Results {
        withTexts(to, nil) { to, _ in
            var options = am_options.sized
            options.to = to
            return withUnsafePointer(to: options) { options in
                collect(records.count) { results in
                    let bytes = records.flatMap(\.self) + [0], ends = offsets(records)
                    guard let residues else {
                        return am_downgrade_many(bytes, ends, nil, nil, records.count, options, results)
                    }
                    return am_downgrade_many(
                        bytes, ends, residues.flatMap(\.self) + [0], offsets(residues), records.count, options, results)
                }
            }
        }
    }

    static func offsets(_ records: [[UInt8]]) -> [Int64] {
        records.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int64($1.count)) }
    }

    /// The call as C makes it.
    static func manyResults(_ bytes: [UInt8]?, _ offsets: [Int64]?, _ count: Int, _ options: am_options?) -> Results {
        // An empty array has no pointer.
        let bytes = bytes.map { $0 + [0] }
        return collect(count) { results in
            options.map { options in withUnsafePointer(to: options) { call(bytes, offsets, count, $0, results) } }
                ?? call(bytes, offsets, count, nil, results)
        }
    }

    static func collect(_ count: Int, _ call: (UnsafeMutablePointer<am_results>) -> Int32) -> Results {
        var results = am_results()
        let status = call(&results)
        defer { am_free_many(&results) }
        func column(_ bytes: UnsafePointer<UInt8>?, _ offsets: UnsafePointer<Int64>?) -> [[UInt8]?]? {
            offsets.map { offsets in
                (0..<count).map { number -> [UInt8]? in
                    let range = Int(offsets[number])..<Int(offsets[number + 1])
                    return range.isEmpty ? [] : bytes.map { bytes in range.map { bytes[$0] } }
                }
            }
        }
        return Results(
            status: status == results.status ? status : -1, documents: column(results.documents, results.offsets),
            residues: column(results.residues, results.residue_offsets),
            rejects: (0..<results.reject_count).map { reject(results.rejects[$0]) })
    }

    private static func call(
        _ bytes: [UInt8]?, _ offsets: [Int64]?, _ count: Int, _ options: UnsafePointer<am_options>?,
        _ results: UnsafeMutablePointer<am_results>
    ) -> Int32 {
        switch (bytes, offsets) {
        case (let bytes?, let offsets?): am_upgrade_many(bytes, offsets, count, options, results)
        case (let bytes?, nil): am_upgrade_many(bytes, nil, count, options, results)
        case (nil, let offsets?): am_upgrade_many(nil, offsets, count, options, results)
        case (nil, nil): am_upgrade_many(nil, nil, count, options, results)
        }
    }

    private static func reject(_ reject: am_reject) -> Reject {
        Reject(
            index: reject.index,
            texts: [reject.code, reject.message, reject.remedy, reject.path].map { $0.map { String(cString: $0) } },
            place: [reject.offset, reject.line, reject.column])
    }
}

extension am_options {
    static var sized: am_options {
        var options = am_options()
        options.size = MemoryLayout<am_options>.size
        return options
    }
}
