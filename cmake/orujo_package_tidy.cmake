# Takes out of a .deb what Debian has on every machine, before it is packed.
# SPDX-License-Identifier: Apache-2.0
if(CPACK_GENERATOR STREQUAL "DEB")
  file(REMOVE ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/orujo/LICENSE)
endif()
