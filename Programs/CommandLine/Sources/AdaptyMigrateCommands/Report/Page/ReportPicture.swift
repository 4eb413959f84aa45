/// What a picture of a report shows; a table beside it says the same.
enum ReportPicture {
    /// Names on the left, names on the right, and what goes from one to the other.
    case lineage(title: String, edges: [Edge])
    /// Bars of stacked numbers over time.
    case months(title: String, series: [String], bars: [Bar])

    struct Edge {
        /// `nil` where the left side does not have it.
        let old: String?
        /// `nil` where it goes to the residue.
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
