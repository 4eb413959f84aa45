@_spi(Tools) import AdaptyMigrationTools
import Foundation
import NIOCore
import NIOPosix

/// Keeps deliveries away from hosts behind the firewall: loopback, private and link-local networks, where metadata
/// services and databases run.
///
/// The address is checked when a subscriber is registered and before every delivery. A name server that gives two
/// different answers in the same moment is not detected. To prevent that, route outgoing traffic through a proxy or a
/// firewall.
struct AddressGuard: Sendable {
    let allowsInternal: Bool

    /// - Throws: a problem with status 422.
    func check(_ address: String) async throws(ProblemDocument) {
        guard let url = URLComponents(string: address), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = url.host, !host.isEmpty, url.user == nil
        else {
            throw AddressGuard.refused("it is not an http or https address with a host and without a user name")
        }
        guard !allowsInternal else { return }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard let found = await AddressGuard.resolve(bare) else {
            throw AddressGuard.refused("its host does not resolve to an address")
        }
        if found.contains(where: AddressGuard.isInternal) {
            throw AddressGuard.refused("its host is on an internal network")
        }
    }

    private static func refused(_ reason: String) -> ProblemDocument {
        ProblemDocument(
            .init(rawValue: "address", title: "Address not allowed"), status: 422,
            detail: "the service does not send events to this address: \(reason)",
            remedy: "use a public https address, or allow internal addresses")
    }

    /// Waits for the name server, so it needs a thread that may block.
    private static func resolve(_ host: String) async -> [SocketAddress]? {
        try? await NIOThreadPool.singleton.runIfActive { [try SocketAddress.makeAddressResolvingHost(host, port: 443)] }
    }

    static func isInternal(_ address: SocketAddress) -> Bool {
        switch address {
        case .v4(let address): isInternal(four: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
        case .v6(let address): isInternal(six: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: true
        }
    }

    /// RFC 6890, §2.2.2
    private static func isInternal(four bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127), (192, 0),
            (198, 18...19), (224..., _):
            true
        default: false
        }
    }

    /// RFC 6890, §2.2.3. An address with an embedded IPv4 address is checked as that address.
    private static func isInternal(six bytes: [UInt8]) -> Bool {
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        if isMapped || bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] {
            return isInternal(four: Array(bytes[12...]))
        }
        // 6to4 (RFC 3056), and interface identifiers with an embedded IPv4 address (RFC 5214).
        if bytes[0] == 0x20, bytes[1] == 0x02 { return isInternal(four: Array(bytes[2..<6])) }
        if bytes[8] & 0xFD == 0, bytes[9..<12] == [0, 0x5E, 0xFE] { return isInternal(four: Array(bytes[12...])) }
        // Teredo (RFC 4380) hides the client's address; also translation within a network (RFC 8215).
        if bytes[..<4] == [0x20, 0x01, 0, 0] || bytes[..<6] == [0, 0x64, 0xFF, 0x9B, 0, 1] { return true }
        return bytes[..<8].allSatisfy { $0 == 0 } || bytes[0] & 0xFE == 0xFC
            || bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80 || bytes[0] == 0xFF
    }
}
