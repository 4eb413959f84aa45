// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let event = Table(
        .event,
        [
            Row("profile_id", .text, .events, "Adapty profile."),
            Row("customer_user_id", .text, .events, "User in your system; null when anonymous."),
            Row("idfv", .text, .events, "Vendor identifier."),
            Row("idfa", .text, .events, "Advertising identifier (iOS)."),
            Row("advertising_id", .text, .events, "Advertising identifier (Android); may be `\"\"`."),
            Row("profile_install_datetime", .timestamp, .events, "When the app was installed."),
            Row("user_agent", .text, .events, "User agent."),
            Row("email", .text, .events, "E-mail."),
            Row(
                "event_type", .eventName, .events,
                "Name of the event.",
                note:
                    "Names of generations A and B and upper-case spellings become current; unknown names pass through."
            ),
            Row("event_datetime", .timestamp, .events, "When it happened."),
            Row("event_properties", .record(.eventProperties), .events, "Properties of the event."),
            Row("event_api_version", .integer, .events, "Version of the event API."),
            Row("profiles_sharing_access_level", .any, .events, "Profiles that share the access level (2024)."),
            Row("attributions", .any, .events, "Attribution by source."),
            Row("user_attributes", .any, .events, "Custom attributes of the user."),
            Row("integration_ids", .any, .events, "Ids in other systems."),
            Row("play_store_purchase_token", .any, .events, "Google Play purchase token (2024)."),
        ])
}
