// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let event = Table(
        .event,
        [
            Row(
                "profile_id", .text, .event("profile_id"),
                "Adapty profile.",
                field(\WebhookEvent.$profileId)
            ),
            Row(
                "customer_user_id", .text, .event("customer_user_id"),
                "User in your system; null when anonymous.",
                field(\WebhookEvent.$customerUserId)
            ),
            Row(
                "idfv", .text, .event("idfv"),
                "Vendor identifier.",
                field(\WebhookEvent.$idfv)
            ),
            Row(
                "idfa", .text, .event("idfa"),
                "Advertising identifier (iOS).",
                field(\WebhookEvent.$idfa)
            ),
            Row(
                "advertising_id", .text, .event("advertising_id"),
                "Advertising identifier (Android); may be `\"\"`.",
                field(\WebhookEvent.$advertisingId)
            ),
            Row(
                "profile_install_datetime", .timestamp, .event("profile_install_datetime"),
                "When the app was installed.",
                field(\WebhookEvent.$profileInstallDatetime)
            ),
            Row(
                "user_agent", .text, .event("user_agent"),
                "User agent.",
                field(\WebhookEvent.$userAgent)
            ),
            Row(
                "email", .text, .event("email"),
                "E-mail.",
                field(\WebhookEvent.$email)
            ),
            Row(
                "event_type", .eventName, .event("event_type"),
                "Name of the event.",
                note:
                    "Names of generations A and B and upper-case spellings become current; unknown names pass through.",
                field(\WebhookEvent.$eventType)
            ),
            Row(
                "event_datetime", .timestamp, .event("event_datetime"),
                "When it happened.",
                field(\WebhookEvent.$eventDatetime)
            ),
            Row(
                "event_properties", .record(.eventProperties), .event("event_properties"),
                "Properties of the event.",
                field(\WebhookEvent.$eventProperties)
            ),
            Row(
                "event_api_version", .integer, .event("event_api_version"),
                "Version of the event API.",
                field(\WebhookEvent.$eventApiVersion)
            ),
            Row(
                "profiles_sharing_access_level", .any, .event("profiles_sharing_access_level"),
                "Profiles that share the access level (2024).",
                field(\WebhookEvent.$profilesSharingAccessLevel)
            ),
            Row(
                "attributions", .any, .event("attributions"),
                "Attribution by source.",
                field(\WebhookEvent.$attributions)
            ),
            Row(
                "user_attributes", .any, .event("user_attributes"),
                "Custom attributes of the user.",
                field(\WebhookEvent.$userAttributes)
            ),
            Row(
                "integration_ids", .any, .event("integration_ids"),
                "Ids in other systems.",
                field(\WebhookEvent.$integrationIds)
            ),
            Row(
                "play_store_purchase_token", .any, .event("play_store_purchase_token"),
                "Google Play purchase token (2024).",
                field(\WebhookEvent.$playStorePurchaseToken)
            ),
        ])
}
