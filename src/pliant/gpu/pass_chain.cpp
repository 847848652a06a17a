#include "pliant/gpu/pass_chain.h"

#include <functional>

namespace pliant {

PassChain::PassChain(const Schedule& schedule) {
    for (const std::vector<Pass>* passes : passLists(schedule)) {
        const Pass* begin = passes->data();
        const auto first = static_cast<std::uint32_t>(records_.size());
        lists_.push_back({begin, begin + passes->size(), first});
        for (const Pass& pass : *passes)
            records_.push_back({pass.first, pass.count, pass.response, 0});
        records_.push_back({});  // a number between two lists
    }
}

std::optional<std::uint32_t> PassChain::numberOf(const Pass* pass) const {
    constexpr std::less<const Pass*> before;
    for (const List& list : lists_) {
        if (!before(pass, list.begin) && before(pass, list.end))
            return list.first + static_cast<std::uint32_t>(pass - list.begin);
    }
    return std::nullopt;
}

std::size_t chainLength(const Schedule& schedule) {
    std::size_t count = 0;
    for (const std::vector<Pass>* passes : passLists(schedule))
        count += passes->size() + 1;
    return count;
}

}  // namespace pliant
