@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationService

@Suite("Addresses") struct AddressGuardTests {
    @Test(
        "internal networks are out of reach, however they are written",
        arguments: [
            "http://127.0.0.1/", "http://localhost:8080/", "http://10.1.2.3/", "http://172.16.0.1/",
            "http://172.31.255.255/", "http://192.168.1.1/", "http://169.254.169.254/latest/meta-data",
            "http://0.0.0.0/", "http://100.64.0.1/", "http://[::1]/", "http://[::]/", "http://[fe80::1]/",
            "http://[fd00::1]/", "http://[::ffff:127.0.0.1]/", "http://[2002:7f00:1::]/", "http://[2002:a9fe:a9fe::1]/",
            "http://[2001::1]/", "http://[64:ff9b:1::1]/", "http://[2a00::5efe:127.0.0.1]/",
            "http://[2a00::200:5efe:10.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://224.0.0.1/",
            "http://2130706433/", "http://0x7f.1/", "http://127.1/", "file:///etc/passwd", "gopher://127.0.0.1/",
            "http:///x", "nonsense", "http://no-such-host.invalid/",
        ])
    func isInternal(url: String) async {
        await #expect(throws: ProblemDocument.self) { try await AddressGuard(allowsInternal: false).check(url) }
    }

    @Test(
        "public addresses are not",
        arguments: [
            "https://8.8.8.8/", "http://172.32.0.1/", "http://[2606:4700::1111]/", "http://[2002:808:808::1]/",
            "http://[2001:4860:4860::8888]/", "http://100.128.0.1/",
            "http://169.253.0.1/",
        ])
    func isPublic(url: String) async throws { try await AddressGuard(allowsInternal: false).check(url) }

    @Test func internalOnesCanBeAllowed() async throws {
        try await AddressGuard(allowsInternal: true).check("http://127.0.0.1:9/")
    }
}
