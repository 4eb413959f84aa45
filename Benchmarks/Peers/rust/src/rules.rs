//! The leaf rules, and the loop over lines.
use serde_json::{json, Map, Value};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, BufWriter, Write};

#[derive(Clone, Copy)]
pub enum Rule {
    Flag,
    Sandbox,
}

/// The flag, where it is written otherwise.
pub fn recode(rule: Rule, value: &Value) -> Option<Value> {
    match (rule, value) {
        (_, Value::Number(n)) => match n.as_f64() {
            Some(x) if x == 0.0 => Some(Value::Bool(false)),
            Some(x) if x == 1.0 => Some(Value::Bool(true)),
            _ => None,
        },
        (_, Value::String(s)) if s.is_empty() => Some(Value::Bool(false)),
        (Rule::Sandbox, Value::String(s)) if s == "Sandbox" => Some(Value::Bool(true)),
        (Rule::Sandbox, Value::String(s)) if s == "Production" => Some(Value::Bool(false)),
        _ => None,
    }
}

/// `2021-01-01T00:00:00+0000` gets `.000` after the seconds.
pub fn date(text: &str) -> Option<String> {
    let b = text.as_bytes();
    if b.len() < 20 || b[10] != b'T' || !matches!(b[19], b'Z' | b'+' | b'-') {
        return None;
    }
    let is_shaped = b[..19].iter().zip(b"dddd-dd-ddTdd:dd:dd").all(|(c, s)| if *s == b'd' { c.is_ascii_digit() } else { c == s });
    let zone = &b[20..];
    let digits: Vec<u8> = zone.iter().copied().filter(|c| *c != b':').collect();
    let is_zone = if b[19] == b'Z' { zone.is_empty() } else { digits.len() == 4 && digits.iter().all(u8::is_ascii_digit) };
    if is_shaped && is_zone { Some(format!("{}.000{}", &text[..19], &text[19..])) } else { None }
}

/// Every spelling that is not current.
pub fn aliases() -> HashMap<String, &'static str> {
    const OLD: [(&str, &str); 7] = [
        ("subscription_initial_purchase", "subscription_started"), ("subscription_cancelled", "subscription_expired"),
        ("trial_cancelled", "trial_expired"), ("auto_renew_off", "trial_renewal_cancelled"), ("auto_renew_on", "trial_renewal_reactivated"),
        ("auto_renew_off_subscription", "subscription_renewal_cancelled"), ("auto_renew_on_subscription", "subscription_renewal_reactivated"),
    ];
    const CURRENT: [&str; 20] = [
        "subscription_started", "subscription_renewed", "subscription_expired", "trial_started", "trial_converted", "trial_expired",
        "non_subscription_purchase", "billing_issue_detected", "entered_grace_period", "trial_renewal_cancelled", "trial_renewal_reactivated",
        "subscription_renewal_cancelled", "subscription_renewal_reactivated", "subscription_refunded", "non_subscription_purchase_refunded",
        "subscription_paused", "subscription_deferred", "access_level_updated", "subscription_active", "trial_active",
    ];
    let mut map = HashMap::new();
    for (name, current) in CURRENT.iter().map(|c| (*c, *c)).chain(OLD) {
        for spelling in [name.to_string(), name.replace("cancelled", "canceled")] {
            map.insert(spelling.to_uppercase(), current);
            if spelling != current {
                map.insert(spelling, current);
            }
        }
    }
    map
}

pub fn residue(from: &str, envelope: Option<Value>, added: bool, was: Map<String, Value>) -> Value {
    let mut residue = Map::new();
    residue.insert("v".into(), json!(1));
    residue.insert("from".into(), json!(from));
    if let Some(envelope) = envelope {
        residue.insert("envelope".into(), envelope);
    }
    if added {
        residue.insert("added".into(), json!(["profile_id"]));
    }
    residue.insert("was".into(), Value::Object(was));
    Value::Object(residue)
}

/// Hands every line of the standard input to `convert`.
pub fn run(mut convert: impl FnMut(&[u8], &mut BufWriter<std::io::StdoutLock<'static>>)) {
    let mut input = BufReader::with_capacity(1 << 18, std::io::stdin().lock());
    let mut output = BufWriter::with_capacity(1 << 18, std::io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).expect("read") > 0 {
        convert(&line, &mut output);
        output.write_all(b"\n").expect("write");
        line.clear();
    }
    output.flush().expect("write");
}
