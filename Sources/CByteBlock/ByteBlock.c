// The functions are inline. SwiftPM wants a source file.
#include "byte_block.h"
