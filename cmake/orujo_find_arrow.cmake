# Finds Arrow C++ with Parquet: an installed one, or the one inside Python's pyarrow.
# SPDX-License-Identifier: Apache-2.0
#
# ORUJO_ARROW_PYTHON names the Python whose pyarrow is taken. Else an Arrow with CMake files is, then
# the pyarrow of build/venv, where tools/python_modules.py puts it, then that of python3.
set(ORUJO_ARROW_PYTHON "" CACHE STRING "The Python whose pyarrow gives Arrow C++, rather than an installed one")
set(orujo_least_arrow 21)

# orujo_ask_pyarrow(PYTHON): sets arrow_version, arrow_include and arrow_folder if PYTHON has pyarrow.
macro(orujo_ask_pyarrow python)
  set(arrow_version "")
  execute_process(
    COMMAND ${python} -c "import pyarrow as p; print(p.cpp_version, p.get_include(), p.get_library_dirs()[0], sep='\\n')"
    OUTPUT_VARIABLE answer RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  string(REPLACE "\n" ";" answer "${answer}")
  list(LENGTH answer lines)
  if(failed STREQUAL "0" AND lines EQUAL 3)
    list(GET answer 0 arrow_version)
    list(GET answer 1 arrow_include)
    list(GET answer 2 arrow_folder)
  endif()
endmacro()

# orujo_find_arrow(TARGET): the interface library TARGET, if Arrow is there. Of a pyarrow everybody
# knows then ORUJO_ARROW_FOLDER, where its libraries lie, ORUJO_ARROW_LIBRARIES, and ORUJO_ARROW_SITE, the
# folder of Python's modules that has it.
function(orujo_find_arrow target)
  foreach(variable FOLDER LIBRARIES SITE)
    unset(ORUJO_ARROW_${variable} CACHE)
  endforeach()
  if(NOT ORUJO_ARROW_PYTHON)
    find_package(Arrow QUIET CONFIG)
    find_package(Parquet QUIET CONFIG)
    if(TARGET Arrow::arrow_shared AND TARGET Parquet::parquet_shared AND
       NOT Arrow_VERSION VERSION_LESS ${orujo_least_arrow})
      add_library(${target} INTERFACE)
      target_link_libraries(${target} INTERFACE Parquet::parquet_shared Arrow::arrow_shared)
      message(STATUS "Plug-in for Parquet and Arrow: Arrow ${Arrow_VERSION} of ${Arrow_DIR}")
      return()
    endif()
  endif()
  set(candidates ${ORUJO_ARROW_PYTHON})
  if(NOT candidates)
    set(candidates ${PROJECT_SOURCE_DIR}/build/venv/bin/python python3)
  endif()
  foreach(python IN LISTS candidates)
    orujo_ask_pyarrow(${python})
    if(NOT arrow_version OR arrow_version VERSION_LESS ${orujo_least_arrow})
      continue()
    endif()
    file(GLOB libraries ${arrow_folder}/libparquet.so.* ${arrow_folder}/libarrow.so.*)
    list(LENGTH libraries count)
    if(NOT count EQUAL 2)
      continue()
    endif()
    add_library(${target} INTERFACE)
    target_include_directories(${target} SYSTEM INTERFACE ${arrow_include})
    target_link_libraries(${target} INTERFACE ${libraries})
    get_filename_component(site ${arrow_folder} DIRECTORY)
    set(ORUJO_ARROW_FOLDER ${arrow_folder} CACHE INTERNAL "")
    set(ORUJO_ARROW_LIBRARIES ${libraries} CACHE INTERNAL "")
    set(ORUJO_ARROW_SITE ${site} CACHE INTERNAL "")
    message(STATUS "Plug-in for Parquet and Arrow: Arrow ${arrow_version} of ${arrow_folder}")
    return()
  endforeach()
  message(STATUS "Plug-in for Parquet and Arrow: not built, no Arrow ${orujo_least_arrow} or pyarrow (tools/python_modules.py pyarrow)")
endfunction()
