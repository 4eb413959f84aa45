// simdjson On-Demand: one walk over each line, values copied as they are. usage: ondemand profiles|events [--validate] < in > out
// On-Demand checks only what is asked for: `[1e, tru]` is copied where nobody asks. With --validate every name and value is asked for.
#include <initializer_list>
#include <string>
#include <unordered_map>
#include "output.h"

using namespace simdjson;
using std::string_view;

enum class Rule : uint8_t { copy, drop, flag, sandbox, one_time, date, levels, subscriptions, lists, attributes, profile_id, id };

/// Member name to rule: open addressing, one probe for nearly every name.
class Table {
    struct Slot { string_view name; Rule rule; };
    std::vector<Slot> slots = std::vector<Slot>(256);
    static size_t hash(string_view name) {
        uint64_t tail = 0;
        size_t count = name.size() < 8 ? name.size() : 8;
        memcpy(&tail, name.data() + name.size() - count, count);
        return size_t(((tail ^ name.size()) * 0x9E3779B97F4A7C15u) >> 56);
    }

public:
    Table(std::initializer_list<Slot> list) {
        for (auto &slot : list) {
            size_t i = hash(slot.name);
            while (!slots[i].name.empty()) i = (i + 1) & 255;
            slots[i] = slot;
        }
    }
    Rule operator[](string_view name) const {
        if (name.empty()) return Rule::copy;
        for (size_t i = hash(name); !slots[i].name.empty(); i = (i + 1) & 255)
            if (slots[i].name == name) return slots[i].rule;
        return Rule::copy;
    }
};

#define ACCESS {"is_active", Rule::flag}, {"is_lifetime", Rule::flag}, {"will_renew", Rule::flag}, {"is_in_grace_period", Rule::flag}, \
    {"is_refund", Rule::flag}, {"activated_at", Rule::date}, {"renewed_at", Rule::date}, {"expires_at", Rule::date}, {"starts_at", Rule::date}, \
    {"unsubscribed_at", Rule::date}, {"billing_issue_detected_at", Rule::date}
static const Table level{ACCESS, {"vendor_transaction_id", Rule::drop}, {"vendor_original_transaction_id", Rule::drop}};
static const Table subscription{ACCESS, {"is_sandbox", Rule::sandbox}};
static const Table purchase{{"is_one_time", Rule::one_time}, {"is_sandbox", Rule::sandbox}, {"is_refund", Rule::flag}, {"purchased_at", Rule::date},
    {"vendor_original_transaction_id", Rule::drop}};
static const Table profile{{"profile_id", Rule::profile_id}, {"id", Rule::id}, {"app_id", Rule::drop}, {"total_revenue_usd", Rule::drop},
    {"promotional_offer_eligibility", Rule::drop}, {"introductory_offer_eligibility", Rule::drop}, {"apple_validation_result", Rule::drop},
    {"custom_attributes", Rule::attributes}, {"paid_access_levels", Rule::levels}, {"subscriptions", Rule::subscriptions},
    {"non_subscriptions", Rule::lists}};

static Output out, was, rest;
static bool is_validating;
static ondemand::document *current;
static std::string path;
static bool has_profile_id;
static string_view own_id;

struct Member {
    string_view raw, name;
    std::string unescaped;
    ondemand::value value;
    explicit Member(simdjson_result<ondemand::field> result) {
        ondemand::field field;
        if (auto error = std::move(result).get(field)) throw simdjson_error(error);
        const char *start = field.key().raw(), *end = start;
        while (*end != '"') end += *end == '\\' ? 2 : 1;
        name = raw = string_view(start, end - start);
        if (simdjson_unlikely(memchr(start, '\\', raw.size()) != nullptr)) {
            unescaped = std::string(string_view(field.unescaped_key()));
            name = unescaped;
        }
        if (is_validating && unescaped.empty()) (void)string_view(field.unescaped_key());
        value = field.value();
    }
};

