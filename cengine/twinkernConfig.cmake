# find_package(twinkern): targets twinkern::twinkern (shared) and twinkern::static. This file stands in LIBDIR/cmake/twinkern
# and finds libraries and header from there, so that an installation can be moved.
get_filename_component(twinkern_libdir "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
find_path(twinkern_INCLUDE_DIR twinkern.h HINTS "${twinkern_libdir}/../include" "${twinkern_libdir}/../../include"
          NO_DEFAULT_PATH)
find_library(twinkern_LIBRARY twinkern HINTS "${twinkern_libdir}" NO_DEFAULT_PATH)
find_library(twinkern_ARCHIVE libtwinkern.a HINTS "${twinkern_libdir}" NO_DEFAULT_PATH)
foreach(part INCLUDE_DIR LIBRARY ARCHIVE)
  if(NOT twinkern_${part})
    set(twinkern_FOUND FALSE)
    set(twinkern_NOT_FOUND_MESSAGE "the installation of twinkern around ${twinkern_libdir} is not whole")
    return()
  endif()
endforeach()
if(NOT TARGET twinkern::twinkern)
  add_library(twinkern::twinkern UNKNOWN IMPORTED)
  set_target_properties(twinkern::twinkern PROPERTIES IMPORTED_LOCATION "${twinkern_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${twinkern_INCLUDE_DIR}")
  add_library(twinkern::static STATIC IMPORTED)
  set_target_properties(twinkern::static PROPERTIES IMPORTED_LOCATION "${twinkern_ARCHIVE}"
                        INTERFACE_INCLUDE_DIRECTORIES "${twinkern_INCLUDE_DIR}")
endif()
