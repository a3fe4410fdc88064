# Read by llama.cpp's own build as it enters ggml.
add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:-include \"${CMAKE_CURRENT_LIST_DIR}/amx_tile_config.h\">")
