# Pistache::Pistache. Debian's package has a pkg-config file and no CMake one.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_PISTACHE QUIET libpistache)
endif()
find_path(Pistache_INCLUDE_DIR pistache/listener.h HINTS ${PC_PISTACHE_INCLUDE_DIRS})
find_library(Pistache_LIBRARY pistache HINTS ${PC_PISTACHE_LIBRARY_DIRS})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Pistache REQUIRED_VARS Pistache_LIBRARY Pistache_INCLUDE_DIR)
if(Pistache_FOUND AND NOT TARGET Pistache::Pistache)
  find_package(Threads REQUIRED)
  find_package(OpenSSL REQUIRED)
  add_library(Pistache::Pistache UNKNOWN IMPORTED)
  set_target_properties(Pistache::Pistache PROPERTIES
    IMPORTED_LOCATION "${Pistache_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Pistache_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;OpenSSL::SSL")
endif()
mark_as_advanced(Pistache_INCLUDE_DIR Pistache_LIBRARY)
