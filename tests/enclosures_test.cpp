#include "enclosure_support.h"
