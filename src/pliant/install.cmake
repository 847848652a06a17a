# What `cmake --install` puts where: headers as <pliant/...>, the static libraries by part and libpliant.so with all of them, and what
# find_package(pliant) and pkg-config read. The packages of `cpack -G DEB` are made of the same.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# All that pliant.hpp and the readers and writers of files include; the rest is nobody's business.
set(PLIANT_PUBLIC_HEADERS pliant.hpp pliant.h result.h export.h version.h glm_layout.h
  c/scene_types.h c/solver_types.h
  cpu/cpu_solver.h
  gpu/gpu.h gpu/gpu_obstacle.h gpu/gpu_solver.h gpu/gpu_surface.h gpu/solver_options.h gpu/step_profile.h gpu/tiles.h gpu/traits.h gpu/vulkan_handles.h
  io/frame_writer.h io/mesh_reader.h io/output_file.h io/pc2.h
  scene/bending.h scene/block.h scene/collider.h scene/contact.h scene/enclosure.h scene/fabric.h scene/forces.h scene/frame.h scene/grid.h scene/lattice.h
  scene/mesh.h scene/obstacle.h scene/outline.h scene/pins.h scene/rigid_body.h scene/rope.h scene/scene.h scene/shape.h scene/skin.h scene/sleep.h scene/soft_body.h scene/solids.h scene/tet_body.h
  schedule/compile_options.h schedule/geodesic.h schedule/memory.h schedule/pass_kinds.h schedule/plan_frames.h schedule/schedule.h
  schedule/stability.h schedule/step_inputs.h schedule/step_plan.h schedule/tethers.h
  shared/basic_types.h shared/contact_layout.h shared/embedding.h shared/layout.h shared/pass_layout.h shared/portable.h shared/real.h
  state/carry_over.h state/crossings.h state/rigid_motion.h state/snapshot.h state/step_report.h state/stretch.h
  state/untangle.h surface/render_mesh.h surface/surface.h surface/world.h)
file(GLOB element_headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS elements/*.h)  # of all kinds: docs/ADD_A_CONSTRAINT.md
list(APPEND PLIANT_PUBLIC_HEADERS ${element_headers})

# One library for all parts: they know of each other what no program should.
add_library(pliant_shared SHARED)
foreach(part IN LISTS PLIANT_PARTS)
  target_sources(pliant_shared PRIVATE $<TARGET_OBJECTS:pliant_${part}>)
endforeach()
target_include_directories(pliant_shared PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
target_compile_features(pliant_shared PUBLIC cxx_std_20)
target_link_libraries(pliant_shared PUBLIC glm::glm PRIVATE ${sentences} $<$<BOOL:${PLIANT_TBB}>:TBB::tbb> ${CMAKE_DL_LIBS})
set_target_properties(pliant_shared PROPERTIES OUTPUT_NAME pliant EXPORT_NAME pliant WINDOWS_EXPORT_ALL_SYMBOLS ON VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
add_library(pliant::pliant ALIAS pliant_shared)

if(NOT PLIANT_INSTALL)
  set_target_properties(pliant_shared PROPERTIES EXCLUDE_FROM_ALL TRUE)
  return()
endif()
foreach(part IN LISTS PLIANT_PARTS)
  set_target_properties(pliant_${part} PROPERTIES EXPORT_NAME ${part})
  target_include_directories(pliant_${part} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
target_include_directories(pliant_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
list(TRANSFORM PLIANT_PARTS PREPEND pliant_ OUTPUT_VARIABLE static_libraries)
install(TARGETS ${static_libraries} EXPORT pliantStaticTargets ARCHIVE COMPONENT development)
install(TARGETS pliant_shared EXPORT pliantSharedTargets LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
foreach(header IN LISTS PLIANT_PUBLIC_HEADERS)
  cmake_path(GET header PARENT_PATH room)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pliant/${room} COMPONENT development)
endforeach()

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pliant)
configure_package_config_file(pliantConfig.cmake.in ${PROJECT_BINARY_DIR}/pliantConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pliantConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pliantConfig.cmake ${PROJECT_BINARY_DIR}/pliantConfigVersion.cmake DESTINATION ${config_dir}
  COMPONENT development)
foreach(form Static Shared)
  install(EXPORT pliant${form}Targets NAMESPACE pliant:: DESTINATION ${config_dir} COMPONENT development)
endforeach()
file(RELATIVE_PATH prefix_from_pkgconfig /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)  # an installed tree may be moved
set(pkgconfig_needs "")
foreach(need fmt tbb)
  string(TOUPPER PLIANT_${need} option)
  if(${option})
    list(APPEND pkgconfig_needs ${need})
  endif()
endforeach()
list(JOIN pkgconfig_needs ", " pkgconfig_needs)
foreach(part c io gpu core)  # each before what it needs
  if(part IN_LIST PLIANT_PARTS)
    string(APPEND pkgconfig_libraries " -lpliant_${part}")
  endif()
endforeach()
foreach(form "" -static)
  configure_file(pliant${form}.pc.in ${PROJECT_BINARY_DIR}/pliant${form}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/pliant${form}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pliant)
set(CPACK_PACKAGE_CONTACT "the Pliant authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Soft bodies on Vulkan and on the processor, with the same bits")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libpliant${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpliant-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libpliant${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} (= ${PROJECT_VERSION}), libglm-dev, libfmt-dev, libtbb-dev")
include(CPack)
