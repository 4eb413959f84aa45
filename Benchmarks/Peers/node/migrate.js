// JSON.parse, change the objects, JSON.stringify. usage: node migrate.js profiles|events < in > out
'use strict';
const fs = require('fs');

const words = (text) => text.trim().split(/\s+/);
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:?\d\d)$/;
const DROPPED = new Set(words('id app_id total_revenue_usd promotional_offer_eligibility introductory_offer_eligibility apple_validation_result'));
const TRANSACTIONS = new Set(['vendor_transaction_id', 'vendor_original_transaction_id']);
const ORIGINAL = new Set(['vendor_original_transaction_id']);
const NOTHING = new Set();
const OLD = {
  subscription_initial_purchase: 'subscription_started', subscription_cancelled: 'subscription_expired', trial_cancelled: 'trial_expired',
  auto_renew_off: 'trial_renewal_cancelled', auto_renew_on: 'trial_renewal_reactivated',
  auto_renew_off_subscription: 'subscription_renewal_cancelled', auto_renew_on_subscription: 'subscription_renewal_reactivated',
};
const CURRENT = words(`subscription_started subscription_renewed subscription_expired trial_started trial_converted trial_expired
  non_subscription_purchase billing_issue_detected entered_grace_period trial_renewal_cancelled trial_renewal_reactivated
  subscription_renewal_cancelled subscription_renewal_reactivated subscription_refunded non_subscription_purchase_refunded
  subscription_paused subscription_deferred access_level_updated subscription_active trial_active`);
const ALIASES = new Map();
for (const [name, current] of [...CURRENT.map((name) => [name, name]), ...Object.entries(OLD)]) {
  for (const spelling of [name, name.replace('cancelled', 'canceled')]) {
    ALIASES.set(spelling.toUpperCase(), current);
    if (spelling !== current) ALIASES.set(spelling, current);
  }
}

const flag = (value) => (value === 0 || value === '' ? false : value === 1 ? true : value);
const sandbox = (value) => (value === 'Sandbox' ? true : value === 'Production' ? false : flag(value));
const date = (value) => (typeof value === 'string' && DATE.test(value) ? value.slice(0, 19) + '.000' + value.slice(19) : value);
const RULES = new Map();
for (const name of words('activated_at renewed_at expires_at starts_at unsubscribed_at billing_issue_detected_at purchased_at')) RULES.set(name, date);
for (const name of words('is_active is_lifetime will_renew is_in_grace_period is_refund is_one_time')) RULES.set(name, flag);
RULES.set('is_sandbox', sandbox);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function entry(record, path, dropped, was) {
  if (!isObject(record)) return record;
  const out = {};
  for (const name in record) {
    const value = record[name];
    if (dropped.has(name)) {
      was[`${path}/${name}`] = value;
      continue;
    }
    const rule = RULES.get(name);
    const next = rule ? rule(value) : value;
    if (next !== value) was[`${path}/${name}`] = value;
    out[name === 'is_one_time' ? 'is_consumable' : name] = next;
  }
  return out;
}

function profile(record) {
  const was = {};
  const out = {};
  let envelope, added = false;
  const data = record.data;
  if (isObject(data) && isObject(data.attributes)) {
    envelope = record;
    record = data.attributes;
    data.attributes = undefined;
  }
  if (!('profile_id' in record)) {
    const id = record.id ?? (envelope && data.id);
    if (id != null) {
      out.profile_id = id;
      added = true;
    }
  }
  for (const name in record) {
    let value = record[name];
    if (DROPPED.has(name)) {
      was[name] = value;
      continue;
    }
    if (name === 'custom_attributes') {
      if (Array.isArray(value) && value.length === 0) {
        was[name] = value;
        value = {};
      }
    } else if (name === 'paid_access_levels' || name === 'subscriptions') {
      if (isObject(value)) {
        for (const id in value) value[id] = entry(value[id], `${name}/${id}`, name === 'subscriptions' ? NOTHING : TRANSACTIONS, was);
      }
    } else if (name === 'non_subscriptions' && isObject(value)) {
      for (const id in value) {
        if (Array.isArray(value[id])) value[id] = value[id].map((purchase, at) => entry(purchase, `${name}/${id}/${at}`, ORIGINAL, was));
      }
    }
    out[name] = value;
  }
  if (envelope || Object.keys(was).length > 0) {
    out._adapty_migration = { v: 1, from: 'sdk1-wire', envelope, added: added ? ['profile_id'] : undefined, was };
  }
  return out;
}

function event(record) {
  const current = ALIASES.get(record.event_type);
  if (current !== undefined) {
    const name = record.event_type;
    record.event_type = current;
    record._adapty_migration = { v: 1, from: 'webhook-legacy', was: { event_type: name } };
  }
  return record;
}

const convert = process.argv[2] === 'profiles' ? profile : event;
const chunk = Buffer.allocUnsafe(1 << 20);
let rest = Buffer.alloc(0);

function writeAll(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

for (;;) {
  const count = fs.readSync(0, chunk, 0, chunk.length, null);
  const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
  const end = count === 0 ? bytes.length : bytes.lastIndexOf(10) + 1;
  let output = '';
  for (const line of bytes.toString('utf8', 0, end).split('\n')) {
    if (line !== '') output += JSON.stringify(convert(JSON.parse(line))) + '\n';
  }
  writeAll(output);
  if (count === 0) break;
  rest = bytes.subarray(end);
}
