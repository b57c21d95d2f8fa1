# One INTERFACE target for every warning, linked PRIVATE. Errors only where a preset asks for it,
# so that a newer compiler cannot break a user's build.
option(PAYSTORM_WERROR "Treat warnings as errors" OFF)
if(NOT TARGET paystorm_warnings)
  add_library(paystorm_warnings INTERFACE)
  # g++ 12 sees overlapping copies in optimised std::string operations where there are none.
  target_compile_options(paystorm_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:RelWithDebInfo>>:-Wno-restrict>
    $<$<BOOL:${PAYSTORM_WERROR}>:-Werror>)
endif()
