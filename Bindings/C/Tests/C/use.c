/* Uses the library as a C program would: every function, wrong calls, and threads at once. Says "ok" and returns 0, or says what is wrong. */
#include <adapty_migrate.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const OLD = "{\"profile_id\":\"p\",\"paid_access_levels\":{\"premium\":{\"id\":\"premium\",\"is_active\":1}},\"app_id\":\"d894\"}";
static const char *const NEW = "{\"profile_id\":\"p\",\"paid_access_levels\":{\"premium\":{\"id\":\"premium\",\"is_active\":true}},\"app_id\":\"d894\"";

#define EXPECT(what) do { if (!(what)) { fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what); exit(1); } } while (0)

static const uint8_t *bytes(const char *text) { return (const uint8_t *)text; }

static void there_and_back(void) {
    am_result up, back;
    EXPECT(am_upgrade(bytes(OLD), strlen(OLD), NULL, &up) == AM_OK);
    EXPECT(strncmp((const char *)up.document, NEW, strlen(NEW)) == 0);
    EXPECT(strlen((const char *)up.document) == up.document_count);
    EXPECT(up.is_changed == 1 && strcmp(up.source, "sdk1-wire") == 0 && strcmp(up.target, "sdk2") == 0 && strcmp(up.kind, "profile") == 0);
    EXPECT(up.code == NULL && up.residue == NULL && up.offset == -1);
    EXPECT(am_downgrade(up.document, up.document_count, NULL, &back) == AM_OK);
    EXPECT(back.document_count == strlen(OLD) && memcmp(back.document, OLD, strlen(OLD)) == 0);
    am_free(&up);
    am_free(&back);
    am_free(&back);
}

static void with_the_residue_beside(void) {
    am_options options = {.size = sizeof options, .from = "sdk1-wire", .residue_mode = AM_RESIDUE_BESIDE};
    am_result up, back;
    EXPECT(am_upgrade(bytes(OLD), strlen(OLD), &options, &up) == AM_OK);
    EXPECT(up.residue != NULL && strstr((const char *)up.document, "_adapty_migration") == NULL);
    am_options given = {.size = sizeof given, .residue = up.residue, .residue_count = up.residue_count};
    EXPECT(am_downgrade(up.document, up.document_count, &given, &back) == AM_OK);
    EXPECT(back.document_count == strlen(OLD) && memcmp(back.document, OLD, strlen(OLD)) == 0);
    am_free(&up);
    am_free(&back);
}

static void access(void) {
    static const char *const END = "{\"event_type\":\"subscription_cancelled\",\"profile_id\":\"p\",\"event_properties\":{\"vendor_product_id\":\"month\"}}";
    am_options options = {.size = sizeof options, .at = "2026-01-01T00:00:00Z", .readable_by = "3.12.0", .unwrap = 1};
    am_record events[] = {{bytes(END), strlen(END)}};
    am_result meaning, access, readable;
    EXPECT(am_meaning(bytes(END), strlen(END), NULL, &meaning) == AM_OK && strcmp((const char *)meaning.document, "\"ended\"") == 0);
    EXPECT(am_entitlements(bytes(OLD), strlen(OLD), events, 1, &options, &access) == AM_OK);
    EXPECT(strstr((const char *)access.document, "\"access_level_id\":\"premium\"") && strstr((const char *)access.document, "\"meaning\":\"ended\""));
    EXPECT(am_upgrade(bytes(OLD), strlen(OLD), &options, &readable) == AM_OK && strcmp(readable.target, "sdk3") == 0);
    am_free(&meaning);
    am_free(&access);
    am_free(&readable);
}

