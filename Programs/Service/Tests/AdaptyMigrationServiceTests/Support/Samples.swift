import Foundation

/// Payloads of the repository, and events made for a test.
enum Samples {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../../../../LegacyFixtures"
    ).standardizedFileURL

    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    static func files(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path).sorted()
    }

    /// - Parameters:
    ///   - id: as JSON, `"text"` or `17`; `nil` for none.
    ///   - properties: more members, each with a comma before it.
    static func event(
        _ name: String, id: String? = nil, profile: String = "p", environment: String = "Production",
        at date: String = "2026-01-01T00:00:00.000000+0000", _ properties: String = ""
    ) -> String {
        let id = id.map { "\"profile_event_id\":\($0)," } ?? ""
        return
            #"{"profile_id":"\#(profile)","event_type":"\#(name)","event_datetime":"\#(date)","event_properties":{\#(id)"environment":"\#(environment)","vendor_product_id":"month"\#(properties)}}"#
    }
}
