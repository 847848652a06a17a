// Faces and edges that do not go through each other: directions, planes and shares against double precision, and what
// an impact leaves.

#include "pliant/shared/cut.h"

#include "neighbour_support.h"
#include "pliant/cpu/kernels.h"
#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/shared/neighbour.h"
#include "pliant/state/crossings.h"
#include "random_places.h"

namespace pliant::test {
namespace {

dvec3 at(const vec3* p, double u, double v) {
    return dvec3(p[0]) + u * (dvec3(p[1]) - dvec3(p[0])) + v * (dvec3(p[2]) - dvec3(p[0]));
}

// The least distance from point `p` to a triangle, or of two edges, among places on a grid that is refined around the
// best one.
template <class PlaceOf>
double leastOver(PlaceOf&& distanceAt) {
    double best = 1e30, u = 0.5, v = 0.5;
    for (double reach = 0.5; reach > 1e-7; reach *= 0.4) {
        const double u0 = u, v0 = v;
        for (int i = -16; i <= 16; ++i) {
            for (int j = -16; j <= 16; ++j) {
                const double s = std::clamp(u0 + reach * i / 16, 0.0, 1.0);
                const double t = std::clamp(v0 + reach * j / 16, 0.0, 1.0);
                const double distance = distanceAt(s, t);
                if (distance < best) best = distance, u = s, v = t;
            }
        }
    }
    return best;
}

// Along the direction from the nearest point to the nearest point two convex sets are as far apart as they are.
TEST(Cuts, DirectionsAreThoseOfTheNearestPoints) {
    RandomPlaces place;
    for (int round = 0; round < 3000; ++round) {
        const vec3 p = place(0.03f);
        const vec3 face[3] = {place(0.02f), place(0.02f), place(0.02f)};
        const double distance = leastOver([&](double u, double v) {
            const double scale = u + v > 1.0 ? 1.0 / (u + v) : 1.0;
            return glm::length(dvec3(p) - at(face, u * scale, v * scale));
        });
        const dvec3 n(directionFromFace(p, face[0], face[1], face[2]));
        double apart = 1e30;
        for (const vec3& corner : face)
            apart = std::min(apart, glm::dot(n, dvec3(p) - dvec3(corner)));
        EXPECT_NEAR(apart, distance, 2e-5 * 0.03 + 1e-3 * distance) << "face, round " << round;

        const vec3 a = place(0.02f), b = place(0.02f), c = place(0.02f), d = place(0.02f);
        const double edges = leastOver(
            [&](double u, double v) { return glm::length(dvec3(a) + u * dvec3(b - a) - dvec3(c) - v * dvec3(d - c)); });
        const dvec3 m(directionFromEdge(a, b, c, d));
        const double gap = std::min(glm::dot(m, dvec3(a)), glm::dot(m, dvec3(b))) -
                           std::max(glm::dot(m, dvec3(c)), glm::dot(m, dvec3(d)));
        EXPECT_NEAR(gap, edges, 2e-5 * 0.03 + 1e-3 * edges) << "edges, round " << round;
    }
}

// What is cut ends above and below the two planes, and these are as far apart as the gap; what is not cut goes on.
TEST(Cuts, SharesEndOnTheirSidesOfThePlanes) {
    RandomPlaces place;
    int cuts = 0, whole = 0;
    for (int round = 0; round < 10000; ++round) {
        const float gap = 1e-5f;
        const vec3 above = place(0.01f), below = place(0.01f), ways = place(0.03f), others = place(0.03f);
        float low = 1.0f, high = -1.0f, down = 0.0f, up = 0.0f;
        for (int k = 0; k < 3; ++k) {
            low = std::min(low, above[k] + 0.0101f);
            high = std::max(high, below[k] - 0.0101f);
            down = std::max(down, ways[k]);
            up = std::max(up, others[k]);
        }
        const CutPlanes planes = planesBetween(low, high, down, up, gap);
        ASSERT_GE(double(planes.first) - planes.second, 0.99 * gap);
        for (int k = 0; k < 3; ++k) {
            const double height = double(above[k]) + 0.0101f, lower = double(below[k]) - 0.0101f;
            const std::uint32_t cut = cutOf(float(height) - planes.first, ways[k]);
            const std::uint32_t cutBelow = cutOf(planes.second - float(lower), others[k]);
            ASSERT_LE(std::max(cut, cutBelow), kWholeCut);
            const double gone = ways[k] * double(kWholeCut - cut) / kWholeCut;
            const double goneUp = others[k] * double(kWholeCut - cutBelow) / kWholeCut;
            EXPECT_TRUE(ways[k] <= 0.0f || height - gone >= planes.first - 1e-9);
            EXPECT_TRUE(others[k] <= 0.0f || lower + goneUp <= planes.second + 1e-9);
            EXPECT_TRUE(ways[k] > 0.0f || cut == 0);  // it goes away
            (cut == 0 ? whole : cuts) += 1;
        }
    }
    EXPECT_GT(cuts, 3000);
    EXPECT_GT(whole, 3000);
}

TEST(Cuts, SizesOfZeroHaveADirectionOrNone) {
    const vec3 a(0.01f, 0.0f, 0.0f), b(0.02f, 0.0f, 0.0f), c(0.03f, 0.0f, 0.0f), away(0.01f, 0.005f, 0.0f);
    for (const vec3& n : {directionFromFace(away, a, a, a), directionFromFace(away, a, b, c),
                          directionFromFace(away, a, a, b), directionFromEdge(away, away, a, a),
                          directionFromEdge(away, away, a, b), directionFromEdge(away, away + vec3(0.01f, 0, 0), a, b)})
        EXPECT_NEAR(n.y, 1.0f, 1e-4f);
    for (const vec3& n : {directionFromFace(a, a, a, a), directionFromEdge(a, a, a, a), directionFromEdge(a, b, a, b)})
        EXPECT_EQ(n, vec3(0.0f));
}

// Where particles are that go their ways from `before`, if nothing but the cuts keeps them from it.
std::vector<dvec3> cutAlone(const SchedulePtr& schedule, const std::vector<vec3>& before,
                            const std::vector<vec3>& ways) {
    cpu::NeighbourWork work(*schedule);
    std::vector<vec4> particles = schedule->particles, previous = particles;
    for (std::uint32_t i = 0; i < particles.size(); ++i) {
        const std::uint32_t scene = schedule->sceneParticle[i];
        previous[i] = vec4(before[scene], particles[i].w);
        particles[i] = vec4(before[scene] + ways[scene], particles[i].w);
    }
    cpu::Buffers buffers{};
    buffers.particles = particles.data();
    buffers.previous = previous.data();
    buffers.schedule = schedule.get();
    buffers.neighbours = &work;
    for (const Pass& pass : schedule->touching) {
        if (pass.kind == PassKind::PushNeighbours) continue;
        cpu::runPiece(buffers, false, pass, PassConstants{}, pass.first, pass.first + pass.count);
    }
    std::vector<dvec3> after(particles.size());
    for (std::uint32_t i = 0; i < particles.size(); ++i)
        after[schedule->sceneParticle[i]] = dvec3(vec3(particles[i]));
    return after;
}

double sixTimesVolume(const dvec3* x) {
    return glm::dot(glm::cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]);
}

// Whether the corner x[3] is above or below the face of the others, and not beside it.
bool isBeside(const dvec3* x) {
    const dvec3 n = glm::cross(x[1] - x[0], x[2] - x[0]);
    for (int k = 0; k < 3; ++k)
        if (glm::dot(glm::cross(x[(k + 1) % 3] - x[k], x[3] - x[k]), n) < 1e-3 * glm::dot(n, n)) return true;
    return false;
}

// Whether the edges from x[0] to x[1] and from x[2] to x[3] do not cross, seen along both.
bool areBeside(const dvec3* x) {
    const dvec3 n = glm::cross(x[1] - x[0], x[3] - x[2]);
    const auto areApart = [&](const dvec3& a, const dvec3& b, const dvec3& p, const dvec3& q) {
        const double s = glm::dot(glm::cross(b - a, p - a), n), t = glm::dot(glm::cross(b - a, q - a), n);
        return s * t > -1e-3 * std::max(s * s, t * t);
    };
    return areApart(x[0], x[1], x[2], x[3]) || areApart(x[2], x[3], x[0], x[1]);
}

// Whether four corners go through each other on their straight ways: where their volume changes its sign, by bisection.
bool goThrough(const std::array<dvec3, 4>& from, const std::array<dvec3, 4>& to, bool (*areBesides)(const dvec3*)) {
    const auto at = [&](double time) {
        std::array<dvec3, 4> x;
        for (int k = 0; k < 4; ++k)
            x[k] = from[k] + (to[k] - from[k]) * time;
        return x;
    };
    const auto volumeAt = [&](double time) { return sixTimesVolume(at(time).data()); };
    for (int step = 0; step < 100; ++step) {
        double low = step / 100.0, high = low + 0.01;
        const double first = volumeAt(low);
        if (first * volumeAt(high) >= 0.0) continue;
        for (int k = 0; k < 40; ++k) {
            const double middle = 0.5 * (low + high);
            (volumeAt(middle) * first > 0.0 ? low : high) = middle;
        }
        if (!areBesides(at(high).data())) return true;
    }
    return false;
}

// Bases that turn four corners, and move them, leave them as far from each other as they were; one that stretches the
// way between two of them by a fifth of a per cent does not.
TEST(Cuts, CornersAreCarriedWhereNothingIsStretched) {
    const std::array<vec3, 4> starts{vec3(0.1f, 0.2f, 0.3f), vec3(0.12f, 0.2f, 0.31f), vec3(0.1f, 0.23f, 0.3f),
                                     vec3(0.11f, 0.21f, 0.32f)};
    const glm::quat turn = glm::angleAxis(0.3f, glm::normalize(vec3(1.0f, 2.0f, -1.0f)));
    const auto isCarried = [&](auto&& baseOf) {
        std::array<CutCorner, 4> c;
        for (std::size_t k = 0; k < 4; ++k)
            c[k] = {starts[k], baseOf(k), starts[k]};
        return areCarried(c[0], c[1], c[2], c[3]);
    };
    const auto turned = [&](std::size_t k) { return turn * starts[k] + vec3(0.01f, 0.0f, 0.02f); };
    EXPECT_TRUE(isCarried([&](std::size_t k) { return starts[k]; }));
    EXPECT_TRUE(isCarried(turned));
    for (std::size_t off = 0; off < 4; ++off)
        for (std::size_t to = 0; to < 4; ++to) {
            if (off == to) continue;
            const auto stretched = [&](std::size_t k) {
                return turned(k) + (k == off ? 0.002f * (turned(off) - turned(to)) : vec3(0.0f));
            };
            EXPECT_FALSE(isCarried(stretched)) << off << " from " << to;
        }
}

// Two triangles anywhere: which of their nine pairs of edges, and six of a corner and a face, went through each other.
struct Through {
    int edges = 0, cornersOfFirst = 0, cornersOfSecond = 0;

