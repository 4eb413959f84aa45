/* What the tool calls of libpq, which is opened when the first connection is made. A tool that is linked with this file
   in the place of libpq starts on a host without it, and says what to install when somebody names a PostgreSQL
   database. Every function has the type that libpq-fe.h gives it. */
#include <dlfcn.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stddef.h>

static void *library;

static void open_library(void) { library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL); }

static void *function(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return library == NULL ? NULL : dlsym(library, name);
}

/* Stands for a connection where there is no library. */
static char none;
#define NONE ((PGconn *)&none)

#define FORWARD(result, name, parameters, arguments)                                                                  \
    result name parameters {                                                                                          \
        static void *kept;                                                                                            \
        void *found = __atomic_load_n(&kept, __ATOMIC_ACQUIRE);                                                       \
        if (found == NULL) __atomic_store_n(&kept, found = function(#name), __ATOMIC_RELEASE);                        \
        return ((result(*) parameters)found)arguments;                                                                \
    }

PGconn *PQconnectdbParams(const char *const *keywords, const char *const *values, int expands) {
    PGconn *(*forward)(const char *const *, const char *const *, int) =
        (PGconn * (*)(const char *const *, const char *const *, int)) function("PQconnectdbParams");
    return forward == NULL ? NONE : forward(keywords, values, expands);
}

PGPing PQping(const char *address) {
    PGPing (*forward)(const char *) = (PGPing(*)(const char *))function("PQping");
    return forward == NULL ? PQPING_NO_ATTEMPT : forward(address);
}

ConnStatusType PQstatus(const PGconn *connection) {
    ConnStatusType (*forward)(const PGconn *) = (ConnStatusType(*)(const PGconn *))function("PQstatus");
    return connection == NONE ? CONNECTION_BAD : forward(connection);
}

char *PQerrorMessage(const PGconn *connection) {
    char *(*forward)(const PGconn *) = (char *(*)(const PGconn *))function("PQerrorMessage");
    return connection == NONE ? "libpq is not installed here; install it first (Debian: apt-get install libpq5)\n"
                              : forward(connection);
}

void PQfinish(PGconn *connection) {
    void (*forward)(PGconn *) = (void (*)(PGconn *))function("PQfinish");
    if (connection != NONE) forward(connection);
}

FORWARD(int, PQbackendPID, (const PGconn *a), (a))
FORWARD(void, PQclear, (PGresult * a), (a))
FORWARD(char *, PQcmdTuples, (PGresult * a), (a))
FORWARD(PGresult *, PQexec, (PGconn * a, const char *b), (a, b))
FORWARD(PGresult *, PQexecParams,
        (PGconn * a, const char *b, int c, const Oid *d, const char *const *e, const int *f, const int *g, int h),
        (a, b, c, d, e, f, g, h))
FORWARD(PGresult *, PQexecPrepared,
        (PGconn * a, const char *b, int c, const char *const *d, const int *e, const int *f, int g),
        (a, b, c, d, e, f, g))
FORWARD(PGresult *, PQprepare, (PGconn * a, const char *b, const char *c, int d, const Oid *e), (a, b, c, d, e))
FORWARD(void, PQfreemem, (void *a), (a))
FORWARD(Oid, PQftype, (const PGresult *a, int b), (a, b))
FORWARD(int, PQgetisnull, (const PGresult *a, int b, int c), (a, b, c))
FORWARD(int, PQgetlength, (const PGresult *a, int b, int c), (a, b, c))
FORWARD(char *, PQgetvalue, (const PGresult *a, int b, int c), (a, b, c))
FORWARD(int, PQnfields, (const PGresult *a), (a))
FORWARD(int, PQntuples, (const PGresult *a), (a))
FORWARD(char *, PQresultErrorField, (const PGresult *a, int b), (a, b))
FORWARD(ExecStatusType, PQresultStatus, (const PGresult *a), (a))
FORWARD(int, PQsetClientEncoding, (PGconn * a, const char *b), (a, b))
FORWARD(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn * a, PQnoticeProcessor b, void *c), (a, b, c))
FORWARD(PGTransactionStatusType, PQtransactionStatus, (const PGconn *a), (a))
FORWARD(unsigned char *, PQunescapeBytea, (const unsigned char *a, size_t *b), (a, b))
