# cmake -DDIR=reports/html -DOUT=assets.cc -P embed.cmake
# Writes the texts that assets.h names as C++ string literals.
set(text "#include \"reports/html/assets.h\"\n\nnamespace paystorm::reports::html_assets {\n")
foreach(pair kPage:page.mustache kScenario:scenario.mustache kTable:table.mustache kStyle:style.css)
  string(REPLACE ":" ";" pair "${pair}")
  list(GET pair 0 name)
  list(GET pair 1 file)
  file(READ "${DIR}/${file}" content)
  string(APPEND text "\nconst std::string_view ${name} = R\"__asset__(${content})__asset__\";\n")
endforeach()
string(APPEND text "\n}  // namespace paystorm::reports::html_assets\n")
file(WRITE "${OUT}" "${text}")
