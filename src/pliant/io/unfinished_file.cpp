#include "pliant/io/unfinished_file.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace pliant {

// A place in the list is taken again and never freed, so that a signal handler may walk through it at any time. The
// text belongs to whoever has taken it out.
struct UnfinishedFile::Place {
    std::atomic<bool> isTaken = true;
    std::atomic<char*> path = nullptr;
    Place* next = nullptr;
};
static_assert(std::atomic<char*>::is_always_lock_free, "or a signal handler could not read it");

std::atomic<UnfinishedFile::Place*> UnfinishedFile::first_ = nullptr;

UnfinishedFile::Place* UnfinishedFile::freePlace() {
    for (Place* place = first_; place; place = place->next) {
        if (!place->isTaken.exchange(true)) return place;
    }
    auto* place = new Place;
    place->next = first_;
    while (!first_.compare_exchange_weak(place->next, place)) {
    }
    return place;
}

UnfinishedFile::UnfinishedFile(const std::string& path) : place_(freePlace()) {
    char* text = ::strdup(path.c_str());
    if (!text) throw std::bad_alloc();
    place_->path = text;
}

UnfinishedFile::~UnfinishedFile() {
    std::free(place_->path.exchange(nullptr));
    place_->isTaken = false;
}

void removeUnfinishedFiles() noexcept {
    for (UnfinishedFile::Place* place = UnfinishedFile::first_; place; place = place->next) {
        if (const char* path = place->path.exchange(nullptr)) ::unlink(path);
    }
}

}  // namespace pliant
