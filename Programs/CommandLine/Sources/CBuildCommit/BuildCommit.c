#include "CBuildCommit.h"

#ifndef BUILD_COMMIT
#define BUILD_COMMIT ""
#endif

const char *build_commit(void) { return BUILD_COMMIT; }
