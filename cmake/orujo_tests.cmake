# How a test is declared: GoogleTest programs, Python scripts and files that must not compile.
# SPDX-License-Identifier: Apache-2.0
#
# Labels: `fast` (the default; `ctest -L fast` stays near a minute), `slow` (a folder named slow/),
# `mpi` (under mpirun), `check` (rules of the source tree), `example`.
# The target `fast_tests` builds what the label `fast` needs and nothing else.

add_custom_target(fast_tests)

# orujo_glob_tests(OUTPUT FOLDER PATTERN SLOW|FAST): files under FOLDER, in or outside slow/.
function(orujo_glob_tests output folder pattern speed)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/${pattern})
  if(speed STREQUAL "SLOW")
    list(FILTER files INCLUDE REGEX "/slow/")
  else()
    list(FILTER files EXCLUDE REGEX "/slow/")
  endif()
  list(SORT files)
  set(${output} ${files} PARENT_SCOPE)
endfunction()

# orujo_add_test_program(NAME LINKS <targets...> SOURCES <files...>): a GoogleTest program. What is tested is
# compiled as it is released; the tests around it need not be as quick as it is.
# Half of the time to compile one is reading headers, so that several are compiled as one.
function(orujo_add_test_program name)
  cmake_parse_arguments(program "" "" "LINKS;SOURCES" ${ARGN})
  add_executable(${name} ${program_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${name} PRIVATE ${program_LINKS} GTest::gtest GTest::gtest_main orujo_flags)
endfunction()

# orujo_add_gtest(FOLDER LINKS <targets...>): the tests of one layer, each a ctest test of its own.
function(orujo_add_gtest folder)
  cmake_parse_arguments(gtest "" "" "LINKS" ${ARGN})
  foreach(speed FAST SLOW)
    orujo_glob_tests(sources ${CMAKE_CURRENT_SOURCE_DIR}/${folder} *_test.cpp ${speed})
    if(NOT sources)
      continue()
    endif()
    string(TOLOWER ${speed} label)
    set(name test_${folder}_${label})
    orujo_add_test_program(${name} LINKS ${gtest_LINKS} SOURCES ${sources})
    set(at_once 6)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")  # GCC takes more memory
      set(at_once 12)
    endif()
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${at_once})
    # GCC takes what several sources have in namespaces without names for a header's.
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    if(speed STREQUAL "FAST")
      add_dependencies(fast_tests ${name})
      set(limit TIMEOUT 600)
    else()
      set(limit TIMEOUT 900)
    endif()
    # PRE_TEST: a sanitized program is first run by ctest, with the environment that ctest was given.
    gtest_discover_tests(${name} TEST_PREFIX ${folder}. DISCOVERY_MODE PRE_TEST
                         DISCOVERY_TIMEOUT 120 PROPERTIES LABELS ${label} ${limit})
  endforeach()
endfunction()

# orujo_add_mpi_tests(FOLDER [EXCEPT <gtest pattern>] [SLOW] [SECOND_AT <ranks>] [PER_WORKER]): the fast tests of a layer once more
# under every mpirun found, at 1, 2 and 4 ranks, or the slow ones at 1, 2, 3 and 8. Each rank runs the
# same tests in the same order; a failure on any rank fails the run. EXCEPT leaves out what is meant
# to end a rank on its own; SECOND_AT is the only number of ranks for all MPIs but the first. PER_WORKER runs them
# yet again at 2 and 4 ranks, with an endpoint of MPI for each worker, and small parcels through MPI, too.
function(orujo_add_mpi_tests folder)
  cmake_parse_arguments(mpi "SLOW;PER_WORKER" "EXCEPT;SECOND_AT" "" ${ARGN})
  set(program test_${folder}_fast)
  set(prefix mpi.${folder})
  set(numbers 1 2 4)
  if(mpi_SLOW)
    set(numbers 1 2 3 8)
    set(program test_${folder}_slow)
    set(prefix mpi.${folder}.slow)
  endif()
  get_property(plugins GLOBAL PROPERTY ORUJO_PLUGINS)
  if(NOT TARGET ${program} OR NOT plugins OR ORUJO_SANITIZE)
    return()
  endif()
  add_dependencies(${program} ${plugins})
  set(second FALSE)
  foreach(library openmpi mpich)
    find_program(ORUJO_LAUNCHER_${library} mpirun.${library})
    if(NOT ORUJO_LAUNCHER_${library} OR NOT TARGET orujo_mpi_${library})
      continue()
    endif()
    if(second AND mpi_SECOND_AT)
      set(numbers ${mpi_SECOND_AT})
    endif()
    set(second TRUE)
    foreach(ranks ${numbers})
      set(test ${prefix}.${library}.ranks_${ranks})
      set(command ${ORUJO_LAUNCHER_${library}} -n ${ranks} $<TARGET_FILE:${program}>
                  --gtest_brief=1 --gtest_filter=-${mpi_EXCEPT})
      add_test(NAME ${test} COMMAND ${command})
      set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 900 PROCESSORS 2)
      if(mpi_PER_WORKER AND ranks GREATER 1)
        add_test(NAME ${test}.per_worker COMMAND ${command})
        set_tests_properties(${test}.per_worker PROPERTIES
          LABELS mpi TIMEOUT 900 PROCESSORS 2
          ENVIRONMENT "ORUJO_MPI_ENDPOINTS=per_worker;ORUJO_MPI_HOST_QUEUES=false")
      endif()
    endforeach()
  endforeach()
