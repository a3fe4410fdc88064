# Builds the page of a report into brink_report: our modules joined to one script, our style, and Vega's prebuilt files,
# which scripts/fetch-npm fetches at their pinned versions.
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-npm vega vega-lite vega-interpreter
                OUTPUT_VARIABLE vega_folders OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" vega_folders "${vega_folders}")
list(GET vega_folders 0 vega)
list(GET vega_folders 1 vega_lite)
list(GET vega_folders 2 vega_interpreter)

set(page_dir ${CMAKE_CURRENT_SOURCE_DIR}/report/assets)
# In this order: a module stands behind those that it imports.
set(page_modules dom.js format.js payload.js theme.js download.js tip.js table.js figure.js explorer.js front.js
                 matrix.js answers.js text_view.js ribbon.js variant.js item.js methods.js main.js)
list(TRANSFORM page_modules PREPEND ${page_dir}/)
list(JOIN page_modules "|" page_modules_argument)
set(page_js ${CMAKE_CURRENT_BINARY_DIR}/page.js)
add_custom_command(
  OUTPUT ${page_js}
  COMMAND ${CMAKE_COMMAND} -DOUT=${page_js} -DINTERPRETER=${vega_interpreter}/build/vega-interpreter.js
          "-DMODULES=${page_modules_argument}" -P ${PROJECT_SOURCE_DIR}/cmake/JoinModules.cmake
  DEPENDS ${page_modules} ${PROJECT_SOURCE_DIR}/cmake/JoinModules.cmake
  VERBATIM)
set(page_css ${page_dir}/page.css)
set_source_files_properties(report/assets.cpp PROPERTIES
  OBJECT_DEPENDS "${page_js};${page_css};${vega}/build/vega.min.js;${vega_lite}/build/vega-lite.min.js"
  COMPILE_DEFINITIONS "BRINK_PAGE_JS=\"${page_js}\";BRINK_PAGE_CSS=\"${page_css}\";BRINK_VEGA=\"${vega}/build/vega.min.js\";BRINK_VEGA_LITE=\"${vega_lite}/build/vega-lite.min.js\";BRINK_VEGA_LICENCE=\"${vega}/LICENSE\"")
