#pragma once

/// How often memory was asked for so far; 0 where it cannot be counted (anything but glibc).
long allocation_count(void);
