//! Tests of kernel fission.

use super::{DECLARATIONS, each};

const NODES: &str = "for u: node = @global_id to @node_count by @global_size";

fn module(kernel: &str) -> String {
    let kernel = kernel
        .replace("NODES", NODES)
        .replace("EDGES", "edge = @out_offsets[u] to @out_offsets[(u32(u) + 1u32)] by 1u32");
    let main = if kernel.contains("main {") { "" } else { "main { launch k(5u32) }" };
    format!("module m distributed\n{DECLARATIONS}\n{kernel}\n{main}")
}

fn before_distribution(kernel: &str) -> String {
    module(kernel)
        .replace("module m distributed", "module m parallel")
        .replace(NODES, "forall parallel u: node in nodes")
}

#[test]
fn independent_loops_become_kernels() {
    let cases = [
        (
            "two loops",
            "kernel k(n: u32) { NODES { for e: EDGES { x[u] = (x[u] + w[e]) } \
             for f: EDGES { y[u] = (y[u] * w[f]) } } }",
        ),
        (
            "declarations that both parts need",
            "kernel k(n: u32) { let b: u32 = (n * 2u32) NODES { let a: u32 = (z[u] + b) \
             for e: EDGES { x[u] = (x[u] + a) } y[u] = a for f: EDGES { y[u] = (y[u] * a) } } }",
        ),
        (
            "what the first part has written",
            "kernel k(n: u32) { NODES { for e: EDGES { x[u] = (x[u] + w[e]) } \
             for f: EDGES { y[u] = (y[u] * x[u]) } } }",
        ),
        (
            "three loops, and several launches",
            "kernel k(n: u32) { NODES { for e: EDGES { x[u] = (x[u] + w[e]) } \
             for i: u32 = 0u32 to n by 1u32 { y[u] = (y[u] + i) } \
             for f: EDGES { atomic add total~[0u32], w[f] } } }
             main { let i: u32 = 0u32 while (i < 3u32) { launch k(i) set i = (i + 1u32) } launch k(7u32) }",
        ),
    ];
    insta::assert_snapshot!(each("fission", true, module, &cases));
    each("fission,fuse", true, module, &cases[..1]);
    each("fission,fuse,gvn,fission,dce", true, module, &cases);
    let case = [(
        "before distribution",
        "kernel k(n: u32) { NODES { forall serial e: edge in out u { atomic add total~[0u32], w[e] } \
         let s: u32 = 0u32 forall serial f: edge in in u { reduce add s, w[f] } y[u] = s } }",
    )];
    insta::assert_snapshot!(
        "before_distribution",
        each("fission", true, before_distribution, &case)
    );
}

#[test]
fn loops_that_depend_on_each_other_stay() {
    let cases = [
        (
            "a local of the first part",
            "kernel k(n: u32) { NODES { let s: u32 = 0u32 for e: EDGES { set s = (s + w[e]) } \
             for f: EDGES { y[u] = (y[u] + s) } } }",
        ),
        (
            "an element of other iterations",
            "kernel k(n: u32) { NODES { for e: EDGES { atomic add x~[@targets[e]], 1u32 } \
             for f: EDGES { atomic add y~[u], x~[u] } } }",
        ),
        (
            "an iteration that ends early",
            "kernel k(n: u32) { NODES { for e: EDGES { x[u] = (x[u] + w[e]) } if (x[u] > 9u32) { continue } \
             for f: EDGES { y[u] = (y[u] * w[f]) } } }",
        ),
        (
            "a declaration that reads what the kernel writes",
            "kernel k(n: u32) { NODES { let a: u32 = x[u] for e: EDGES { x[u] = (x[u] + w[e]) } \
             for f: EDGES { y[u] = (y[u] * a) } } }",
        ),
        (
            "items of a worklist",
            "kernel k(n: u32) { for i: u32 = @global_id to @size(near) by @global_size { \
             let u: node = @item(near, i) for e: EDGES { atomic add x~?[u], w[e] } \
             for f: EDGES { atomic add total~[0u32], w[f] } } }",
        ),
        (
            "an argument that the first part changes",
            "kernel k(n: u32) { NODES { for e: EDGES { atomic add total~[0u32], w[e] } \
             for f: EDGES { y[u] = (y[u] * n) } } }
             main { launch k(total[0u32]) }",
        ),
        (
            "one loop",
            "kernel k(n: u32) { NODES { x[u] = 0u32 for e: EDGES { x[u] = (x[u] + w[e]) } } }",
        ),
    ];
    insta::assert_snapshot!(each("fission", false, module, &cases));
}
