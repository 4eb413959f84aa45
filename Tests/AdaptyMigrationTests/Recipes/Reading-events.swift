import AdaptyMigration
import Foundation
import Testing

extension RecipeTests {
    @Test(
        "what an event of any generation says about access",
        arguments: [
            ("subscription_cancelled", "ended"), ("SUBSCRIPTION_CANCELED", "ended"), ("trial_cancelled", "ended"),
            ("subscription_renewal_cancelled", "goes on"), ("auto_renew_off_subscription", "goes on"),
            ("our_own_event", "look"),
        ])
    func event(name: String, access: String) throws {
        let body = Data(
            #"{"event_type":"\#(name)","profile_id":"p","event_properties":{"vendor_product_id":"a"}}"#.utf8)
        var heard = ""
        func end() { heard = "ended" }
        func warnOfTheEnd() { heard = "goes on" }
        func lookAtTheProfile() { heard = "look" }

        let event = try WebhookEvent(decoding: body, as: .webhookLegacy)
        switch event.eventType?.meaning {
        case .ended: end()
        case .renewalOff: warnOfTheEnd()
        default: lookAtTheProfile()
        }

        #expect(heard == access)
        #expect(event.eventType?.rawValue == name)
        #expect(event.data == body)
    }
}
