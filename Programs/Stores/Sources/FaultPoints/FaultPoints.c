// Stands between a process and the system, and at a chosen call that changes a file kills the process or lets the call fail. For tests, on Linux.
//
//     LD_PRELOAD=libFaultPoints.so FAULT_FOLDER=/tmp/x FAULT_POINT=17 FAULT_KIND=kill-after program
//
// FAULT_FOLDER   only calls on files in this folder count
// FAULT_POINT    which of them, from 1 on
// FAULT_KIND     kill-before, kill-after, EIO, ENOSPC, or short: half of a write is done, and the disk is full from then on
// FAULT_ONCE     set: the call fails once, and the disk is well again; otherwise every later call fails too
// FAULT_COUNT    a file that is told at the end how many calls there were
//
// The calls themselves are made as system calls, so that no other function of the C library has to be found. Foundation and SQLite call the same
// functions; what the C library calls inside itself (stdio) is not seen.
#include "FaultPoints.h"

#if defined(__linux__)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long passed;

// What a call has to do.
struct fault {
    bool fails, is_short, dies_after;
};

static const char *setting(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

static bool is_inside(const char *path) {
    const char *folder = getenv("FAULT_FOLDER");
    return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static bool counts_path(const char *path) {
    char folder[PATH_MAX];
    if (!getenv("FAULT_FOLDER")) return false;
    return path[0] == '/' ? is_inside(path) : getcwd(folder, sizeof folder) && is_inside(folder);
}

static bool counts_file(int file) {
    char link[64], path[PATH_MAX];
    if (!getenv("FAULT_FOLDER")) return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (length < 0) return false;
    path[length] = 0;
    return is_inside(path);
}

static void die(void) { syscall(SYS_kill, (int)getpid(), SIGKILL); }

// Passes a point, where the call counts. `takes_space`: whether a full disk lets it fail.
static struct fault pass(bool counts, bool takes_space) {
    struct fault fault = {false, false, false};
    if (!counts) return fault;
    const char *kind = setting("FAULT_KIND");
    bool is_full = strcmp(kind, "ENOSPC") == 0 || strcmp(kind, "short") == 0;
    if (is_full && !takes_space) return fault;
    long number = atomic_fetch_add(&passed, 1) + 1, point = atol(setting("FAULT_POINT"));
    if (point <= 0 || number < point) return fault;
    bool is_point = number == point;
    if (strncmp(kind, "kill", 4) == 0) {
        if (is_point && strcmp(kind, "kill-before") == 0) die();
        fault.dies_after = is_point;
    } else if (is_point && strcmp(kind, "short") == 0) {
        fault.is_short = true;
    } else if (is_point || !getenv("FAULT_ONCE")) {
        fault.fails = true;
        errno = is_full ? ENOSPC : EIO;
    }
    return fault;
}

static long leave(struct fault fault, long result) {
    if (fault.dies_after) die();
    return result;
}

static size_t length(struct fault fault, size_t count) { return fault.is_short && count > 1 ? count / 2 : count; }

#define CALL(counts, takes_space, ...) \
    struct fault fault = pass(counts, takes_space); \
    if (fault.fails) return -1; \
    return leave(fault, syscall(__VA_ARGS__))

// MARK: Writing

ssize_t write(int file, const void *bytes, size_t count) { CALL(counts_file(file), true, SYS_write, file, bytes, length(fault, count)); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) { CALL(counts_file(file), true, SYS_pwrite64, file, bytes, length(fault, count), place); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) { CALL(counts_file(file), true, SYS_pwrite64, file, bytes, length(fault, count), place); }
ssize_t writev(int file, const struct iovec *parts, int count) { CALL(counts_file(file), true, SYS_writev, file, parts, (int)length(fault, (size_t)count)); }
int ftruncate(int file, off_t size) { CALL(counts_file(file), true, SYS_ftruncate, file, size); }
int ftruncate64(int file, off64_t size) { CALL(counts_file(file), true, SYS_ftruncate, file, size); }
int fsync(int file) { CALL(counts_file(file), true, SYS_fsync, file); }
int fdatasync(int file) { CALL(counts_file(file), true, SYS_fdatasync, file); }

// MARK: Names

int rename(const char *from, const char *to) { CALL(counts_path(to), true, SYS_renameat, AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int a, const char *from, int b, const char *to) { CALL(counts_path(to), true, SYS_renameat, a, from, b, to); }
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) { CALL(counts_path(to), true, SYS_renameat2, a, from, b, to, flags); }
int link(const char *from, const char *to) { CALL(counts_path(to), true, SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int a, const char *from, int b, const char *to, int flags) { CALL(counts_path(to), true, SYS_linkat, a, from, b, to, flags); }
int unlink(const char *path) { CALL(counts_path(path), false, SYS_unlinkat, AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { CALL(counts_path(path), false, SYS_unlinkat, folder, path, flags); }

// Opening counts where it may make a file.
static int make(int folder, const char *path, int flags, mode_t mode) { CALL(flags & O_CREAT && counts_path(path), true, SYS_openat, folder, path, flags, mode); }

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return make(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return make(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE(flags)
    return make(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    MODE(flags)
    return make(folder, path, flags, mode);
}

int creat(const char *path, mode_t mode) { return make(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

// MARK: The end

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("FAULT_COUNT");
    if (!path) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    char text[32];
    int size = snprintf(text, sizeof text, "%ld", atomic_load(&passed));
    if (file >= 0 && size > 0) {
        syscall(SYS_write, file, text, (size_t)size);
        syscall(SYS_close, file);
    }
}
#endif
