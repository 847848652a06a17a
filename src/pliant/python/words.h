#pragma once

#include "pliant/python/convert.h"

namespace pliant::python {

// Python names enumerators by words, as the command and the presets of fabrics do: "stiff-cotton", "gauss-seidel".

template <>
inline constexpr std::array kWords<Response>{Word<Response>{"rigid", Response::Rigid},
                                             Word<Response>{"compliant", Response::Compliant},
                                             Word<Response>{"hooke", Response::Hooke}};
template <>
inline constexpr std::array kWords<StickKind>{Word<StickKind>{"structural", StickKind::Structural},
                                              Word<StickKind>{"shear", StickKind::Shear},
                                              Word<StickKind>{"bend", StickKind::Bend}};
template <>
inline constexpr std::array kWords<Integrator>{Word<Integrator>{"verlet", Integrator::Verlet},
                                               Word<Integrator>{"explicit-euler", Integrator::ExplicitEuler},
                                               Word<Integrator>{"semi-implicit-euler", Integrator::SemiImplicitEuler},
                                               Word<Integrator>{"velocity-verlet", Integrator::VelocityVerlet},
                                               Word<Integrator>{"runge-kutta-4", Integrator::RungeKutta4},
                                               Word<Integrator>{"backward-euler", Integrator::BackwardEuler}};
template <>
inline constexpr std::array kWords<GridPlace>{Word<GridPlace>{"first-row", GridPlace::FirstRow},
                                              Word<GridPlace>{"last-row", GridPlace::LastRow},
                                              Word<GridPlace>{"first-column", GridPlace::FirstColumn},
                                              Word<GridPlace>{"last-column", GridPlace::LastColumn},
                                              Word<GridPlace>{"first-row-start", GridPlace::FirstRowStart},
                                              Word<GridPlace>{"first-row-end", GridPlace::FirstRowEnd},
                                              Word<GridPlace>{"last-row-start", GridPlace::LastRowStart},
                                              Word<GridPlace>{"last-row-end", GridPlace::LastRowEnd},
                                              Word<GridPlace>{"first-row-corners", GridPlace::FirstRowCorners},
                                              Word<GridPlace>{"four-corners", GridPlace::FourCorners}};
template <>
inline constexpr std::array kWords<ColliderShape>{
    Word<ColliderShape>{"plane", ColliderShape::Plane}, Word<ColliderShape>{"sphere", ColliderShape::Sphere},
    Word<ColliderShape>{"capsule", ColliderShape::Capsule}, Word<ColliderShape>{"box", ColliderShape::Box},
    Word<ColliderShape>{"cylinder", ColliderShape::Cylinder}};
template <>
inline constexpr std::array kWords<Filling>{Word<Filling>{"fixed", Filling::Fixed}, Word<Filling>{"gas", Filling::Gas}};
template <>
inline constexpr std::array kWords<Method>{Word<Method>{"auto", Method::Auto},
                                           Word<Method>{"gauss-seidel", Method::GaussSeidel},
                                           Word<Method>{"tiles", Method::Tiles}, Word<Method>{"jacobi", Method::Jacobi},
                                           Word<Method>{"hybrid", Method::Hybrid}};
template <>
inline constexpr std::array kWords<Order>{Word<Order>{"auto", Order::Auto}, Word<Order>{"first", Order::First},
                                          Word<Order>{"second", Order::Second}};
template <>
inline constexpr std::array kWords<TileUse>{Word<TileUse>{"auto", TileUse::Auto},
                                            Word<TileUse>{"always", TileUse::Always},
                                            Word<TileUse>{"never", TileUse::Never}};
template <>
inline constexpr std::array kWords<TileForm>{Word<TileForm>{"auto", TileForm::Auto},
                                             Word<TileForm>{"workgroup", TileForm::Workgroup},
                                             Word<TileForm>{"invocation", TileForm::Invocation}};

}  // namespace pliant::python
