#!/bin/sh
# Runs a sample with the validation layer, but where PLIANT_TEST_VALIDATION=0 says that there is none.
[ "$PLIANT_TEST_VALIDATION" = 0 ] || set -- "$@" --validation
exec "$@"
