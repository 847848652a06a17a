# Writes the words of a SPIR-V module, which glslc puts out from the lowest byte on, as a list for C++:
# cmake -D FROM=.. -D TO=.. -P
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${bytes}")
file(WRITE ${TO} "{${words}}\n")