/// Throws where anything in the value is no JSON.
static void validate(ondemand::value value) {
    switch (value.type()) {
    case ondemand::json_type::object:
        for (auto result : value.get_object().value()) {
            ondemand::field field;
            if (auto error = std::move(result).get(field)) throw simdjson_error(error);
            (void)string_view(field.unescaped_key());
            validate(field.value());
        }
        break;
    case ondemand::json_type::array:
        for (auto element : value.get_array().value()) validate(std::move(element).value());
        break;
    case ondemand::json_type::string: (void)string_view(value.get_string()); break;
    case ondemand::json_type::number: (void)ondemand::number(value.get_number()); break;
    case ondemand::json_type::boolean: (void)bool(value.get_bool()); break;
    case ondemand::json_type::null:
        if (!value.is_null()) throw simdjson_error(N_ATOM_ERROR);
    }
}

static string_view trimmed(string_view text) {
    while (!text.empty() && (unsigned char)text.back() <= ' ') text.remove_suffix(1);
    return text;
}

static string_view raw(ondemand::value &value) {
    if (is_validating) {
        string_view token = value.raw_json_token();
        bool is_container = token[0] == '{' || token[0] == '[';
        validate(value);
        if (!is_container) return trimmed(token);
        return trimmed(string_view(token.data(), size_t(current->current_location().value() - token.data())));
    }
    switch (value.type()) {
    case ondemand::json_type::object: return value.get_object().value().raw_json();
    case ondemand::json_type::array: return value.get_array().value().raw_json();
    default: return trimmed(value.raw_json_token());
    }
}

static void remember(string_view name, string_view value) {
    was.put(was.size() ? string_view(",\"") : string_view("\""));
    was.put(path);
    was.put(name);
    was.put("\":");
    was.put(value);
}

static void begin(bool &is_first, string_view name) {
    if (!is_first) out.put(',');
    is_first = false;
    out.put('"');
    out.put(name);
    out.put("\":");
}

static void put_flag(string_view name, string_view token, bool is_sandbox) {
    string_view now = token;
    if (token == "0" || token == "\"\"") now = "false";
    else if (token == "1") now = "true";
    else if (is_sandbox && token == "\"Sandbox\"") now = "true";
    else if (is_sandbox && token == "\"Production\"") now = "false";
    else if (token[0] == '-' || unsigned(token[0] - '0') < 10) {
        double number = strtod(std::string(token).c_str(), nullptr);
        if (number == 0 || number == 1) now = number == 1 ? "true" : "false";
    }
    out.put(now);
    if (now.data() != token.data()) remember(name, token);
}

static bool lacks_fraction(string_view token) { // with its quotes
    static const char shape[] = "\"dddd-dd-ddTdd:dd:dd";
    if (token.size() < 22) return false;
    char mark = token[20];
    if (simdjson_likely(mark == '.')) return false;
    string_view zone = token.substr(21, token.size() - 22);
    if (mark == 'Z') {
        if (!zone.empty()) return false;
    } else if ((mark == '+' || mark == '-') && (zone.size() == 4 || (zone.size() == 5 && zone[2] == ':'))) {
        for (size_t i = 0; i < zone.size(); i++)
            if (unsigned(zone[i] - '0') > 9 && !(i == 2 && zone[i] == ':')) return false;
    } else return false;
    for (int i = 0; i < 20; i++)
        if (shape[i] == 'd' ? unsigned(token[i] - '0') > 9 : shape[i] != token[i]) return false;
    return true;
}

static void put_date(string_view name, string_view token) {
    if (!lacks_fraction(token)) return out.put(token);
    out.put(token.substr(0, 20));
    out.put(".000");
    out.put(token.substr(20));
    remember(name, token);
}

static void record(ondemand::object object, const Table &table);

template <class Each>
static void entries(ondemand::value value, Each each) {
    if (value.type() != ondemand::json_type::object) return out.put(raw(value));
    bool is_first = true;
    out.put('{');
    for (auto result : value.get_object().value()) {
        Member member(std::move(result));
        begin(is_first, member.raw);
        size_t length = path.size();
        path.append(member.raw).push_back('/');
        each(member.value);
        path.resize(length);
    }
    out.put('}');
}

