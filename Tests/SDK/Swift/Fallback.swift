import Foundation

// Every placement of a fallback file, as the SDK reads it. Each variation is drawn.

/// Draws from 0 to 99, close enough together to meet every variation of the fixtures.
let draws = stride(from: 0, to: 100, by: 11)

func placements(_ data: Data) throws -> [String] {
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return ((root?["data"] as? [String: Any]) ?? [:]).keys.sorted()
}

func written(_ data: Data) throws -> URL {
    let url = URL(fileURLWithPath: CommandLine.arguments[2])
    try data.write(to: url)
    return url
}

/// - Returns: paywalls by placement, and by variation inside.
func everyDraw(_ data: Data, _ read: (_ placement: String, _ drawn: String) -> AdaptyPaywall?) throws
    -> [String: [String: AdaptyPaywall]]
{
    var found: [String: [String: AdaptyPaywall]] = [:]
    for placement in try placements(data) {
        for drawn in draws {
            Log.reason = nil
            guard let paywall = read(placement, String(drawn)) else {
                throw AdaptyError(description: "\(placement): \(Log.reason ?? "is not found")")
            }
            found[placement, default: [:]][paywall.variationId] = paywall
        }
    }
    return found
}

#if FALLBACK_LIST
func fallback(_ data: Data) throws -> [String: AdaptyPaywall] { try FallbackPaywalls(from: data).paywalls }
#elseif FALLBACK_MISSPELT
func fallback(_ data: Data) throws -> [String: [String: AdaptyPaywall]] {
    let file = try FallbackPaywalls(fileURL: written(data))
    return try everyDraw(data) { file.getPaywall(byPlacmentId: $0, profileId: $1)?.value }
}
#elseif FALLBACK_PAYWALLS
func fallback(_ data: Data) throws -> [String: [String: AdaptyPaywall]] {
    let file = try FallbackPaywalls(fileURL: written(data))
    return try everyDraw(data) { file.getPaywall(byPlacementId: $0, profileId: $1)?.value }
}
#else
func drawn(_ file: FallbackPlacements, _ placement: String, _ drawn: String) -> AdaptyPaywall? {
    #if USER_ID
    let chosen: AdaptyPlacementChosen<AdaptyPaywall>? = file.getPlacement(
        byPlacementId: placement, withVariationId: nil, userId: AdaptyUserId(profileId: drawn, customerId: nil),
        requestLocale: .defaultPlacementLocale)
    #else
    let chosen: AdaptyPlacementChosen<AdaptyPaywall>? = file.getPlacement(
        byPlacementId: placement, withVariationId: nil, profileId: drawn)
    #endif
    return chosen?.content
}

func fallback(_ data: Data) throws -> [String: [String: AdaptyPaywall]] {
    let file = try FallbackPlacements(fileURL: written(data))
    return try everyDraw(data) { drawn(file, $0, $1) }
}
#endif
