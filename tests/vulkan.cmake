# The Vulkan that the tests run on, as variables of their environment. Debian's chromium-common has a validation layer that is
# years ahead of vulkan-validationlayers, and SwiftShader, a second software device. Neither is needed: what is not there is left out.
find_library(PLIANT_VALIDATION_LAYER VkLayer_khronos_validation NO_DEFAULT_PATH PATHS /usr/lib/chromium
  DOC "The newest Khronos validation layer that there is")
find_file(PLIANT_SWIFTSHADER vk_swiftshader_icd.json NO_DEFAULT_PATH PATHS /usr/lib/chromium DOC "SwiftShader's manifest")

# All of synchronization validation: each access of a shader to a buffer counts as one to all that is bound.
set(PLIANT_TEST_ENVIRONMENT "")
if(PLIANT_VALIDATION_LAYER)
  set(layer_folder ${PROJECT_BINARY_DIR}/validation)
  file(CONFIGURE OUTPUT ${layer_folder}/VkLayer_khronos_validation.json @ONLY CONTENT [[{
  "file_format_version": "1.2.0",
  "layer": {
    "name": "VK_LAYER_KHRONOS_validation",
    "type": "GLOBAL",
    "library_path": "@PLIANT_VALIDATION_LAYER@",
    "api_version": "1.3.239",
    "implementation_version": "1",
    "description": "Khronos Validation Layer",
    "instance_extensions": [
      {"name": "VK_EXT_debug_report", "spec_version": "9"},
      {"name": "VK_EXT_debug_utils", "spec_version": "1"},
      {"name": "VK_EXT_validation_features", "spec_version": "2"}
    ]
  }
}
]])
  file(CONFIGURE OUTPUT ${layer_folder}/vk_layer_settings.txt @ONLY CONTENT [[
khronos_validation.validate_sync = true
khronos_validation.syncval_full_validation = true
khronos_validation.syncval_shader_accesses_heuristic = true
]])
  list(APPEND PLIANT_TEST_ENVIRONMENT VK_LAYER_PATH=${layer_folder}
    VK_LAYER_SETTINGS_PATH=${layer_folder}/vk_layer_settings.txt)
  # Kernels that look at each of their accesses. Which descriptors they use is only asked for arrays of them, and takes as long to compile.
  file(CONFIGURE OUTPUT ${layer_folder}/assisted.txt @ONLY CONTENT [[
khronos_validation.gpuav_enable = true
khronos_validation.gpuav_post_process_descriptor_indexing = false
khronos_validation.validate_core = false
]])
else()
  message(STATUS "No newer validation layer (Debian: chromium-common): the tests use the system's, without its shader accesses")
endif()

if(PLIANT_SWIFTSHADER)
  set(PLIANT_SWIFTSHADER_ENVIRONMENT ${PLIANT_TEST_ENVIRONMENT} PLIANT_TEST_DEVICE=SwiftShader
    VK_DRIVER_FILES=${PLIANT_SWIFTSHADER} VK_ICD_FILENAMES=${PLIANT_SWIFTSHADER})
  set(PLIANT_ASSISTED_ENVIRONMENT ${PLIANT_SWIFTSHADER_ENVIRONMENT})
  list(TRANSFORM PLIANT_ASSISTED_ENVIRONMENT REPLACE vk_layer_settings.txt assisted.txt)
else()
  message(STATUS "No SwiftShader (Debian: chromium-common): the tests on it are left out")
endif()
