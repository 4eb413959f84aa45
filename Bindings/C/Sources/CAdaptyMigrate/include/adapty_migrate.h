/*
 * libadaptymigrate: converts Adapty subscription records from old shapes to the current ones and back, byte for byte.
 *
 *     am_result result;
 *     if (am_upgrade(bytes, count, NULL, &result) == AM_OK)
 *         fwrite(result.document, 1, result.document_count, stdout);
 *     else
 *         fprintf(stderr, "%s: %s; %s\n", result.code, result.message, result.remedy);
 *     am_free(&result);
 *
 * Ownership. The library keeps no pointer to its arguments: records and options may be freed or changed as soon as a
 * call returns. Everything that a result points to lives until am_free is called with it, on any thread. For
 * am_results, call am_free_many. Every call with a result fills it in, whatever the call returns. Free each result once;
 * reusing it before that leaks memory.
 *
 * Threads. Every function may be called on any thread, and on any number of them at once. One result belongs to one
 * thread at a time. A process that forks while another thread is in a call must not use the library in the child before
 * exec: locks that the other thread held stay locked there.
 *
 * Records are JSON in UTF-8. A byte order mark before a record is no part of it, and stays before what becomes of it.
 *
 * Errors. Bad input never ends the process: the status and the result report the error, and nothing is changed
 * anywhere. Messages have the names of options in backticks. Lengths must be exact, because the library reads that many
 * bytes.
 *
 * Versions. am_options begins with its own size, so that later versions can add members. am_result gets new members
 * only in a library with another name.
 */
#ifndef ADAPTY_MIGRATE_H
#define ADAPTY_MIGRATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The status of a call. */
enum {
    /* The result has the document. */
    AM_OK = 0,
    /* The record cannot be converted: code, message, remedy and place give the reason. Keep it aside and try the next
       one. */
    AM_REJECTED = 1,
    /* The call itself is wrong (no bytes, no such dialect, unknown options): code is "misuse". */
    AM_MISUSE = 2,
    /* There is not enough memory for the result; it is empty. */
    AM_NO_MEMORY = 3
};

/* Where to keep the fields that the target dialect has no place for. */
enum {
    /* Into the document, as its last member "_adapty_migration": am_downgrade finds it there. */
    AM_RESIDUE_EMBED = 0,
    /* Into the result's residue, beside the document. */
    AM_RESIDUE_BESIDE = 1,
    /* Nowhere: the way back is then only as exact as the mapping table. */
    AM_RESIDUE_DISCARD = 2
};

/* How to convert. Most callers need only the size and zeros in all other members; NULL means the same. */
typedef struct am_options {
    /* sizeof(am_options). */
    size_t size;
    /* The record's dialect, as `adapty-migrate` calls it ("sdk1-wire"), or a version of Adapty's SDK ("3.12.0"), which
       means the dialect that it reads; NULL to recognise it. */
    const char *from;
    /* The dialect to write, or such a version; NULL for the current dialect, and in am_downgrade for the one that the
       residue names. */
    const char *to;
    /* For am_upgrade: the version of Adapty's SDK whose decoder must accept the document ("3.12.0"), 2.0 or later, in
       place of to and fill_required. What that version requires and the record does not have is filled. */
    const char *readable_by;
    /* An instant, "2026-01-31T12:00:00Z". am_entitlements needs it. am_upgrade derives is_active and the like of server-v2
       at that time; without it, they are missing. */
    const char *at;
    /* One of AM_RESIDUE_…; for am_upgrade and am_upgrade_many. */
    int32_t residue_mode;
    /* Not 0: reject a record that lacks a field that its target requires, or has a value that it cannot read. */
    int32_t strict;
    /* Not 0: write documented placeholders for required fields that the source does not have. */
    int32_t fill_required;
    /* Not 0: am_upgrade takes also records that are newer than the target out of their envelopes ({"data": …}). */
    int32_t unwrap;
    /* The deepest nesting accepted, at most 100000; 0 for 512. */
    int32_t maximum_depth;
    /* For am_downgrade: the residue that was kept beside the record, residue_count bytes; NULL when it is embedded. */
    const uint8_t *residue;
    size_t residue_count;
} am_options;

/* The bytes of one record. */
typedef struct am_record {
    const uint8_t *bytes;
    size_t count;
} am_record;

/* The result for a record. Texts are UTF-8 and end with a zero byte; texts that do not apply are NULL. */
typedef struct am_result {
    /* The value that the call returned. */
    int32_t status;
    /* 1 when the document differs from the input, apart from the residue. */
    int32_t is_changed;
    /* The document. It may contain anything that JSON may, and a zero byte follows it. NULL unless AM_OK. */
    const uint8_t *document;
    size_t document_count;
    /* With AM_RESIDUE_BESIDE: the residue, one line of JSON; NULL where there is none. */
    const uint8_t *residue;
    size_t residue_count;
    /* The dialects before and after, and the kind of record: "profile", "paywall", "product", "promo", "event" …
       NULL where nothing is known of a document, and am_downgrade left it as it is. */
    const char *source;
    const char *target;
    const char *kind;
    /* The error: a code for programs ("truncated"), a sentence, the remedy, and a JSON pointer (RFC 6901; "" for the
       whole record). */
    const char *code;
    const char *message;
    const char *remedy;
    const char *path;
    /* Where in the record: bytes before the place, from 0; line and byte in the line, from 1. All -1 when there is no
       single place. */
    int64_t offset;
    int64_t line;
    int64_t column;
    /* Private to the library. */
    void *memory;
} am_result;

