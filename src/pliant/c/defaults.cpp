// pliantDefault...(), one per struct that the caller fills in. They cannot differ from those of the library: they are
// made from them.

#include "pliant/c/structs.h"

using namespace pliant;
using namespace pliant::c;

#define PLIANT_C_DEFAULT(name, Theirs)                                                                      \
    PliantResult pliantDefault##name(Pliant##name* to, std::size_t structSize) {                            \
        return guarded(__func__, [&]() -> Status { return give(write(Theirs()), #name, to, structSize); }); \
    }
PLIANT_C_STRUCTS(PLIANT_C_DEFAULT)
#undef PLIANT_C_DEFAULT