static void entry(ondemand::value value, const Table &table) {
    if (value.type() == ondemand::json_type::object) record(value.get_object(), table);
    else out.put(raw(value));
}

static void purchases(ondemand::value value) {
    if (value.type() != ondemand::json_type::array) return out.put(raw(value));
    int position = 0;
    out.put('[');
    for (auto result : value.get_array().value()) {
        if (position > 0) out.put(',');
        size_t length = path.size();
        path.append(std::to_string(position++)).push_back('/');
        entry(std::move(result).value(), purchase);
        path.resize(length);
    }
    out.put(']');
}

static void record(ondemand::object object, const Table &table) {
    bool is_first = true;
    out.put('{');
    for (auto result : object) {
        Member member(std::move(result));
        Rule rule = table[member.name];
        if (rule == Rule::drop || rule == Rule::id) {
            string_view value = raw(member.value);
            if (rule == Rule::id) own_id = value;
            remember(member.raw, value);
            continue;
        }
        begin(is_first, rule == Rule::one_time ? string_view("is_consumable") : member.raw);
        switch (rule) {
        case Rule::flag: case Rule::one_time: put_flag(member.raw, raw(member.value), false); break;
        case Rule::sandbox: put_flag(member.raw, raw(member.value), true); break;
        case Rule::date: put_date(member.raw, raw(member.value)); break;
        case Rule::attributes: {
            string_view value = raw(member.value);
            bool is_empty = value[0] == '[' && value.find_first_not_of(" \t\r", 1) == value.size() - 1;
            out.put(is_empty ? string_view("{}") : value);
            if (is_empty) remember(member.raw, value);
            break;
        }
        case Rule::levels: case Rule::subscriptions: case Rule::lists: {
            path.assign(member.raw).push_back('/');
            if (rule == Rule::lists) entries(member.value, purchases);
            else entries(member.value, [&](ondemand::value value) { entry(value, rule == Rule::levels ? level : subscription); });
            path.clear();
            break;
        }
        case Rule::profile_id: has_profile_id = true; [[fallthrough]];
        default: out.put(raw(member.value));
        }
    }
    out.put('}');
}

static void close(size_t start, string_view from, bool is_enveloped, bool is_added) {
    if (!is_enveloped && !was.size()) return out.put("}\n");
    if (out.size() > start + 1) out.put(',');
    out.put("\"_adapty_migration\":{\"v\":1,\"from\":\"");
    out.put(from);
    out.put('"');
    if (is_enveloped) {
        out.put(",\"envelope\":");
        out.put(rest.view());
    }
    if (is_added) out.put(",\"added\":[\"profile_id\"]");
    out.put(",\"was\":{");
    out.put(was.view());
    out.put("}}}\n");
}

/// The members of the envelope but the one that holds the record; answers the envelope's id.
static string_view unwrap(ondemand::object top) {
    string_view id;
    bool is_first = true;
    auto begin_rest = [&](string_view name) {
        if (!is_first) rest.put(',');
        is_first = false;
        rest.put('"');
        rest.put(name);
        rest.put("\":");
    };
    rest.put('{');
    for (auto result : top) {
        Member member(std::move(result));
        begin_rest(member.raw);
        if (member.name != "data") {
            rest.put(raw(member.value));
            continue;
        }
        rest.put('{');
        is_first = true;
        for (auto inner : member.value.get_object().value()) {
            Member part(std::move(inner));
            if (part.name == "attributes") {
                record(part.value.get_object(), profile);
                continue;
            }
            string_view value = raw(part.value);
            if (part.name == "id") id = value;
            begin_rest(part.raw);
            rest.put(value);
        }
        rest.put('}');
        is_first = false;
    }
    rest.put('}');
    return id;
}

/// Envelopes open with `data`.
static bool opens_with_data(const char *line, size_t length) {
    static const char opening[] = "{\"data\":{";
    size_t matched = 0;
    for (size_t i = 0; i < length && matched < 9; i++) {
        if (line[i] == ' ') continue;
        if (line[i] != opening[matched++]) return false;
    }
    return matched == 9;
}

