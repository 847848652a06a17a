// Clusters of particles, see shared/cluster.h.
#ifndef PLIANT_BUFFERS_CLUSTERS
#define PLIANT_BUFFERS_CLUSTERS

#include "shared/bindings.h"

layout(binding = kClusters, std430) readonly buffer Clusters {
    Cluster clusters[];
};
layout(binding = kClusterMembers, std430) readonly buffer ClusterMembers {
    ClusterMember clusterMembers[];
};
layout(binding = kClusterOf, std430) readonly buffer ClusterOf {
    uint clusterOf[];
};
#endif
