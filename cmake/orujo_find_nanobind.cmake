# Finds nanobind, with which the extension module of the Python package is made, and the headers of its Python.
# SPDX-License-Identifier: Apache-2.0

# Says why the package is not built; stops where it has to be.
function(orujo_no_python_package reason)
  if(ORUJO_PYTHON_MODULE STREQUAL "AUTO")
    message(STATUS "Python package: not built: ${reason}")
  else()
    message(FATAL_ERROR "Python package: ${reason}")
  endif()
endfunction()

# orujo_find_nanobind(OUTPUT): sets OUTPUT to TRUE in the caller where nanobind_add_module() can be used. AUTO takes
# the Python of build/venv; scikit-build-core says which it builds for.
macro(orujo_find_nanobind output)
  set(${output} FALSE)
  if(ORUJO_PYTHON_MODULE STREQUAL "AUTO" AND (ORUJO_SANITIZE OR NOT PROJECT_IS_TOP_LEVEL OR NOT ORUJO_TESTS))
    orujo_no_python_package("nobody asked for it (-D ORUJO_PYTHON_MODULE=ON)")
  elseif(ORUJO_PYTHON_MODULE)
    if(NOT Python_EXECUTABLE)
      set(Python_EXECUTABLE ${PROJECT_SOURCE_DIR}/build/venv/bin/python)
    endif()
    execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir RESULT_VARIABLE orujo_lacks_nanobind
                    OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT orujo_lacks_nanobind)
      find_package(Python 3.10 QUIET COMPONENTS Interpreter Development.Module)
    endif()
    if(orujo_lacks_nanobind)
      orujo_no_python_package("${Python_EXECUTABLE} has no nanobind (tools/python_modules.py nanobind nanobind-backend)")
    elseif(NOT Python_FOUND)
      orujo_no_python_package("headers of Python 3.10 or newer are missing (apt-get install python3-dev)")
    else()
      find_package(nanobind CONFIG REQUIRED)
      set(${output} TRUE)
    endif()
  endif()
endmacro()
