# Every library brink uses, found on the system; scripts/setup installs them. llama.cpp: Llama.cmake.
find_program(CCACHE ccache)
if(CCACHE)  # one cache for all checkouts: what one has built, the next one takes
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)
find_package(SQLite3 3.38 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(LibArchive 3.6 REQUIRED)  # zip entries compressed by Zstandard
find_package(Boost 1.74 REQUIRED)  # headers: Math
find_package(PkgConfig REQUIRED)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
find_library(CSV_LIBRARY csv REQUIRED)  # libcsv has neither CMake nor pkg-config files
find_path(CSV_INCLUDE_DIR csv.h REQUIRED)

if(BRINK_TESTS)
  enable_testing()
  find_package(GTest REQUIRED)
endif()
if(BRINK_LLAMA)
  include(Llama)
endif()
