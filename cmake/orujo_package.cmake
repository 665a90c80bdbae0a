# What `make package` puts into the .deb and the .tar.zst, besides what is installed anyway.
# SPDX-License-Identifier: Apache-2.0
set(orujo_docs ${CMAKE_INSTALL_DATADIR}/doc/orujo)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${orujo_docs})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${orujo_docs}
        PATTERN "docs/schema" EXCLUDE PATTERN "examples/CMakeLists.txt" EXCLUDE
        PATTERN "tutorial/CMakeLists.txt" EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/schema ${PROJECT_SOURCE_DIR}/data
        DESTINATION ${CMAKE_INSTALL_DATADIR}/orujo)

# What the command prints of itself: its manual page and its completion scripts. They are there once
# everything is built; the command alone can be installed without.
if(NOT CMAKE_CROSSCOMPILING AND NOT ORUJO_SANITIZE)
  set(pages ${PROJECT_BINARY_DIR}/pages)
  set(changes ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
  add_custom_command(
    OUTPUT ${pages}/orujo.1.gz ${pages}/changelog.gz ${pages}/changelog.Debian.gz ${pages}/orujo ${pages}/_orujo ${pages}/orujo.fish
    COMMAND ${CMAKE_COMMAND} -E make_directory ${pages}
    COMMAND orujo manual | gzip -9n > ${pages}/orujo.1.gz
    COMMAND gzip -9n < ${changes} > ${pages}/changelog.gz
    COMMAND gzip -9n < ${PROJECT_BINARY_DIR}/changelog.Debian > ${pages}/changelog.Debian.gz
    COMMAND orujo completion bash > ${pages}/orujo
    COMMAND orujo completion zsh > ${pages}/_orujo
    COMMAND orujo completion fish > ${pages}/orujo.fish
    DEPENDS orujo ${changes})
  add_custom_target(orujo_pages ALL DEPENDS ${pages}/orujo.1.gz)
  install(FILES ${pages}/orujo.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
  install(FILES ${pages}/changelog.gz ${pages}/changelog.Debian.gz DESTINATION ${orujo_docs} OPTIONAL)
  install(FILES ${pages}/orujo DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
  install(FILES ${pages}/_orujo DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions OPTIONAL)
  install(FILES ${pages}/orujo.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
endif()

# Debian's form of the licence, which it has on every machine.
file(WRITE ${PROJECT_BINARY_DIR}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: orujo

Files: *
Copyright: the authors of Orujo
License: Apache-2.0

Files: usr/share/orujo/data/*
Copyright: none, work of the United States government (Census Bureau)
License: public-domain
 In the public domain.

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
")
set(ORUJO_CONTACT "The maintainers of Orujo <maintainers@orujo.invalid>" CACHE STRING "Whom packages name")
# Debian's own list of changes: what changed is in the project's, changelog.gz.
string(TIMESTAMP today "%a, %d %b %Y 00:00:00 +0000" UTC)
file(WRITE ${PROJECT_BINARY_DIR}/changelog.Debian
"orujo (${PROJECT_VERSION}-1) unstable; urgency=medium

  * See changelog.gz.

 -- ${ORUJO_CONTACT}  ${today}
")
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${orujo_docs})

# The plug-in for Parquet and Arrow is a package of its own for Debian; the archive holds it, too.
set(orujo_parquet_docs ${CMAKE_INSTALL_DATADIR}/doc/orujo-parquet)
if(TARGET orujo_arrow)
  install(FILES ${PROJECT_BINARY_DIR}/copyright_parquet/copyright DESTINATION ${orujo_parquet_docs} COMPONENT parquet)
  file(WRITE ${PROJECT_BINARY_DIR}/copyright_parquet/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: orujo

Files: *
Copyright: the authors of Orujo
License: Apache-2.0

Files: usr/lib/*/orujo/libarrow.so.* usr/lib/*/orujo/libparquet.so.*
Copyright: 2016 and later, The Apache Software Foundation, and others
License: Apache-2.0
Comment: Apache Arrow, as the wheel pyarrow has it. Parts of others in it, each with
 its licence, are listed in LICENSE.txt and NOTICE.txt beside this file.

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
")
  if(ORUJO_ARROW_BUNDLED)
    file(GLOB notices ${ORUJO_ARROW_SITE}/pyarrow-*.dist-info/licenses/*.txt)
    install(FILES ${notices} DESTINATION ${orujo_parquet_docs} COMPONENT parquet)
  endif()
endif()

set(CPACK_GENERATOR DEB TZST)
set(CPACK_PACKAGE_NAME orujo)
set(CPACK_PACKAGE_VENDOR "the authors of Orujo")
set(CPACK_PACKAGE_CONTACT ${ORUJO_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "runtime for irregular, data-intensive computing")
set(CPACK_PACKAGE_DESCRIPTION "Analyses graphs and runs other work of many small accesses to data
that lies somewhere else: on the cores of one machine, and on a cluster
over MPI. The command orujo reads any common graph file; the C++20
library has typed channels, tasks and global memory.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_RESOURCE_FILE_README ${PROJECT_SOURCE_DIR}/README.md)
set(CPACK_PACKAGE_FILE_NAME orujo-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
if(TARGET orujo_arrow)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
  set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME orujo)
  set(CPACK_DEBIAN_COMMAND_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
  set(CPACK_DEBIAN_PARQUET_PACKAGE_NAME orujo-parquet)
  set(CPACK_DEBIAN_PARQUET_DESCRIPTION "This package lets the command orujo read tables of edges from Parquet
and Arrow files, and write its results as Parquet. It holds the libraries
of Apache Arrow.")
else()
  set(CPACK_MONOLITHIC_INSTALL ON)
endif()
set(CPACK_THREADS 0)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# What programs need that are built with the library, but not the command.
set(orujo_debian_suggests g++ cmake libboost-context-dev libbz2-dev libexpat1-dev libfmt-dev libhwloc-dev liblzma-dev
    libxxhash-dev libzstd-dev nettle-dev nlohmann-json3-dev pkg-config zlib1g-dev)
get_property(plugins GLOBAL PROPERTY ORUJO_PLUGINS)
set(orujo_plugin_files "")
foreach(plugin IN LISTS plugins)
  list(APPEND orujo_plugin_files ${PROJECT_BINARY_DIR}/lib/orujo/lib${plugin}.so)
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/orujo_package_needs.cmake.in
               ${PROJECT_BINARY_DIR}/orujo_package_needs.cmake @ONLY)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/orujo_package_needs.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/orujo_package_tidy.cmake)
include(CPack)
if(TARGET orujo_arrow)
  cpack_add_component_group(command)
  cpack_add_component_group(parquet)
  foreach(component Unspecified mpi)
    cpack_add_component(${component} GROUP command)
  endforeach()
  cpack_add_component(parquet GROUP parquet)
endif()
