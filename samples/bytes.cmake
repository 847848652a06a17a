# Writes a file as an array of C: cmake -DFILE=... -DNAME=... -DOUT=... -P bytes.cmake
file(READ ${FILE} bytes HEX)
string(REGEX REPLACE "................................" "\\0\n" bytes "${bytes}")  # lines that a compiler can take
string(REGEX REPLACE "[0-9a-f][0-9a-f]" "0x\\0," bytes "${bytes}")
file(WRITE ${OUT} "// ${FILE}\nconst unsigned char ${NAME}[] = {\n${bytes}\n};\nconst unsigned long long ${NAME}_size = sizeof ${NAME};\n")
