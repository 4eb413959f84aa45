import Foundation
import Logging

/// Writes each entry as a line of JSON. Log entries contain no bodies, no ids of people, and no secrets, see
/// ``RequestLog``.
struct JSONLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    let label: String
    private let write: @Sendable ([UInt8]) -> Void

    init(
        _ label: String, level: Logger.Level,
        write: @escaping @Sendable ([UInt8]) -> Void = { FileHandle.standardError.write(Data($0)) }
    ) {
        (self.label, logLevel, self.write) = (label, level, write)
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var members: [(name: String, value: JSON)] = [
            ("time", .text(Instant.text(Instant.now))), ("level", .text(event.level.rawValue)),
            ("logger", .text(label)), ("message", .text(event.message.description)),
        ]
        if let error = event.error { members.append(("error", .text("\(error)"))) }
        members += all(event.metadata ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, JSONLogHandler.json($0.value)) }
        var line = JSON.object(members).bytes
        line.append(0x0A)
        write(line)
    }

    /// Metadata of the entry takes precedence over that of the provider, and that over the logger's.
    private func all(_ own: Logger.Metadata) -> Logger.Metadata {
        guard let metadataProvider else { return metadata.isEmpty ? own : metadata.merging(own) { $1 } }
        return metadata.merging(metadataProvider.get()) { $1 }.merging(own) { $1 }
    }

    private static func json(_ value: Logger.MetadataValue) -> JSON {
        switch value {
        case .array(let values): .list(values.map(json))
        case .dictionary(let values): .object(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
        case .string(let text): .text(text)
        case .stringConvertible(let value): .text(value.description)
        }
    }
}
