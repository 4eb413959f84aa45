import AdaptyMigrationTesting
import XCTest

private let files = GoldenFiles(
    legacy: "../PayloadTests/Payloads/Legacy", current: "Payloads/Current",
    options: MigrationOptions(readableBy: "3.12.0"))

final class TargetXCTests: XCTestCase {
    func testAnAppOfSDK3ReadsThem() {
        XCTAssertNoThrow(try files.check("sdk1-stored/profile/userdefaults.json", to: .sdk3))
    }
}
