@testable import AdaptyMigrationCore

/// Every form that a residue can take. A residue says which it has, so that a test can ask whether documents of all of
/// them are kept.
enum ResidueForm: String, CaseIterable, Sendable {
    case wrap, severalHops = "several-hops", hopWithoutChange = "hop-without-change", olderVariant = "older-variant",
        listDocument = "list-document", promo, derivedAt = "derived-at", readableBy = "readable-by"
    case replacedText = "replaced-text", replacedHash = "replaced-hash"
    case insideObject = "inside-object", cutAtStart = "cut-at-start", cutAfterMember = "cut-after-member", guardedCut =
        "guarded-cut", guardedCutAtStart = "guarded-cut-at-start"
    case name, drop
    case layout, layoutText = "layout-text", layoutGuardedText = "layout-guarded-text"
    case elementByIdentity = "element-by-identity", elementByPosition = "element-by-position", elementDropped =
        "element-dropped", elementPrint = "element-print"
    case elementLayout = "element-layout", elementGaps = "element-gaps", elementText = "element-text"

    static func of(_ residue: Residue) -> Set<ResidueForm> {
        var forms: Set<ResidueForm> = residue.hops.count > 1 ? [.severalHops] : []
        for hop in residue.hops {
            if hop.wrap != nil { forms.insert(.wrap) }
            if hop.wrap == nil, hop.delta == nil { forms.insert(.hopWithoutChange) }
            if hop.from.dialect == hop.to.dialect { forms.insert(.olderVariant) }
            if hop.kind.isList { forms.insert(.listDocument) }
            if hop.kind == .promo { forms.insert(.promo) }
            if hop.instant != nil { forms.insert(.derivedAt) }
            if hop.readableBy != nil { forms.insert(.readableBy) }
            if let delta = hop.delta { forms.formUnion(of(delta)) }
        }
        return forms
    }

    private static func of(_ delta: Delta) -> Set<ResidueForm> {
        switch delta {
        case .replace(let expected, _): [expected.hasPrefix("#") ? .replacedHash : .replacedText]
        case .object(let object): of(object)
        case .array(let array): of(array)
        }
    }

    private static func of(_ object: Delta.Object) -> Set<ResidueForm> {
        var forms = inner(object.inner)
        if !object.inner.isEmpty { forms.insert(.insideObject) }
        for cut in object.cuts {
            forms.insert(cut.after == nil ? .cutAtStart : .cutAfterMember)
            if cut.guarded != nil { forms.insert(cut.after == nil ? .guardedCutAtStart : .guardedCut) }
        }
        if !object.names.isEmpty { forms.insert(.name) }
        if !object.drops.isEmpty { forms.insert(.drop) }
        if object.layout != nil { forms.insert(.layout) }
        for case .text(_, _, let guarded) in object.layout?.items ?? [] {
            forms.insert(guarded == nil ? .layoutText : .layoutGuardedText)
        }
        return forms
    }

    private static func of(_ array: Delta.Array) -> Set<ResidueForm> {
        var forms = inner(array.inner)
        for reference in array.inner.names {
            forms.insert(reference.hasPrefix("=") ? .elementByIdentity : .elementByPosition)
        }
        if !array.drops.isEmpty { forms.insert(.elementDropped) }
        if !array.prints.isEmpty { forms.insert(.elementPrint) }
        for item in array.layout?.items ?? [] {
            switch item {
            case .base(_, "", _): forms.insert(.elementGaps)
            case .base: forms.insert(.elementLayout)
            case .text: forms.insert(.elementText)
            }
        }
        return forms
    }

    private static func inner(_ inner: NamedList<Delta>) -> Set<ResidueForm> {
        inner.names.reduce(into: []) { forms, name in forms.formUnion(inner[name].map(of) ?? []) }
    }
}
