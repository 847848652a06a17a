#pragma once

#include <cmath>

namespace pliant::test {

/// An inextensible chain of some length hung from two points at the same height, in double: y = a cosh(x / a) with
/// length = 2 a sinh(span / 2a) (Bernoulli, Huygens, Leibniz 1691).
struct Catenary {
    double span, a;

    Catenary(double ofSpan, double length) : span(ofSpan), a(ofSpan) {
        double low = 1e-3 * span, high = 1e3 * span;  // the length falls as a grows
        for (int i = 0; i < 200; ++i) {
            a = std::sqrt(low * high);
            (2.0 * a * std::sinh(span / (2.0 * a)) > length ? low : high) = a;
        }
    }
    /// How far below its ends, `x` from their middle.
    double sagAt(double x) const { return a * (std::cosh(span / (2.0 * a)) - std::cosh(x / a)); }
};

}  // namespace pliant::test
