//! Derived structs; `flatten` keeps the members they do not name, at the end.
mod rules;
use rules::{aliases, recode, residue, run, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

type Object = Map<String, Value>;
type Maybe = Option<Value>;

/// `None` absent, `Some(None)` null.
type Member<T> = Option<Option<T>>;

fn present<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Member<T>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

macro_rules! optional {
    ($(#[$meta:meta])* struct $name:ident { $($(#[$attr:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Serialize, Deserialize)]
        struct $name {
            $($(#[$attr])* #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] $field: Member<$type>,)*
            #[serde(flatten)]
            rest: Object,
        }
    };
}

optional! {
    struct Level {
        id: String, is_active: Value, vendor_product_id: String,
        vendor_transaction_id: String, vendor_original_transaction_id: String,
        store: String, activated_at: String, starts_at: String, renewed_at: String, expires_at: String,
        is_lifetime: Value, cancellation_reason: String, is_refund: Value,
        active_introductory_offer_type: String, active_promotional_offer_type: String, active_promotional_offer_id: String,
        will_renew: Value, is_in_grace_period: Value, unsubscribed_at: String, billing_issue_detected_at: String,
        is_sandbox: Value,
    }
}

optional! {
    struct Purchase {
        purchase_id: String, vendor_product_id: String, vendor_transaction_id: String, vendor_original_transaction_id: String,
        store: String, purchased_at: String,
        #[serde(rename(serialize = "is_consumable"))] is_one_time: Value,
        is_sandbox: Value, is_refund: Value,
    }
}

fn date(field: &mut Member<String>, path: impl Fn() -> String, was: &mut Object) {
    let Some(Some(text)) = field else { return };
    if let Some(new) = rules::date(text) {
        was.insert(path(), Value::String(std::mem::replace(text, new)));
    }
}

fn read(rule: Rule, field: &mut Member<Value>, path: impl Fn() -> String, was: &mut Object) {
    let Some(Some(value)) = field else { return };
    if let Some(new) = recode(rule, value) {
        was.insert(path(), std::mem::replace(value, new));
    }
}

fn flag(field: &mut Member<Value>, path: impl Fn() -> String, was: &mut Object) {
    read(Rule::Flag, field, path, was)
}

fn sandbox(field: &mut Member<Value>, path: impl Fn() -> String, was: &mut Object) {
    read(Rule::Sandbox, field, path, was)
}

fn drop_text(field: &mut Member<String>, path: impl Fn() -> String, was: &mut Object) {
    if let Some(value) = field.take() {
        was.insert(path(), value.map_or(Value::Null, Value::String));
    }
}

macro_rules! each {
    ($call:ident, $entry:expr, $at:expr, $was:expr, [$($field:ident),*]) => {
        $($call(&mut $entry.$field, || format!("{}/{}", $at(), stringify!($field)), $was);)*
    };
}

impl Level {
    fn read(&mut self, is_level: bool, at: impl Fn() -> String, was: &mut Object) {
        if is_level {
            each!(drop_text, self, at, was, [vendor_transaction_id, vendor_original_transaction_id]);
        } else {
            each!(sandbox, self, at, was, [is_sandbox]);
        }
        each!(flag, self, at, was, [is_active, is_lifetime, is_refund, will_renew, is_in_grace_period]);
        each!(date, self, at, was, [activated_at, starts_at, renewed_at, expires_at, unsubscribed_at, billing_issue_detected_at]);
    }
}

impl Purchase {
    fn read(&mut self, at: impl Fn() -> String, was: &mut Object) {
        each!(drop_text, self, at, was, [vendor_original_transaction_id]);
        each!(flag, self, at, was, [is_one_time, is_refund]);
        each!(sandbox, self, at, was, [is_sandbox]);
        each!(date, self, at, was, [purchased_at]);
    }
}

/// Entries in the order of the document.
type Entries<T> = indexmap::IndexMap<String, T>;

#[derive(Serialize, Deserialize)]
struct Profile {
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] profile_id: Member<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] customer_user_id: Member<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] custom_attributes: Member<Value>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] paid_access_levels: Member<Entries<Level>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] subscriptions: Member<Entries<Level>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] non_subscriptions: Member<Entries<Vec<Purchase>>>,
    #[serde(default, deserialize_with = "present", skip_serializing)] id: Member<Value>,
    #[serde(default, deserialize_with = "present", skip_serializing)] app_id: Member<Value>,
    #[serde(default, deserialize_with = "present", skip_serializing)] total_revenue_usd: Member<Value>,
    #[serde(default, deserialize_with = "present", skip_serializing)] promotional_offer_eligibility: Member<Value>,
    #[serde(default, deserialize_with = "present", skip_serializing)] introductory_offer_eligibility: Member<Value>,
    #[serde(default, deserialize_with = "present", skip_serializing)] apple_validation_result: Member<Value>,
    #[serde(flatten)] rest: Object,
    #[serde(rename = "_adapty_migration", skip_deserializing, skip_serializing_if = "Option::is_none")] residue: Maybe,
}

