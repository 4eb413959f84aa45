import Foundation

/// The legacy fixtures, each one record.
enum Fixtures {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../..")
        .standardizedFileURL

    static let records: [(name: String, bytes: [UInt8])] = {
        let folder = root.appendingPathComponent("LegacyFixtures")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
            .compactMap { file in
                (try? Data(contentsOf: file)).map { (String(file.path.dropFirst(folder.path.count + 1)), Array($0)) }
            }
    }()
}
