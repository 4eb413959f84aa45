import AdaptyMigrationTesting
import XCTest

/// The same with XCTest. Both targets share one folder of payloads.
final class PayloadXCTests: XCTestCase {
    private let files = GoldenFiles(
        legacy: "../PayloadTests/Payloads/Legacy", current: "../PayloadTests/Payloads/Current")

    func testPayloadsConvertAsRecorded() {
        XCTAssertNoThrow(try files.check())
    }
}
