# yaml-cpp::yaml-cpp on every version; 0.7 names its target plain `yaml-cpp`.
find_package(yaml-cpp CONFIG REQUIRED)
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
  target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
endif()
set(yaml-cpp-target_FOUND TRUE)
