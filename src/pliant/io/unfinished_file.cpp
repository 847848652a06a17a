#include "pliant/io/unfinished_file.h"

#include <cstdio>
#include <cstring>

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
    place_->path = std::strcpy(new char[path.size() + 1], path.c_str());
}

UnfinishedFile::~UnfinishedFile() {
    delete[] place_->path.exchange(nullptr);
    place_->isTaken = false;
}

void removeUnfinishedFiles() noexcept {
    for (UnfinishedFile::Place* place = UnfinishedFile::first_; place; place = place->next) {
        if (const char* path = place->path.exchange(nullptr)) std::remove(path);
    }
}

}  // namespace pliant
