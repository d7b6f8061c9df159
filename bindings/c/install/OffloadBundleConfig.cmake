# find_package(OffloadBundle) gives the targets OffloadBundle::OffloadBundle, the shared library, and OffloadBundle::Static.
get_filename_component(_offload_bundle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET OffloadBundle::OffloadBundle)
  add_library(OffloadBundle::OffloadBundle SHARED IMPORTED)
  set_target_properties(OffloadBundle::OffloadBundle PROPERTIES
    IMPORTED_LOCATION "${_offload_bundle_prefix}/lib/liboffload_bundle.so.@VERSION@"
    IMPORTED_SONAME "liboffload_bundle.so.@MAJOR@"
    INTERFACE_INCLUDE_DIRECTORIES "${_offload_bundle_prefix}/include")

  add_library(OffloadBundle::Static STATIC IMPORTED)
  set_target_properties(OffloadBundle::Static PROPERTIES
    IMPORTED_LOCATION "${_offload_bundle_prefix}/lib/liboffload_bundle.a"
    INTERFACE_LINK_LIBRARIES "@STATIC_LIBS@"
    INTERFACE_INCLUDE_DIRECTORIES "${_offload_bundle_prefix}/include")
endif()

unset(_offload_bundle_prefix)
