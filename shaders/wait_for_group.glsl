// All invocations of a workgroup come here, and then see what any of them has written before, in buffers and in shared
// memory: one barrier that says so, not two that have to be taken together.
#extension GL_KHR_memory_scope_semantics : require

void waitForGroup() {
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease);
}