    void count(const std::vector<dvec3>& from, const std::vector<dvec3>& to) {
        const auto goes = [&](std::array<int, 4> k, bool (*areBesides)(const dvec3*)) {
            return goThrough({from[k[0]], from[k[1]], from[k[2]], from[k[3]]}, {to[k[0]], to[k[1]], to[k[2]], to[k[3]]},
                             areBesides)
                       ? 1
                       : 0;
        };
        for (int i = 0; i < 3; ++i) {
            cornersOfFirst += goes({3, 4, 5, i}, isBeside);
            cornersOfSecond += goes({0, 1, 2, 3 + i}, isBeside);
            for (int j = 0; j < 3; ++j)
                edges += goes({i, (i + 1) % 3, 3 + j, 3 + (j + 1) % 3}, areBeside);
        }
    }
};

TEST(Cuts, NoPairOfFacesAndEdgesGoesThrough) {
    Scene scene;
    for (const float height : {0.0f, 1.0f}) {
        MeshDescription triangle;
        triangle.vertices = {vec3(0.0f, height, 0.0f), vec3(0.02f, height, 0.0f), vec3(0.01f, height, 0.02f)};
        triangle.faceSizes = {3};
        triangle.faceCorners = {0, 1, 2};
        take(addContact(scene, take(addMesh(scene, triangle))));
        scene.contacts.back().thickness = 0.1f;
    }
    const SchedulePtr schedule = take(compile(scene));
    RandomPlaces place;
    Through without, with;
    for (int round = 0; round < 4000; ++round) {
        std::vector<vec3> before, ways;
        for (int k = 0; k < 6; ++k) {
            before.push_back(place(0.012f));
            ways.push_back(place(0.012f));
        }
        const std::vector<dvec3> from(before.begin(), before.end());
        std::vector<dvec3> free = from;
        for (int k = 0; k < 6; ++k)
            free[k] += dvec3(ways[k]);
        without.count(from, free);
        with.count(from, cutAlone(schedule, before, ways));
    }
    EXPECT_GT(std::min({without.edges, without.cornersOfFirst, without.cornersOfSecond}), 300);
    EXPECT_EQ(with.edges, 0);
    EXPECT_EQ(with.cornersOfFirst, 0);
    EXPECT_EQ(with.cornersOfSecond, 0);
}

void throwSheetsAtEachOther(vec3 second, float sideways) {
    Scene scene;
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    addSheet(scene, 60, 1.0f, vec3(0.0f));
    addSheet(scene, 60, 1.0f, second);
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule, {2, true}));
    const auto velocityOf = [&](std::size_t i) {
        return i < 3600 ? vec3(sideways, 30.0f, 0.0f) : vec3(0.0f, -30.0f, 0.0f);
    };
    take(solver.restore(thrown(*schedule, velocityOf)));
    for (int frame = 1; frame <= 30; ++frame) {
        take(solver.step());
        expectNothingThrough(scene, solver, fmt::format("{} m up, {} m/s sideways, {}", second.y, sideways, frame));
    }
}

