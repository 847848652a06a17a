#pragma once

#include <algorithm>
#include <vector>

namespace pliant::cli {

/// Of at least one number.
inline double median(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    const std::size_t half = numbers.size() / 2;
    return numbers.size() % 2 == 1 ? numbers[half] : 0.5 * (numbers[half - 1] + numbers[half]);
}

}  // namespace pliant::cli