static void many(void) {
    char records[1024];
    int64_t offsets[] = {0, 0, 0, 0};
    const char *const each[] = {OLD, "{\"a\":", OLD};
    for (int number = 0; number < 3; number += 1) {
        memcpy(records + offsets[number], each[number], strlen(each[number]));
        offsets[number + 1] = offsets[number] + (int64_t)strlen(each[number]);
    }
    am_results results;
    am_result one;
    EXPECT(am_upgrade(bytes(OLD), strlen(OLD), NULL, &one) == AM_OK);
    EXPECT(am_upgrade_many(bytes(records), offsets, 3, NULL, &results) == AM_OK && results.status == AM_OK);
    EXPECT(results.offsets[0] == 0 && results.offsets[1] == results.offsets[2]);
    for (int number = 0; number < 3; number += 2) {
        EXPECT((size_t)(results.offsets[number + 1] - results.offsets[number]) == one.document_count);
        EXPECT(memcmp(results.documents + results.offsets[number], one.document, one.document_count) == 0);
    }
    EXPECT(results.reject_count == 1 && results.rejects[0].index == 1 && results.rejects[0].column == 6);
    EXPECT(strcmp(results.rejects[0].code, "truncated") == 0 && *results.rejects[0].remedy && strcmp(results.rejects[0].path, "/a") == 0);
    am_free(&one);
    am_free_many(&results);
    am_free_many(&results);
    EXPECT(am_upgrade_many(NULL, offsets, 3, NULL, &results) == AM_MISUSE && results.documents == NULL);
    EXPECT(results.reject_count == 1 && results.rejects[0].index == 0 && strcmp(results.rejects[0].code, "misuse") == 0);
    am_free_many(&results);
    am_free_many(NULL);
}

static void many_there_and_back(void) {
    char records[1024];
    size_t length = strlen(OLD);
    int64_t offsets[] = {0, (int64_t)length, (int64_t)(2 * length)};
    memcpy(records, OLD, length);
    memcpy(records + length, OLD, length);
    am_options options = {.size = sizeof options, .residue_mode = AM_RESIDUE_BESIDE};
    am_results up, down;
    EXPECT(am_upgrade_many(bytes(records), offsets, 2, &options, &up) == AM_OK && up.residue_offsets[2] > up.residue_offsets[1]);
    EXPECT(am_downgrade_many(up.documents, up.offsets, up.residues, up.residue_offsets, 2, NULL, &down) == AM_OK);
    EXPECT(down.offsets[2] == offsets[2] && memcmp(down.documents, records, 2 * length) == 0);
    am_free_many(&down);
    am_free_many(&up);
}

static void wrong_calls(void) {
    am_result result;
    EXPECT(am_upgrade(NULL, 0, NULL, &result) == AM_MISUSE && strcmp(result.code, "misuse") == 0);
    am_free(&result);
    EXPECT(am_upgrade(bytes("{\"a\":"), 5, NULL, &result) == AM_REJECTED && strcmp(result.code, "truncated") == 0 && result.column == 6 && *result.remedy);
    am_free(&result);
    EXPECT(am_upgrade(bytes("{}"), (size_t)-1, NULL, &result) == AM_REJECTED && strcmp(result.code, "too-large") == 0);
    am_free(&result);
    EXPECT(am_upgrade(bytes("{}"), 2, NULL, NULL) == AM_MISUSE);
    EXPECT(am_entitlements(NULL, 0, NULL, 1, NULL, &result) == AM_MISUSE);
    am_free(&result);
    am_options options = {.size = 3};
    EXPECT(am_detect(bytes("{}"), 2, &options, &result) == AM_MISUSE);
    am_free(&result);
    am_free(NULL);
}

static void *work(void *unused) {
    for (int round = 0; round < 500; round += 1) {
        there_and_back();
        if (round % 50 == 0) wrong_calls();
        if (round % 50 == 1) with_the_residue_beside();
        if (round % 50 == 2) access();
        if (round % 50 == 3) many();
        if (round % 50 == 4) many_there_and_back();
    }
    return unused;
}

int main(void) {
    am_result found;
    EXPECT(strlen(am_rules_hash()) == 64 && strlen(am_version()) >= 5);
    EXPECT(am_detect(bytes(OLD), strlen(OLD), NULL, &found) == AM_OK && strstr((const char *)found.document, "\"dialect\":\"sdk1-wire\"") != NULL);
    am_free(&found);
    work(NULL);
    with_the_residue_beside();
    pthread_t threads[8];
    for (int number = 0; number < 8; number += 1) EXPECT(pthread_create(&threads[number], NULL, work, NULL) == 0);
    for (int number = 0; number < 8; number += 1) pthread_join(threads[number], NULL);
    puts("ok");
    return 0;
}