// Two free sheets that meet at 60 m/s, 4 thicknesses in each substep: particles alone let faces through. The second two
// do so where bases do not end at what stops.
TEST(Cuts, SheetsThatHitEachOtherDoNotGoThrough) {
    throwSheetsAtEachOther(vec3(0.05f, 0.6f, 0.03f), 0.0f);
    throwSheetsAtEachOther(vec3(0.13f, 0.4f, 0.07f), 0.0f);
    throwSheetsAtEachOther(vec3(0.13f, 0.4f, 0.07f), 15.0f);
}

// As soon as an edge is in a face, or in an edge, the two corners that are nearest are told to be near enough to look
// at these, wherever on their ways either is.
TEST(Cuts, WhatMeetsIsLookedAt) {
    RandomPlaces place;
    const auto at = [](vec3 p) { return CutCorner{p, p, p}; };
    const auto squaredBetween = [](vec3 a, vec3 b) { return glm::dot(a - b, a - b); };
    std::uniform_real_distribution<float> share(0.0f, 1.0f);
    for (int round = 0; round < 20000; ++round) {
        const vec3 meeting = place(0.1f), u = place(0.02f), v = place(0.02f);
        const float s = share(place.engine), t = share(place.engine);
        const vec3 ends[4] = {meeting - s * u, meeting + (1.0f - s) * u, meeting - t * v, meeting + (1.0f - t) * v};
        float nearest = kFarOff;
        for (const int i : {0, 1})
            for (const int j : {2, 3})
                nearest = std::min(nearest, std::sqrt(squaredBetween(ends[i], ends[j])));
        ASSERT_TRUE(mayEdgesMeet(longerOf(at(ends[0]), at(ends[1])), longerOf(at(ends[2]), at(ends[3])), nearest));

        const vec3 corners[3] = {meeting + place(0.03f), meeting + place(0.03f), meeting + place(0.03f)};
        const bool isLow = s + t < 1.0f;
        const float a = isLow ? s : 1.0f - s, b = isLow ? t : 1.0f - t;
        const vec3 within = corners[0] + a * (corners[1] - corners[0]) + b * (corners[2] - corners[0]);
        float squares[3], toCorner = kFarOff;
        for (int k = 0; k < 3; ++k) {
            squares[k] = squaredBetween(corners[k], corners[(k + 1) % 3]);
            toCorner = std::min(toCorner, std::sqrt(squaredBetween(within, corners[k])));
        }
        const float longest = std::max({squares[0], squares[1], squares[2]});
        ASSERT_TRUE(mayMeetFace(squares[0], squares[1], squares[2], toCorner));
        EXPECT_FALSE(mayMeetFace(squares[0], squares[1], squares[2], 0.6f * std::sqrt(longest)));

        const vec3 apart = place(0.03f), way = place(0.01f), other = place(0.01f), bases = place(0.01f);
        const float least = leastDistance(apart, way, other, bases);
        ASSERT_GE(glm::length(apart + share(place.engine) * bases + s * way - t * other), least - 1e-6f);
    }
}

