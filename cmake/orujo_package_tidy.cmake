# Takes out of each kind of package what belongs to the other, before it is packed: Debian has the
# licence on every machine.
# SPDX-License-Identifier: Apache-2.0
if(CPACK_GENERATOR STREQUAL "DEB")
  file(GLOB_RECURSE licences ${CPACK_TEMPORARY_DIRECTORY}/LICENSE)
  foreach(licence IN LISTS licences)
    file(REMOVE ${licence})
  endforeach()
else()
  file(GLOB_RECURSE debian ${CPACK_TEMPORARY_DIRECTORY}/*/copyright ${CPACK_TEMPORARY_DIRECTORY}/*/changelog.Debian.gz)
  file(REMOVE ${debian})
endif()
# The libraries of Arrow are files to CMake, which strips only what it builds.
file(GLOB_RECURSE libraries ${CPACK_TEMPORARY_DIRECTORY}/libarrow.so.* ${CPACK_TEMPORARY_DIRECTORY}/libparquet.so.*)
foreach(library IN LISTS libraries)
  execute_process(COMMAND strip --strip-unneeded ${library} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