endfunction()

# orujo_add_python_tests(FOLDER): each *_test.py is run with the interpreter ORUJO_PYTHON; mpi_*_test.py
# has the label `mpi`, too. Sanitized builds leave them out: MPI libraries have findings of their own.
function(orujo_add_python_tests folder)
  if(ORUJO_SANITIZE)
    return()
  endif()
  foreach(speed FAST SLOW)
    orujo_glob_tests(scripts ${CMAKE_CURRENT_SOURCE_DIR}/${folder} *_test.py ${speed})
    string(TOLOWER ${speed} label)
    foreach(script IN LISTS scripts)
      file(RELATIVE_PATH test ${CMAKE_CURRENT_SOURCE_DIR} ${script})
      string(REGEX REPLACE "_test\\.py$" "" test ${test})
      string(REPLACE "/" "." test ${test})
      set(labels ${label})
      if(test MATCHES "mpi_")
        list(APPEND labels mpi)
      endif()
      add_test(NAME ${test} COMMAND ${ORUJO_PYTHON} ${script})
      set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT 900)
    endforeach()
  endforeach()
endfunction()

# orujo_add_compile_fail_tests(FILE): one test for each section of FILE, plus one for the file without
# any section, which must compile. A section is guarded by a line
#   #ifdef SECTION_name  // error: regular expression that the compiler's message matches
function(orujo_add_compile_fail_tests file)
  get_filename_component(stem ${file} NAME_WE)
  set(compiler ${CMAKE_COMMAND} -E env LC_ALL=C ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only
               -I${PROJECT_SOURCE_DIR}/src)
  add_test(NAME compile_fail.${stem} COMMAND ${compiler} ${file})
  set_tests_properties(compile_fail.${stem} PROPERTIES LABELS fast TIMEOUT 120)
  file(STRINGS ${file} sections REGEX "^#ifdef SECTION_")
  foreach(section IN LISTS sections)
    if(NOT section MATCHES "^#ifdef SECTION_([A-Za-z0-9_]+) +// error: (.+)$")
      message(FATAL_ERROR "${file}: write '#ifdef SECTION_name  // error: regex', not '${section}'")
    endif()
    set(name ${CMAKE_MATCH_1})
    set(expected ${CMAKE_MATCH_2})
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      set(expected "error")  # the expressions are for GCC's messages
    endif()
    add_test(NAME compile_fail.${stem}.${name}
             COMMAND ${CMAKE_COMMAND} "-DEXPECTED=${expected}" -P
                     ${PROJECT_SOURCE_DIR}/cmake/run_compile_fail.cmake --
                     ${compiler} -DSECTION_${name} ${file})
    set_tests_properties(compile_fail.${stem}.${name} PROPERTIES LABELS fast TIMEOUT 120)
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
endfunction()

# The first interpreter that has the modules the Python tests import; any Python 3 failing that.
function(orujo_find_test_python)
  if(ORUJO_PYTHON)
    return()
  endif()
  foreach(candidate python3 /usr/bin/python3)
    execute_process(COMMAND ${candidate} -c "import jsonschema, numpy, scipy, networkx"
                    RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
    if(NOT missing)
      set(ORUJO_PYTHON ${candidate} CACHE STRING "Python that runs the tests")
      return()
    endif()
  endforeach()
  message(STATUS "Python tests: modules are missing (make test installs them)")
  set(ORUJO_PYTHON python3 PARENT_SCOPE)
endfunction()
