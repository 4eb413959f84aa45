# usage: jq -c -f profiles.jq
def date: if type == "string" and test("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(Z|[+-]\\d\\d:?\\d\\d)$") then .[:19] + ".000" + .[19:] else . end;
def flag: if . == 0 or . == "" then false elif . == 1 then true else . end;
def sandbox: if . == "Sandbox" then true elif . == "Production" then false else flag end;

def rules: {
  "activated_at": "date", "renewed_at": "date", "expires_at": "date", "starts_at": "date", "unsubscribed_at": "date",
  "billing_issue_detected_at": "date", "purchased_at": "date", "is_sandbox": "sandbox",
  "is_active": "flag", "is_lifetime": "flag", "will_renew": "flag", "is_in_grace_period": "flag", "is_refund": "flag", "is_one_time": "flag"
};
def recode($rule): if $rule == "date" then date elif $rule == "flag" then flag elif $rule == "sandbox" then sandbox else . end;

# {out, was}: the record as it becomes and what it was, by path.
def entry($path; $dropped):
  rules as $rules
  | if type != "object" then {out: ., was: {}} else
      reduce to_entries[] as {key: $name, value: $value} ({out: {}, was: {}};
        if $dropped[$name] then .was["\($path)/\($name)"] = $value
        else ($value | recode($rules[$name])) as $new
          | .out[if $name == "is_one_time" then "is_consumable" else $name end] = $new
          | if $new == $value then . else .was["\($path)/\($name)"] = $value end
        end)
    end;

def entries($path; $dropped):
  if type != "object" then {out: ., was: {}} else
    reduce to_entries[] as {key: $id, $value} ({out: {}, was: {}};
      ($value | entry("\($path)/\($id)"; $dropped)) as $entry | .out[$id] = $entry.out | .was += $entry.was)
  end;

def lists($path; $dropped):
  if type != "object" then {out: ., was: {}} else
    reduce to_entries[] as {key: $id, $value} ({out: {}, was: {}};
      if ($value | type) != "array" then .out[$id] = $value else
        reduce range($value | length) as $at (.out[$id] = [];
          ($value[$at] | entry("\($path)/\($id)/\($at)"; $dropped)) as $entry | .out[$id] += [$entry.out] | .was += $entry.was)
      end)
  end;

def dropped: {
  "id": true, "app_id": true, "total_revenue_usd": true, "promotional_offer_eligibility": true, "introductory_offer_eligibility": true,
  "apple_validation_result": true
};

. as $top
| (if (.data | type) == "object" and (.data.attributes | type) == "object" then .data.attributes else null end) as $inner
| ($inner // $top) as $record
| (if $record | has("profile_id") then null else $record.id // $top.data.id end) as $added
| dropped as $dropped
| reduce ($record | to_entries[]) as {key: $name, $value} ({out: (if $added then {profile_id: $added} else {} end), was: {}};
    if $dropped[$name] then .was[$name] = $value
    elif $name == "custom_attributes" and $value == [] then .out[$name] = {} | .was[$name] = $value
    else
      (if $name == "paid_access_levels" then $value | entries($name; {"vendor_transaction_id": true, "vendor_original_transaction_id": true})
       elif $name == "subscriptions" then $value | entries($name; {})
       elif $name == "non_subscriptions" then $value | lists($name; {"vendor_original_transaction_id": true})
       else {out: $value, was: {}} end) as $member
      | .out[$name] = $member.out | .was += $member.was
    end)
| .was as $was
| .out
| if $inner or ($was | length) > 0 then
    ._adapty_migration = {v: 1, from: "sdk1-wire"}
      + (if $inner then {envelope: ($top | del(.data.attributes))} else {} end)
      + (if $added then {added: ["profile_id"]} else {} end)
      + {was: $was}
  else . end
