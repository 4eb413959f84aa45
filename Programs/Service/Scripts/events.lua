-- For wrk: webhooks of old and new names in turn, each with an id of its own.
local names = { "subscription_initial_purchase", "subscription_renewed", "subscription_cancelled", "auto_renew_off", "access_level_updated", "subscription_expired" }
local threads, thread, count = 0, 0, 0

function setup(t)
  t:set("thread", threads)
  threads = threads + 1
end

function request()
  count = count + 1
  local body = string.format([[{"profile_id":"%08x-0000-4000-8000-000000000000","customer_user_id":"user-%d","event_type":"%s","event_datetime":"2026-01-01T00:00:00.000000+0000",]]
    .. [["event_properties":{"profile_event_id":"%s-%d-%d","environment":"Production","vendor_product_id":"com.app.month","price_usd":9.99,"proceeds_usd":6.99,"price_local":9.99,]]
    .. [["transaction_id":"1000000628581600","original_transaction_id":"1000000628581600","purchase_date":"2026-01-01T00:00:00.000000+0000","store":"app_store","store_country":"US",]]
    .. [["subscription_expires_at":"2026-02-01T00:00:00.000000+0000","currency":"USD","cancellation_reason":null},"event_api_version":1,"email":null,"user_attributes":{"a":"true","b":"7.0"}}]],
    count % 5000, count % 5000, names[count % #names + 1], os.getenv("RUN") or "r", thread, count)
  return wrk.format("POST", "/webhooks/adapty", { ["Authorization"] = "bench", ["Content-Type"] = "application/json" }, body)
end

function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  print(string.format("RESULT %.1f %.3f %.3f %d", summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
end