#[derive(Deserialize, Serialize)]
struct Envelope {
    data: Data,
    #[serde(flatten)] rest: Object,
}

#[derive(Deserialize, Serialize)]
struct Data {
    #[serde(skip_serializing)] attributes: Option<Profile>,
    #[serde(flatten)] rest: Object,
}

#[derive(Serialize, Deserialize)]
struct Event {
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] profile_id: Member<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] customer_user_id: Member<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] event_type: Member<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] event_datetime: Member<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")] event_properties: Member<Properties>,
    #[serde(flatten)] rest: Object,
    #[serde(rename = "_adapty_migration", skip_deserializing, skip_serializing_if = "Option::is_none")] residue: Maybe,
}

optional! {
    struct Properties {
        currency: String, price_usd: serde_json::Number, price_local: serde_json::Number, proceeds_usd: serde_json::Number,
        transaction_id: String, original_transaction_id: String, purchase_date: String, original_purchase_date: String,
        environment: String, vendor_product_id: String, event_datetime: String, store: String, subscription_expires_at: String,
        trial_duration: String, store_offer_category: String, store_offer_discount_type: String, promotional_offer_id: String,
        paywall_name: String, developer_id: String, ab_test_name: String, cohort_name: String, cancellation_reason: String,
        profile_event_id: String, store_country: String, profile_country: String,
    }
}

fn profile(line: &[u8]) -> Profile {
    // Envelopes open with `data`, at most after white space.
    let opening: Vec<u8> = line.iter().copied().filter(|c| !c.is_ascii_whitespace()).take(8).collect();
    let (mut record, envelope) = if opening == b"{\"data\":" {
        let mut envelope: Envelope = serde_json::from_slice(line).expect("JSON");
        (envelope.data.attributes.take().expect("attributes"), Some(envelope))
    } else {
        (serde_json::from_slice::<Profile>(line).expect("JSON"), None)
    };
    let mut was = Map::new();
    let mut added = false;
    if record.profile_id.is_none() {
        let id = record.id.as_ref().and_then(|v| v.as_ref()).or_else(|| envelope.as_ref().and_then(|e| e.data.rest.get("id")));
        if let Some(Value::String(id)) = id {
            record.profile_id = Some(Some(id.clone()));
            added = true;
        }
    }
    macro_rules! dropped { ($($field:ident),*) => { $(if let Some(value) = record.$field.take() { was.insert(stringify!($field).into(), value.unwrap_or(Value::Null)); })* } }
    dropped!(id, app_id, total_revenue_usd, promotional_offer_eligibility, introductory_offer_eligibility, apple_validation_result);
    if let Some(Some(attributes)) = &mut record.custom_attributes {
        if attributes.as_array().is_some_and(|a| a.is_empty()) {
            was.insert("custom_attributes".into(), std::mem::replace(attributes, Value::Object(Map::new())));
        }
    }
    for (id, level) in record.paid_access_levels.iter_mut().flatten().flatten() {
        level.read(true, || format!("paid_access_levels/{id}"), &mut was);
    }
    for (id, level) in record.subscriptions.iter_mut().flatten().flatten() {
        level.read(false, || format!("subscriptions/{id}"), &mut was);
    }
    for (id, list) in record.non_subscriptions.iter_mut().flatten().flatten() {
        for (position, purchase) in list.iter_mut().enumerate() {
            purchase.read(|| format!("non_subscriptions/{id}/{position}"), &mut was);
        }
    }
    if envelope.is_some() || !was.is_empty() {
        let envelope = envelope.map(|e| serde_json::to_value(e).expect("envelope"));
        record.residue = Some(residue("sdk1-wire", envelope, added, was));
    }
    record
}

fn main() {
    let is_profile = std::env::args().nth(1).as_deref() == Some("profiles");
    let aliases = aliases();
    run(|line, output| {
        if is_profile {
            serde_json::to_writer(output, &profile(line)).expect("write");
            return;
        }
        let mut event: Event = serde_json::from_slice(line).expect("JSON");
        if let Some(Some(name)) = &mut event.event_type {
            if let Some(current) = aliases.get(name.as_str()) {
                let mut was = Map::new();
                was.insert("event_type".into(), Value::String(std::mem::replace(name, current.to_string())));
                event.residue = Some(residue("webhook-legacy", None, false, was));
            }
        }
        serde_json::to_writer(output, &event).expect("write");
    });
}