// No base goes farther along the middle of the ways around than any of them does; what all have in common goes with it.
TEST(Cuts, BasesEndWhereSomethingStops) {
    constexpr float kThickness = 0.02f;
    RandomPlaces place;
    int moving = 0;
    for (int round = 0; round < 5000; ++round) {
        const vec3 common = place(0.05f);
        vec3 least(kFarOff), most(-kFarOff);
        std::vector<vec3> ways;
        for (int k = 0; k < 6; ++k) {
            ways.push_back(common + place(0.01f));
            least = lowerOf3(least, ways.back());
            most = higherOf3(most, ways.back());
        }
        const vec3 base = baseOf(least, most, kThickness);
        const float length = glm::length(base);
        if (length == 0.0f) continue;
        ++moving;
        for (const vec3& way : ways)
            EXPECT_LT(length, glm::dot(way, base / length) - kStandsStill * kThickness + 1e-6f);
    }
    EXPECT_GT(moving, 500);
    const vec3 way(0.3f, -0.4f, 0.0f), alone = baseOf(way, way, kThickness);
    EXPECT_LT(glm::distance(alone, way * (0.5f - kStandsStill * kThickness) / 0.5f), 1e-6f);
    EXPECT_EQ(baseOf(vec3(0.0f, -0.3f, 0.0f), vec3(0.0f), kThickness), vec3(0.0f)) << "one of them lies still";
}

