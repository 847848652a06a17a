// RoundingModeRTE 32 and SignedZeroInfNanPreserve 32: what the guarantee of the same bits needs, where the device can
// promise it.
#ifdef PLIANT_ROUND_TO_EVEN
#extension GL_EXT_spirv_intrinsics : require
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 32);
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);
#endif
