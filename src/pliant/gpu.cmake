# pliant::gpu: the solver on Vulkan.

# Kernels: GLSL to lists of SPIR-V words. Names are a fifth of them, and go where spirv-opt is there.
find_program(SPIRV_OPT spirv-opt)
set(without_names ${CMAKE_COMMAND} -E true)
if(SPIRV_OPT)
  set(without_names ${SPIRV_OPT} --strip-debug)
endif()
set(PLIANT_SHADERS ${PROJECT_SOURCE_DIR}/shaders)
set(PLIANT_KERNELS integrate integrate_by_texels move_pins push_triangles gather_pushes sweep_tiles sweep_tiles_alone step_whole_bodies step_whole_bodies_alone solve_sticks correct_sticks gather_corrections solve_bends hold_tethers
  integrate_in_frames push_triangles_in_frames collide_in_frames push_enclosures_in_frames
  step_whole_bodies_in_frames step_whole_bodies_alone_in_frames
  collide keep_places sum_shapes turn_shapes match_shapes
  solve_elements measure_enclosures sum_enclosures solve_enclosures push_enclosures
  place_outlines find_contacts push_contacts move_contacts
  push_from_colliders push_from_colliders_in_frames rub_on_colliders rub_on_colliders_in_frames find_supports find_supports_in_frames
  watch_neighbours place_neighbours bound_neighbours find_neighbours count_touches share_drifts spread_supports push_neighbours move_neighbours take_touches find_cuts align_bases cut_ways
  add_forces advance settle_velocities
  watch_calm hold_asleep turn_sleepers
  measure_hinges gather_tensors solve_tensors spread_tensors push_hinges
  solve_sticks_chained levels_chained solve_bends_chained solve_elements_chained carry_moments_chained solve_tensors_chained bound_neighbours_chained find_neighbours_together sum_clusters begin_shifts shift_particles hold_strands hold_rims carry_moments carry_tensions place_vertices place_vertices_in_world gather_normals gather_tangents reduce_bounds place_obstacle)
set(kernel_dir ${CMAKE_CURRENT_BINARY_DIR}/kernels)
file(MAKE_DIRECTORY ${kernel_dir})
set(kernel_words "")
set(kernel_list "")
foreach(kernel IN LISTS PLIANT_KERNELS)
  set(output ${kernel_dir}/${kernel}.inc)
  add_custom_command(OUTPUT ${output}
    COMMAND ${GLSLC} --target-env=vulkan1.2 -fshader-stage=compute -I${PLIANT_SHADERS} -I${CMAKE_CURRENT_SOURCE_DIR}
      -MD -MF ${output}.d -MT ${output} -o ${output}.spv ${PLIANT_SHADERS}/${kernel}.comp.glsl
    COMMAND ${without_names} ${output}.spv -o ${output}.spv
    COMMAND ${CMAKE_COMMAND} -D FROM=${output}.spv -D TO=${output} -P ${CMAKE_CURRENT_SOURCE_DIR}/spirv_words.cmake
    DEPENDS ${PLIANT_SHADERS}/${kernel}.comp.glsl ${CMAKE_CURRENT_SOURCE_DIR}/spirv_words.cmake
    DEPFILE ${output}.d
    COMMENT "Compiling kernel ${kernel}"
    VERBATIM)
  list(APPEND kernel_outputs ${output})
  # solve_sticks is kSolveSticks in C++
  string(REGEX MATCHALL "[a-z0-9]+" words ${kernel})
  set(title "")
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 initial)
    string(SUBSTRING ${word} 1 -1 others)
    string(TOUPPER ${initial} initial)
    string(APPEND title ${initial}${others})
  endforeach()
  string(APPEND kernel_list " \\\n    X(${title})")
  string(APPEND kernel_words "constexpr std::uint32_t k${title}[] =\n#include \"${kernel}.inc\"\n    ;\n")
endforeach()
string(APPEND kernel_words "#define PLIANT_KERNELS(X)${kernel_list}\n")
file(CONFIGURE OUTPUT ${kernel_dir}/kernel_words.inc CONTENT "${kernel_words}" @ONLY)

# volk under a prefix: its globals have the names of Vulkan's own functions, see gpu/volk_private.h.
find_path(VOLK_INCLUDE_DIR volk.h HINTS ${Vulkan_INCLUDE_DIRS} REQUIRED)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${VOLK_INCLUDE_DIR}/volk.h)
set(volk_dir ${CMAKE_CURRENT_BINARY_DIR}/volk)
file(READ ${VOLK_INCLUDE_DIR}/volk.h volk_header)
string(REGEX MATCHALL "extern PFN_vk[A-Za-z0-9]+|volk[A-Z][A-Za-z]+\\(" volk_names "${volk_header}")
list(REMOVE_DUPLICATES volk_names)
list(TRANSFORM volk_names REPLACE "^extern PFN_|\\($" "")
list(TRANSFORM volk_names REPLACE ".+" "#define \\0 pliant_\\0\n")
string(CONCAT volk_names ${volk_names})
file(CONFIGURE OUTPUT ${volk_dir}/volk_names.h CONTENT "${volk_names}" @ONLY)

add_library(pliant_gpu STATIC
  gpu/device_choice.cpp gpu/instance.cpp gpu/gpu.cpp gpu/traits.cpp gpu/vulkan_error.cpp gpu/buffer.cpp gpu/buffer_plan.cpp gpu/pipeline_cache.cpp gpu/uploads.cpp gpu/bindings.cpp gpu/pipelines.cpp gpu/programs.cpp gpu/kernel_code.cpp
  gpu/pass_work.cpp gpu/kernels.cpp gpu/tiles.cpp gpu/whole_bodies.cpp gpu/host_inputs.cpp gpu/pass_timer.cpp gpu/pass_chain.cpp gpu/step_recorder.cpp gpu/step_recordings.cpp gpu/gpu_solver.cpp gpu/gpu_surface.cpp gpu/gpu_obstacle.cpp gpu/bounds_plan.cpp gpu/vertex_streams.cpp
  gpu/volk_private.c ${kernel_outputs})
set_source_files_properties(gpu/kernel_code.cpp PROPERTIES OBJECT_DEPENDS "${kernel_outputs}")
target_include_directories(pliant_gpu PRIVATE ${kernel_dir} ${volk_dir})
target_link_libraries(pliant_gpu PUBLIC pliant_core PRIVATE $<BUILD_INTERFACE:pliant_flags> $<BUILD_INTERFACE:Vulkan::Headers> ${sentences} ${CMAKE_DL_LIBS})

set_source_files_properties(gpu/volk_private.c PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
