// The enumerators of C are those of the library, number by number: readEnum() and write() cast them into each other.

#include <initializer_list>
#include <utility>

#include "pliant/c/structs.h"
#include "pliant/scene/pins.h"

namespace pliant::c {
namespace {

template <class Enum>
constexpr bool are(std::initializer_list<std::pair<int, Enum>> numbers) {
    for (const auto& [number, theirs] : numbers) {
        if (number != static_cast<int>(theirs)) return false;
    }
    return true;
}

static_assert(are<Response>(
    {{PLIANT_RIGID, Response::Rigid}, {PLIANT_COMPLIANT, Response::Compliant}, {PLIANT_HOOKE, Response::Hooke}}));
static_assert(are<StickKind>(
    {{PLIANT_STRUCTURAL, StickKind::Structural}, {PLIANT_SHEAR, StickKind::Shear}, {PLIANT_BEND, StickKind::Bend}}));
static_assert(are<GridPlace>({{PLIANT_FIRST_ROW, GridPlace::FirstRow},
                              {PLIANT_LAST_ROW, GridPlace::LastRow},
                              {PLIANT_FIRST_COLUMN, GridPlace::FirstColumn},
                              {PLIANT_LAST_COLUMN, GridPlace::LastColumn},
                              {PLIANT_FIRST_ROW_START, GridPlace::FirstRowStart},
                              {PLIANT_FIRST_ROW_END, GridPlace::FirstRowEnd},
                              {PLIANT_LAST_ROW_START, GridPlace::LastRowStart},
                              {PLIANT_LAST_ROW_END, GridPlace::LastRowEnd},
                              {PLIANT_FIRST_ROW_CORNERS, GridPlace::FirstRowCorners},
                              {PLIANT_FOUR_CORNERS, GridPlace::FourCorners}}));
static_assert(are<Integrator>({{PLIANT_VERLET, Integrator::Verlet},
                               {PLIANT_EXPLICIT_EULER, Integrator::ExplicitEuler},
                               {PLIANT_SEMI_IMPLICIT_EULER, Integrator::SemiImplicitEuler},
                               {PLIANT_VELOCITY_VERLET, Integrator::VelocityVerlet},
                               {PLIANT_RUNGE_KUTTA_4, Integrator::RungeKutta4},
                               {PLIANT_BACKWARD_EULER, Integrator::BackwardEuler}}));
static_assert(are<Filling>({{PLIANT_FIXED, Filling::Fixed}, {PLIANT_GAS, Filling::Gas}}));
static_assert(are<ColliderShape>({{PLIANT_PLANE, ColliderShape::Plane},
                                  {PLIANT_SPHERE, ColliderShape::Sphere},
                                  {PLIANT_CAPSULE, ColliderShape::Capsule},
                                  {PLIANT_BOX, ColliderShape::Box},
                                  {PLIANT_CYLINDER, ColliderShape::Cylinder}}));
static_assert(are<PinInput::Action>({{PLIANT_PIN_MOVE, PinInput::Action::Move},
                                     {PLIANT_PIN_HOLD, PinInput::Action::Hold},
                                     {PLIANT_PIN_RELEASE, PinInput::Action::Release},
                                     {PLIANT_PIN_PULL, PinInput::Action::Pull}}));
static_assert(are<FrameInput::Action>({{PLIANT_FRAME_MOVE, FrameInput::Action::Move},
                                       {PLIANT_FRAME_JUMP, FrameInput::Action::Jump}}));
static_assert(are<TileUse>({{PLIANT_TILES_AUTO, TileUse::Auto},
                            {PLIANT_TILES_ALWAYS, TileUse::Always},
                            {PLIANT_TILES_NEVER, TileUse::Never}}));
static_assert(are<Method>({{PLIANT_METHOD_AUTO, Method::Auto},
                           {PLIANT_GAUSS_SEIDEL, Method::GaussSeidel},
                           {PLIANT_TILES, Method::Tiles},
                           {PLIANT_JACOBI, Method::Jacobi},
                           {PLIANT_HYBRID, Method::Hybrid}}));
static_assert(are<Order>(
    {{PLIANT_ORDER_AUTO, Order::Auto}, {PLIANT_ORDER_FIRST, Order::First}, {PLIANT_ORDER_SECOND, Order::Second}}));

static_assert(PLIANT_WORLD == kWorld && PLIANT_NO_PARTICLE == kNoParticle);

}  // namespace
}  // namespace pliant::c
