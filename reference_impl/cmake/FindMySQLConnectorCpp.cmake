# MySQL::ConnectorCpp, the JDBC-like API 1.1 (cppconn/), which ships no CMake or pkg-config file.
find_path(MySQLConnectorCpp_INCLUDE_DIR cppconn/driver.h)
find_library(MySQLConnectorCpp_LIBRARY mysqlcppconn)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MySQLConnectorCpp
  REQUIRED_VARS MySQLConnectorCpp_LIBRARY MySQLConnectorCpp_INCLUDE_DIR)
if(MySQLConnectorCpp_FOUND AND NOT TARGET MySQL::ConnectorCpp)
  add_library(MySQL::ConnectorCpp UNKNOWN IMPORTED)
  set_target_properties(MySQL::ConnectorCpp PROPERTIES
    IMPORTED_LOCATION "${MySQLConnectorCpp_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${MySQLConnectorCpp_INCLUDE_DIR}")
endif()
mark_as_advanced(MySQLConnectorCpp_INCLUDE_DIR MySQLConnectorCpp_LIBRARY)
