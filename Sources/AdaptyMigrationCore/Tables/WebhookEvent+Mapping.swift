// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let event = Table(
        .event,
        [
            Row(
                "profile_id", .text, .event("profile_id"),
                "Adapty profile."
            ),
            Row(
                "customer_user_id", .text, .event("customer_user_id"),
                "User in your system; null when anonymous."
            ),
            Row(
                "idfv", .text, .event("idfv"),
                "Vendor identifier."
            ),
            Row(
                "idfa", .text, .event("idfa"),
                "Advertising identifier (iOS)."
            ),
            Row(
                "advertising_id", .text, .event("advertising_id"),
                "Advertising identifier (Android); may be `\"\"`."
            ),
            Row(
                "profile_install_datetime", .timestamp, .event("profile_install_datetime"),
                "When the app was installed."
            ),
            Row(
                "user_agent", .text, .event("user_agent"),
                "User agent."
            ),
            Row(
                "email", .text, .event("email"),
                "E-mail."
            ),
            Row(
                "event_type", .eventName, .event("event_type"),
                "Name of the event.",
                note:
                    "Names of generations A and B and upper-case spellings become current; unknown names pass through."
            ),
            Row(
                "event_datetime", .timestamp, .event("event_datetime"),
                "When it happened."
            ),
            Row(
                "event_properties", .record(.eventProperties), .event("event_properties"),
                "Properties of the event."
            ),
            Row(
                "event_api_version", .integer, .event("event_api_version"),
                "Version of the event API."
            ),
            Row(
                "profiles_sharing_access_level", .any, .event("profiles_sharing_access_level"),
                "Profiles that share the access level (2024)."
            ),
            Row(
                "attributions", .any, .event("attributions"),
                "Attribution by source."
            ),
            Row(
                "user_attributes", .any, .event("user_attributes"),
                "Custom attributes of the user."
            ),
            Row(
                "integration_ids", .any, .event("integration_ids"),
                "Ids in other systems."
            ),
            Row(
                "play_store_purchase_token", .any, .event("play_store_purchase_token"),
                "Google Play purchase token (2024)."
            ),
        ])
}
