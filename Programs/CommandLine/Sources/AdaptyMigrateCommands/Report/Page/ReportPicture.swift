/// The content of a picture in a report. A table beside it contains the same data.
enum ReportPicture {
    /// Names on the left, names on the right, and the flow between them.
    case lineage(title: String, edges: [Edge])
    /// Bars of stacked numbers over time.
    case months(title: String, series: [String], bars: [Bar])

    struct Edge {
        /// `nil` when the left side does not have it.
        let old: String?
        /// `nil` when it goes to the residue.
        let new: String?
        let action: String
        let count: Int
    }

    struct Bar {
        let label: String
        /// One number for each series.
        let counts: [Int]
    }
}
