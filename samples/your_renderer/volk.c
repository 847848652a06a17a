// This application's own volk, with its globals. Pliant has one too, none of whose names show.
#define VOLK_IMPLEMENTATION
#include <volk.h>