// What lists leave out folds through itself where cuts do not look there: around the ends of crumpled edges the first
// of these drapes, across diagonals the second.
TEST(Cuts, NoEdgeGoesThroughAFaceOfADrape) {
    struct Drape {
        const char* fabric;
        std::uint32_t size;
        float radius;  // of the ball [m]
    };
    for (const Drape& drape : {Drape{"silk", 48, 0.2f}, Drape{"denim", 48, 0.2f}}) {
        Scene scene;
        GridDescription grid = sheet(drape.size, 2.0f, vec3(0.0f, 1.0f, 0.0f));
        grid.fabric = take(fabricNamed(drape.fabric));
        take(addContact(scene, take(addGrid(scene, grid))));
        StepInputs inputs = onBall();
        inputs.colliders[1].radius = drape.radius;
        inputs.colliders[1].pose.position.y = drape.radius + 0.05f;
        CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
        for (int frame = 1; frame <= 60; ++frame) {
            take(solver.step({}, inputs));
            ASSERT_EQ(take(crossingsOf(scene, solver.snapshot().positions)).size(), 0u) << drape.fabric << frame;
        }
    }
}

// Around edges that are a quarter as long as others near them, folds would be sharper than lists can see. In the last
// two sheets some faces look to one side where ways begin and end, but not where cuts leave them.
TEST(Cuts, UnevenTrianglesDoNotFoldThroughEachOther) {
    for (const std::uint32_t seed : {1u, 8u, 15u}) {
        Scene scene;
        take(addContact(scene, take(addMesh(scene, unevenSheet(30, 0.75f, seed)))));
        CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {2, true}));
        for (int frame = 1; frame <= 70; ++frame) {
            take(solver.step({}, onBall()));
            expectNothingThrough(scene, solver, fmt::format("sheet {}, frame {}", seed, frame));
        }
    }
}

// A corner that is nearer to the edge across from it than faces keep from each other, in a square that falls freely.
TEST(Cuts, NeedlesDoNotHoldWhatIsAroundThem) {
    Scene scene;
    MeshDescription square;
    for (const vec3 place : {vec3(0.0f), vec3(0.1f, 0.0f, 0.0f), vec3(0.1f, 0.0f, 0.1f), vec3(0.0f, 0.0f, 0.1f),
                             vec3(0.05f, 0.0f, 0.04f), vec3(0.05f, 1e-6f, 0.040002f)})
        square.vertices.push_back(place);
    square.faceSizes = {3, 3, 3, 3, 3, 3};
    square.faceCorners = {0, 4, 1, 1, 5, 2, 2, 5, 3, 3, 4, 0, 3, 5, 4, 4, 5, 1};
    take(addContact(scene, take(addMesh(scene, square)), {.thickness = 0.05f}));
    scene.environment.damping = 0.0f;
    const SchedulePtr schedule = take(compile(scene));
    ASSERT_TRUE(isUnevenWith(schedule->neighbourRest[0].w));
    CpuSolver solver = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 12; ++frame)
        take(solver.step());
    for (const vec3& place : solver.snapshot().positions)
        EXPECT_NEAR(place.y, -0.5 * 9.81 * 0.04, 0.003);
}

// Too many edges around one corner to look at all pairs of them: it waits, and is counted, but lets nothing through.
TEST(Cuts, ACornerOfTooManyEdgesWaitsAndIsCounted) {
    for (const std::uint32_t corners : {60u, 230u}) {
        Scene scene;
        scene.environment.gravity = vec3(0.0f);
        addFans(scene, corners, vec3(0.0f));
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule));
        take(solver.restore(
            thrown(*schedule, [&](std::size_t i) { return vec3(0.0f, i <= corners ? 5.0f : -5.0f, 0.0f); })));
        for (int frame = 1; frame <= 6; ++frame) {
            take(solver.step());
            EXPECT_EQ(intersections(solver.snapshot().positions, trianglesOf(scene)), 0u) << frame;
        }
        EXPECT_EQ(solver.snapshot().crowded > 0, corners > 200);
    }
}

}  // namespace
}  // namespace pliant::test
