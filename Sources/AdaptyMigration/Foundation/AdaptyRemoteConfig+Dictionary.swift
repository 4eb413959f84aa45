import AdaptyMigrationModels
import Foundation

extension AdaptyRemoteConfig {
    /// The JSON text as a dictionary, as `remoteConfig.dictionary` of SDK 3; `nil` when there is none, or it is no JSON
    /// object. Large numbers lose digits there; ``data`` has all of them.
    public var dictionary: [String: Any]? {
        data.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any]
    }
}
