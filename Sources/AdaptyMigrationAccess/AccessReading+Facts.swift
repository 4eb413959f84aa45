extension AccessReading.Facts {
    package func date(_ field: AccessField) -> Int64? {
        if case .instant(let date) = self[field]?.value { date } else { nil }
    }

    package func flag(_ field: AccessField) -> Bool? {
        if case .flag(let isSet) = self[field]?.value { isSet } else { nil }
    }

    /// The first of these dates that is present but not an instant.
    func unreadable(_ fields: [AccessField]) -> AccessField? {
        fields.first {
            switch self[$0]?.value {
            case .text, .unreadable: true
            default: false
            }
        }
    }

    /// Whether there is nothing that anybody could read.
    var saysNothing: Bool { values.allSatisfy { $0.value == .unsaid } }

    /// Whether access is active at an instant (milliseconds since 1970): its flag is true where its dialect has flags,
    /// and its dates can be read and say so. A stored flag is only a snapshot, so the dates are checked too. In its
    /// grace period access goes on. An activation is not a start: nobody waits for a clock that lies behind.
    ///
    /// - Parameter trustsFlag: whether the flag counts where there is one.
    package func isActive(at instant: Int64, trustsFlag: Bool = true) -> Bool {
        if trustsFlag, let flag = self[.isActive], flag.value != .flag(true) { return false }
        let goesOn = flag(.isLifetime) == true || flag(.isInGracePeriod) == true
        if unreadable(goesOn ? [.startsAt] : [.startsAt, .expiresAt]) != nil { return false }
        let isOver = !goesOn && date(.expiresAt).map { $0 <= instant } ?? false
        return !isOver && date(.startsAt) ?? .min <= instant
    }
}
