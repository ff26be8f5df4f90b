//! Tests of kernel fusion.

use super::{DECLARATIONS, each};

/// A loop over all nodes, which the work-items of a launch share.
const NODES: &str = "for u: node = @global_id to @node_count by @global_size";

fn module(kernels: &str) -> String {
    let kernels = kernels.replace("NODES", NODES);
    let main = if kernels.contains("main {") { "" } else { "main { launch k() launch l(7u32) }" };
    format!("module m distributed\n{DECLARATIONS}\n{kernels}\n{main}")
}

#[test]
fn consecutive_launches_are_joined() {
    let cases = [
        (
            "the same loop",
            "kernel k() { NODES { let a: u32 = (y[u] + 1u32) x[u] = (x[u] + a) } }
             kernel l(n: u32) { NODES { let a: u32 = (x[u] * n) x[u] = a } }",
        ),
        (
            "another loop",
            "kernel k() { NODES { x[u] = (x[u] + 1u32) } }
             kernel l(n: u32) { for e: edge = @global_id to @edge_count by @global_size \
             { atomic add total~[0u32], w[e] } }",
        ),
        (
            "statements before the loop",
            "kernel k() { NODES { x[u] = (x[u] + 1u32) } }
             kernel l(n: u32) { let b: u32 = (n * 2u32) NODES { x[u] = (x[u] + b) } }",
        ),
        (
            "a worklist that the first reads, and pushes of both",
            "kernel k() { for i: u32 = @global_id to @size(near) by @global_size { \
             let u: node = @item(near, i) push near u } }
             kernel l(n: u32) { NODES { push near u } }",
        ),
        (
            "several launches in a loop",
            "kernel k() { NODES { x[u] = (x[u] + 1u32) } }
             kernel l(n: u32) { NODES { x[u] = (x[u] * n) } }
             main { let i: u32 = 0u32 while (i < 3u32) { launch k() launch l(i) launch k() \
             set i = (i + 1u32) } }",
        ),
    ];
    insta::assert_snapshot!(each("fuse", true, module, &cases));
}

/// Before distribution, a kernel may not have two loops that access the same elements.
#[test]
fn loops_that_are_not_distributed_become_one() {
    let parallel = |kernels: &str| {
        module(kernels)
            .replace("module m distributed", "module m parallel")
            .replace(NODES, "forall parallel u: node in nodes")
    };
    let cases = [(
        "the same loop, after a declaration",
        "kernel k() { NODES { x[u] = (x[u] + 1u32) } }
         kernel l(n: u32) { let b: u32 = (n * 2u32) NODES { x[u] = (x[u] + b) } }",
    )];
    insta::assert_snapshot!(each("fuse", true, parallel, &cases));
    let cases = [(
        "another loop",
        "kernel k() { NODES { x[u] = (x[u] + 1u32) } }
         kernel l(n: u32) { forall parallel e: edge in edges { atomic add total~[0u32], w[e] } }",
    )];
    insta::assert_snapshot!("other_loops", each("fuse", false, parallel, &cases));
}

#[test]
fn kernels_that_depend_on_other_iterations_stay() {
    let cases = [
        (
            "another element",
            "kernel k() { NODES { x[u] = (x[u] + 1u32) } }
             kernel l(n: u32) { NODES { y[u] = x?[node(n)] } }",
        ),
        (
            "a global",
            "kernel k() { NODES { atomic add total~[0u32], y[u] } }
             kernel l(n: u32) { NODES { y[u] = total~[0u32] } }",
        ),
        (
            "a worklist",
            "kernel k() { NODES { push near u } }
             kernel l(n: u32) { for i: u32 = @global_id to @size(near) by @global_size \
             { let u: node = @item(near, i) atomic add x~?[u], n } }",
        ),
        (
            "another distribution of the nodes",
            "kernel k() { NODES { x[u] = (x[u] + 1u32) } }
             kernel l(n: u32) { if (@global_id == 0u32) { for u: node = 0u32 to @node_count by 1u32 \
             { x~[u] = (x~[u] * n) } } }",
        ),
        (
            "an argument that the first kernel changes",
            "kernel k() { NODES { atomic add total~[0u32], 1u32 } }
             kernel l(n: u32) { NODES { x[u] = n } }
             main { launch k() launch l(total[0u32]) }",
        ),
        (
            "a statement between the launches",
            "kernel k() { NODES { x[u] = (x[u] + 1u32) } }
             kernel l(n: u32) { NODES { x[u] = (x[u] * n) } }
             main { launch k() fill x = 3u32 launch l(2u32) }",
        ),
        (
            "an exclusive section",
            "kernel k() { NODES { exclusive owners(u) { } else { } } }
             kernel l(n: u32) { NODES { exclusive owners(u) { } else { } } }",
        ),
    ];
    insta::assert_snapshot!(each("fuse", false, module, &cases));
}
