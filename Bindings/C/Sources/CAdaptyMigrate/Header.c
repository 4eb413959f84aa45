#include "adapty_migrate.h"
