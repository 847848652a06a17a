#pragma once

#include "pliant/schedule/schedule.h"
#include "pliant/shared/bindings.h"
#include "pliant/shared/rim.h"

namespace pliant {

/// Of arrays that no kernel sees.
inline constexpr std::uint32_t kHostOnly = kBufferCount;

/// Those of particles, sticks, bends, and what tiles and reach have of them: see forEachArray().
template <class Visit>
void forEachArrayOfCloth(const Schedule& s, Visit&& visit) {
    visit("particles", s.particles, kParticles);
    visit("inverse masses", s.inverseMasses, kHostOnly);
    visit("order of particles", s.sceneParticle, kHostOnly);
    visit("order of particles, back", s.localParticle, kHostOnly);
    visit("frames of particles", s.frameOf, kFrameOf);

    visit("sticks", s.sticks, kSticks);
    visit("order of sticks", s.sceneStick, kHostOnly);
    visit("dampings and limits", s.restraints, kRestraints);
    visit("row starts", s.rowFirst, kRowFirst);
    visit("row entries", s.rowEntries, kRowEntries);
    visit("shares", s.shares, kShares);
    visit("springs", s.springEnds, kSpringEnds);
    visit("row starts of springs", s.springFirst, kSpringFirst);

    visit("bends", s.bends, kBends);
    visit("numbers of bends", s.bendNumbers, kBendNumbers);
    visit("links of bends", s.bendLinks, kBendLinks);
    visit("order of bends", s.sceneBend, kHostOnly);
    visit("triangles", s.triangles, kTriangles);

    visit("surface, row starts", s.surface.first, kHostOnly);
    visit("surface, neighbours", s.surface.neighbour, kHostOnly);
    visit("surface, lengths", s.surface.length, kHostOnly);
    visit("surface, components", s.surface.component, kHostOnly);
    visit("tethers at the start", s.tethers, kHostOnly);
    visit("tethers that give", s.tetherGives, kHostOnly);

    visit("clusters", s.clusters, kClusters);
    visit("members of clusters", s.clusterMembers, kClusterMembers);
    visit("clusters of particles", s.clusterOf, kClusterOf);
    visit("rows of tensions", s.tensionRows, kTensionRows);
    visit("links of tensions", s.tensionLinks, kTensionLinks);
    visit("strands", s.strands, kStrands);
    visit("nodes of strands", s.strandNodes, kStrandNodes);
    visit("particles before nodes", s.particlesBefore, kHostOnly);
    visit("lengths along ropes", s.ropeLinks, kHostOnly);
    visit("ropes", s.ropes, kHostOnly);
    visit("levels of ropes", s.ropeLevels, kHostOnly);

    visit("tiles", s.tiles, kTiles);
    visit("runs of tiles", s.tileRuns, kTileRuns);
    visit("sticks of tiles", s.tileSticks, kTileSticks);
}

/// The others.
template <class Visit>
void forEachArrayOfBodies(const Schedule& s, Visit&& visit) {
    visit("elements", s.elements, kElements);
    visit("numbers that elements share", s.elementRows, kElementRows);
    visit("order of elements", s.sceneElement, kHostOnly);
    visit("shapes", s.shapes, kShapes);
    visit("members of shapes", s.shapeMembers, kShapeMembers);
    visit("turns of shapes", s.shapeTurns, kShapeTurns);
    visit("chunks of bodies", s.chunks, kChunks);
    visit("enclosures", s.enclosures, kEnclosures);
    visit("members of enclosures", s.enclosureMembers, kEnclosureMembers);
    visit("neighbours in enclosures", s.enclosurePairs, kEnclosurePairs);
    visit("outlines", s.outlines, kOutlines);
    visit("points of outlines", s.outlinePoints, kOutlinePoints);
    visit("contacts", s.neighbourBodies, kNeighbourBodies);
    visit("places at rest", s.neighbourRest, kNeighbourRest);
    visit("row starts of edges and faces", s.aroundFirst, kAroundFirst);
    visit("edges and faces", s.around, kAround);
    visit("sleepers", s.sleepers, kSleepers);
    visit("hinges of plates", s.plateHinges, kPlateHinges);
    visit("rows of tensors", s.tensorRows, kTensorRows);
    visit("links of tensors", s.tensorLinks, kTensorLinks);
    visit("blocks of tensors", s.tensorBlocks, kTensorBlocks);
    visit("levels of plates", s.tensorLevels, kHostOnly);
    visit("particles of contacts", s.neighbourOrder, kNeighbourOrder);
    visit("groups of neighbours", s.neighbourNodes, kNeighbourNodes);
    visit("joints of contacts", s.neighbourJoints, kNeighbourJoints);
    visit("rims", s.rims, kRims);
    visit("particles of rims", s.rimNodes, kRimNodes);
}

/// Calls visit(name, array, binding) for every array of numbers of the schedule: what is hashed, counted and uploaded
/// is what is named here. Passes and frames are not among them. Where a kernel sees it, `binding` is that of
/// shared/bindings.h.
template <class Visit>
void forEachArray(const Schedule& s, Visit&& visit) {
    forEachArrayOfCloth(s, visit);
    forEachArrayOfBodies(s, visit);
}

/// A list of passes of the schedule.
struct PassList {
    const char* name;                     ///< "Gauss-Seidel"
    const char* when;                     ///< "every iteration"
    std::vector<Pass> Schedule::*passes;  ///< where it is
    std::vector<PassKind> kinds;          ///< that it may have
    bool isSwapped = false;               ///< another list with pairs of colours the other way round
};

/// All of them, in the order in which they are hashed, numbered and described; replay() has another.
const std::vector<PassList>& passListTable();

/// How many there are of what passes are about; of pins, as many as there are particles.
std::size_t itemCount(const Schedule& schedule, Items items);

/// Calls visit(particle) for every particle that item i of a pass is about: a stick has two, a tile all of its own, a
/// chunk none.
template <class Visit>
void forEachParticle(const Schedule& s, const Pass& pass, std::uint32_t i, Visit&& visit) {
    const auto visitAll = [&](auto... particles) { (visit(std::uint32_t(particles)), ...); };
    switch (traitsOf(pass.kind).items) {
        case Items::Particles: return visit(i);
        case Items::Triangles: return visitAll(s.triangles[i].a, s.triangles[i].b, s.triangles[i].c);
        case Items::Sticks: return visitAll(s.sticks[i].a, s.sticks[i].b);
        case Items::Bends:
            visitAll(s.bends[i].a, s.bends[i].b, s.bends[i].c);
            return (pass.response & kBendKinds) == kBendLine ? void() : visit(s.bends[i].d);
        case Items::Elements:
            visitAll(s.elements[i].a, s.elements[i].b, s.elements[i].c);
            return pass.response < kElementOfThree ? visit(s.elements[i].d) : void();
        case Items::ShapeMembers: return visit(s.shapeMembers[i].particle);
        case Items::EnclosureMembers: return visit(s.enclosureMembers[i].particle);
        case Items::OutlinePoints: return visit(s.outlinePoints[i].particle);
        case Items::Clusters: return visit(s.clusters[i].row);
        case Items::Strands:
            for (std::uint32_t k = 0; k < s.strands[i].nodeCount && k < kMostStrandNodes; ++k) {
                const std::size_t node = std::size_t(s.strands[i].firstNode) + k;
                visit(node < s.strandNodes.size() ? s.strandNodes[node] : ~0u);
            }
            return;
        case Items::Rims:
            for (std::uint32_t k = 0; k < s.rims[i].nodeCount && k < kMostRimNodes; ++k) {
                const std::size_t node = std::size_t(s.rims[i].firstNode) + k;
                visit(node < s.rimNodes.size() ? s.rimNodes[node] : ~0u);
            }
            return;
        case Items::TensorRows: return pass.kind == PassKind::PushHinges ? visit(s.tensorRows[i].place) : void();
        case Items::Involved:
        case Items::Pushed:
        case Items::Neighbours: return visit(s.neighbourOrder[i]);
        case Items::Tiles:
            for (std::uint32_t k = 0; k < s.tiles[i].particleCount; ++k)
                visit(s.tiles[i].firstParticle + k);
            return;
        case Items::Pins:
        case Items::Chunks:
        case Items::Shapes:
        case Items::Enclosures:
        case Items::Outlines:
        case Items::PlateHinges:
        case Items::NeighbourNodes:
        case Items::Sleepers: return;
    }
}

}  // namespace pliant
