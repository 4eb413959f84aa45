//! serde_json::Value with preserve_order.
mod rules;
use rules::{aliases, date, recode, residue, run, Rule};
use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// The new value of a member of a level, a subscription or a non-subscription, where it differs.
fn member(name: &str, value: &Value) -> Option<Value> {
    match name {
        "is_active" | "is_lifetime" | "will_renew" | "is_in_grace_period" | "is_refund" | "is_one_time" => recode(Rule::Flag, value),
        "is_sandbox" => recode(Rule::Sandbox, value),
        "activated_at" | "renewed_at" | "expires_at" | "starts_at" | "unsubscribed_at" | "billing_issue_detected_at" | "purchased_at" => {
            value.as_str().and_then(date).map(Value::String)
        }
        _ => None,
    }
}

fn entry(value: &mut Value, path: &str, dropped: &[&str], was: &mut Object) {
    let Value::Object(object) = value else { return };
    let mut out = Map::with_capacity(object.len());
    for (name, mut value) in std::mem::take(object) {
        if dropped.contains(&name.as_str()) {
            was.insert(format!("{path}/{name}"), value);
            continue;
        }
        if let Some(new) = member(&name, &value) {
            was.insert(format!("{path}/{name}"), std::mem::replace(&mut value, new));
        }
        out.insert(if name == "is_one_time" { "is_consumable".into() } else { name }, value);
    }
    *object = out;
}

fn profile(mut top: Object) -> Object {
    let mut was = Map::new();
    let mut envelope = None;
    let mut added = false;
    let mut record = top;
    if let Some(Value::Object(attributes)) = record.get_mut("data").and_then(|d| d.as_object_mut()).and_then(|d| d.shift("attributes")) {
        top = record;
        record = attributes;
        envelope = Some(top);
    }
    let mut out = Map::with_capacity(record.len() + 2);
    if !record.contains_key("profile_id") {
        let id = record.get("id").or_else(|| envelope.as_ref().and_then(|e| e.get("data")).and_then(|d| d.get("id")));
        if let Some(id) = id {
            out.insert("profile_id".into(), id.clone());
            added = true;
        }
    }
    for (name, mut value) in record {
        match name.as_str() {
            "id" | "app_id" | "total_revenue_usd" | "promotional_offer_eligibility" | "introductory_offer_eligibility" | "apple_validation_result" => {
                was.insert(name, value);
                continue;
            }
            "custom_attributes" if value.as_array().is_some_and(|a| a.is_empty()) => {
                was.insert(name.clone(), std::mem::replace(&mut value, Value::Object(Map::new())));
            }
            "paid_access_levels" | "subscriptions" => {
                let dropped: &[&str] = if name == "subscriptions" { &[] } else { &["vendor_transaction_id", "vendor_original_transaction_id"] };
                for (id, level) in value.as_object_mut().into_iter().flatten() {
                    entry(level, &format!("{name}/{id}"), dropped, &mut was);
                }
            }
            "non_subscriptions" => {
                for (id, list) in value.as_object_mut().into_iter().flatten() {
                    for (position, purchase) in list.as_array_mut().into_iter().flatten().enumerate() {
                        entry(purchase, &format!("{name}/{id}/{position}"), &["vendor_original_transaction_id"], &mut was);
                    }
                }
            }
            _ => {}
        }
        out.insert(name, value);
    }
    if envelope.is_some() || !was.is_empty() {
        out.insert("_adapty_migration".into(), residue("sdk1-wire", envelope.map(Value::Object), added, was));
    }
    out
}

trait Shift {
    fn shift(&mut self, name: &str) -> Option<Value>;
}

impl Shift for Object {
    /// Removes a member and keeps the order of the others.
    fn shift(&mut self, name: &str) -> Option<Value> {
        let mut found = None;
        for (key, value) in std::mem::take(self) {
            if key == name { found = Some(value) } else { self.insert(key, value); }
        }
        found
    }
}

fn main() {
    let is_profile = std::env::args().nth(1).as_deref() == Some("profiles");
    let aliases = aliases();
    run(|line, output| {
        let mut record: Object = serde_json::from_slice(line).expect("JSON");
        if is_profile {
            record = profile(record);
        } else if let Some(Value::String(name)) = record.get_mut("event_type") {
            if let Some(current) = aliases.get(name.as_str()) {
                let mut was = Map::new();
                was.insert("event_type".into(), Value::String(std::mem::replace(name, current.to_string())));
                record.insert("_adapty_migration".into(), residue("webhook-legacy", None, false, was));
            }
        }
        serde_json::to_writer(output, &record).expect("write");
    });
}
