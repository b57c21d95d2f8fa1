# A room is a folder with one static library. Headers stand in a file set, so that
# `cmake --build . --target all_verify_interface_header_sets` compiles each of them alone.
#   paystorm_room(NAME base DIR mockgw/base SOURCES a.cc HEADERS a.h [LINK ...] [PRIVATE_LINK ...])
function(paystorm_room)
  cmake_parse_arguments(ROOM "" "NAME" "SOURCES;HEADERS;LINK;PRIVATE_LINK" ${ARGN})
  set(target paystorm_${ROOM_NAME})
  if(ROOM_SOURCES)
    add_library(${target} STATIC ${ROOM_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE paystorm_warnings ${ROOM_PRIVATE_LINK})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}
    FILES ${ROOM_HEADERS})
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} ${scope} ${ROOM_LINK})
endfunction()

# One test binary a room and level; each gtest case becomes a ctest case with that label.
#   paystorm_test(NAME base LEVEL unit SOURCES a_test.cc LINK paystorm_base)
function(paystorm_test)
  cmake_parse_arguments(T "" "NAME;LEVEL;TIMEOUT" "SOURCES;LINK" ${ARGN})
  if(NOT BUILD_TESTING)
    return()
  endif()
  set(target ${T_NAME}_${T_LEVEL}_test)
  add_executable(${target} ${T_SOURCES})
  target_link_libraries(${target} PRIVATE paystorm_warnings ${T_LINK} GTest::gmock GTest::gtest_main)
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 60)
  endif()
  gtest_discover_tests(${target} TEST_PREFIX "${T_NAME}." DISCOVERY_TIMEOUT 60
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    PROPERTIES LABELS ${T_LEVEL} TIMEOUT ${T_TIMEOUT})
endfunction()
