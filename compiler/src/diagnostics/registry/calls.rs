//! `E03xx`, statements: calls of functions, and primitives of `main`.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0315",
        title: "a `swap` of unlike things",
        text: r"`swap` exchanges two properties of nodes, two of edges, both of one type, or two worklists.",
        wrong: r"node old: f32 = 0;
node new: f64 = 0;
main {
    swap old, new;
}
output new;
",
        right: r"node old: f32 = 0;
node new: f32 = 0;
main {
    swap old, new;
}
output new;
",
    },
    Explanation {
        code: "E0316",
        title: "a function that calls itself",
        text: r"Devices have no stack to recurse on, so no function calls itself, not even through others. Write a
`while` loop; walk the graph with a worklist.",
        wrong: r"node parent: node = 0;
fn root(u: node) -> node {
    return root(u.parent);
}
kernel k() {
    forall u in nodes {
        u.parent = root(u);
    }
}
main {
    k();
}
output parent;
",
        right: r"node parent: node = 0;
fn root(u: node) -> node {
    let r = u;
    while r != r.parent {
        r = r.parent;
    }
    return r;
}
kernel k() {
    forall u in nodes {
        u.parent = root(u);
    }
}
main {
    k();
}
output parent;
",
    },
    Explanation {
        code: "E0318",
        title: "too many calls to inline",
        text: r"Functions are inlined where they are called, so calls of functions that call others multiply. A kernel,
and `main`, may come to 10,000 calls in all, and the functions, written out at each call, to 1 MiB of
text.",
        wrong: r"node x: u32 = 0;
fn a(i: u32) -> u32 { return i + (i >> 1); }
fn b(i: u32) -> u32 { return a(a(a(a(a(a(a(a(a(a(i)))))))))); }
fn c(i: u32) -> u32 { return b(b(b(b(b(b(b(b(b(b(i)))))))))); }
fn d(i: u32) -> u32 { return c(c(c(c(c(c(c(c(c(c(i)))))))))); }
kernel k() {
    forall u in nodes {
        u.x = d(d(d(d(d(d(d(d(d(d(1))))))))));
    }
}
main {
    k();
}
output x;
",
        right: r"node x: u32 = 0;
fn a(i: u32) -> u32 { return i + (i >> 1); }
kernel k() {
    forall u in nodes {
        let result = 1;
        for _i in 0u32..10000 {
            result = a(result);
        }
        u.x = result;
    }
}
main {
    k();
}
output x;
",
    },
    Explanation {
        code: "E0322",
        title: "a scan inside an expression",
        text: r"`scan_add` changes a property and yields the sum of all elements. Expressions have no effects, so it
stands alone, or is all that a `let` or an assignment takes.",
        wrong: r"node size: u32 = 1;
node start: u32 = 0;
global half: u32;
main {
    half = scan_add(size, start) / 2;
}
output start, half;
",
        right: r"node size: u32 = 1;
node start: u32 = 0;
global half: u32;
main {
    let total = scan_add(size, start);
    half = total / 2;
}
output start, half;
",
    },
    Explanation {
        code: "E0323",
        title: "something that a primitive cannot work on",
        text: r"`fill`, `reduce_add`, `scan_add`, `sort`, `compact` and their like work on a whole property or worklist,
which they take by its name alone. Two properties that belong together have one type, and the order of a
`sort` is another property than its key.",
        wrong: r"node rank: f32 = 0.5;
global sum: f32;
param source: node = 0;
main {
    sum = reduce_add(source.rank);
}
output sum;
",
        right: r"node rank: f32 = 0.5;
global sum: f32;
main {
    sum = reduce_add(rank);
}
output sum;
",
    },
];
