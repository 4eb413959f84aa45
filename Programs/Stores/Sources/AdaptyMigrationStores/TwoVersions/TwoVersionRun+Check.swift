/// The state of the two columns.
extension TwoVersionRun {
    func status(_ rows: Int, _ run: Journal.Run) throws(StoreFailure) -> StatusReport {
        let marks = DirtyMarks(table, run), rejected = try journal.rejected(run), waiting = try marks.waiting(),
            filled = try pairs.filled()
        var report = StatusReport(
            state: run.state.rawValue, rows: rows, changed: filled, unchanged: max(0, rows - filled - rejected.count),
            rejected: rejected.count, cursor: run.cursor?.description, refusal: nil, next: run.state.wayOn)
        var two = TwoColumnStatus(
            into: table.address.into, waiting: waiting.count, lag: waiting.seconds,
            conflicts: try journal.displaced(run, .conflict))
        // Only these rows may differ.
        let keys = Array(rejected.union(try marks.keys(limit: .max).keys)), converter = PairConverter(pairs, options)
        for start in stride(from: 0, to: keys.count, by: options.batch) {
            let part = Array(keys[start..<min(start + options.batch, keys.count)]),
                known = try journal.entries(run, part)
            for row in try pairs.rows(part) { two.add(converter.difference(row, known[row.key])) }
        }
        report.twoColumns = two
        return report
    }

    /// Reads both columns of every row. Each must convert to the other.
    func verify() throws(StoreFailure) -> VerifyReport {
        let run = try current(), marks = DirtyMarks(table, run), converter = PairConverter(pairs, options),
            rejected = try journal.rejected(run), total = try options.total(table)
        var report = VerifyReport()
        if run.state == .expanding {
            report.findings.add("the new column is not filled yet: run store apply --mode expand to continue")
        }
        try each(run) { page, known throws(StoreFailure) in
            let waiting = try marks.marks(page.map(\.key))
            for row in page {
                verify(
                    row, converter.difference(row, known[row.key]), waiting[row.key] != nil, rejected.contains(row.key),
                    &report)
            }
            options.progress?(report.rows, total)
        }
        return report
    }

    private func verify(
        _ row: DocumentTable.Row, _ difference: PairConverter.Difference?, _ isWaiting: Bool, _ isRejected: Bool,
        _ report: inout VerifyReport
    ) {
        let key = row.key
        report.rows += 1
        switch difference {
        case .access: report.accessDiffers.add(key.description)
        case .documents: report.documentsDiffer.add(key.description)
        case nil: break
        }
        if isWaiting {
            report.findings.add("key \(key): written since; run store follow to bring it in step")
        } else if isRejected {
            report.rejected.add(key.description)
        } else if difference == nil {
            report.proven += 1
        } else {
            report.findings.add("key \(key): the columns are not in step")
        }
    }

    /// Reads all rows with what the journal knows of them, one page at a time, until it is told to stop.
    func each(_ run: Journal.Run, _ body: ([DocumentTable.Row], [SQLValue: Journal.Entry]) throws(StoreFailure) -> Void)
        throws(StoreFailure)
    {
        var last: SQLValue? = nil
        while !options.isPaused() {
            let page = try pairs.page(after: last, limit: options.limit)
            guard let end = page.last else { return }
            try body(page, journal.entries(run, page.map(\.key)))
            last = end.key
        }
    }
}

extension TwoColumnStatus {
    fileprivate mutating func add(_ difference: PairConverter.Difference?) {
        switch difference {
        case .access: accessDiffers += 1
        case .documents: documentsDiffer += 1
        case nil: break
        }
    }
}
