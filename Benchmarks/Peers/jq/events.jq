# usage: jq -c -f events.jq
def old: {
  "subscription_initial_purchase": "subscription_started", "subscription_cancelled": "subscription_expired", "trial_cancelled": "trial_expired",
  "auto_renew_off": "trial_renewal_cancelled", "auto_renew_on": "trial_renewal_reactivated",
  "auto_renew_off_subscription": "subscription_renewal_cancelled", "auto_renew_on_subscription": "subscription_renewal_reactivated"
};
def names: [
  "subscription_started", "subscription_renewed", "subscription_expired", "trial_started", "trial_converted", "trial_expired",
  "non_subscription_purchase", "billing_issue_detected", "entered_grace_period", "trial_renewal_cancelled", "trial_renewal_reactivated",
  "subscription_renewal_cancelled", "subscription_renewal_reactivated", "subscription_refunded", "non_subscription_purchase_refunded",
  "subscription_paused", "subscription_deferred", "access_level_updated", "subscription_active", "trial_active"
];

# Lower case and two Ls; an upper-case spelling is one only if it is so throughout.
def current:
  (if test("^[A-Z_]+$") then ascii_downcase else . end) | sub("(?<a>^|_)canceled(?<b>_|$)"; "\(.a)cancelled\(.b)")
  | old[.] // (if IN(names[]) then . else null end);

if .event_type | type == "string" then
  .event_type as $name | ($name | current) as $current
  | if $current and $current != $name then
      .event_type = $current | ._adapty_migration = {v: 1, from: "webhook-legacy", was: {event_type: $name}}
    else . end
else . end
