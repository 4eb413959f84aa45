/// The names of one field in every column. They show what was renamed, introduced or retired.
package struct Names: Sendable {
    private var spellings = [[Spelling]](repeating: [], count: Column.count)
    /// The names in product references for JavaScript (``Table/reference``); none when these do not have the field.
    private var references: [Column: [Spelling]] = [:]

    package private(set) subscript(column: Column) -> [Spelling] {
        get { spellings[column.rawValue] }
        _modify { yield &spellings[column.rawValue] }
    }

    /// The spelling that is written; `nil` when the column has no such field.
    package func written(_ column: Column) -> Spelling? { self[column].first { $0.isWritten } }

    /// Dialects in which a field has the name of its row.
    enum Dialects {
        case everywhere, sdk, sdk1, sdk3, events

        func names(_ name: String) -> Names {
            switch self {
            case .everywhere: .everywhere(name)
            case .sdk: .sdk(name)
            case .sdk1: .sdk1(name)
            case .sdk3: .sdk3(name)
            case .events: Names().native(.events, name)
            }
        }
    }

    /// The same name in every object dialect except `server-v2`: snake_case on the wire, camelCase on disk and in
    /// bridges.
    static func everywhere(_ snake: String, camel: String? = nil) -> Names {
        Names().native(.objects.subtracting(.serverV2), snake, camel: camel)
    }

    /// SDK 1.x and the server API v1.
    static func legacy(_ snake: String, camel: String? = nil) -> Names {
        Names().native([.sdk1, .serverV1], snake, camel: camel)
    }

    /// Only SDK 1.x.
    static func sdk1(_ snake: String, camel: String? = nil) -> Names {
        Names().native(.sdk1, snake, camel: camel)
    }

    /// SDK 1.x, 2.x and 3.x, but not the server API.
    static func sdk(_ snake: String, camel: String? = nil) -> Names {
        Names().native([.sdk1, .current], snake, camel: camel)
    }

    /// SDK 2.x and 3.x.
    static func current(_ snake: String, camel: String? = nil) -> Names {
        Names().native(.current, snake, camel: camel)
    }

    /// SDK 3.x. SDK 2.x carries the field under the same name.
    static func sdk3(_ name: String, carried: String? = nil) -> Names {
        let flat = carried ?? name
        return Names().native(.sdk3, name).native(.sdk3Bridges, flat).carried(.sdk2s, flat)
    }

    static func only(_ columns: ColumnSet, _ name: String) -> Names { Names().native(columns, name) }

    func native(_ columns: ColumnSet, _ snake: String, camel: String? = nil) -> Names {
        adding(columns, snake, camel, .native)
    }
    func older(
        _ columns: ColumnSet, _ snake: String, camel: String? = nil, as shape: Spelling.Shape = .ofRow
    ) -> Names {
        adding(columns, snake, camel, .older, shape)
    }
    func carried(_ columns: ColumnSet, _ snake: String, camel: String? = nil) -> Names {
        adding(columns, snake, camel, .carried)
    }
    /// Every dialect that has no name for the field keeps it under this one, although none of its decoders reads it. API v2
    /// has fields of its own, and the SDK for JavaScript refuses those that it does not know.
    func passed(_ snake: String, in columns: ColumnSet = .passing) -> Names {
        let passing = ColumnSet(columns.columns.filter { written($0) == nil })
        return adding(passing, snake, nil, .passed)
    }
    func leftover(_ columns: ColumnSet, _ snake: String, camel: String? = nil) -> Names {
        adding(columns, snake, camel, .leftover)
    }
    func fallback(_ columns: ColumnSet, _ snake: String, camel: String? = nil) -> Names {
        adding(columns, snake, camel, .fallback)
    }

    /// Objects for JavaScript that gather what one platform has. Other dialects have them as unknown members.
    static let platforms: Set = ["ios", "android"]

    /// Other names in the objects for JavaScript: with `placement`, and flat.
    func javaScript(_ nested: String, flat: String? = nil, older: String...) -> Names {
        var names = without(.sdk3Bridges)
        names[.sdk3Bridge] = [Spelling(nested, .native)] + older.map { Spelling($0, .older) }
        names[.sdk3BridgeFlat] = [Spelling(flat ?? nested, .native)] + older.map { Spelling($0, .older) }
        return names
    }

    /// The name in product references for JavaScript, and an older one in flat paywalls. Where a product by itself has
    /// the field, too, each of them is read with the name of the other.
    func reference(_ name: String, olderFlat: String? = nil) -> Names {
        var names = self
        for column in ColumnSet.sdk3Bridges.columns {
            let own = names[column].filter { $0.text != name }
            names.references[column] = [Spelling(name, .native)] + own.map { Spelling($0.text, .older) }
            if !own.isEmpty { names[column].append(Spelling(name, .older)) }
        }
        if let olderFlat { names.references[.sdk3BridgeFlat]?.append(Spelling(olderFlat, .older)) }
        return names
    }

    /// The name in the product references of flat paywalls for JavaScript, which alone have the field.
    func flatReference(_ name: String) -> Names {
        var names = self
        names.references[.sdk3BridgeFlat] = [Spelling(name, .native)]
        return names
    }

    /// Whether JavaScript has the field in product references.
    package var isInReference: Bool { !references.isEmpty }

    /// The names in a product reference.
    var inReference: Names {
        var names = self
        for column in ColumnSet.sdk3Bridges.columns { names[column] = references[column] ?? [] }
        return names
    }

    /// Another written name in these columns. With `keepsOlder`, the former name is still read as the older variant.
    func renamed(_ columns: ColumnSet, _ name: String, keepsOlder: Bool = false) -> Names {
        var names = self
        for column in columns.columns {
            let former = names[column]
            names[column] =
                [Spelling(name, .native)] + (keepsOlder ? former.map { Spelling($0.text, .older) } : [])
        }
        return names
    }

    func without(_ columns: ColumnSet) -> Names {
        var names = self
        for column in columns.columns { names[column] = [] }
        return names
    }

    private func adding(
        _ columns: ColumnSet, _ snake: String, _ camel: String?, _ use: Spelling.Use, _ shape: Spelling.Shape = .ofRow
    ) -> Names {
        var names = self
        for column in columns.columns {
            let text = column.isCamelCase ? camel ?? Names.camelCase(snake) : snake
            names[column].append(Spelling(text, use, shape))
        }
        return names
    }

    /// `is_in_grace_period` → `isInGracePeriod`. Only names of the table are re-cased, never keys that are data.
    package static func camelCase(_ snake: String) -> String {
        var camel: [UInt8] = [], beginsWord = false
        for byte in snake.utf8 {
            if byte == UInt8(ascii: "_") {
                beginsWord = !camel.isEmpty
            } else {
                let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
                camel.append(beginsWord && isLower ? byte - 0x20 : byte)
                beginsWord = false
            }
        }
        return String(decoding: camel, as: UTF8.self)
    }
}