static void convert_profile(ondemand::object top, bool is_enveloped) {
    size_t start = out.size();
    has_profile_id = false;
    own_id = {};
    rest.clear();
    string_view id;
    if (is_enveloped) id = unwrap(top);
    else record(top, profile);
    if (!own_id.empty()) id = own_id;
    out.drop_last();
    bool is_added = !has_profile_id && !id.empty();
    if (is_added) {
        bool is_empty = out.size() == start + 1;
        std::string member = "\"profile_id\":" + std::string(id) + (is_empty ? "" : ",");
        out.insert(start + 1, member);
    }
    close(start, "sdk1-wire", is_enveloped, is_added);
}

static std::unordered_map<string_view, string_view> aliases() {
    static std::vector<std::string> spellings;
    const std::pair<const char *, const char *> old[] = {
        {"subscription_initial_purchase", "subscription_started"}, {"subscription_cancelled", "subscription_expired"},
        {"trial_cancelled", "trial_expired"}, {"auto_renew_off", "trial_renewal_cancelled"}, {"auto_renew_on", "trial_renewal_reactivated"},
        {"auto_renew_off_subscription", "subscription_renewal_cancelled"}, {"auto_renew_on_subscription", "subscription_renewal_reactivated"}};
    const char *current[] = {"subscription_started", "subscription_renewed", "subscription_expired", "trial_started", "trial_converted",
        "trial_expired", "non_subscription_purchase", "billing_issue_detected", "entered_grace_period", "trial_renewal_cancelled",
        "trial_renewal_reactivated", "subscription_renewal_cancelled", "subscription_renewal_reactivated", "subscription_refunded",
        "non_subscription_purchase_refunded", "subscription_paused", "subscription_deferred", "access_level_updated", "subscription_active",
        "trial_active"};
    std::unordered_map<std::string, std::string> map;
    auto add = [&](std::string name, std::string now) {
        for (int is_short = 0; is_short < 2; is_short++) {
            auto at = name.find("cancelled");
            if (is_short && at != std::string::npos) name.erase(at + 6, 1);
            std::string upper = name;
            for (auto &c : upper) c = char(toupper(c));
            map['"' + upper + '"'] = '"' + now + '"';
            if (name != now) map['"' + name + '"'] = '"' + now + '"';
        }
    };
    for (auto name : current) add(name, name);
    for (auto &[name, now] : old) add(name, now);
    spellings.reserve(2 * map.size());
    std::unordered_map<string_view, string_view> views;
    for (auto &[name, now] : map) {
        spellings.push_back(name);
        string_view key = spellings.back();
        spellings.push_back(now);
        views[key] = spellings.back();
    }
    return views;
}

static void convert_event(ondemand::object top) {
    static const auto names = aliases();
    size_t start = out.size();
    bool is_first = true;
    out.put('{');
    for (auto result : top) {
        Member member(std::move(result));
        string_view value = raw(member.value);
        begin(is_first, member.raw);
        if (member.name == "event_type") {
            if (auto found = names.find(value); found != names.end()) {
                remember(member.raw, value);
                value = found->second;
            }
        }
        out.put(value);
    }
    close(start, "webhook-legacy", false, false);
}

int main(int argc, char **argv) {
    bool is_profile = argc > 1 && string_view(argv[1]) == "profiles";
    is_validating = argc > 2 && string_view(argv[2]) == "--validate";
    ondemand::parser parser;
    Lines lines;
    try {
        lines.each(
            [&](const char *line, size_t length, size_t readable) {
                ondemand::document document = parser.iterate(padded_string_view(line, length, readable));
                current = &document;
                was.clear();
                ondemand::object top = document.get_object();
                if (is_profile) convert_profile(top, opens_with_data(line, length));
                else convert_event(top);
            },
            [] { out.flush(); });
    } catch (simdjson_error &error) {
        fail(error.what());
    }
}
