import Foundation
import Testing

@testable import AdaptyMigrationService

/// A sample of the page.
struct Sample: Decodable, Sendable, CustomTestStringConvertible {
    let fixture: String, dialect: String, title: String, text: String

    var bytes: [UInt8] { Array(text.utf8) }
    var testDescription: String { fixture }

    static let all: [Sample] = {
        let file = PageFile.all.first { $0.path == "/samples.json" }
        return (try? JSONDecoder().decode([Sample].self, from: Data(file?.bytes ?? []))) ?? []
    }()
}
