// There is a precompiled header only where there is something to compile.
