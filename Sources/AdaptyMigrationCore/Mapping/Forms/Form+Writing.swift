/// What a codec made of one value.
package enum Recoded {
    /// The target reads it as it is.
    case same
    case recoded([UInt8])
    /// A form that only old SDKs tolerated.
    case repaired([UInt8])
    /// Neither side can read it: kept verbatim, and the ledger says so.
    case unreadable
}

extension Codec {
    /// The value as the target column writes it. Only leaves: records and entries are walked by the converter.
    package func recode(_ tape: Tape, _ value: Int, from: Column, to: Column) -> Recoded {
        if tape.kind(value) == .null { return .same }
        // One event has one name in a column, which may have had several for it.
        let target = self == .eventName && from == to ? .currentName : form(in: to)
        guard let (form, said) = read(tape, value, first: target) else { return .unreadable }
        // An event keeps all but its name as it came.
        if to.isEvent, self != .eventName { return .same }
        if case .object(let names) = self, form == .object {
            guard ObjectNames.differ(from, to), let object = tape.index(value) else { return .same }
            return names.renamed(object, 0, toJavaScript: to.has(.javaScript)).map { .recoded($0) } ?? .same
        }
        if target.keeps(said, in: form) { return .same }
        guard let written = target.write(said) else { return .unreadable }
        if tape.array(value) == written { return .same }
        return form.isRepaired ? .repaired(written) : .recoded(written)
    }

    /// The form in which a value is, and what it says; `nil` for a value that is in none.
    func read(_ tape: Tape, _ value: Int, first: Form = .any) -> (form: Form, said: Form.Said)? {
        if first != .any, let said = first.read(tape, value) { return (first, said) }
        for (form, _) in forms {
            if let said = form.read(tape, value) { return (form, said) }
        }
        return nil
    }

    /// Whether decoders of a column read a value as it is.
    func isReadable(_ tape: Tape, _ value: Int, in column: Column) -> Bool {
        forms.contains { form, columns in
            guard column.has(columns), let said = form.read(tape, value) else { return false }
            if form == .serverDate, case .moment(let moment) = said { return moment.isCanonical }
            return true
        }
    }

    /// What is said of a value that is in none of its forms.
    package var unreadable: String { "not readable as \(self)" }

    /// The form in which a column writes the values, where this one is in a form that other columns have and it does
    /// not; `nil` for a value that may be of the column.
    package func objection(_ tape: Tape, _ value: Int, in column: Column) -> Form? {
        if tape.kind(value) == .null { return nil }
        let fitting = forms.filter { $0.form.fits(tape, value) }
        return fitting.isEmpty || fitting.contains { column.has($0.columns) } ? nil : form(in: column)
    }
}

extension Form {
    /// Whether this form has a value of another one as it is.
    fileprivate func keeps(_ said: Said, in form: Form) -> Bool {
        switch (self, said) {
        case (.anyDate, .moment): form.kinds == kinds
        case (.serverDate, .moment(let moment)): form.kinds == kinds && moment.isCanonical
        case (.currentName, .event(let name)): name.isCanonical
        case (.formerName, .event(let name)): name.legacy == name
        case (.any, _), (.word, .itself), (.camelWord, .itself): true
        case (.serverDate, _), (.utcDate, _), (.word, _), (.camelWord, _): false
        default: form == self
        }
    }

    /// The text of what a value of another form says; `nil` where this form cannot say it.
    fileprivate func write(_ said: Said) -> [UInt8]? {
        switch (self, said) {
        case (.bool, .truth(let isTrue)): Array((isTrue ? "true" : "false").utf8)
        case (.environment, .truth(let isTrue)): JSONText.encode(isTrue ? "Sandbox" : "Production")
        case (.eligibility, .truth(let isTrue)): JSONText.encode(isTrue ? "eligible" : "ineligible")
        case (.seconds, .moment(let moment)): DateText.stored(microseconds: moment.microseconds)
        case (.utcDate, .moment(let moment)):
            DateText.text(milliseconds: DateText.floorDivide(moment.microseconds, 1000), zone: "Z")
        case (.serverDate, .moment(let moment)), (.anyDate, .moment(let moment)):
            JSONText.encode(moment.canonical[...])
        case (.word(let words), .word(let position)): JSONText.encode(words.canonical[position])
        case (.camelWord(let words), .word(let position)): JSONText.encode(words.camelCase[position])
        case (.ordinal, .word(let position)): Array(String(position).utf8)
        case (.currentName, .event(let name)): JSONText.encode(name.canonical.rawValue)
        case (.formerName, .event(let name)): JSONText.encode(name.legacy.rawValue)
        case (.object, .nothing): JSONText.emptyObject
        default: nil
        }
    }
}

extension Codec {
    /// The kinds of values that stay on the way to a column, and those that cannot be read, whatever their text, one bit
    /// each. Of the others ``recode(_:_:from:to:)`` decides.
    func staying(_ from: Column, _ to: Column) -> (same: UInt8, unreadable: UInt8) {
        let target = form(in: to), read = forms.reduce(JSONKind.null.bit) { $0 | $1.form.kinds }
        let isRenamed = if case .object = self { ObjectNames.differ(from, to) } else { false }
        let same = target.isVerbatim && !isRenamed ? target.kinds | JSONKind.null.bit : JSONKind.null.bit
        return (same, 0x7F & ~read)
    }
}
