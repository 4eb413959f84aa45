@_spi(Tools) import AdaptyMigrationTools
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AdaptyMigrationService

@Suite("The page")
struct PageTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test("every file of the page is answered with its type, a policy and a tag", arguments: PageFile.all.map(\.path))
    func files(_ path: String) async throws {
        try await Application(router: Service().router()).test(.router) { client in
            let tag = try await client.execute(uri: path, method: .get) { response in
                #expect(response.status == .ok && response.body.readableBytes > 500)
                let policy = try #require(response.headers[.contentSecurityPolicy])
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                return try #require(response.headers[.eTag])
            }
            try await client.execute(uri: path, method: .get, headers: [.ifNoneMatch: tag]) {
                #expect($0.status == .notModified && $0.body.readableBytes == 0)
            }
        }
    }

    @Test("the samples are fixtures, byte for byte (Scripts/page-samples writes them)", arguments: Sample.all)
    func samples(_ sample: Sample) throws {
        let file = Self.package.appendingPathComponent(
            "../../LegacyFixtures/\(sample.fixture).json")
        #expect(try Data(contentsOf: file) == Data(sample.bytes))
        #expect(try Migrator().detect(sample.bytes).dialect.rawValue == sample.dialect)
    }

    @Test("a payload can be read as every dialect")
    func readAs() throws {
        let html = String(decoding: try #require(PageFile.all.first { $0.path == "/" }).bytes, as: UTF8.self)
        let offered = html.split(separator: "<option>").dropFirst().compactMap {
            $0.split(separator: "<").first.map(String.init)
        }
        #expect(offered.count == Dialect.allCases.count && Set(offered) == Set(Dialect.allCases.map(\.rawValue)))
    }

    @Test("there is a sample of every dialect")
    func everyDialect() { #expect(Set(Sample.all.map(\.dialect)) == Set(Dialect.allCases.map(\.rawValue))) }
}
