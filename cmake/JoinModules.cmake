# cmake -DOUT=page.js -DINTERPRETER=vega-interpreter.js -DMODULES="a.js|b.js" -P JoinModules.cmake
# One classic script of ES modules, each behind those that it imports: a module becomes a function that returns its
# exports. A content security policy can name one inline script by its hash, but not modules that it would import.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "|" ";" MODULES "${MODULES}")

file(READ "${INTERPRETER}" text)
string(REGEX REPLACE "import ({[^}]*}) from 'vega-util'" "const \\1 = vega" text "${text}")
string(REGEX REPLACE "export { ([a-z]+) as expressionInterpreter };\n.*" "return \\1;\n" text "${text}")
set(script "'use strict';\n(() => {\nconst vegaInterpreter = (() => {\n${text}})();\n")

foreach(module IN LISTS MODULES)
  cmake_path(GET module STEM name)
  file(READ "${module}" text)
  if(text MATCHES "</|<!--")
    message(FATAL_ERROR "${module}: '</' and '<!--' must not stand in a script element")
  endif()
  string(REGEX REPLACE "\nimport ({[^}]*}) from './([a-z_]+).js'" "\nconst \\1 = module_\\2" text "\n${text}")
  string(REGEX MATCHALL "\nexport [a-z ]+ [A-Za-z]+" exports "${text}")
  list(TRANSFORM exports REPLACE ".* " "")
  list(JOIN exports ", " exports)
  string(REPLACE "\nexport " "\n" text "${text}")
  string(APPEND script "const module_${name} = (() => {${text}return {${exports}};\n})();\n")
endforeach()
string(APPEND script "})();\n")
file(WRITE "${OUT}" "${script}")
