include(GoogleTest)

# brink_module(<name> [SOURCES ...] [TESTS ...] [DEPENDS <module>...] [LIBS <target>...] [DEFINES <definition>...])
# Adds the library brink::<name> and, with BRINK_TESTS, its test program <name>_test.
function(brink_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;TESTS;DEPENDS;LIBS;DEFINES" ${ARGN})
  add_library(brink_${name} STATIC ${ARG_SOURCES})
  add_library(brink::${name} ALIAS brink_${name})
  list(TRANSFORM ARG_DEPENDS PREPEND brink:: OUTPUT_VARIABLE modules)
  target_include_directories(brink_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(brink_${name} PUBLIC cxx_std_20)
  target_compile_definitions(brink_${name} PRIVATE ${ARG_DEFINES})
  target_link_libraries(brink_${name} PUBLIC ${modules} ${ARG_LIBS} PRIVATE brink_warnings)
  list(JOIN ARG_DEPENDS "," depends)
  set_property(GLOBAL APPEND PROPERTY BRINK_LAYERS "${name}:${depends}")

  if(BRINK_TESTS AND ARG_TESTS)
    brink_test(${name}_test SOURCES ${ARG_TESTS} LIBS brink::${name})
  endif()
endfunction()

# brink_test(<name> SOURCES ... LIBS ... [LABEL <label>])
# Tests run in the root of the source tree: there they find inputs by BRINK_SOURCE_DIR, and the shared cases, where they
# exist, by BRINK_SHARED_DIR. Both are relative, so that the compiler's cache serves every checkout.
function(brink_test name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} brink_warnings GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE BRINK_SOURCE_DIR="."
                                             BRINK_SHARED_DIR="../shared")
  set(properties)
  if(ARG_LABEL)
    set(properties PROPERTIES LABELS ${ARG_LABEL})
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} ${properties})
endfunction()

# Adds the test `layers`: an #include of a module that is not in DEPENDS fails it.
function(brink_check_layers)
  get_property(layers GLOBAL PROPERTY BRINK_LAYERS)
  list(JOIN layers "|" layers)
  if(BRINK_TESTS)
    add_test(NAME layers COMMAND ${CMAKE_COMMAND} "-DROOT=${CMAKE_CURRENT_SOURCE_DIR}" "-DLAYERS=${layers}"
                                 -P ${PROJECT_SOURCE_DIR}/cmake/CheckLayers.cmake)
  endif()
endfunction()
