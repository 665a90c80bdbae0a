# What `cmake --install` puts where, and the package that find_package(orujo) finds.
# SPDX-License-Identifier: Apache-2.0
include(CMakePackageConfigHelpers)

# Layers that programs of others build on; `cli` belongs to the command alone.
get_property(layers GLOBAL PROPERTY ORUJO_LAYERS)
list(REMOVE_ITEM layers orujo_cli)

# orujo::orujo stands for all of them.
add_library(orujo_all INTERFACE)
add_library(orujo::orujo ALIAS orujo_all)
set_target_properties(orujo_all PROPERTIES EXPORT_NAME orujo)
target_link_libraries(orujo_all INTERFACE ${layers})

install(TARGETS ${layers} orujo_all EXPORT orujo_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT orujo_targets NAMESPACE orujo:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/orujo)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/orujo DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "cli" EXCLUDE PATTERN "orujo/python" EXCLUDE PATTERN "transport/mpi" EXCLUDE PATTERN "columnar/arrow" EXCLUDE)

set(ORUJO_PLUGIN_FOLDER ${CMAKE_INSTALL_LIBDIR}/orujo)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/orujoConfig.cmake.in ${PROJECT_BINARY_DIR}/orujoConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/orujo PATH_VARS ORUJO_PLUGIN_FOLDER)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/orujoConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/orujoConfig.cmake ${PROJECT_BINARY_DIR}/orujoConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/orujo)

# The command. The plug-ins, which it opens at run time, are installed where they are built.
if(TARGET orujo)
  install(TARGETS orujo RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
