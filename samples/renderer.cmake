# The scenes and what draws them, for the command, the viewer and the Python module.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)  # the module holds them

# What it is made of; without the samples themselves it may be left out.
find_package(nlohmann_json REQUIRED)
find_path(STB_INCLUDE_DIR stb/stb_truetype.h DOC "Where stb lies: Debian's libstb-dev")
find_file(PLIANT_FONT DejaVuSans.ttf PATHS /usr/share/fonts PATH_SUFFIXES truetype/dejavu TTF dejavu dejavu-sans-fonts
  DOC "The font of what is written in pictures and in the window: Debian's fonts-dejavu-core")
if(NOT STB_INCLUDE_DIR OR NOT PLIANT_FONT)
  if(PLIANT_SAMPLES)
    message(FATAL_ERROR "The samples want stb and DejaVu Sans: Debian's libstb-dev and fonts-dejavu-core")
  endif()
  message(STATUS "No stb or no DejaVu Sans: the Python module draws no pictures")
  return()
endif()

add_library(pliant_scenes STATIC scenes/scenes.cpp scenes/cloth.cpp scenes/drape.cpp scenes/stack.cpp scenes/pile.cpp scenes/hammock.cpp scenes/scarf.cpp scenes/curtain.cpp scenes/knot.cpp scenes/in_the_way.cpp scenes/shape_in_the_way.cpp
  scenes/gust.cpp
  scenes/flag.cpp scenes/many_flags.cpp scenes/pole.cpp scenes/rope.cpp scenes/ropes.cpp scenes/rope2d.cpp scenes/cord.cpp scenes/weave.cpp
  scenes/cloth_integrators.cpp scenes/jelly.cpp scenes/balloon.cpp scenes/mesh.cpp scenes/pin.cpp
  scenes/softbody2d.cpp scenes/ship.cpp scenes/turn.cpp scenes/session.cpp scenes/recording.cpp
  scenes/pinball/table.cpp scenes/pinball/game.cpp scenes/pinball/rules.cpp scenes/pinball/pinball.cpp)
target_include_directories(pliant_scenes PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(pliant_scenes PUBLIC pliant_io PRIVATE pliant_flags nlohmann_json::nlohmann_json)
target_precompile_headers(pliant_scenes PRIVATE ${PROJECT_SOURCE_DIR}/src/pliant/precompiled.h)

# The font lies within the program.
set(font_bytes ${CMAKE_CURRENT_BINARY_DIR}/font_bytes.c)
add_custom_command(OUTPUT ${font_bytes}
  COMMAND ${CMAKE_COMMAND} -DFILE=${PLIANT_FONT} -DNAME=pliant_font_file -DOUT=${font_bytes} -P ${CMAKE_CURRENT_SOURCE_DIR}/bytes.cmake
  DEPENDS ${PLIANT_FONT} bytes.cmake VERBATIM)
set_source_files_properties(${font_bytes} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)

# The renderer: draws without a window, or into one that it is given. Its shaders become lists of SPIR-V words.
set(viewer_shaders measure_bounds.comp measure_stretch.comp cast.vert surface.vert crease.vert tube.vert rope_end.vert shell.vert dot.vert line.vert solid.vert
  ground.vert sky.vert fabric.frag dot.frag line.frag solid.frag ground.frag sky.frag
  flat_background.vert flat_background.frag flat_face.vert flat_face.frag flat_line.vert flat_line.frag
  flat_solid.vert flat_solid.frag flat_dot.vert flat_dot.frag)
set(viewer_shader_source ${CMAKE_CURRENT_SOURCE_DIR}/viewer/shaders)
set(viewer_shader_dir ${CMAKE_CURRENT_BINARY_DIR}/shaders)
file(MAKE_DIRECTORY ${viewer_shader_dir})
foreach(shader IN LISTS viewer_shaders)
  string(REGEX REPLACE ".*\\." "" stage ${shader})
  set(output ${viewer_shader_dir}/${shader}.inc)
  add_custom_command(OUTPUT ${output}
    COMMAND ${GLSLC} --target-env=vulkan1.2 -fshader-stage=${stage} -O -I${viewer_shader_source} -mfmt=c
      -MD -MF ${output}.d -o ${output} ${viewer_shader_source}/${shader}.glsl
    DEPENDS ${viewer_shader_source}/${shader}.glsl
    DEPFILE ${output}.d
    COMMENT "Compiling shader ${shader}" VERBATIM)
  list(APPEND viewer_shader_outputs ${output})
endforeach()

add_library(pliant_viewer STATIC
  viewer/device.cpp viewer/camera.cpp viewer/camera_motion.cpp viewer/palette.cpp viewer/model_tables.cpp viewer/creases.cpp viewer/model.cpp viewer/images.cpp
  viewer/targets.cpp viewer/shader_code.cpp viewer/bindings.cpp viewer/pipelines.cpp viewer/solids.cpp
  viewer/frame_data.cpp viewer/draw_calls.cpp viewer/touching.cpp viewer/insight.cpp viewer/draws.cpp viewer/flat_draws.cpp viewer/renderer.cpp viewer/picture.cpp viewer/png.cpp viewer/movie.cpp
  viewer/font.cpp viewer/overlay.cpp viewer/overlay_image.cpp
  ${viewer_shader_outputs} ${font_bytes})
set_source_files_properties(viewer/shader_code.cpp PROPERTIES OBJECT_DEPENDS "${viewer_shader_outputs}")
target_include_directories(pliant_viewer PRIVATE ${viewer_shader_dir})
target_link_libraries(pliant_viewer PUBLIC pliant_scenes pliant_gpu Vulkan::Headers PRIVATE pliant_flags)
target_precompile_headers(pliant_viewer REUSE_FROM pliant_scenes)

