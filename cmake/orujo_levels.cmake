# The command in a library, which is built once for each level of processors.
# SPDX-License-Identifier: Apache-2.0
#
# The program is a few lines that need liborujo_command.so. glibc 2.33 and later look for a library
# in glibc-hwcaps/<level>/ of each folder first, for each level that the processor has, newest first.
# The library exports `main` alone: all calls within it are bound when it is linked, as in a program.
include(ExternalProject)

# orujo_add_level(LEVEL): liborujo_command.so for processors of LEVEL, in a build tree of its own.
function(orujo_add_level level)
  set(tree ${PROJECT_BINARY_DIR}/levels/${level})
  set(same "")
  foreach(variable CMAKE_BUILD_TYPE CMAKE_C_COMPILER CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_TOOLCHAIN_FILE
                   CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CMAKE_INSTALL_PREFIX
                   CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_PREFIX_PATH ORUJO_CHECKED ORUJO_WERROR)
    if(DEFINED ${variable})
      list(APPEND same "-D${variable}:STRING=${${variable}}")
    endif()
  endforeach()
  # The terminal: one tree at a time, each with all cores.
  ExternalProject_Add(orujo_level_${level}
    SOURCE_DIR ${PROJECT_SOURCE_DIR} BINARY_DIR ${tree} PREFIX ${PROJECT_BINARY_DIR}/levels/steps
    CMAKE_ARGS ${same} -DORUJO_NATIVE=OFF -DORUJO_ARCH=${level} -DORUJO_IS_LEVEL=ON -DORUJO_MPI=OFF -DORUJO_ARROW=OFF
               -DORUJO_TESTS=OFF -DORUJO_BENCH=OFF
    BUILD_COMMAND ${CMAKE_COMMAND} --build <BINARY_DIR> --target orujo_command
    BUILD_ALWAYS ON USES_TERMINAL_BUILD ON INSTALL_COMMAND ""
    DEPENDS orujo_command)
  # Where the program of this build tree finds it, too.
  set(place ${PROJECT_BINARY_DIR}/lib/orujo/glibc-hwcaps/${level})
  ExternalProject_Add_Step(orujo_level_${level} place DEPENDEES build ALWAYS ON
    COMMAND ${CMAKE_COMMAND} -E make_directory ${place}
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${tree}/lib/orujo/liborujo_command.so ${place})
  install(FILES ${place}/liborujo_command.so
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/orujo/glibc-hwcaps/${level})
  add_dependencies(orujo orujo_level_${level})
endfunction()

# orujo_add_leveled_command(SOURCE): the targets orujo_command, which has SOURCE, and orujo.
function(orujo_add_leveled_command source)
  add_library(orujo_command SHARED ${source})
  set(exports ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
  target_link_options(orujo_command PRIVATE -Wl,--version-script=${exports} -Wl,--as-needed -Wl,-z,defs -s)
  set_target_properties(orujo_command PROPERTIES LINK_DEPENDS ${exports}
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/orujo)
  set(empty ${PROJECT_BINARY_DIR}/program_in_library.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "")
  add_executable(orujo ${empty})
  # Nothing of the program itself calls the library but the start of all C programs.
  target_link_libraries(orujo PRIVATE orujo_command)
  target_link_options(orujo PRIVATE -Wl,--no-as-needed)
  file(RELATIVE_PATH place ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/orujo)
  set_target_properties(orujo PROPERTIES BUILD_RPATH_USE_ORIGIN ON INSTALL_RPATH "$ORIGIN/${place}")
  install(TARGETS orujo_command LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/orujo)
  foreach(level IN LISTS ORUJO_LEVELS)
    orujo_add_level(${level})
  endforeach()
endfunction()
