//! `E02xx`: types and values.

use super::Explanation;

/// What each code of the group means.
pub const CODES: &[Explanation] = &[
    Explanation {
        code: "E0201",
        title: "a value of the wrong type",
        text: r"The language has no implicit conversions. Convert a value with `as`: `x as u64`. A
number without a suffix needs no conversion, because it takes the type that its context requires,
as in `let x: f32 = 1;` and `source.level = 0;`. If the context does not determine the type, whole
numbers are `u32` (`i32` after a minus sign) and fractions are `f32`.",
        wrong: r"global total: u64;
main {
    total = node_count;
}
output total;
",
        right: r"global total: u64;
main {
    total = node_count as u64;
}
output total;
",
    },
    Explanation {
        code: "E0202",
        title: "an operator that does not apply to the type",
        text: r"Arithmetic needs numbers. `%`, shifts and `~` need whole numbers, `-x` needs a
signed type, and `&&`, `||` and `!` need a `bool`. The bit operators `&`, `|` and `^` also apply
to `bool`. Nodes and edges can be compared, but they are not numbers: convert them with `as u32`,
and back with `as node`.",
        wrong: r"param source: node = 0;
main {
    let _next = source + 1;
}
",
        right: r"param source: node = 0;
main {
    let _next = (source as u32 + 1) as node;
}
",
    },
    Explanation {
        code: "E0203",
        title: "a conversion that does not exist",
        text: r"Numbers convert to numbers, `bool` converts to integers (`true` is 1), and
integers convert to `node` and `edge` and back. Nothing converts to `bool`: write a comparison
instead.",
        wrong: r"global count: u32;
main {
    let _some = count as bool;
}
",
        right: r"global count: u32;
main {
    let _some = count != 0;
}
",
    },
    Explanation {
        code: "E0204",
        title: "a wrong number of arguments",
        text: r"A call needs exactly one argument for each parameter.",
        wrong: r"main {
    let _x = min(1, 2, 3);
}
",
        right: r"main {
    let _x = min(1, min(2, 3));
}
",
    },
    Explanation {
        code: "E0205",
        title: "something without a value used as a value",
        text: r"Kernels, worklists, `nodes`, `edges`, `u.out`, `u.in`, and the bare names of
properties and functions are not values. Call a kernel or a function, loop over a worklist or a
set of nodes or edges, and read a property through a node or an edge.",
        wrong: r"node level: u32 = 0;
main {
    let _x = level;
}
",
        right: r"node level: u32 = 0;
param source: node = 0;
main {
    let _x = source.level;
}
",
    },
    Explanation {
        code: "E0206",
        title: "a call of something that cannot be called",
        text: r"A program can call its kernels and functions, the built-in functions (`min`,
`max`, `abs`, `select` and `atomic_…`), and, in `main`, the primitives such as `fill` and `sort`.",
        wrong: r"global count: u32;
main {
    count(1);
}
",
        right: r"global count: u32;
main {
    count = 1;
}
",
    },
    Explanation {
        code: "E0207",
        title: "a literal that is too large for its type",
        text: r"A literal has the type of its suffix, or the type that its context requires, and
must be a value of this type. If the context does not determine the type, a whole number is a
`u32`.",
        wrong: r"main {
    let _x = 5000000000;
}
",
        right: r"main {
    let _x = 5000000000u64;
}
",
    },
    Explanation {
        code: "E0208",
        title: "a division by a constant zero",
        text: r"A division by zero at run time has a defined result and does not crash. A division
by a constant zero is certainly a mistake.",
        wrong: r"const step: u32 = 0;
main {
    let _x = node_count / step;
}
",
        right: r"const step: u32 = 2;
main {
    let _x = node_count / step;
}
",
    },
    Explanation {
        code: "E0209",
        title: "a field of something without this field",
        text: r"Only nodes, edges and worklists have fields. Node properties are fields of nodes,
and edge properties are fields of edges. The ends of an edge are `e.src` and `e.dst`.",
        wrong: r"node level: u32 = 0;
kernel k() {
    forall e in edges {
        e.level = 1;
    }
}
main {
    k();
}
output level;
",
        right: r"node level: u32 = 0;
kernel k() {
    forall e in edges {
        e.dst.level = 1;
    }
}
main {
    k();
}
output level;
",
    },
    Explanation {
        code: "E0210",
        title: "a shift by at least the width of the type",
        text: r"A shift amount must be smaller than the number of bits of the type. At run time,
the amount is taken modulo the number of bits. A constant amount that is too large is certainly a
mistake.",
        wrong: r"main {
    let _x = 1u32 << 32;
}
",
        right: r"main {
    let _x = 1u64 << 32;
}
",
    },
    Explanation {
        code: "E0211",
        title: "an initial value that is not constant",
        text: r"Constants and the defaults of parameters consist of literals and constants. The
initial values of properties and globals may also use parameters, `node_count` and `edge_count`.
Compute everything else in `main` or in a kernel.",
        wrong: r"node rank: f32 = 0.5;
node next: f32 = rank;
global sum: f32 = total;
global total: f32;
main {}
output next, sum;
",
        right: r"node rank: f32 = 1.0 / node_count as f32;
global sum: f32 = 0;
main {}
output rank, sum;
",
    },
    Explanation {
        code: "E0212",
        title: "a missing or unexpected result",
        text: r"A `fn` with a result must return a value on every path, and a `fn` without a
result cannot return one. A kernel never has a result: it writes to properties and reduces into
globals.",
        wrong: r"kernel count() -> u32 {
    forall _u in nodes {}
}
main {
    count();
}
",
        right: r"global total: u32;
