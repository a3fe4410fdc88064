# The target brink_llama_cpp: libllama, ggml and llama-common (Jinja chat templates), built once for all presets.
#
#   BRINK_LLAMA_DIR         source tree of llama.cpp; empty = the pinned one, fetched by scripts/fetch-llama
#   BRINK_LLAMA_BUILD       where it is built; empty = build/llama for a given tree, the cache for the fetched one,
#                           so that every clone and every clean build of this machine shares it
#   BRINK_LLAMA_CMAKE_ARGS  passed through, as -DGGML_CUDA=ON for a GPU back end
#
# The environment gives their first values. It is a build of its own, not a subdirectory: an instrumented build of
# brink links the same optimised libraries.
set(BRINK_LLAMA_DIR "$ENV{BRINK_LLAMA_DIR}" CACHE PATH "llama.cpp source tree; empty = fetch the pinned one")
set(BRINK_LLAMA_BUILD "$ENV{BRINK_LLAMA_BUILD}" CACHE PATH "where llama.cpp is built; empty = chosen")
set(BRINK_LLAMA_CMAKE_ARGS "$ENV{BRINK_LLAMA_CMAKE_ARGS}" CACHE STRING "more arguments for llama.cpp's own build")

set(llama_dir "${BRINK_LLAMA_DIR}")
if(NOT llama_dir)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-llama OUTPUT_VARIABLE llama_dir
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
if(NOT EXISTS ${llama_dir}/include/llama.h)
  message(FATAL_ERROR "BRINK_LLAMA_DIR=${llama_dir} is not a llama.cpp source tree (no include/llama.h)")
endif()

set(launcher)
if(CCACHE)
  set(launcher -DCMAKE_C_COMPILER_LAUNCHER=${CCACHE} -DCMAKE_CXX_COMPILER_LAUNCHER=${CCACHE})
endif()
set(llama_arguments
  -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DLLAMA_BUILD_COMMON=ON -DLLAMA_BUILD_TOOLS=ON
  -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_UI=OFF -DLLAMA_BUILD_APP=OFF
  -DLLAMA_TOOLS_INSTALL=OFF -DLLAMA_OPENSSL=OFF
  # ggml's own threads wait politely; OpenMP's spin, and stall when another program wants the cores.
  -DGGML_OPENMP=OFF ${launcher} ${BRINK_LLAMA_CMAKE_ARGS})
set(ggml_changes ggml_project.cmake amx_tile_config.h)  # copied beside the build, which outlives this clone
set(ggml_changes_hash)
foreach(name IN LISTS ggml_changes)
  file(SHA256 ${CMAKE_CURRENT_LIST_DIR}/${name} hash)
  string(APPEND ggml_changes_hash ${hash})
endforeach()
set(llama_build "${BRINK_LLAMA_BUILD}")
if(NOT llama_build AND BRINK_LLAMA_DIR)
  set(llama_build "${PROJECT_SOURCE_DIR}/build/llama")
elseif(NOT llama_build)
  # ggml is tuned for the compiling machine, and a home folder may be shared between machines: the processor is in the name.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -E -v -x c++ /dev/null
                  OUTPUT_QUIET ERROR_VARIABLE native ERROR_STRIP_TRAILING_WHITESPACE)
  string(SHA256 key "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION} ${native} ${llama_arguments} ${ggml_changes_hash}")
  string(SUBSTRING ${key} 0 12 key)
  cmake_path(SET llama_build NORMALIZE "${llama_dir}/../../../llama-build-${key}")
endif()

# Builds llama.cpp unless the stamp says that this was done with the same arguments. One process at a time.
function(brink_build_llama)
  file(LOCK ${llama_build}/brink.lock GUARD FUNCTION)
  set(stamp "${llama_build}/brink.stamp")
  set(wanted "${llama_dir} ${llama_arguments} ${ggml_changes_hash}")
  set(built "")
  if(EXISTS ${stamp})
    file(READ ${stamp} built)
  endif()
  if(built STREQUAL wanted)
    return()
  endif()
  message(STATUS "Building llama.cpp in ${llama_build} (minutes, once)")
  foreach(name IN LISTS ggml_changes)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${name} ${llama_build}/${name} COPYONLY)
  endforeach()
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${llama_dir} -B ${llama_build} ${llama_arguments}
                          -DCMAKE_PROJECT_ggml_INCLUDE=${llama_build}/ggml_project.cmake
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${llama_build}
                          --target llama llama-common ggml llama-quantize llama-batched-bench
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${llama_build}/ggml --prefix ${llama_build}/ggml-install
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${stamp} "${wanted}")
endfunction()
brink_build_llama()

find_package(Threads REQUIRED)
# What an earlier configuration found may be of another build.
get_cmake_property(cached CACHE_VARIABLES)
foreach(name IN LISTS cached)
  if(name MATCHES "^(ggml_DIR|GGML_.*LIBRARY)$")
    unset(${name} CACHE)
  endif()
endforeach()
find_package(ggml REQUIRED CONFIG PATHS ${llama_build}/ggml-install NO_DEFAULT_PATH)
add_library(brink_llama_cpp INTERFACE)
target_include_directories(brink_llama_cpp SYSTEM INTERFACE
  ${llama_dir}/include ${llama_dir}/ggml/include ${llama_dir}/common)
# Its own nlohmann-json, of another version than ours: for the one module that includes llama-common, never for those
# that link to it, or one program would hold two types named Json.
set(brink_llama_vendor_dir ${llama_dir}/vendor)
file(GLOB llama_common_libraries ${llama_build}/common/*.a ${llama_build}/vendor/*/*.a)
target_link_libraries(brink_llama_cpp INTERFACE
  -Wl,--start-group ${llama_common_libraries} ${llama_build}/src/libllama.a -Wl,--end-group
  ggml::ggml Threads::Threads)
