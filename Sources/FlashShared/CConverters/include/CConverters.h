/* Nothing to call: see converters.c. */
