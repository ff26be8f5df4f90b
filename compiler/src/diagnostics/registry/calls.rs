//! `E03xx`, statements: calls of functions, and primitives of `main`.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0315",
        title: "a `swap` of things that do not match",
        text: r"`swap` exchanges two node properties or two edge properties of the same type, or
two worklists.",
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
        title: "a recursive function",
        text: r"Devices have no stack, so a function cannot call itself, directly or through other
functions. Write a `while` loop instead, or use a worklist to traverse the graph.",
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
        title: "too many inlined calls",
        text: r"The compiler inlines functions, so calls of functions that call other functions
multiply. A kernel, or `main`, can contain up to 10,000 calls, including the calls in called
functions, and up to 1 MiB of inlined function text. If `main` passes different properties to a
kernel, this includes all copies of the kernel. Use a loop instead of many calls.",
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
        text: r"`scan_add` writes a property and returns the sum of all elements. Expressions must
not have side effects, so a scan must be a statement, or the whole value of a `let` or an
assignment.",
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
        title: "an invalid argument of a primitive",
        text: r"Primitives such as `fill`, `reduce_add`, `scan_add`, `sort` and `compact` work on
whole properties and worklists. Their arguments are the names of the properties and worklists
alone. The two properties of a `scan_add` must have the same type, and the order of a `sort` must
be a different property than its key.",
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
