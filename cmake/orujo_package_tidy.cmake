# Takes out of each kind of package what belongs to the other, before it is packed: Debian has the
# licence on every machine.
# SPDX-License-Identifier: Apache-2.0
if(CPACK_GENERATOR STREQUAL "DEB")
  file(REMOVE ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/orujo/LICENSE)
else()
  file(GLOB_RECURSE debian ${CPACK_TEMPORARY_DIRECTORY}/*/copyright ${CPACK_TEMPORARY_DIRECTORY}/*/changelog.Debian.gz)
  file(REMOVE ${debian})
endif()
