extension Residue {
    /// What a residue says of its conversion.
    struct Head: Sendable, Equatable {
        let from: Column, to: Column
        /// The kind of the original.
        let kind: RecordKind
        let settings: Settings
        /// The hash of the converted document without the residue.
        let hash: UInt64

        /// The columns that it leads back to, the original's first.
        var columns: [Column] { [from] + ConversionStep.path(from: from, to: to).dropLast() }

        /// Whether a document without its residue is the one that the conversion wrote.
        func isOf(_ document: PaddedView) -> Bool { Fingerprint.Hash(Text(document)).value == hash }

        /// Writes the residue as compact JSON.
        ///
        /// - Returns: where the text of the original is, without its quotes.
        func put(original: PaddedView, into out: inout ByteWriter) -> Range<Int> {
            out.put(Head.lead(from, to, kind))
            if settings != Settings() { out.put(settings.members) }
            out.put("\"hash\":\"")
            out.putHex(hash)
            out.put("\",\"original\":\"")
            let start = out.count
            out.putEscaped(Text(original))
            defer { out.put("\"}") }
            return start..<out.count
        }

        /// The text up to the settings.
        private static func lead(_ from: Column, _ to: Column, _ kind: RecordKind) -> Text {
            leads.value((from.rawValue * Column.count + to.rawValue) * RecordKind.count + kind.number) {
                let text =
                    "{\"v\":\(version),\"from\":\"\(from.id)\",\"to\":\"\(to.id)\",\"kind\":\"\(kind.rawValue)\","
                return Text(kept: Array(text.utf8))
            }
        }

        private static let leads = LazyTable<Text>(count: Column.count * Column.count * RecordKind.count)
    }

    /// What a conversion was told, where it had an effect.
    struct Settings: Sendable, Equatable {
        /// The instant at which flags were derived (`--at`), in microseconds since 1970; `nil` when no flags were
        /// derived.
        var instant: Int64?
        /// The SDK version for which the record was made readable; `nil` if for none.
        var readableBy: SDKVersion?
        /// Whether placeholders were written.
        var fills = false

        /// As members of the residue.
        fileprivate var members: [UInt8] {
            var out: [UInt8] = []
            if let instant { out += "\"at\":\(instant),".utf8 }
            if let readableBy { out += "\"sdk\":\"\(readableBy)\",".utf8 }
            if fills { out += "\"fill\":true,".utf8 }
            return out
        }
    }
}
