#include "file_attributes.h"

#include <errno.h>

#if defined(__APPLE__)
#include <copyfile.h>
#include <fcntl.h>
#include <unistd.h>

int file_attributes_copy(const char *from, int to) {
    int source = open(from, O_RDONLY | O_CLOEXEC);
    if (source < 0) return errno;
    int result = fcopyfile(source, to, NULL, COPYFILE_ACL | COPYFILE_XATTR) == 0 ? 0 : errno;
    close(source);
    return result == ENOTSUP || result == EPERM || result == EACCES ? 0 : result;
}

#elif defined(__linux__)
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>

/* What this user may not set, or the file system does not have, is no failure: owner and rights are treated likewise. */
static int may_be_left(int error) { return error == ENOTSUP || error == EPERM || error == EACCES || error == ENODATA; }

static int copy_one(const char *from, int to, const char *name) {
    ssize_t size = getxattr(from, name, NULL, 0);
    if (size < 0) return may_be_left(errno) ? 0 : errno;
    char *value = malloc(size > 0 ? (size_t)size : 1);
    if (value == NULL) return ENOMEM;
    size = getxattr(from, name, value, (size_t)size);
    int error = size < 0 || fsetxattr(to, name, value, (size_t)size, 0) != 0 ? errno : 0;
    free(value);
    return may_be_left(error) ? 0 : error;
}

int file_attributes_copy(const char *from, int to) {
    ssize_t size = listxattr(from, NULL, 0);
    if (size <= 0) return size == 0 || may_be_left(errno) ? 0 : errno;
    char *names = malloc((size_t)size);
    if (names == NULL) return ENOMEM;
    size = listxattr(from, names, (size_t)size);
    int error = size < 0 ? errno : 0;
    for (const char *name = names; error == 0 && name < names + size; name += strlen(name) + 1) {
        error = copy_one(from, to, name);
    }
    free(names);
    return error;
}

#else
int file_attributes_copy(const char *from, int to) { return 0; }
#endif
