#include <sqlite3.h>

// Swift cannot see SQLITE_TRANSIENT, which is a cast. It makes SQLite copy the bytes before the call returns.
static inline int bind_text_copy(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, place, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int bind_blob_copy(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}
