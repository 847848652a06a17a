// An application's own volk, with its globals.
#define VOLK_IMPLEMENTATION
#include <volk.h>
