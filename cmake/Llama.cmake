# The target brink_llama_cpp: libllama, ggml and llama-common (Jinja chat templates), built once for all presets.
#
#   BRINK_LLAMA_DIR         source tree of llama.cpp; empty = the pinned one, fetched by scripts/fetch-llama
#   BRINK_LLAMA_BUILD       where it is built
#   BRINK_LLAMA_CMAKE_ARGS  passed through, as -DGGML_CUDA=ON for a GPU back end
#
# It is a build of its own, not a subdirectory: an instrumented build of brink links the same optimised libraries.
set(BRINK_LLAMA_DIR "" CACHE PATH "llama.cpp source tree; empty = fetch the pinned one")
set(BRINK_LLAMA_BUILD "${PROJECT_SOURCE_DIR}/build/llama" CACHE PATH "where llama.cpp is built")
set(BRINK_LLAMA_CMAKE_ARGS "" CACHE STRING "more arguments for llama.cpp's own build")

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
set(stamp "${BRINK_LLAMA_BUILD}/brink.stamp")
set(wanted "${llama_dir} ${llama_arguments}")
set(built "")
if(EXISTS ${stamp})
  file(READ ${stamp} built)
endif()
if(NOT built STREQUAL wanted)
  message(STATUS "Building llama.cpp in ${BRINK_LLAMA_BUILD} (minutes, once)")
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${llama_dir} -B ${BRINK_LLAMA_BUILD} ${llama_arguments}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${BRINK_LLAMA_BUILD}
                          --target llama llama-common ggml llama-quantize llama-batched-bench
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${BRINK_LLAMA_BUILD}/ggml --prefix ${BRINK_LLAMA_BUILD}/ggml-install
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${stamp} "${wanted}")
endif()

find_package(Threads REQUIRED)
find_package(ggml REQUIRED CONFIG PATHS ${BRINK_LLAMA_BUILD}/ggml-install NO_DEFAULT_PATH)
add_library(brink_llama_cpp INTERFACE)
target_include_directories(brink_llama_cpp SYSTEM INTERFACE
  ${llama_dir}/include ${llama_dir}/ggml/include ${llama_dir}/common ${llama_dir}/vendor)
file(GLOB llama_common_libraries ${BRINK_LLAMA_BUILD}/common/*.a ${BRINK_LLAMA_BUILD}/vendor/*/*.a)
target_link_libraries(brink_llama_cpp INTERFACE
  -Wl,--start-group ${llama_common_libraries} ${BRINK_LLAMA_BUILD}/src/libllama.a -Wl,--end-group
  ggml::ggml Threads::Threads)