/* Why one of many records cannot be converted. */
typedef struct am_reject {
    /* The number of the record, from 0. */
    size_t index;
    /* As in am_result; the place is one in the record. */
    const char *code;
    const char *message;
    const char *remedy;
    const char *path;
    int64_t offset;
    int64_t line;
    int64_t column;
} am_reject;

/* The results for many records, in the order of the records. */
typedef struct am_results {
    /* The value that the call returned. */
    int32_t status;
    /* The documents one after another, with nothing between them. Document i has the bytes from offsets[i] up to
       offsets[i + 1], so there is one offset more than there are records. The document of a rejected record is empty;
       no other is. The offsets are NULL unless AM_OK. */
    const uint8_t *documents;
    const int64_t *offsets;
    /* The rejected records, in order. After AM_MISUSE, one entry says what is wrong. Its index is that of the record
       that is wrong, or the count when the call itself is. */
    const am_reject *rejects;
    size_t reject_count;
    /* With AM_RESIDUE_BESIDE: the residues in the same form, one line of JSON each. That of a record without a residue,
       and of a rejected one, is empty. The offsets are NULL with the other modes. */
    const uint8_t *residues;
    const int64_t *residue_offsets;
} am_results;

/* Upgrades one record, count bytes of JSON, to the current dialect or to options->to. A record that is newer, or already
   in that dialect, stays as it is. */
int32_t am_upgrade(const uint8_t *record, size_t count, const am_options *options, am_result *result);

/* Upgrades many records in one call, each as am_upgrade does. Their bytes are one after another. Record i has those
   from offsets[i] up to offsets[i + 1], so there are count + 1 offsets, none smaller than the one before. Arrow's
   columns large_binary and large_string have this form. AM_OK means that every record has its document or its reject.
   options->residue must be NULL. All results are in memory at once, so give a very large column in parts. */
int32_t am_upgrade_many(const uint8_t *records, const int64_t *offsets, size_t count, const am_options *options,
                        am_results *results);

/* Downgrades one record to the dialect that its residue names, byte for byte where nothing was edited, or to
   options->to as far as the mapping table goes. A record without residue stays as it is when options->to is NULL. */
int32_t am_downgrade(const uint8_t *record, size_t count, const am_options *options, am_result *result);

/* Downgrades many records in one call, each as am_downgrade does. The residues that were kept beside the records have the
   form of the records. An empty one means that there is none. Without such residues, residues and residue_offsets are
   NULL. The rest is as in am_upgrade_many. */
int32_t am_downgrade_many(const uint8_t *records, const int64_t *offsets, const uint8_t *residues,
                          const int64_t *residue_offsets, size_t count, const am_options *options,
                          am_results *results);

/* Recognises the dialect and kind of one record. The document is a JSON object on one line:
   {"dialect":"sdk1-wire","kind":"profile","also_fits":["server-v1"],"evidence":["/data/id is …"]}. It uses only the
   options from and maximum_depth. */
int32_t am_detect(const uint8_t *record, size_t count, const am_options *options, am_result *result);

/* Tells what one event of any generation means for access. The document is a JSON text:
   "started", "continued", "renewal_on", "grace_period" and "purchased": the user is entitled;
   "renewal_off": the user is still entitled, and it will not renew;
   "ended": access has ended;
   "refunded", "paused", "billing_issue" and "access_changed": the access level decides;
   "unknown": a name of your own.
   An event that has no sign of being Adapty's is rejected, unless options->from is "webhook-legacy". */
int32_t am_meaning(const uint8_t *event, size_t count, const am_options *options, am_result *result);

/* Tells the access at options->at from a profile of any dialect, or NULL, and the events after it in order of arrival.
   The document is a JSON array with an object for each access level, and for each product whose level is not known:
   {"access_level_id":"premium","vendor_product_id":"month","active":true,"starts_at":null,
   "expires_at":"2026-12-09T12:59:33.000Z","will_renew":false,"is_lifetime":false,"is_refund":false,
   "meaning":"renewal_off","evidence":"event 1 subscription_renewal_cancelled"}. The message of an error names the event
   by its number, from 1. It uses only the options at, from (the dialect of the profile) and maximum_depth. */
int32_t am_entitlements(const uint8_t *profile, size_t profile_count, const am_record *events, size_t event_count,
                        const am_options *options, am_result *result);

/* Frees a result's memory and empties it. NULL, an empty result and a freed result are allowed. */
void am_free(am_result *result);

/* Frees the memory of many results and empties them. NULL, empty results and freed results are allowed. */
void am_free_many(am_results *results);

/* The version of the library, "1.0.0". Do not free it. */
const char *am_version(void);

/* A hash of the conversion rules, 64 hexadecimal digits. Libraries and tools with the same hash have the same mapping
   table. Do not free it. */
const char *am_rules_hash(void);

#ifdef __cplusplus
}
#endif

#endif
