/// Nothing to call: the library is put before the C library (`LD_PRELOAD`), and told by its environment what to do.
