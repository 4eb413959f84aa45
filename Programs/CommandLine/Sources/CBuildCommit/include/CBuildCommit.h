/// The commit that the program was built from; empty when the build did not say.
#ifndef C_BUILD_COMMIT_H
#define C_BUILD_COMMIT_H

const char *build_commit(void);

#endif
