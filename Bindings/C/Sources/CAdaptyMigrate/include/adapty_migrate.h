/*
 * libadaptymigrate: Adapty subscription records from old shapes to the current ones and back, byte for byte.
 *
 *     am_result result;
 *     if (am_upgrade(bytes, count, NULL, &result) == AM_OK)
 *         fwrite(result.document, 1, result.document_count, stdout);
 *     else
 *         fprintf(stderr, "%s: %s; %s\n", result.code, result.message, result.remedy);
 *     am_free(&result);
 *
 * Ownership. The library keeps nothing it is given: records and options may be freed or changed as soon as a call is
 * back. Whatever a result points to lives until am_free is called with it, on any thread. A result is filled in by
 * every call that has one, whatever it returns, and is freed once; a result that is filled in again before that leaks.
 *
 * Threads. Every function may be called on any thread, and on any number of them at once. One result belongs to one
 * thread at a time. A process that forks while another thread is in a call must not use the library in the child before
 * exec: locks that the other thread held stay locked there.
 *
 * Errors. Bad input never ends the process: what cannot be done is said by the status and in the result, and nothing is
 * changed anywhere. Lengths must be true: bytes that are not there cannot be read.
 *
 * Versions. am_options begins with its own size, so that later versions can add members; am_result gets new members only
 * in a library with another name.
 */
#ifndef ADAPTY_MIGRATE_H
#define ADAPTY_MIGRATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call came to. */
enum {
    /* The result has the document. */
    AM_OK = 0,
    /* The record cannot be converted: code, message, remedy and place say why. Keep it aside; try the next one. */
    AM_REJECTED = 1,
    /* The call itself is wrong (no bytes, no such dialect, unknown options): code is "misuse". */
    AM_MISUSE = 2,
    /* There is no memory for the result; it is empty. */
    AM_NO_MEMORY = 3
};

/* Where that goes which the target dialect cannot hold. */
enum {
    /* Into the document, as its last member "_adapty_migration": am_downgrade finds it there. */
    AM_RESIDUE_EMBED = 0,
    /* Into the result's residue, beside the document. */
    AM_RESIDUE_ASIDE = 1,
    /* Nowhere: the way back is then only as exact as the table. */
    AM_RESIDUE_DISCARD = 2
};

/* How to convert. All zero but the size is what most callers want, and what NULL means. */
typedef struct am_options {
    /* sizeof(am_options). */
    size_t size;
    /* The record's dialect, as `adapty-migrate` calls it ("sdk1-wire"); NULL to recognise it. */
    const char *from;
    /* The dialect to write; NULL for the current one, and on the way back for the one that the residue names. */
    const char *to;
    /* One of AM_RESIDUE_…; for am_upgrade. */
    int32_t residue;
    /* Not 0: reject a record that lacks a field its target requires. */
    int32_t strict;
    /* Not 0: write documented placeholders for required fields that the source does not have. */
    int32_t fill_required;
    /* The deepest nesting accepted, at most 100000; 0 for 512. */
    int32_t maximum_depth;
    /* For am_downgrade: the residue that was kept beside the record, beside_count bytes; NULL when it is embedded. */
    const uint8_t *beside;
    size_t beside_count;
} am_options;

/* What became of a record. Texts are UTF-8 and end with a zero byte; those that say nothing are NULL. */
typedef struct am_result {
    /* What the call returned. */
    int32_t status;
    /* 1 when the document, its residue aside, is not what it was. */
    int32_t is_changed;
    /* The document; it may hold anything JSON may, and a zero byte follows it. NULL unless AM_OK. */
    const uint8_t *document;
    size_t document_count;
    /* With AM_RESIDUE_ASIDE: the residue, one line of JSON; NULL where there is none. */
    const uint8_t *residue;
    size_t residue_count;
    /* The dialects before and after, and what the record is: "profile", "paywall", "product", "promo", "event" … */
    const char *source;
    const char *target;
    const char *kind;
    /* Why not: a code for programs ("truncated"), a sentence, what to do, and a JSON pointer (RFC 6901; "" for the whole record). */
    const char *code;
    const char *message;
    const char *remedy;
    const char *path;
    /* Where in the record: bytes before the place, from 0; line and byte in the line, from 1. All -1 when there is no single place. */
    int64_t offset;
    int64_t line;
    int64_t column;
    /* The library's own. */
    void *memory;
} am_result;

/* Brings one record, count bytes of JSON, up to the current dialect or to options->to. A record that is newer, or already what
   it should be, stays as it is. */
int32_t am_upgrade(const uint8_t *record, size_t count, const am_options *options, am_result *result);

/* Takes one record back to the dialect that its residue names, byte for byte where nothing was edited, or to options->to as far as the
   table goes. A record without residue stays as it is when options->to is NULL. */
int32_t am_downgrade(const uint8_t *record, size_t count, const am_options *options, am_result *result);

/* Says what one record is, and why. The document is a JSON object on one line:
   {"dialect":"sdk1-wire","kind":"profile","also_fits":["server-v1"],"evidence":["/data/id is …"]}. Of the options only from and maximum_depth
   are looked at. */
int32_t am_detect(const uint8_t *record, size_t count, const am_options *options, am_result *result);

/* Gives a result's memory back and empties it. NULL, an empty result, and one that was freed are left alone. */
void am_free(am_result *result);

/* The version of the library, "1.0.0". It is never freed. */
const char *am_version(void);

/* The rules as one hash, 64 hexadecimal digits: libraries and tools with the same one are of the same table. It is never freed. */
const char *am_rules_hash(void);

#ifdef __cplusplus
}
#endif

#endif
