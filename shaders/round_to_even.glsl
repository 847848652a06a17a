// RoundingModeRTE 32 and SignedZeroInfNanPreserve 32: what the guarantee of the same bits needs. From kernels for
// devices that cannot promise it they are taken out, see withoutRounding() in src/pliant/gpu/kernel_code.h.
#extension GL_EXT_spirv_intrinsics : require
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 32);
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);
