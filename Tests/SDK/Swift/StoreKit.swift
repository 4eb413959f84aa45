import Foundation

// What the models of SDK 1 refer to and what Linux, or the chosen files, lack.

typealias Parameters = [String: Any]

enum LoggerManager {
    static func logError(_ error: Any) {}
    static func logMessage(_ text: Any) {}
}

struct AdaptyError: Error, CustomStringConvertible {
    var description: String

    static func missingParam(_ name: String) -> Self { .init(description: "missing \(name)") }
    static func invalidProperty(_ name: String, _ value: Any) -> Self { .init(description: "invalid \(name)") }
}

class SKProductSubscriptionPeriod {
    enum Unit: UInt { case day, week, month, year }
    var unit = Unit.day
    var numberOfUnits = 0
    func localizedPeriod(for locale: Locale) -> String? { nil }
}

class SKProductDiscount {
    enum PaymentMode: UInt { case payAsYouGo }
    var price = NSDecimalNumber(value: 0)
    var identifier: String?
    var subscriptionPeriod = SKProductSubscriptionPeriod()
    var numberOfPeriods = 0
    var paymentMode = PaymentMode.payAsYouGo
    func localizedNumberOfPeriods(for locale: Locale) -> String? { nil }
    func localizedSubscriptionPeriod(for locale: Locale) -> String? { nil }
}

class SKProduct {
    var localizedDescription = ""
    var localizedTitle = ""
    var productIdentifier = ""
    var price = NSDecimalNumber(value: 0)
    var priceLocale = Locale(identifier: "en_US")
    var isFamilyShareable = false
    var subscriptionPeriod: SKProductSubscriptionPeriod?
    var introductoryPrice: SKProductDiscount?
    var subscriptionGroupIdentifier: String?
    var discounts: [SKProductDiscount] = []
}

extension NSDecimalNumber { func localizedPrice(for locale: Locale) -> String? { nil } }

extension Dictionary {
    /// As `Extensions.swift` of the SDK has it, which needs StoreKit.
    func attributes() throws -> Parameters {
        guard let json = self as? Parameters else { throw AdaptyError(description: "no object") }
        guard var attributes = json["attributes"] as? Parameters else {
            throw AdaptyError(description: "no attributes")
        }
        if let id = json["id"] as? String { attributes["id"] = id }
        return attributes
    }
}

extension String { var dateValue: Date? { dateFormatter.date(from: self) } }

nonisolated(unsafe) let dateFormatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.calendar = Calendar(identifier: .iso8601)
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSZ"
    return formatter
}()
