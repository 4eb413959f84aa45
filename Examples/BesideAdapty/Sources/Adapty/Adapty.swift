/// Of the module's own name, as in Adapty's SDK: it hides the module in `Adapty.AdaptyProfile`.
public final class Adapty {
    public static let SDKVersion = "3.12.0"

    public static func activate(_ key: String) {}
}

public struct AdaptyProfile {
    public let profileId: String

    public init(profileId: String) { self.profileId = profileId }
}

public struct AdaptyPaywall {
    public let name: String

    public init(name: String) { self.name = name }
}
