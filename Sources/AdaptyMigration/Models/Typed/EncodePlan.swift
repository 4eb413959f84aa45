/// How one model is written in one column: its fields in the order of the table, under that column's names.
///
/// **Contract.** `model` is the address of an initialised model of ``layout``, held by the caller; offsets come from
/// the layout alone.
final class EncodePlan: Sendable {
    private struct Field: Sendable {
        let slot: Int
        /// Where `,"name":` is among ``texts``, which end with a step's margin for ``TypedWriter/append(key:)``.
        var key = 0..<0
        let row: Int
        var check = LeafCheck.always
        /// The plan of the record inside, among ``children``.
        var child = -1
        /// Written by the general path, when it is there at all.
        var isDeclined = false
    }

    private let layout: RecordLayout
    private let to: Column
    private let fields: [Field]
    private let texts: [UInt8]
    private let children: [EncodePlan]
    /// Names that mean something to the column, for members without a field: strangers have none of them.
    private let known: KeyIndex
    /// What the names mean; `nil` for what only the general path writes.
    private let carried: [Carried?]

    /// A row of the table that the model has no field for, or one whose value is not of the field's type.
    private struct Carried: Sendable {
        let slot: Int?
        let key: [UInt8]
        let row: Int
        let check: LeafCheck
    }

    init?(_ layout: RecordLayout, to: Column) {
        guard to != .serverV2, to.isEvent == layout.home.isEvent, layout.table.id != .promo else { return nil }
        self.layout = layout
        self.to = to
        let plan = TablePlan(layout.table, from: layout.home, to: to)
        var fields: [Field] = []
        var texts: [UInt8] = []
        var children: [EncodePlan] = []
        for (position, slot) in layout.slots.enumerated() {
            guard let action = plan.keys[Array(slot.name.utf8)[...]],
                case .row(slot.row, _, let use) = plan.actions[action], use != .fallback,
                var field = EncodePlan.field(position, slot, plan, layout, to, &children),
                let name = plan.targets[slot.row]?.first
            else {
                fields.append(Field(slot: position, row: slot.row, isDeclined: true))
                continue
            }
            let key = EncodePlan.key(name)
            field.key = texts.count..<(texts.count + key.count)
            texts += key
            fields.append(field)
        }
        self.fields = fields
        self.texts = texts + Array(repeating: 0, count: TypedWriter.step)
        self.children = children
        let names =
            layout.table.rows.flatMap { row in (row.names[layout.home] + row.names[to]).compactMap(\.path.first) }
            + layout.slots.map(\.name) + Envelope.names
        known = KeyIndex(names.enumerated().map { ($0.element, $0.offset) })
        carried = names.map { name in
            guard let action = plan.keys[Array(name.utf8)[...]], case .row(let row, _, let use) = plan.actions[action],
                use != .fallback,
                let target = plan.targets[row], target.count == 1, plan.rows[row].codec.isLeaf
            else { return nil }
            let slot = layout.byRow[row]
            if let slot, layout.slots[slot].name != name { return nil }
            return Carried(
                slot: slot, key: EncodePlan.key(target[0]), row: row, check: LeafCheck(plan.rows[row].codec, to: to))
        }
    }

    private static func key(_ name: String) -> [UInt8] { [0x2C] + JSONText.encode(name) + [0x3A] }

    /// `nil` for what only the general path writes.
    private static func field(
        _ position: Int, _ slot: RecordLayout.Slot, _ plan: TablePlan, _ layout: RecordLayout, _ to: Column,
        _ children: inout [EncodePlan]
    ) -> Field? {
        guard let target = plan.targets[slot.row], target.count == 1 else { return nil }
        let codec = plan.rows[slot.row].codec
        var child = -1
        switch codec {
        case .custom:
            guard to == layout.home, target[0] == slot.name else { return nil }
        case .record, .entries:
            guard let inner = slot.ops.shape.layout, inner.home == layout.home, let plan = inner.encoding(to),
                codec.hasSameContainer(layout.home, to)
            else { return nil }
            child = children.count
            children.append(plan)
        default: break
        }
        return Field(slot: position, row: slot.row, check: LeafCheck(codec, to: to), child: child)
    }

    /// Writes the model at the address; the writer declines what is not for it.
    func write(_ model: UnsafeRawPointer, _ writer: inout TypedWriter) {
        let start = writer.count, references = layout.references
        texts.withUnsafeBufferPointer { texts in
            guard let texts = texts.baseAddress else { return }
            for field in fields {
                if field.isDeclined {
                    if !references.isAbsent(field.slot, model) { writer.isDeclined = true }
                    continue
                }
                let member = writer.count
                guard
                    references.write(
                        field.slot, model, &writer,
                        UnsafeBufferPointer(start: texts + field.key.lowerBound, count: field.key.count),
                        field.child < 0 ? nil : children[field.child]), field.check != .always
                else { continue }
                recode(field.row, field.check, &writer, member + field.key.count)
            }
        }
        writeUnknown(model, &writer)
        // Every member brought its comma; the first one's is where the brace belongs.
        if writer.count > start { writer.replace(at: start, with: 0x7B) } else { writer.append(0x7B as UInt8) }
        writer.append(0x7D as UInt8)
    }

    private func writeUnknown(_ model: UnsafeRawPointer, _ writer: inout TypedWriter) {
        var seen = SeenRows()
        for member in (model + layout.unknown).assumingMemoryBound(to: [RawMember].self).pointee {
            guard let position = known.find(member.name) else {
                writer.append(0x2C as UInt8)
                writer.append(text: member.name)
                writer.append(0x3A as UInt8)
                writer.append(unchecked: member.lexeme)
                continue
            }
            guard let carried = carried[position], seen.insert(carried.row) else { return writer.isDeclined = true }
            // The field stands before a member of its name.
            if let slot = carried.slot, !layout.references.isAbsent(slot, model) { continue }
            writer.append(carried.key)
            let start = writer.count
            writer.append(unchecked: member.lexeme)
            recode(carried.row, carried.check, &writer, start)
        }
    }

    private func recode(_ row: Int, _ check: LeafCheck, _ writer: inout TypedWriter, _ start: Int) {
        let written = writer.written(from: start), room = writer.room(from: start)
        if check.isSame(written, room: room) { return }
        guard
            let bytes = check.repaired(written, room: room)
                ?? layout.table.rows[row].codec.recoded(Array(written), from: layout.home, to: to)
        else { return }
        writer.drop(from: start)
        writer.append(bytes)
    }
}
