# How a layer, a test and a program are declared.
# SPDX-License-Identifier: Apache-2.0
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(PkgConfig REQUIRED)

# Flags of everything we compile ourselves; consumers of the installed package do not inherit them.
add_library(orujo_flags INTERFACE)
target_compile_options(orujo_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion
                                             $<$<BOOL:${ORUJO_WERROR}>:-Werror>)
# Where sources are compiled together, Clang takes what another one has in a namespace without a name
# for something to be shadowed.
target_compile_options(orujo_flags INTERFACE
  $<$<NOT:$<AND:$<CXX_COMPILER_ID:Clang>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>>:-Wshadow>)
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(ORUJO_LEVELS "")  # the preset `package` names those of x86-64
  if(ORUJO_ARCH MATCHES "^x86-64")
    set(ORUJO_ARCH "")
  endif()
endif()
# GCC 12 takes frames that AddressSanitizer keeps apart, to find uses after return, for aligned to 64
# bytes, and moves vectors of that width there.
set(orujo_march "${ORUJO_ARCH}")
if(ORUJO_NATIVE)
  set(orujo_march native)
  if(ORUJO_SANITIZE MATCHES "address")
    set(orujo_march "")
  endif()
endif()
if(orujo_march)
  target_compile_options(orujo_flags INTERFACE -march=${orujo_march})
endif()
# GCC tidies its memory once it has doubled since the last time, which takes a seventh of its time and saves a
# quarter of the memory. Where each core has 4 GiB, half a gigabyte comes first, and three times as much.
cmake_host_system_information(RESULT orujo_host QUERY TOTAL_PHYSICAL_MEMORY NUMBER_OF_LOGICAL_CORES)
list(GET orujo_host 0 orujo_host_mebibytes)
list(GET orujo_host 1 orujo_host_cores)
math(EXPR orujo_mebibytes_per_core "${orujo_host_mebibytes} / ${orujo_host_cores}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND orujo_mebibytes_per_core GREATER 4000)
  target_compile_options(orujo_flags INTERFACE --param=ggc-min-heapsize=524288 --param=ggc-min-expand=300)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(orujo_flags INTERFACE -Wno-restrict)  # false for `"x" + std::string`
endif()
# Property of targets: code of theirs tells the fuzzers where an input has led, and has all of UBSan's checks.
define_property(TARGET PROPERTY ORUJO_COVERED)
set(orujo_is_covered $<BOOL:$<TARGET_PROPERTY:ORUJO_COVERED>>)
if(ORUJO_SANITIZE)
  # -Wtsan warns of fences, which ThreadSanitizer does not model: ours order atomics only.
  target_compile_options(orujo_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  # Reports need line numbers and frames only; less optimisation halves GCC's time to compile. Clang
  # without any takes a third of it.
  set(orujo_sanitized_level -O1)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(orujo_sanitized_level -O0)
  endif()
  target_compile_options(orujo_flags INTERFACE -fsanitize=${ORUJO_SANITIZE} -fno-omit-frame-pointer
                                               ${orujo_sanitized_level} -g1)
  target_link_options(orujo_flags INTERFACE -fsanitize=${ORUJO_SANITIZE})
endif()
# AddressSanitizer finds wild and null pointers by itself. UBSan's own checks of each access double GCC's time to
# compile or more, and are a third of Clang's without optimisation.
if(ORUJO_SANITIZE MATCHES "address.*undefined")
  set(orujo_access_checks -fno-sanitize=null,object-size,pointer-overflow,vptr,alignment)
  target_compile_options(orujo_flags INTERFACE $<$<NOT:${orujo_is_covered}>:${orujo_access_checks}>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)  # false for GCC's optionals there
endif()
if(ORUJO_FUZZ)  # what UBSan finds is to end the program, like all other findings
  target_compile_options(orujo_flags INTERFACE -fno-sanitize-recover=all
                                               $<${orujo_is_covered}:-fsanitize=fuzzer-no-link>)
endif()
# The layers that read, store and look up what users give. In the others, coverage would depend on who waits for whom.
set(orujo_covered_layers base containers graph worklists)

# What most sources of the upper layers include is parsed once for all of them in sanitized builds (docs/design/0012).
# Others do without: they show that each source, and the header that it includes first, includes what it uses.
add_library(orujo_precompiled OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
target_precompile_headers(orujo_precompiled PRIVATE ${CMAKE_CURRENT_LIST_DIR}/precompiled.hpp)
target_link_libraries(orujo_precompiled PRIVATE orujo::graph orujo_flags)

# orujo_add_layer(NAME [PRECOMPILED] [TOGETHER <regex>] LINKS <targets...> PRIVATE_LINKS <targets...>): the layer in this
# folder, one static library of every .cpp below it. Eight sources at a time of those whose paths match
# TOGETHER are compiled as one (docs/design/0012); the others, where time is made, each by itself, but for
# sanitizers, where nobody waits for what is made.
function(orujo_add_layer name)
  cmake_parse_arguments(layer "PRECOMPILED" "TOGETHER" "LINKS;PRIVATE_LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(transport/mpi|graph/columnar/arrow)/")  # the plug-ins, built apart
  if(NOT sources)  # headers only
    set(sources ${PROJECT_BINARY_DIR}/no_source.cpp)
    file(CONFIGURE OUTPUT ${sources} CONTENT "")
  endif()
  add_library(orujo_${name} STATIC ${sources})
  add_library(orujo::${name} ALIAS orujo_${name})
  set_target_properties(orujo_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(orujo_${name} PUBLIC cxx_std_20)
  target_compile_definitions(orujo_${name} PUBLIC $<$<BOOL:${ORUJO_CHECKED}>:ORUJO_CHECKED>)
  target_include_directories(orujo_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(orujo_${name} PUBLIC ${layer_LINKS} PRIVATE ${layer_PRIVATE_LINKS}
                                             $<BUILD_INTERFACE:orujo_flags>)
  if(ORUJO_FUZZ AND name IN_LIST orujo_covered_layers)
    set_property(TARGET orujo_${name} PROPERTY ORUJO_COVERED ON)
  endif()
  if(layer_PRECOMPILED AND ORUJO_PRECOMPILED)
    target_precompile_headers(orujo_${name} REUSE_FROM orujo_precompiled)
  endif()
  if(ORUJO_SANITIZE)
    set(layer_TOGETHER ".")
    # GCC takes what several sources have in namespaces without names for a header's.
    target_compile_options(orujo_${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  if(layer_TOGETHER)
    set(apart ${sources})
    list(FILTER apart EXCLUDE REGEX "${layer_TOGETHER}")
    set_source_files_properties(${apart} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set_target_properties(orujo_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
  set_property(GLOBAL APPEND PROPERTY ORUJO_LAYERS orujo_${name})
endfunction()