kernel count() {
    forall _u in nodes {
        total += 1;
    }
}
main {
    count();
}
output total;
",
    },
    Explanation {
        code: "E0213",
        title: "a wrong argument for a property parameter",
        text: r"A parameter such as `node parent: node` takes a node property of exactly this
type, `edge w: u32` takes an edge property, and `global g: u32` takes a global. The argument is
the name of the property or global alone. The function or kernel then works on the caller's
property.",
        wrong: r"node parent: node;
fn above(node parent: node, u: node) -> node {
    return u.parent;
}
kernel k() {
    forall u in nodes {
        u.parent = above(u.parent, u);
    }
}
main {
    k();
}
output parent;
",
        right: r"node parent: node;
fn above(node parent: node, u: node) -> node {
    return u.parent;
}
kernel k() {
    forall u in nodes {
        u.parent = above(parent, u);
    }
}
main {
    k();
}
output parent;
",
    },
    Explanation {
        code: "E0214",
        title: "several values where one is needed",
        text: r"A call of a function with several results is not a value, because the language has no
tuples. Only `let (a, b) = f();` takes the results, each into a local of its own. The name `_`
ignores a result.",
        wrong: r"node x: u32 = 0;
fn halves(a: u32) -> (u32, u32) {
    return (a / 2, a - a / 2);
}
kernel k() {
    forall u in nodes {
        u.x = halves(7);
    }
}
main {
    k();
}
output x;
",
        right: r"node x: u32 = 0;
fn halves(a: u32) -> (u32, u32) {
    return (a / 2, a - a / 2);
}
kernel k() {
    forall u in nodes {
        let (_, larger) = halves(7);
        u.x = larger;
    }
}
main {
    k();
}
output x;
",
    },
    Explanation {
        code: "E0215",
        title: "a wrong number of values",
        text: r"`return (a, b);` returns one value for each result that the function declares, and
`let (a, b) = f();` names one local for each of them. The name `_` ignores a result.",
        wrong: r"node x: u32 = 0;
fn range(a: u32, b: u32) -> (u32, u32) {
    return (min(a, b), max(a, b), b - a);
}
kernel k() {
    forall u in nodes {
        let (low, high) = range(7, u.degree);
        u.x = high - low;
    }
}
main {
    k();
}
output x;
",
        right: r"node x: u32 = 0;
fn range(a: u32, b: u32) -> (u32, u32) {
    return (min(a, b), max(a, b));
}
kernel k() {
    forall u in nodes {
        let (low, high) = range(7, u.degree);
        u.x = high - low;
    }
}
main {
    k();
}
output x;
",
    },
    Explanation {
        code: "E0216",
        title: "a text that is used as a value",
        text: r"The language has no strings. A text in quotation marks can only be a part of a
`print`.",
        wrong: r#"global name: u32 = 0;
main {
    name = "best";
}
output name;
"#,
        right: r#"global name: u32 = 0;
main {
    print "best", name;
}
output name;
"#,
    },
    Explanation {
        code: "E0220",
        title: "a range whose step is not positive",
        text: r"The range `a..b by s` counts up: `a`, `a + s`, `a + 2 * s`, and so on, as long as
the value is less than `b`. At run time, a step of zero or below gives a loop without iterations. A
constant step of zero or below is certainly a mistake.",
        wrong: r"global sum: i32 = 0;
main {
    for i in 10..0 by -1 {
        sum += i;
    }
}
output sum;
",
        right: r"global sum: i32 = 0;
main {
    for i in 0..10 {
        sum += 10 - i;
    }
}
output sum;
",
    },
];
