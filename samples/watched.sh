#!/bin/sh
# Runs a sample that knows nothing of validation under the layer, with synchronization validation, and fails if that says a word.
# PLIANT_TEST_VALIDATION=0: without the layer, where there is none.
if [ "$PLIANT_TEST_VALIDATION" != 0 ]; then
    export VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation
    # A newer layer is asked for it in its settings, and warns of this way.
    [ -n "$VK_LAYER_SETTINGS_PATH" ] || export VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT
fi
said=$("$@" 2>&1)
status=$?
echo "$said"
case "$said" in
    *"Validation Error"* | *"Validation Warning"* | *SYNC-HAZARD*) exit 1 ;;
esac
exit $status
